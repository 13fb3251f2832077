/// A part of a surface with gestures of its own. A touch belongs to the zones in which the touch began.
public struct Zone: Equatable, Sendable {
  /// The shape of a zone and its place on the surface, as the user sees the surface.
  public enum Shape: Equatable, Sendable {
    /// Negative `x` and `y` count from the right and bottom borders; nil `width` and `height` extend to these borders.
    case rectangle(x: Extent, y: Extent, width: Extent?, height: Extent?)
    /// A strip along one side; `band` is its width.
    case edge(Edge, band: Extent)
    case corner(Corner, width: Extent, height: Extent)
  }

  public var name: String
  public var shape: Shape
  /// The name of an outer zone, or nil. A touch belongs to this zone only if it also began in the outer zone.
  public var inside: String?
  /// The devices that have the zone.
  public var device: DeviceMatch
  /// Whether the zone's touches are hidden from gestures that aren't limited to the zone or to a zone inside it.
  public var isExclusive: Bool
  /// Whether the zone's touches are hidden from all gestures.
  public var isIgnored: Bool
  /// Whether the zone's gestures can get more than one touch at a time.
  public var allowsMultiTouch: Bool

  /// Creates a zone. By default, every device has the zone.
  public init(
    name: String, shape: Shape, inside: String? = nil, device: DeviceMatch = .any, isExclusive: Bool = false,
    isIgnored: Bool = false, allowsMultiTouch: Bool = true
  ) {
    self.name = name
    self.shape = shape
    self.inside = inside
    self.device = device
    self.isExclusive = isExclusive
    self.isIgnored = isIgnored
    self.allowsMultiTouch = allowsMultiTouch
  }

  /// The zone's rectangle on a surface of this size, in mm.
  public func rectangle(on surface: Size) -> Rectangle {
    switch shape {
    case .rectangle(let x, let y, let width, let height):
      let across = Self.span(x, width, of: surface.width)
      let down = Self.span(y, height, of: surface.height)
      return Rectangle(left: across.start, top: down.start, right: across.end, bottom: down.end)
    case .edge(let edge, let band): return edge.band(band.millimetres(of: edge.depth(of: surface)), on: surface)
    case .corner(let corner, let width, let height):
      return corner.square(
        width: width.millimetres(of: surface.width), height: height.millimetres(of: surface.height), on: surface)
    }
  }

  private static func span(_ start: Extent, _ length: Extent?, of whole: Double) -> (start: Double, end: Double) {
    let offset = start.millimetres(of: whole)
    let first = offset < 0 ? whole + offset : offset
    return (first, length.map { first + $0.millimetres(of: whole) } ?? whole)
  }
}

/// A length in mm, or in percent of the surface's width or height.
public enum Extent: Equatable, Sendable {
  case millimetres(Double)
  case percent(Double)

  func millimetres(of whole: Double) -> Double {
    switch self {
    case .millimetres(let length): length
    case .percent(let share): whole * share / 100
    }
  }
}
