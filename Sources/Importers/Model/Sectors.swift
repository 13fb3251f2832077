/// How far a movement may turn from its direction in programs that tell eight directions apart.
enum Sectors {
  /// Half of an eighth of a turn: what leaves no gap between eight directions and no overlap.
  static let eighth = 22.5

  /// The settings of these kinds that make sectors of `degrees` to either side, whatever the speed.
  static func settings(
    degrees: Double, kinds: [String], section: String, words: String, conversion: String = Wording.sectors
  ) -> [ImportedSetting] {
    kinds.flatMap { kind in
      var keys = [("max-angle", Quantity.degrees(degrees), conversion)]
      if kind == "swipe" { keys += ["slow-angle", "fast-angle"].map { ($0, "100 %", Wording.anySpeed) } }
      return keys.map { key, value, conversion in
        ImportedSetting(section: section, key: "\(kind).\(key)", value: value, words: words, conversion: conversion)
      }
    }
  }
}
