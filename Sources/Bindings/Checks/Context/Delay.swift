import GestureCore

/// The longest that waiting for a requirement can take.
public enum Delay: Equatable, Sendable, CustomStringConvertible {
  case atMost(TimeSpan)
  /// The requirement stays possible as long as the fingers are down.
  case untilLift
  /// It stays possible even then: the fingers may land again.
  case beyondLift

  public static let none = Delay.atMost(TimeSpan(microseconds: 0))

  public var description: String {
    switch self {
    case .atMost(let span): "\(Measure(span))"
    case .untilLift: "until the fingers lift"
    case .beyondLift: "until some time after the fingers lift"
    }
  }

  fileprivate static func longer(_ a: Delay, _ b: Delay) -> Delay {
    switch (a, b) {
    case (.beyondLift, _), (_, .beyondLift): .beyondLift
    case (.untilLift, _), (_, .untilLift): .untilLift
    case (.atMost(let first), .atMost(let second)): .atMost(max(first, second))
    }
  }
}

extension Rules {
  /// The gestures that must fail before this one goes out, whichever side says so.
  public func requirements(of gesture: GestureID) -> [GestureID] {
    guard ruleSet.gestures.indices.contains(gesture.rawValue) else { return [] }
    return roster.requirements(of: gesture.rawValue).map(GestureID.init)
  }

  /// How long `requirement` can hold `waiting` back at most, with what holds the requirement itself, on any device of
  /// the rules: for a waiting tap after its last finger lifted, else from the first movement or touch that both share.
  /// Device sections count only where their pattern is `*`.
  public func longestDelay(of requirement: GestureID, holding waiting: GestureID) -> Delay {
    let rules = ruleSet.gestures
    guard rules.indices.contains(requirement.rawValue), rules.indices.contains(waiting.rawValue) else {
      return .none
    }
    // What is looked for in other modes only counts as failed.
    guard rules[requirement.rawValue].meets(rules[waiting.rawValue]) else { return .none }
    var delay = Delay.none
    for one in chain(from: requirement.rawValue, without: waiting.rawValue) {
      for deviceClass in classes(of: waiting.rawValue) where classes(of: one).contains(deviceClass) {
        delay = .longer(delay, attempt(of: one, after: waiting.rawValue, on: deviceClass))
      }
    }
    return delay
  }

  /// A gesture, and everything it waits for, directly or through others.
  private func chain(from first: Int, without last: Int) -> [Int] {
    var chain: [Int] = []
    var seen: Set<Int> = [last]
    var next = [first]
    while let one = next.popLast() {
      guard seen.insert(one).inserted else { continue }
      chain.append(one)
      next += (roster.requirements(of: one) + edgesBefore(one)).filter {
        ruleSet.gestures[one].meets(ruleSet.gestures[$0])
      }
    }
    return chain
  }

  /// The gestures of edges that a pan or swipe lets go first where its fingers land in their territory. One that waits
  /// for it in turn is in the chain already.
  private func edgesBefore(_ index: Int) -> [Int] {
    let rule = ruleSet.gestures[index]
    guard rule.kind.traits.yieldsToEdges else { return [] }
    return edges.filter { edge in
      let other = ruleSet.gestures[edge]
      let areSimultaneous =
        rule.relations.simultaneousWith.contains { $0.names(other) }
        || other.relations.simultaneousWith.contains { $0.names(rule) }
      return edge != index && !areSimultaneous
        && !rule.relations.cannotBePreventedBy.contains { $0.names(other) }
        && !roster.requirements(of: edge).contains(index)
    }
  }

  private func attempt(of requirement: Int, after waiting: Int, on deviceClass: DeviceClass) -> Delay {
    let device = Device.some(deviceClass)
    let wanted = ruleSet.gestures[requirement]
    let held = ruleSet.gestures[waiting]
    return held.kind.delay(
      ruleSet.settings(of: held, on: device), waitingFor: wanted.kind, ruleSet.settings(of: wanted, on: device))
  }

  private func classes(of index: Int) -> [DeviceClass] {
    let rule = ruleSet.gestures[index]
    let zone = rule.receive.zone.flatMap { name in ruleSet.zones.first { $0.name == name } }
    return rule.classes(in: zone?.device.classes)
  }

  /// The gestures that go first at an edge of some device.
  static func edges(in rules: RuleSet) -> [Int] {
    rules.gestures.indices.filter { index in
      let rule = rules.gestures[index]
      return DeviceClass.allCases.contains { deviceClass in
        let device = Device.some(deviceClass)
        return !rule.kind.traits.territory(rules.settings(of: rule, on: device), device.size).isEmpty
      }
    }
  }
}
