/// A side of the surface, as the user sees it.
public enum Edge: String, CaseIterable, Sendable {
  case left, right, top, bottom

  /// The direction from this side to the middle of the surface.
  public var inward: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .top: .down
    case .bottom: .up
    }
  }

  /// The distance of `position` from this side, in mm.
  public func distance(of position: Vector, on surface: Size) -> Double {
    switch self {
    case .left: position.x
    case .right: surface.width - position.x
    case .top: position.y
    case .bottom: surface.height - position.y
    }
  }

  /// The distance from this side to the opposite side, in mm.
  func depth(of surface: Size) -> Double {
    switch self {
    case .left, .right: surface.width
    case .top, .bottom: surface.height
    }
  }

  func band(_ width: Double, on surface: Size) -> Rectangle {
    var band = Rectangle(left: 0, top: 0, right: surface.width, bottom: surface.height)
    switch self {
    case .left: band.right = width
    case .right: band.left = surface.width - width
    case .top: band.bottom = width
    case .bottom: band.top = surface.height - width
    }
    return band
  }
}

/// A corner of the surface, as the user sees it.
public enum Corner: String, CaseIterable, Sendable {
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  /// The direction from this corner to the middle of the surface.
  public var inward: Direction {
    switch self {
    case .topLeft: .downRight
    case .topRight: .downLeft
    case .bottomLeft: .upRight
    case .bottomRight: .upLeft
    }
  }

  /// The two sides that meet in this corner.
  public var edges: (across: Edge, down: Edge) {
    switch self {
    case .topLeft: (.left, .top)
    case .topRight: (.right, .top)
    case .bottomLeft: (.left, .bottom)
    case .bottomRight: (.right, .bottom)
    }
  }

  func square(width: Double, height: Double, on surface: Size) -> Rectangle {
    let (across, down) = edges
    let column = across.band(width, on: surface)
    let row = down.band(height, on: surface)
    return Rectangle(left: column.left, top: row.top, right: column.right, bottom: row.bottom)
  }
}

/// A rectangle on a surface, in mm.
public struct Rectangle: Equatable, Sendable {
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double

  /// A rectangle: `left` and `right` in mm from the surface's left border, `top` and `bottom` from its top border.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Whether a position is inside; always false if the rectangle is empty. A side at the surface's border sets no
  /// limit, since sensors reach beyond the border.
  public func contains(_ position: Vector, on surface: Size) -> Bool {
    (position.x >= left || left <= 0) && (position.x < right || right >= surface.width)
      && (position.y >= top || top <= 0) && (position.y < bottom || bottom >= surface.height)
      && left < right && top < bottom
  }
}
