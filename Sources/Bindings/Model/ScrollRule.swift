import GestureCore

/// One `[[scroll]]` section: how two fingers scroll on an intercepted touchpad if a condition holds when they land.
public struct ScrollRule: Sendable {
  public static let speed = Setting.quantity(
    "speed", .percent, touchscreen: 100, touchpad: 100, in: 10...300,
    "How far two fingers on an intercepted touchpad scroll, in percent of their movement.",
    reason: "100 % changes nothing; above 300 %, libinput would ignore fast movements")
  public static let reversed = Setting<Bool>.flag(
    "reversed", false,
    "Whether two fingers on an intercepted touchpad scroll in the direction opposite to the compositor's setting.",
    reason: "the compositor's own setting decides the direction")

  public static let declarations = [speed.declaration, reversed.declaration]

  /// The condition under which the rule applies, evaluated when fingers land.
  public let when: Condition
  /// The factor for the movement of the fingers; a negative factor reverses the direction.
  public let factor: Double

  init(when: Condition, _ values: [String: SettingValue]) {
    let settings = Settings(values)
    self.when = when
    factor = settings[Self.speed] / 100 * (settings[Self.reversed] ? -1 : 1)
  }
}

extension Rules {
  /// Returns the factor of the `[[scroll]]` section whose condition holds; 1 if no condition holds. If several
  /// conditions hold, the condition with the most statements decides; if several have equally many, the last condition.
  public func scrollFactor(on device: Device, in context: Context) -> Double {
    let conditions = DeviceConditions(scrolling.map(\.when), ruleSet, on: device)
    let landing = GestureEvent(
      time: .never, since: .never, device: device.id, gesture: GestureID(0), state: .began,
      duration: TimeSpan(microseconds: 0), tool: .finger, values: GestureValues())
    let counting = scrolling.indices.filter { conditions.holds($0, for: landing, in: context) }
    let chosen = counting.max { (scrolling[$0].when.statementCount, $0) < (scrolling[$1].when.statementCount, $1) }
    return chosen.map { scrolling[$0].factor } ?? 1
  }
}
