import GestureCore

/// The longest that waiting for a requirement can take.
public enum Delay: Equatable, Sendable, CustomStringConvertible {
  case atMost(TimeSpan)
  /// The requirement stays possible as long as the fingers are down.
  case untilLift

  public static let none = Delay.atMost(TimeSpan(microseconds: 0))

  public var description: String {
    switch self {
    case .atMost(let span): "\(Measure(span))"
    case .untilLift: "until the fingers lift"
    }
  }

  fileprivate static func longer(_ a: Delay, _ b: Delay) -> Delay {
    switch (a, b) {
    case (.untilLift, _), (_, .untilLift): .untilLift
    case (.atMost(let first), .atMost(let second)): .atMost(max(first, second))
    }
  }
}

extension Rules {
  /// The gestures that must fail before this one goes out.
  public func requirements(of gesture: GestureID) -> [GestureID] {
    guard ruleSet.gestures.indices.contains(gesture.rawValue) else { return [] }
    return ruleSet.gestures(ruleSet.gestures[gesture.rawValue].relations.requireToFail.map(\.reference), of: gesture)
  }

  /// How long `requirement` can hold `waiting` back at most, with what holds the requirement itself, on any device of
  /// the rules: for a waiting tap after its last finger lifted, else from the first movement or touch that both share.
  /// Device sections count only where their pattern is `*`.
  public func longestDelay(of requirement: GestureID, holding waiting: GestureID) -> Delay {
    let rules = ruleSet.gestures
    guard rules.indices.contains(requirement.rawValue), rules.indices.contains(waiting.rawValue) else {
      return .none
    }
    var delay = Delay.none
    var seen: Set<GestureID> = [waiting]
    var next = [requirement]
    while let one = next.popLast() {
      guard seen.insert(one).inserted else { continue }
      next += requirements(of: one)
      for deviceClass in rules[waiting.rawValue].device.classes
      where rules[one.rawValue].device.classes.contains(deviceClass) {
        delay = .longer(delay, attempt(of: one, after: waiting, on: deviceClass))
      }
    }
    return delay
  }

  private func attempt(of requirement: GestureID, after waiting: GestureID, on deviceClass: DeviceClass) -> Delay {
    let device = Device.some(deviceClass)
    let wanted = ruleSet.gestures[requirement.rawValue]
    let held = ruleSet.gestures[waiting.rawValue]
    return Patience(wanted.kind, ruleSet.settings(of: wanted, on: device).values)
      .delay(of: held.kind, ruleSet.settings(of: held, on: device).values)
  }
}
