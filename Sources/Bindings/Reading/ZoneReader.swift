import GestureCore
import TOML

/// A `[zone.NAME]` as read, with places for later checks.
struct ZoneSection: Sendable {
  let name: Located<String>
  let header: Range<Int>
  let zone: Zone?
  let inside: Located<String>?
}

/// Reads `[zone.NAME]` sections.
struct ZoneReader {
  /// The forms of a zone.
  enum Shape: String, CaseIterable {
    case rect, edge, corner

    /// The key that must accompany it.
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
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notASection("zone", entry.key.name, entry.value.content.type))
      return nil
    }
    let name = entry.key.name
    if !name.isPlainName { problems.error(at: entry.key.range, .badName(name, of: "zone")) }
    var reader = TableReader(table, problems)
    let shape = shape(of: name, &reader)
    let inside = reader.string("inside", example: "left-half")
    let device = reader.device()
    let isExclusive = reader.flag("exclusive")?.value ?? false
    let isIgnored = reader.flag("ignore")?.value ?? false
    let allowsMultiTouch = reader.flag("multi-touch")?.value ?? true
    for entry in reader.rest { problems.error(at: entry.key.range, .unknownZoneKey(entry.key.name)) }
    let zone = shape.map {
      Zone(
        name: name, shape: $0, inside: inside?.value, device: device, isExclusive: isExclusive, isIgnored: isIgnored,
        allowsMultiTouch: allowsMultiTouch)
    }
    return ZoneSection(
      name: Located(value: name, range: entry.key.range), header: table.range, zone: zone, inside: inside)
  }

  /// Reads the form of a zone; exactly one is needed.
  private func shape(of zone: String, _ reader: inout TableReader) -> Zone.Shape? {
    let given = Shape.allCases.filter { reader.mentions($0.rawValue) }
    if given.isEmpty { problems.error(at: reader.table.range, .zoneWithoutShape(zone)) }
    let places = given.compactMap { reader.table[$0.rawValue] }.sorted {
      $0.key.range.lowerBound < $1.key.range.lowerBound
    }
    if places.count > 1 {
      problems.error(at: places[1].key.range, .twoShapes(places[0].key.name, places[1].key.name))
    }
    let shapes = Shape.allCases.compactMap { shape in
      let measure = measure(of: shape, isDue: given.contains(shape), &reader)
      return reader.take(shape.rawValue).flatMap { self.shape(shape, $0, measure) }
    }
    return shapes.first
  }

  /// The `band` of an edge and the `size` of a corner.
  private func measure(of shape: Shape, isDue: Bool, _ reader: inout TableReader) -> Entry? {
    guard let measure = shape.measure else { return nil }
    let entry = reader.take(measure.key)
    if isDue {
      if !reader.mentions(measure.key), let place = reader.table[shape.rawValue] {
        problems.error(at: place.key.range, .measureMissing(shape.rawValue, measure.key, example: measure.example))
      }
    } else if let entry {
      problems.error(at: entry.key.range, .measureOfNothing(measure.key, shape.rawValue))
    }
    return entry
  }

  private func shape(_ shape: Shape, _ entry: Entry, _ measure: Entry?) -> Zone.Shape? {
    let extents = ExtentReader(problems: problems)
    let example = shape.measure?.example ?? ""
    switch shape {
    case .rect: return rectangle(entry)
    case .edge:
      let band = measure.flatMap { extents.extent($0, .length, example: example) }
      let edge: Edge? = choice(entry)
      guard let edge, let band else { return nil }
      return .edge(edge, band: band)
    case .corner:
      let size = measure.flatMap { extents.size($0, example: example) }
      let corner: Corner? = choice(entry)
      guard let corner, let size else { return nil }
      return .corner(corner, width: size.width, height: size.height)
    }
  }

  private func choice<Side: RawRepresentable & CaseIterable>(_ entry: Entry) -> Side? where Side.RawValue == String {
    let names = Side.allCases.map(\.rawValue)
    guard case .string(let name) = entry.value.content else {
      problems.error(
        at: entry.value.range,
        .wrongType(
          entry.key.name, .string, found: entry.value.content.type,
          example: "\(entry.key.name) = \"\(names.first ?? "")\""))
      return nil
    }
    if let side = Side(rawValue: name) { return side }
    problems.error(at: entry.value.range, .unknownChoice(entry.key.name, name, names))
    return nil
  }

  private func rectangle(_ entry: Entry) -> Zone.Shape? {
    guard case .table(let table) = entry.value.content else {
      problems.error(
        at: entry.value.range,
        .wrongType("rect", .table, found: entry.value.content.type, example: "rect = { width = \"50 %\" }"))
      return nil
    }
    let errorsBefore = problems.errorCount
    var reader = TableReader(table, problems)
    let x = position("x", &reader)
    let y = position("y", &reader)
    let width = length("width", &reader)
    let height = length("height", &reader)
    for entry in reader.rest { problems.error(at: entry.key.range, .unknownRectangleKey(entry.key.name)) }
    guard problems.errorCount == errorsBefore else { return nil }
    return .rectangle(x: x, y: y, width: width, height: height)
  }

  private func position(_ key: String, _ reader: inout TableReader) -> Extent {
    guard let entry = reader.take(key),
      let extent = ExtentReader(problems: problems).extent(entry, .position, example: "10 mm")
    else { return .millimetres(0) }
    if extent == .percent(ExtentReader.whole) { problems.error(at: entry.value.range, .emptyRectangle(key)) }
    return extent
  }

  private func length(_ key: String, _ reader: inout TableReader) -> Extent? {
    reader.take(key).flatMap { ExtentReader(problems: problems).extent($0, .length, example: "50 %") }
  }
}

