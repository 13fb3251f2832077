/// The settings every kind of gesture has.
public enum CommonSettings {
  public static let fingers = fingers(in: 1...10)

  public static let landWithin = Setting<TimeSpan>.time(
    "land-within", touchscreen: 120, touchpad: 160, in: 10...2000,
    "How long after the first finger the last one may land.",
    origin: "p99 of real multi-finger landings on touchpads plus margin; touchscreens land closer together"
  ).loosened(by: .raise)

  public static let strictFingers = Setting<Bool>.flag(
    "strict-fingers", false,
    "Cancel the gesture when fingers lift and the rest stay longer than `lift-within`, instead of ending it.",
    origin: "UIKit ends a pan that loses a finger; strict is for gestures that must not be left half done")

  public static let liftWithin = Setting<TimeSpan>.time(
    "lift-within", touchscreen: 100, touchpad: 100, in: 10...2000,
    "How long after the first finger the last one may lift.",
    origin: "p99 of real multi-finger lifts plus margin"
  ).loosened(by: .raise)

  static func fingers(in range: ClosedRange<Int>) -> Setting<ClosedRange<Int>> {
    .countRange(
      "fingers", range.lowerBound...range.lowerBound, in: range,
      "How many fingers: a number or a range.", origin: "the fewest the gesture can be made with")
  }

  /// By default any number of them.
  static func anyFingers(in range: ClosedRange<Int>) -> Setting<ClosedRange<Int>> {
    .countRange(
      "fingers", range, in: range, "How many fingers: a number or a range.",
      origin: "whoever looks on takes none from anybody")
  }

  static func declarations(
    fingers range: ClosedRange<Int>, isDiscrete: Bool, ofAny: Bool = false
  ) -> [SettingDeclaration] {
    let fingers = ofAny ? anyFingers(in: range) : fingers(in: range)
    let all = [fingers.declaration, landWithin.declaration, liftWithin.declaration]
    return isDiscrete ? all : all + [strictFingers.declaration]
  }
}
