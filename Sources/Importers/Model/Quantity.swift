import Text

/// Values in the rules' units, limited to the ranges of the rules' keys.
enum Quantity {
  struct Unit: Sendable {
    let name: String
    let range: ClosedRange<Double>

    init(_ name: String, _ range: ClosedRange<Double>) { (self.name, self.range) = (name, range) }

    /// The value limited to the range, as text with its unit, such as `9.5 mm`. Milliseconds are whole numbers.
    func callAsFunction(_ value: Double) -> String {
      let limited = value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
      return "\(decimal(name == "ms" ? limited.rounded() : limited)) \(name)"
    }
  }

  static let step = Unit("mm", 0.5...500)  // `step` of a pan
  static let millimetres = Unit("mm", 1...500)  // `swipe.min-distance` and `edge-swipe.min-travel`
  static let slop = Unit("mm", 1...50)
  static let change = Unit("mm", 0...100)  // `pinch.min-change`
  static let band = Unit("mm", 0.5...100)  // `edge-swipe.band`
  static let milliseconds = Unit("ms", 50...10_000)  // `swipe.max-duration`
  static let hold = Unit("ms", 50...30_000)  // `long-press.min-duration`
  static let lock = Unit("ms", 0...5000)
  static let `repeat` = Unit("ms", 20...3_600_000)
  static let atMostEvery = Unit("ms", 1...3_600_000)
  /// `pinch.min-scale`. The rules also allow 0 %, but an imported gesture gets at least 1 %.
  static let percent = Unit("%", 1...500)
  static let share = Unit("%", 1...400)  // `step` of a pinch
  static let degrees = Unit("deg", 1...90)  // `max-angle`
  static let turn = Unit("deg", 1...180)  // `rotation.min-angle`
  static let speed = Unit("mm/s", 0...5000)

  /// The value rounded to at most `places` decimals, without trailing zeros: `0.25`, `9.5`, `12`.
  static func decimal(_ value: Double, places: Int = 2) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    var scaled = (value.magnitude * scale).rounded(.toNearestOrEven)
    // The product was rounded; `rest` is the exact product minus `scaled`.
    let rest = (-scaled).addingProduct(value.magnitude, scale)
    if rest > 0.5 { scaled += 1 } else if rest < -0.5 { scaled -= 1 }
    return Text.decimal((value < 0 ? -scaled : scaled) / scale, places: places)
  }
}

/// The `step` for actions that other programs run at each event, in mm, percent (pinch) or degrees (rotation).
enum StepMeasure {
  static func of(_ form: ImportedForm) -> Double? { [.swipe: 5, .pan: 5, .pinch: 5, .rotation: 10][form] }
}

/// The lengths of other programs' units, and the assumed size of a touchscreen, in mm.
enum Yardstick {
  /// libinput's unaccelerated unit on touchpads. Source: `TP_MAGIC_SLOWDOWN` and `baseline` in filter-touchpad.c.
  static let libinputUnit = 25.4 / 1000 / (0.2968 * 0.9)
  static let pixel = 25.4 / 160  // a pixel at 160 pixels per inch, a usual density
  /// The size that gesture-bridge assumes for a touchscreen that reports no size.
  static let screen = (width: 300.0, height: 190.0)
}

/// The thresholds of fusuma's gestures for the factor 1 in fusuma's file: mm, mm/s, percent (`pinchScale`) and degrees.
enum TouchpadDefault {
  static let (swipeDistance, swipeSpeed) = (6.0, 15.0)
  static let (pinchScale, pinchChange) = (8.0, 4.0)
  static let rotationAngle = 12.0
}
