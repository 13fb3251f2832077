import Foundation

/// Figures in our units, as rules write them.
enum Quantity {
  /// `9.5 mm`, within what settings of that length allow.
  static func millimetres(_ value: Double, within range: ClosedRange<Double> = distances) -> String {
    "\(decimal(clamped(value, range))) mm"
  }

  static func milliseconds(_ value: Double, within range: ClosedRange<Double> = durations) -> String {
    "\(decimal(clamped(value, range).rounded())) ms"
  }

  static func percent(_ value: Double, within range: ClosedRange<Double> = scales) -> String {
    "\(decimal(clamped(value, range))) %"
  }

  static func degrees(_ value: Double, within range: ClosedRange<Double> = angles) -> String {
    "\(decimal(clamped(value, range))) deg"
  }

  static func speed(_ value: Double) -> String { "\(decimal(clamped(value, speeds))) mm/s" }

  /// What `swipe.min-distance` and `edge-swipe.min-travel` allow.
  static let distances = 1.0...500.0
  /// What `swipe.max-duration` allows.
  static let durations = 50.0...10_000.0
  /// What `pinch.min-scale` allows, but for nothing at all.
  static let scales = 1.0...500.0
  /// What `max-angle` allows.
  static let angles = 1.0...90.0
  /// What `rotation.min-angle` allows.
  static let turns = 1.0...180.0
  /// What `long-press.min-duration` allows.
  static let holds = 50.0...30_000.0
  private static let speeds = 0.0...5000.0

  /// With as many places at most: `0.25`, `9.5`, `12`.
  static func decimal(_ value: Double, places: Int = 2) -> String {
    let text = String(format: "%.\(places)f", value)
    guard text.contains(".") else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }
    return String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
  }

  private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }
}

/// What other programs measure in.
enum Yardstick {
  /// libinput's unaccelerated touchpad unit in mm: a thousandth of an inch, slowed down by `TP_MAGIC_SLOWDOWN` and by the
  /// baseline of its constant filter, as in libinput's filter-touchpad.c.
  static let libinputUnit = 25.4 / 1000 / (0.2968 * 0.9)
  /// A pixel of a screen with 160 of them an inch, which most laptops and tablets come near.
  static let pixel = 25.4 / 160
  /// What gesture-bridge takes a touchscreen for that tells no size.
  static let screen = (width: 300.0, height: 190.0)
}

/// The built-in figures of gesture-bridge for touchpads, for programs whose thresholds are factors.
enum TouchpadDefault {
  static let swipeDistance = 6.0
  static let swipeSpeed = 15.0
  static let pinchScale = 8.0
  static let pinchChange = 4.0
  static let rotationAngle = 12.0
}

/// How many fingers libinput tells of on touchpads. Source: libinput's documentation, "Gestures".
enum TouchpadFingers {
  static let swipe = 3...4
  static let pinch = 2...4
  static let hold = 1...4
}

/// How far a movement may turn from its direction in programs that tell eight directions apart.
enum Sectors {
  /// Half of an eighth of a turn: what leaves no gap between eight directions and no overlap.
  static let eighth = 22.5

  /// The settings of these kinds that make sectors of `degrees` to either side, whatever the speed.
  static func settings(
    degrees: Double, kinds: [String], section: String, words: String, conversion: String = ImportWording.sectors
  ) -> [ImportedSetting] {
    kinds.flatMap { kind in
      var keys = [("max-angle", Quantity.degrees(degrees), conversion)]
      if kind == "swipe" { keys += ["slow-angle", "fast-angle"].map { ($0, "100 %", ImportWording.anySpeed) } }
      return keys.map { key, value, conversion in
        ImportedSetting(section: section, key: "\(kind).\(key)", value: value, words: words, conversion: conversion)
      }
    }
  }
}
