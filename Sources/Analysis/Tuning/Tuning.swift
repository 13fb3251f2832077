import Bindings
import GestureCore

/// The results of attempts at a gesture, and the proposed thresholds.
public struct Tuning: Sendable {
  public let gesture: GestureRule
  public let options: TuningOptions
  public private(set) var attempts: [AttemptResult] = []
  public private(set) var others: [OtherResult] = []
  public private(set) var changes: [TunedChange] = []
  public private(set) var margins: [ThresholdMargin] = []
  public private(set) var collisions: [Collision] = []
  public private(set) var rules: RuleSet

  public init?(
    _ name: String, of rules: RuleSet, attempts samples: [GestureSample], not others: [GestureSample] = [],
    options: TuningOptions = .standard
  ) {
    guard let gestureIndex = rules.gestures.firstIndex(where: { $0.name == name }),
      let solo = SoloGesture(name, of: rules)
    else { return nil }
    gesture = rules.gestures[gestureIndex]
    (self.options, self.rules) = (options, rules)
    let usable = addAttempts(samples, solo)
    let classes = Set(usable.map(\.sample.device.deviceClass))
    guard let device = usable.first?.sample.device else { return }
    let roundedAsWritten = { (threshold: Threshold, value: Double) in
      RuleChange(solo.rule, threshold.declaration, value, rules, device, classes: classes)?.value
        ?? solo.values(on: device)[threshold.name] ?? value
    }
    let proposal = ThresholdProposal(
      solo, usable.map(\.sample), usable.map(\.admitting), options, roundedAsWritten: roundedAsWritten)
    let wanted = proposal.wanted.map { proposal.samples[$0] }
    let separation = Separation(
      solo, from: proposal.values, meant: wanted, not: others, roundedAsWritten: roundedAsWritten,
      isRecognizedWithAllRules: {
        AllRulesReplay($0, GestureID(gestureIndex), rules.changing(gestureIndex, $1, classes)).isRecognized
      })
    self.rules = rules.changing(gestureIndex, separation.values, classes)
    self.others = others.enumerated().map { index, sample in
      OtherResult(
        number: sample.number, origin: sample.origin,
        isRecognized: AllRulesReplay(sample, GestureID(gestureIndex), rules).isRecognized,
        isRecognizedAfterwards: separation.remaining.contains(index))
    }
    recordResults(usable.map(\.index), samples, solo, proposal, separation.values)
    addChangesAndMargins(solo, proposal, separation, on: device, classes, of: rules)
    collisions = CollisionSearch(gesture: GestureID(gestureIndex), before: rules, after: self.rules).collisions(
      in: wanted)
  }

  /// Judges all attempts. Returns the recognizable attempts, each with thresholds that recognize the attempt.
  private mutating func addAttempts(
    _ samples: [GestureSample], _ solo: SoloGesture
  ) -> [(index: Int, sample: GestureSample, admitting: ThresholdValues)] {
    var usable: [(Int, GestureSample, ThresholdValues)] = []
    for (index, sample) in samples.enumerated() {
      let (verdict, admitting) = solo.verdict(on: sample)
      attempts.append(
        AttemptResult(
          number: sample.number, origin: sample.origin, verdict: verdict, isRecognizedAfterwards: verdict.isRecognized))
      if let admitting { usable.append((index, sample, admitting)) }
    }
    return usable
  }

  private mutating func recordResults(
    _ indices: [Int], _ samples: [GestureSample], _ solo: SoloGesture, _ proposal: ThresholdProposal,
    _ values: ThresholdValues
  ) {
    for (usableIndex, index) in indices.enumerated() {
      attempts[index].isRecognizedAfterwards = solo.recognizes(samples[index], values)
      attempts[index].measured = solo.thresholds.compactMap { threshold in
        guard let value = proposal.measured[threshold.name]?[usableIndex] else { return nil }
        return Measurement(setting: threshold.name, measure: Measure(value, threshold.unit))
      }
    }
  }

