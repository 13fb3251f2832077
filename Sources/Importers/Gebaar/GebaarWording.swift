/// What is said of gebaar's keys.
enum GebaarWording {
  static let badTOMLFix = "mend the line"
  static let noSuchKey = "gebaar knows no such key"
  static let noFingers = "its table has no `fingers`"
  static let noFactor = "it must be a number above 0"
  static let modeSwitch = "gebaar runs it when a laptop is folded; gesture-bridge looks at touches only"
  static let anyFingers = "for any number of fingers, as in gebaar"
  static let noRepeating = "a swipe fires once here; for repetition write a pan with `step`"
  static let noRelease = "gesture-bridge does not wait until the fingers lift"
  static let noThreshold = "shorter swipes run their command as well, when the fingers lift"
  static let pinchThreshold = "the share by which the fingers come closer or part"

  static func swipeThreshold(_ factor: Double, _ units: Double) -> String {
    "threshold \(Quantity.decimal(factor)): of \(Quantity.decimal(units, places: 0)) of libinput's units, \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm each"
  }
}
