import GestureCore
import TOML
import Text

/// A `[zone.NAME]` section, with the ranges of its parts in the file. `zone` is nil if the shape is missing or wrong.
struct ZoneSection: Sendable {
  let name: Located<String>
  let header: Range<Int>
  let zone: Zone?
  let inside: Located<String>?
}

/// Reads `[zone.NAME]` sections.
struct ZoneReader {
  enum Shape: String, CaseIterable {
    case rect, edge, corner

    /// The key that an edge or a corner needs in addition to `edge` or `corner`, with an example value. Nil for `rect`.
    var measure: (key: String, example: String)? {
      switch self {
      case .rect: nil
      case .edge: ("band", "8 mm")
      case .corner: ("size", "15 x 10 mm")
      }
    }
  }

  static let keys =
    Shape.allCases.map(\.rawValue) + ["band", "size", "inside", "device", "exclusive", "ignore", "multi-touch"]

  let problems: Problems

  func section(_ entry: Entry) -> ZoneSection? {
    let name = entry.key.name
    guard var reader = TableReader(section: "zone.\(tomlKey(name.short))", named: name, entry, problems) else {
      return nil
    }
    problems.checkName(entry.key, of: "zone")
    let shape = shape(of: name, &reader)
    let inside = reader.string("inside", example: "left-half")
    let device = reader.device()
    let isExclusive = reader.flag("exclusive")?.value ?? false
    let isIgnored = reader.flag("ignore")?.value ?? false
    let allowsMultiTouch = reader.flag("multi-touch")?.value ?? true
    reader.refuseUnknownKeys(
      Self.keys, otherwise: "a zone can have the keys \(Self.keys.listed("and"))", isSection: true)
    let zone = shape.map {
      Zone(
        name: name, shape: $0, inside: inside?.value, device: device, isExclusive: isExclusive, isIgnored: isIgnored,
        allowsMultiTouch: allowsMultiTouch)
    }
    return ZoneSection(
      name: Located(value: name, range: entry.key.range), header: reader.table.range, zone: zone, inside: inside)
  }

  private func shape(of zone: String, _ reader: inout TableReader) -> Zone.Shape? {
    let given = Shape.allCases.filter { reader.mentions($0.rawValue) }
    if given.isEmpty {
      problems.error(
        at: reader.table.range, "the zone \(zone.quoted) has no position",
        fix: "add `rect = {…}`, `edge = \"left\"` with a `band`, or `corner = \"top-left\"` with a `size`")
    }
    let entries = given.compactMap { reader.table[$0.rawValue] }.sorted {
      $0.key.range.lowerBound < $1.key.range.lowerBound
    }
    if entries.count > 1 {
      problems.error(
        at: entries[1].key.range, "a zone can't have both `\(entries[0].key.name)` and `\(entries[1].key.name)`",
        fix: "remove one of the two keys, or write two zones with one key each")
    }
    let shapes = Shape.allCases.compactMap { shape in
      self.shape(shape, &reader, measure(of: shape, isRequired: given.contains(shape), &reader))
    }
    return shapes.first
  }

  /// Reads an edge's `band` or a corner's `size`; nil if missing, and for `rect`. With `isRequired`, reports a missing
  /// key; otherwise, reports an existing key.
  private func measure(of shape: Shape, isRequired: Bool, _ reader: inout TableReader) -> Entry? {
    guard let measure = shape.measure else { return nil }
    let entry = reader.readEntry(measure.key)
    if isRequired {
      if !reader.mentions(measure.key), let shapeEntry = reader.table[shape.rawValue] {
        problems.error(
          at: shapeEntry.key.range, "`\(shape.rawValue)` needs a `\(measure.key)`",
          fix: "add a line such as `\(measure.key) = \"\(measure.example)\"`")
      }
    } else if let entry {
      problems.error(at: entry.key.range, "`\(measure.key)` needs `\(shape.rawValue)`", fix: "remove `\(measure.key)`")
    }
    return entry
  }

  private func shape(_ shape: Shape, _ reader: inout TableReader, _ measure: Entry?) -> Zone.Shape? {
    let extents = ExtentReader(problems: problems)
    let example = shape.measure?.example ?? ""
    guard let entry = reader.table[shape.rawValue] else { return nil }
    switch shape {
    case .rect:
      _ = reader.readEntry(shape.rawValue)
      return rectangle(entry)
    case .edge:
      let band = measure.flatMap { extents.extent($0, .length, example: example) }
      guard let edge = reader.choice(shape.rawValue, example: Edge.left)?.value, let band else { return nil }
      return .edge(edge, band: band)
    case .corner:
      let size = measure.flatMap { extents.size($0, example: example) }
      guard let corner = reader.choice(shape.rawValue, example: Corner.topLeft)?.value, let size else { return nil }
      return .corner(corner, width: size.width, height: size.height)
    }
  }