  private mutating func addChangesAndMargins(
    _ solo: SoloGesture, _ proposal: ThresholdProposal, _ separation: Separation, on device: Device,
    _ classes: Set<DeviceClass>, of rules: RuleSet
  ) {
    let now = solo.values(on: device)
    for threshold in solo.thresholds {
      let found = (proposal.measured[threshold.name] ?? []).compactMap { $0 }
      if let value = separation.values[threshold.name],
        let change = RuleChange(solo.rule, threshold.declaration, value, rules, device, classes: classes)
      {
        let cut = separation.cuts.first { $0.threshold == threshold.name }
        let reason = cut.map { TunedChange.Reason.apart(meant: $0.meant, notMeant: $0.notMeant) }
        changes.append(
          TunedChange(
            change: change, lowest: found.min(), highest: found.max(), limit: proposal.limit(of: threshold),
            reason: reason ?? .attempts))
      } else if let worst = proposal.limit(of: threshold), let value = now[threshold.name] {
        margins.append(
          ThresholdMargin(
            setting: threshold.name, now: Measure(value, threshold.unit), worst: Measure(worst, threshold.unit),
            mustReach: threshold.mustReach))
      }
    }
  }

  // MARK: Findings of a tuning

  /// The result of an attempt that was meant as the gesture.
  public struct AttemptResult: Equatable, Sendable {
    public let number: Int
    public let origin: String?
    /// The result of a replay with the current thresholds and without other gestures.
    public let verdict: Verdict
    public internal(set) var isRecognizedAfterwards: Bool
    /// The tightest passing value of each threshold that can make the attempt fail, in order of the kind's settings.
    public internal(set) var measured: [Measurement] = []
  }

  /// A threshold's value with which an attempt is recognized.
  public struct Measurement: Equatable, Sendable {
    public let setting: String
    public let measure: Measure
  }

  /// The result of a movement that must not be recognized as the gesture.
  public struct OtherResult: Equatable, Sendable {
    public let number: Int
    public let origin: String?
    public let isRecognized: Bool
    public let isRecognizedAfterwards: Bool
  }
}

extension RuleSet {
  fileprivate func changing(_ gesture: Int, _ values: ThresholdValues, _ classes: Set<DeviceClass>) -> RuleSet {
    var rules = self
    for (name, value) in values {
      rules.gestures[gesture].set(name, to: value, on: gestures[gesture].classSection(of: name, for: classes))
    }
    return rules
  }
}

public struct TuningOptions: Equatable, Sendable {
  /// The percentage of attempts that must be recognized: 95 is 19 of 20.
  public var percentile: Double
  /// How far a threshold is loosened beyond the needed value, to accept similar attempts too: 0.1 is 10 % of the value.
  public var margin: Double

  public static let standard = TuningOptions(percentile: 95, margin: RuleChange.margin)

  public init(percentile: Double, margin: Double) { (self.percentile, self.margin) = (percentile, margin) }

  /// The index of the hardest attempt that must be recognized, of `count` attempts in order from the easiest.
  func rank(of count: Int) -> Int {
    let wanted = (percentile / 100 * Double(count)).rounded(.up)
    return min(max(Int(wanted), 1), count) - 1
  }
}

/// A threshold's new value and its reason.
public struct TunedChange: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case attempts
    /// The value separates the attempts from the other movements.
    case apart(meant: Double?, notMeant: Double)
  }

  public let change: RuleChange
  /// The lowest of the values that the attempts need. Nil if every attempt is recognized with every value.
  public let lowest: Double?
  public let highest: Double?
  /// The value with which the wanted percentage of the attempts is recognized. Nil if every value is enough.
  public let limit: Double?
  public let reason: Reason
}

/// A threshold that stays unchanged, and the value with which the wanted percentage of the attempts is recognized.
public struct ThresholdMargin: Equatable, Sendable {
  public let setting: String
  public let now: Measure
  public let worst: Measure
  /// Whether the measured value must reach the threshold. Otherwise, the value must not exceed the threshold.
  public let mustReach: Bool
}
