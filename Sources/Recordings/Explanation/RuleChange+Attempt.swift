import Bindings
import GestureCore

extension RuleChange {
  /// The change that would have let a whole attempt through: what a threshold needs is found by playing the attempt again,
  /// to this gesture alone, with the threshold moved farther and farther. Nil where no value would do.
  ///
  /// `attempts` are the one that failed and those that came after it on the same device, as far as they matter: where a tap
  /// was waited for in vain, it came in the next attempt.
  public init?(_ miss: NearMiss, in attempts: [Attempt], _ rules: RuleSet, on device: Device) {
    guard let threshold = MissedThreshold(miss, rules),
      let rehearsal = Rehearsal(miss, attempts.flatMap(\.frames), rules, device, threshold),
      let needed = rehearsal.needed(from: miss.needed.value)
    else { return nil }
    self.init(threshold, needed: needed, false, rules, on: device)
  }
}

extension RuleSet {
  /// The same rules with a threshold's new value.
  public func changed(by change: RuleChange) -> RuleSet {
    var rules = self
    for index in rules.gestures.indices where rules.gestures[index].name == change.gesture {
      rules.gestures[index].settings[change.setting] = .quantity(change.value)
    }
    return rules
  }
}

/// The frames of an attempt that are played again and again to one gesture alone.
private struct Rehearsal {
  private let recording: Recording
  private let gesture: GestureID
  private let setting: String
  private let step: String?
  private let loosening: Loosening
  private let range: ClosedRange<Double>
  private let owner: Int
  private var rules: RuleSet
  /// How often it failed on the threshold as it is.
  private var before = 0

  /// So many times a value is doubled or halved; then what lies between is halved as often.
  private static let rounds = 10

  init?(_ miss: NearMiss, _ frames: [Frame], _ rules: RuleSet, _ device: Device, _ threshold: MissedThreshold) {
    guard case .quantity(_, let range) = threshold.declaration.shape,
      let owner = rules.gestures.firstIndex(where: { $0.name == threshold.rule.name })
    else { return nil }
    recording = Recording(name: "attempt", devices: [device], frames: frames)
    gesture = miss.gesture
    setting = threshold.declaration.name
    step = miss.failure.step
    loosening = threshold.loosening
    self.range = range
    self.owner = owner
    self.rules = rules.alone(miss.gesture, on: device)
    guard let failures = failures(with: nil), failures > 0 else { return nil }
    before = failures
  }

  /// What the threshold would have had to be, to about a thousandth of it; `first` is a guess that is not enough.
  func needed(from first: Double) -> Double? {
    var short = first
    var enough: Double?
    for _ in 0..<Self.rounds where enough == nil {
      let next = bounded(loosening == .raise ? short * 2 : short / 2)
      if passes(next) { enough = next } else if next == short { return nil } else { short = next }
    }
    guard var enough else { return nil }
    if passes(first) { return first }
    for _ in 0..<Self.rounds {
      let middle = (short + enough) / 2
      if passes(middle) { enough = middle } else { short = middle }
    }
    return enough
  }

  private func bounded(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  private func passes(_ value: Double) -> Bool { failures(with: value).map { $0 < before } ?? false }

  /// How often the gesture fails on the threshold; nil where the rules can't be played.
  private func failures(with value: Double?) -> Int? {
    var changed = rules
    if let value { changed.gestures[owner].settings[setting] = .quantity(value) }
    let counter = FailureCounter(gesture, setting, step)
    do {
      _ = try Replay.events(recording, rules: changed, watcher: counter)
      return counter.count
    } catch {
      return nil
    }
  }
}

/// Counts how often a gesture fails on one threshold.
private final class FailureCounter: Watcher, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than that.
  private let gesture: GestureID
  private let setting: String
  private let step: String?
  private(set) var count = 0

  init(_ gesture: GestureID, _ setting: String, _ step: String?) {
    self.gesture = gesture
    self.setting = setting
    self.step = step
  }

  func observe(_ decision: Decision) {
    guard decision.gesture == gesture, let miss = NearMiss(decision) else { return }
    if miss.failure.setting == setting, miss.failure.step == step { count += 1 }
  }
}

extension RuleSet {
  /// The same rules, of which only one gesture is looked for, whatever the session is like: others would take its touches.
  /// One that only looks on has these, too.
  fileprivate func alone(_ gesture: GestureID, on device: Device) -> RuleSet {
    var rules = self
    if gestures[gesture.rawValue].kind.traits.isBystander {
      for index in rules.gestures.indices { rules.gestures[index] = rules.gestures[index].inAnySession }
      return rules
    }
    let elsewhere: DeviceClass = device.deviceClass == .touchpad ? .touchscreen : .touchpad
    for index in rules.gestures.indices {
      rules.gestures[index].relations = GestureRule.Relations()
      guard index == gesture.rawValue else {
        rules.gestures[index].receive.device = .deviceClass(elsewhere)
        continue
      }
      rules.gestures[index].beginIf = Condition()
      rules.gestures[index].receive = rules.gestures[index].receive.inAnySession
    }
    return rules
  }
}
