import Bindings
import GestureCore

/// What attempts at a gesture tell of its thresholds, and what these should be.
public struct Tuning: Sendable {
  public let gesture: GestureRule
  public let options: TuningOptions
  public private(set) var attempts: [Attempt] = []
  public private(set) var others: [Other] = []
  /// In the order of the settings.
  public private(set) var changes: [TunedChange] = []
  /// How the thresholds that stay stand to the attempts.
  public private(set) var room: [Room] = []
  public private(set) var collisions: [Collision] = []
  /// The class of devices that the change affects although nothing was tried on it.
  public private(set) var untried: Untried?
  /// The rules with the change.
  public private(set) var rules: RuleSet

  /// Nil if the rules have no such gesture.
  public init?(
    _ name: String, of rules: RuleSet, attempts trials: [Trial], not others: [Trial] = [],
    options: TuningOptions = .standard
  ) {
    guard let place = rules.gestures.firstIndex(where: { $0.name == name }),
      let solo = SoloGesture(name, of: rules)
    else { return nil }
    gesture = rules.gestures[place]
    self.options = options
    self.rules = rules
    let usable = look(at: trials, solo)
    guard let device = usable.first?.trial.device else { return }
    let written = { (threshold: Threshold, value: Double) in
      RuleChange(solo.rule, threshold.declaration, value, rules, device)?.value
        ?? solo.values(on: device)[threshold.name] ?? value
    }
    let proposal = Proposal(solo, usable.map(\.trial), usable.map(\.admitting), options, written: written)
    let wanted = proposal.wanted.map { proposal.trials[$0] }
    let separation = Separation(
      solo, from: proposal.values, meant: wanted, not: others, written: written,
      isTaken: { WholeReplay($0, GestureID(place), rules.changing(place, $1)).isRecognized })
    self.rules = rules.changing(place, separation.values)
    self.others = others.enumerated().map { index, trial in
      Other(
        number: trial.number, origin: trial.origin,
        isRecognized: WholeReplay(trial, GestureID(place), rules).isRecognized,
        isRecognizedThen: separation.left.contains(index))
    }
    judge(usable.map(\.place), trials, solo, proposal, separation.values)
    describe(solo, proposal, separation, on: device, of: rules)
    collisions = CollisionSearch(gesture: GestureID(place), before: rules, after: self.rules).collisions(in: wanted)
    untried = untriedClass(trials).flatMap { Untried($0, changes, rules, place) }
  }

  /// Those that could be recognized, with what it takes.
  private mutating func look(
    at trials: [Trial], _ solo: SoloGesture
  ) -> [(place: Int, trial: Trial, admitting: ThresholdValues)] {
    var usable: [(Int, Trial, ThresholdValues)] = []
    for (place, trial) in trials.enumerated() {
      let (verdict, admitting) = solo.verdict(on: trial)
      attempts.append(
        Attempt(
          number: trial.number, origin: trial.origin, isRecognized: verdict.isRecognized, isUsable: verdict.isUsable,
          isRecognizedThen: verdict.isRecognized, words: verdict.words))
      if let admitting { usable.append((place, trial, admitting)) }
    }
    return usable
  }

  /// What the proposal means for each attempt.
  private mutating func judge(
    _ places: [Int], _ trials: [Trial], _ solo: SoloGesture, _ proposal: Proposal, _ values: ThresholdValues
  ) {
    for (index, place) in places.enumerated() {
      attempts[place].isRecognizedThen = solo.recognizes(trials[place], values)
      attempts[place].measured = solo.thresholds.compactMap { threshold in
        guard let value = proposal.measured[threshold.name]?[index] else { return nil }
        return Measurement(setting: threshold.name, measure: Measure(value, threshold.unit))
      }
    }
  }

  private mutating func describe(
    _ solo: SoloGesture, _ proposal: Proposal, _ separation: Separation, on device: Device, of rules: RuleSet
  ) {
    let now = solo.values(on: device)
    for threshold in solo.thresholds {
      let found = (proposal.measured[threshold.name] ?? []).compactMap { $0 }
      if let value = separation.values[threshold.name],
        let change = RuleChange(solo.rule, threshold.declaration, value, rules, device)
      {
        let cut = separation.cuts.first { $0.threshold == threshold.name }
        let reason = cut.map { TunedChange.Reason.apart(meant: $0.meant, notMeant: $0.notMeant) }
        changes.append(
          TunedChange(
            change: change, lowest: found.min(), highest: found.max(), limit: proposal.limit(of: threshold),
            reason: reason ?? .attempts))
      } else if let worst = proposal.limit(of: threshold), let value = now[threshold.name] {
        room.append(
          Room(
            setting: threshold.name, now: Measure(value, threshold.unit), worst: Measure(worst, threshold.unit),
            mustReach: threshold.mustReach))
      }
    }
  }

  /// A change in the gesture's own section counts on all devices that the gesture is for. A touchpad tells neither contacts
  /// nor places.
  private func untriedClass(_ trials: [Trial]) -> DeviceClass? {
    guard gesture.device == .any, gesture.receive.device == .any else { return nil }
    let tried = Set(trials.map(\.device.deviceClass))
    return DeviceClass.allCases.first { deviceClass in
      guard !tried.contains(deviceClass) else { return false }
      switch deviceClass {
      case .touchscreen: return true
      case .touchpad: return gesture.kind.needs.isEmpty && gesture.receive.zone == nil
      }
    }
  }

  /// How many of the attempts count.
  public var usableCount: Int { attempts.count { $0.isUsable } }
}

extension RuleSet {
  /// The rules with other thresholds of one gesture.
  func changing(_ gesture: Int, _ values: ThresholdValues) -> RuleSet {
    var rules = self
    for (name, value) in values { rules.gestures[gesture].settings[name] = .quantity(value) }
    return rules
  }
}