  private func rectangle(_ entry: Entry) -> Zone.Shape? {
    guard var reader = TableReader(entry, example: "rect = { width = \"50 %\" }", problems) else { return nil }
    let errorsBefore = problems.errorCount
    let x = position("x", &reader)
    let y = position("y", &reader)
    let width = length("width", &reader)
    let height = length("height", &reader)
    reader.refuseUnknownKeys([], otherwise: "`rect` can have the keys x, y, width and height")
    return problems.errorCount == errorsBefore ? .rectangle(x: x, y: y, width: width, height: height) : nil
  }

  private func position(_ key: String, _ reader: inout TableReader) -> Extent {
    guard let entry = reader.readEntry(key),
      let extent = ExtentReader(problems: problems).extent(entry, .position, example: "10 mm")
    else { return .millimetres(0) }
    if extent == .percent(ExtentReader.whole) {
      problems.error(
        at: entry.value.range, "this rectangle is empty: it begins where the surface ends",
        fix: "`\(key)` must be less than 100 %")
    }
    return extent
  }

  private func length(_ key: String, _ reader: inout TableReader) -> Extent? {
    reader.readEntry(key).flatMap { ExtentReader(problems: problems).extent($0, .length, example: "50 %") }
  }
}

/// Reads lengths on a surface: `10 mm`, `1 cm` or `50 %`.
struct ExtentReader {
  /// The use of a length. The use decides which values are allowed.
  enum Use {
    /// The distance from the left or top edge; a negative distance counts from the opposite edge.
    case position
    case length
  }

  /// The largest allowed length, enough for a touch surface as large as a wall.
  private static let longest = Measure.mm(5000)
  static let whole = 100.0

  let problems: Problems

  func extent(_ entry: Entry, _ use: Use, example: String) -> Extent? {
    text(entry, example: example).flatMap { extent($0, use, entry, example: example) }
  }

  /// Reads a width and a height, as in `15 x 10 mm`. A single length, as in `15 mm`, is used for both.
  func size(_ entry: Entry, example: String) -> (width: Extent, height: Extent)? {
    guard let text = text(entry, example: example) else { return nil }
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" }).map { String($0) }
    guard parts.count <= 2 else {
      refuse(text, entry, example: example)
      return nil
    }
    guard parts.count == 2 else { return extent(text, .length, entry, example: example).map { ($0, $0) } }
    let width = numberAndUnit(parts[0]).unit.isEmpty ? parts[0] + numberAndUnit(parts[1]).unit : parts[0]
    guard let width = extent(width, .length, entry, example: example) else { return nil }
    return extent(parts[1], .length, entry, example: example).map { (width, $0) }
  }

  private func text(_ entry: Entry, example: String) -> String? {
    problems.measure(entry, example: example) { withoutUnit(entry.key.name, $0) }
  }

  private func withoutUnit(_ key: String, _ number: String) -> DiagnosticText {
    DiagnosticText("`\(key)` needs a unit", fix: "write `\(key) = \"\(number) mm\"` or `\(key) = \"\(number) %\"`")
  }

  private func refuse(_ text: String, _ entry: Entry, example: String) {
    problems.error(
      at: entry.value.range, "\(text.quoted) is not a length",
      fix: "write a number with mm or %: `\(entry.key.name) = \"\(example)\"`")
  }

  private func extent(_ text: String, _ use: Use, _ entry: Entry, example: String) -> Extent? {
    let (key, range) = (entry.key.name, entry.value.range)
    let (digits, unit) = numberAndUnit(text)
    guard let number = Double(digits) else {
      refuse(text, entry, example: example)
      return nil
    }
    switch unit {
    case "mm", "cm":
      let length = unit == "cm" ? number * 10 : number
      return check(length, use, Self.longest, text, entry) ? .millimetres(length) : nil
    case "%": return check(number, use, .percent(Self.whole), text, entry) ? .percent(number) : nil
    case "": problems.error(at: range, withoutUnit(key, String(digits)))
    default:
      problems.error(
        at: range, "\(String(unit).quoted) can't be used as a unit", fix: "use mm, cm or %: `\(key) = \"\(example)\"`")
    }
    return nil
  }

  private func check(_ number: Double, _ use: Use, _ limit: Measure, _ text: String, _ entry: Entry) -> Bool {
    let (isRight, bounds) =
      switch use {
      case .position: (number.magnitude <= limit.value, "-\(decimal(limit.value, places: 0)) to \(limit)")
      case .length: (number > 0 && number <= limit.value, "more than 0 and up to \(limit)")
      }
    if !isRight {
      problems.error(
        at: entry.value.range, "\(text.quoted) is out of range", fix: "`\(entry.key.name)` can be \(bounds)")
    }
    return isRight
  }
}