/// Reads lengths on a surface: `10 mm`, `1 cm` or `50 %`.
struct ExtentReader {
  /// The use of a length, which decides its range.
  enum Use {
    /// A negative position counts from the right or the bottom.
    case position
    case length
  }

  /// The longest side of a surface, that of a wall.
  static let longest = 5000.0
  static let whole = 100.0

  let problems: Problems

  /// The value of `entry`, whose right form is `example`.
  func extent(_ entry: Entry, _ use: Use, example: String) -> Extent? {
    guard let text = text(entry, example: example) else { return nil }
    return extent(text, use, Located(value: entry.key.name, range: entry.value.range), example: example)
  }

  /// `15 mm`, `15 x 10 mm` or `10 % x 5 mm`: a width and a height.
  func size(_ entry: Entry, example: String) -> (width: Extent, height: Extent)? {
    guard let text = text(entry, example: example) else { return nil }
    let place = Located(value: entry.key.name, range: entry.value.range)
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" }).map { String($0) }
    guard parts.count <= 2 else {
      problems.error(at: place.range, .notAnExtent(place.value, text, example: example))
      return nil
    }
    guard parts.count == 2 else {
      return extent(text, .length, place, example: example).map { ($0, $0) }
    }
    let height = numberAndUnit(parts[1])
    let width = numberAndUnit(parts[0]).unit.isEmpty ? parts[0] + height.unit : parts[0]
    guard let width = extent(width, .length, place, example: example) else { return nil }
    return extent(parts[1], .length, place, example: example).map { (width, $0) }
  }

  private func text(_ entry: Entry, example: String) -> String? {
    let key = entry.key.name
    switch entry.value.content {
    case .string(let text): return text
    case .integer, .float: problems.error(at: entry.value.range, .extentWithoutUnit(key, entry.value.content.text))
    case .boolean, .dateTime, .array, .table:
      problems.error(
        at: entry.value.range,
        .wrongType(key, .string, found: entry.value.content.type, example: "\(key) = \"\(example)\""))
    }
    return nil
  }

  private func extent(_ text: String, _ use: Use, _ key: Located<String>, example: String) -> Extent? {
    let (digits, unit) = numberAndUnit(text)
    guard let number = Double(digits) else {
      problems.error(at: key.range, .notAnExtent(key.value, text, example: example))
      return nil
    }
    switch unit {
    case "mm": return checked(.millimetres(number), number, within: Self.longest, use, text, key)
    case "cm": return checked(.millimetres(number * 10), number * 10, within: Self.longest, use, text, key)
    case "%": return checked(.percent(number), number, within: Self.whole, use, text, key)
    case "": problems.error(at: key.range, .extentWithoutUnit(key.value, String(digits)))
    default: problems.error(at: key.range, .unknownExtentUnit(key.value, String(unit), example: example))
    }
    return nil
  }

  private func checked(
    _ extent: Extent, _ number: Double, within limit: Double, _ use: Use, _ text: String, _ key: Located<String>
  ) -> Extent? {
    let unit = extent == .percent(number) ? Unit.percent : .millimetres
    let isRight =
      switch use {
      case .position: number.magnitude <= limit
      case .length: number > 0 && number <= limit
      }
    guard !isRight else { return extent }
    problems.error(at: key.range, .extentOutOfRange(key.value, text, use, limit: Measure(limit, unit)))
    return nil
  }
}
