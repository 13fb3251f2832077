import GestureCore

// What a tuning has found out.
extension Tuning {
  /// An attempt that was meant to be the gesture.
  public struct Attempt: Equatable, Sendable {
    public let number: Int
    /// The recording it is from.
    public let origin: String?
    /// Whether the gesture takes it, alone, as the rules are.
    public let isRecognized: Bool
    /// Whether some thresholds would let it through.
    public let isUsable: Bool
    /// Whether the gesture takes it with the thresholds proposed.
    public internal(set) var isRecognizedThen: Bool
    /// What it was, or why it is not recognized, in words.
    public let words: String
    /// What each threshold would have had to be, in the order of the settings; only those that decide.
    public internal(set) var measured: [Measurement] = []
  }

  /// What a threshold would have had to be.
  public struct Measurement: Equatable, Sendable {
    public let setting: String
    public let measure: Measure
  }

  /// A movement that must not be recognized.
  public struct Other: Equatable, Sendable {
    public let number: Int
    public let origin: String?
    public let isRecognized: Bool
    public let isRecognizedThen: Bool
  }
}

/// A class of devices on which nothing was tried, although the gesture is for it too.
public struct Untried: Equatable, Sendable {
  public let deviceClass: DeviceClass
  /// What the thresholds that are to be changed are there now; only those that would be others.
  public let before: [Tuning.Measurement]

  /// Nil where nothing would change.
  init?(_ deviceClass: DeviceClass, _ changes: [TunedChange], _ rules: RuleSet, _ gesture: Int) {
    self.deviceClass = deviceClass
    before = changes.compactMap { tuned in
      let change = tuned.change
      let value = rules.value(of: change.setting, rules.gestures[gesture], on: deviceClass)
      guard let value, value != change.value else { return nil }
      return Tuning.Measurement(setting: change.setting, measure: Measure(value, change.unit))
    }
    if before.isEmpty { return nil }
  }
}

/// A threshold's new value, and why.
public struct TunedChange: Equatable, Sendable {
  /// What it is for.
  public enum Reason: Equatable, Sendable {
    /// Attempts failed by it.
    case attempts
    /// It lies between what was meant and what was not.
    case apart(meant: Double?, notMeant: Double)
  }

  public let change: RuleChange
  /// The least and the most that it would have had to be, of those attempts that it decides.
  public let lowest: Double?
  public let highest: Double?
  /// What it would have had to be for the share of the attempts that was asked for.
  public let limit: Double?
  public let reason: Reason
}

/// How far the attempts were from a threshold that stays.
public struct Room: Equatable, Sendable {
  public let setting: String
  public let now: Measure
  public let worst: Measure
  /// Whether what is measured must reach it; else it must not exceed it.
  public let mustReach: Bool
}
