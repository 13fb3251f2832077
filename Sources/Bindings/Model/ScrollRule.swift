import GestureCore

/// One `[[scroll]]`: how two fingers scroll on an intercepted touchpad while something is so.
public struct ScrollRule: Sendable {
  public static let speed = Setting.quantity(
    "speed", .percent, touchscreen: 100, touchpad: 100, in: 10...300,
    "How far two fingers on an intercepted touchpad scroll, in percent of their movement.",
    origin: "above 300 % libinput treats the steps of a quick hand as jumps of the sensor, and ignores them")
  public static let reversed = Setting<Bool>.flag(
    "reversed", false, "Whether two fingers on an intercepted touchpad scroll the other way.",
    origin: "the compositor's own setting decides the direction")

  public static let declarations = [speed.declaration, reversed.declaration]

  /// It counts while this holds as fingers land.
  public let when: Condition
  /// By what the way of the fingers is multiplied; below 0 they scroll the other way.
  public let factor: Double

  /// Values by name; the defaults for all others.
  init(when: Condition, _ values: [String: SettingValue]) {
    let settings = Settings(values)
    self.when = when
    factor = settings[Self.speed] / 100 * (settings[Self.reversed] ? -1 : 1)
  }
}

extension Rules {
  /// By what the way of two fingers that scroll on `device` is multiplied. Of the sections whose conditions hold the one that states
  /// most counts, and of equals the last one in the file, as with bindings.
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
