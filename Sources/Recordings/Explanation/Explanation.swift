import Bindings
import GestureCore

/// A recording explained: attempt by attempt what was recognized, and why all else was not.
public struct Explanation: Sendable {
  /// A gesture that can't be made on a device.
  public struct Exclusion: Equatable, Sendable {
    public let gesture: GestureID
    public let obstacle: Obstacle
  }

  /// A device on which there were attempts, with what can't be made on it.
  public struct Place: Equatable, Sendable {
    public let device: Device
    public let exclusions: [Exclusion]
  }

  public let rules: RuleSet
  /// In the order of their first attempts.
  public let places: [Place]
  /// In the order in which they began; of a single gesture only those on devices where it can be made.
  public let accounts: [Account]
  /// How many attempts there were in all.
  public let attemptCount: Int
  /// The only one that is explained, if so.
  public let gesture: GestureID?
  let names: Names

  /// Explains what `rules` make of a recording; with `gesture`, that one only. To try out what changes of the rules would
  /// do to near misses takes time, and can be left.
  public init(
    _ recording: Recording, rules: Rules, only gesture: GestureID? = nil, triesChanges: Bool = true
  ) throws(RequirementCycle) {
    self.rules = rules.ruleSet
    self.gesture = gesture
    names = Names(rules.ruleSet, devices: recording.devices)
    let attempts = try Replay.attempts(recording, rules: rules).sorted { $0.number < $1.number }
    attemptCount = attempts.count
    var places: [Place] = []
    for attempt in attempts where !places.contains(where: { $0.device.id == attempt.device }) {
      guard let device = recording.devices.first(where: { $0.id == attempt.device }) else { continue }
      places.append(Place(device, rules.ruleSet, gesture))
    }
    self.places = places
    let accountant = Accountant(recording, rules, triesChanges: triesChanges)
    let wanted = gesture.map { [$0] } ?? rules.ruleSet.gestures.indices.map(GestureID.init)
    accounts = attempts.compactMap { attempt in
      guard let place = places.first(where: { $0.device.id == attempt.device }) else { return nil }
      let possible = wanted.filter { one in !place.exclusions.contains { $0.gesture == one } }
      if gesture != nil, possible.isEmpty { return nil }
      return accountant.account(attempt, on: place.device, of: possible)
    }
  }

  /// Whether any gesture was recognized or began.
  public var hasWinners: Bool { accounts.contains { !$0.winners.isEmpty } }
}

extension Explanation.Place {
  fileprivate init(_ device: Device, _ rules: RuleSet, _ gesture: GestureID?) {
    self.device = device
    exclusions = rules.gestures.enumerated().compactMap { index, rule in
      let id = GestureID(index)
      guard gesture == nil || gesture == id, let obstacle = rules.obstacle(to: rule, on: device) else { return nil }
      return Explanation.Exclusion(gesture: id, obstacle: obstacle)
    }
  }
}
