/// The settings of gestures that may have taps before them: tap and drag, tap and hold.
enum LeadingTaps {
  static let taps = Setting.count(
    "taps", 0, in: 0...4, "How many taps come before it, with the same fingers.",
    origin: "UIKit's numberOfTapsRequired of a long press")
  static let duration = Setting.time(
    "tap-duration", touchscreen: 500, touchpad: 200, in: 20...10_000,
    "How long a tap before it may last, from the first finger down to the last one up.", origin: "a tap's max-duration"
  ).loosened(by: .raise)
  static let slop = Setting.quantity(
    "tap-slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "How far a finger of a tap before it may stray.", origin: "a tap's slop"
  ).loosened(by: .raise)

  static let declarations = [
    taps.declaration, duration.declaration, slop.declaration, TapCounter.maxInterval.declaration,
    TapCounter.maxDistance.declaration, TapCounter.bounce.declaration,
  ]

  static func counter(_ settings: Settings) -> TapCounter {
    TapCounter(settings, taps: taps, maxDuration: duration, slop: slop)
  }

  /// Taps are only seen where every contact is.
  static func needs(_ settings: Settings) -> Capabilities { settings[taps] > 0 ? .contacts : [] }

  /// Where it stands among taps: a gesture with taps before it is made of one more.
  static func precedence(_ settings: Settings) -> Int { settings[taps] > 0 ? settings[taps] + 1 : 0 }
}
