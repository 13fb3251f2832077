import GestureCore
import TOML

/// A `[zone.NAME]` as read, and the places that later checks point at.
struct ZoneSection: Sendable {
  let name: Located<String>
  let header: Range<Int>
  let zone: Zone?
  let inside: Located<String>?
}

/// Reads `[zone.NAME]` sections.
struct ZoneReader {
  /// The ways to say what part of the surface a zone is.
  enum Shape: String, CaseIterable {
    case rect, edge, corner

    /// What must stand beside it.
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

  /// Exactly one is due.
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
