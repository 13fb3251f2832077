/// One of eight directions, with its edge or corner of the screen.
struct Octant: Hashable {
  private let number: Int  // the number of eighths of a turn clockwise from the top

  init(_ number: Int) { self.number = number % 8 }

  var direction: String { ["up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left"][number] }
  var edge: String {
    ["top", "top-right", "right", "bottom-right", "bottom", "bottom-left", "left", "top-left"][number]
  }
  var isDiagonal: Bool { number % 2 == 1 }
  var opposite: Octant { turned(4) }
  /// The sides that meet in a corner, or only the side itself.
  var sides: [Octant] { isDiagonal ? [turned(7), turned(1)] : [self] }

  func turned(_ eighths: Int) -> Octant { Octant(number + eighths) }
}

/// Settings that limit the deviation from a gesture's direction, for rules from programs with eight directions.
enum Sectors {
  static let eighth = 22.5  // half of an eighth of a turn, in degrees

  /// Settings for eight equal sectors, for each class that has a diagonal swipe but no `swipe.max-angle` in `items`.
  static func items(_ items: [ImportedItem]) -> [ImportedItem] {
    ["touchpad", "touchscreen"].flatMap { device -> [ImportedItem] in
      let section = "defaults.\(device)"
      let isSet = items.contains { item in
        guard case .setting(let setting) = item.content else { return false }
        return setting.section == section && setting.key == "swipe.max-angle"
      }
      let first = items.first { $0.parts.contains { $0.shape.isDiagonal && $0.shape.isOn(device) } }
      guard !isSet, case .gesture(_, let words)? = first?.content, let line = first?.lines.lowerBound else { return [] }
      return Self.items(line, degrees: eighth, kinds: ["swipe"], section: section, words: words)
    }
  }

  /// The settings that let a movement deviate by up to `degrees` from a gesture's direction, at any speed.
  static func items(
    _ line: Int, degrees: Double, kinds: [String], section: String, words: String,
    conversion: String = "each of the eight directions gets an eighth of the circle"
  ) -> [ImportedItem] {
    kinds.flatMap { kind in
      var keys = [("max-angle", Quantity.degrees(degrees), conversion)]
      if kind == "swipe" { keys += ["slow-angle", "fast-angle"].map { ($0, "100 %", "the same angle at any speed") } }
      return keys.map { key, value, conversion in
        ImportedItem(line, .setting(ImportedSetting(section, "\(kind).\(key)", .string(value), words, conversion)))
      }
    }
  }
}
