import GestureCore

/// The section `zones` of a touch script, one zone a line:
///
///     left   = edge=left band=10mm exclusive
///     bottom = x=0% y=50% width=100% height=50%
///     inner  = x=10mm y=60mm width=20mm height=20mm inside=bottom ignore
///     corner = corner=top-left width=15mm height=15mm multi-touch=false device=touchpad
///
/// Negative places count from the right and the bottom; without a width or height a zone goes to the end.
struct ScriptZones {
  private(set) var zones: [Zone] = []
  private var lines: [Int] = []

  mutating func read(_ tokens: inout Tokens, _ line: Int) throws(RecordingError.Reason) {
    let name = try tokens.next(.zone)
    guard isName(name) else { throw .script(.badName(name)) }
    guard !zones.contains(where: { $0.name == name }) else { throw .zones(.twice(name)) }
    guard tokens.skip("=") else { throw .script(.expected(.zone, found: tokens.peek)) }
    var zone = Zone(name: name, shape: .edge(.left, band: .millimetres(0)))
    var shape = ShapeWords()
    while let token = tokens.next() {
      let (key, value) = assignment(token) ?? (token, nil)
      try Self.set(key, value, &zone, &shape)
    }
    zone.shape = try shape.shape()
    zones.append(zone)
    lines.append(line)
  }

  private static func set(
    _ key: String, _ value: String?, _ zone: inout Zone, _ shape: inout ShapeWords
  ) throws(RecordingError.Reason) {
    switch (key, value) {
    case ("exclusive", _): zone.isExclusive = try value.map(flag) ?? true
    case ("ignore", _): zone.isIgnored = try value.map(flag) ?? true
    case ("multi-touch", let value?): zone.allowsMultiTouch = try flag(value)
    case ("inside", let value?): zone.inside = value
    case ("device", let value?): zone.device = DeviceMatch(text: value)
    case (_, let value?): try shape.set(key, value)
    case (_, nil): throw .zones(.unknownWord(key))
    }
  }

  /// A zone may be inside one that comes after it, so this waits for all of them.
  func check() throws(ScriptLineError) {
    for (zone, line) in zip(zones, lines) {
      var around = [zone.name]
      var next = zone.inside
      while let name = next {
        guard let outer = zones.first(where: { $0.name == name }) else {
          throw ScriptLineError(line: line, reason: .rules(.unknownZone(name)))
        }
        guard !around.contains(name) else {
          throw ScriptLineError(line: line, reason: .zones(.circle(Array(around.drop { $0 != name }))))
        }
        around.append(name)
        next = outer.inside
      }
    }
  }
}

/// The words that say where a zone is.
private struct ShapeWords {
  private enum Word: String { case edge, band, corner, x, y, width, height }

  private var edge: Edge?
  private var corner: Corner?
  private var lengths: [Word: Extent] = [:]

  mutating func set(_ key: String, _ value: String) throws(RecordingError.Reason) {
    guard let word = Word(rawValue: key) else { throw .zones(.unknownWord(key)) }
    switch word {
    case .edge:
      edge = Edge(rawValue: value)
      if edge == nil { throw .zones(.unknownEdge(value)) }
    case .corner:
      corner = Corner(rawValue: value)
      if corner == nil { throw .zones(.unknownCorner(value)) }
    case .x, .y: lengths[word] = try Self.extent(value)
    case .band, .width, .height:
      let length = try Self.extent(value)
      guard length.isPositive else { throw .zones(.badExtent(value)) }
      lengths[word] = length
    }
  }

  func shape() throws(RecordingError.Reason) -> Zone.Shape {
    let words = Set(lengths.keys)
    if let edge, corner == nil, words == [.band], let band = lengths[.band] { return .edge(edge, band: band) }
    if let corner, edge == nil, words == [.width, .height], let width = lengths[.width],
      let height = lengths[.height]
    {
      return .corner(corner, width: width, height: height)
    }
    guard edge == nil, corner == nil, !words.contains(.band), let x = lengths[.x], let y = lengths[.y] else {
      throw .zones(.noShape)
    }
    return .rectangle(x: x, y: y, width: lengths[.width], height: lengths[.height])
  }

  /// `10mm` or `50%`.
  private static func extent(_ text: String) throws(RecordingError.Reason) -> Extent {
    if text.hasSuffix("mm"), let length = number(text.dropLast(2)) { return .millimetres(length) }
    if text.hasSuffix("%"), let share = number(text.dropLast()) { return .percent(share) }
    throw .zones(.badExtent(text))
  }
}

extension Extent {
  fileprivate var isPositive: Bool {
    switch self {
    case .millimetres(let length): length > 0
    case .percent(let share): share > 0
    }
  }
}
