/// A side of the surface, as the user sees it.
public enum Edge: String, CaseIterable, Sendable {
  case left, right, top, bottom

  /// The way from here to the middle.
  public var inward: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .top: .down
    case .bottom: .up
    }
  }

  /// How far a place is from this side, in mm.
  public func distance(of place: Vector, on surface: Size) -> Double {
    switch self {
    case .left: place.x
    case .right: surface.width - place.x
    case .top: place.y
    case .bottom: surface.height - place.y
    }
  }

  /// How far it is from this side to the opposite one, in mm.
  func depth(of surface: Size) -> Double {
    switch self {
    case .left, .right: surface.width
    case .top, .bottom: surface.height
    }
  }

  /// The strip along this side.
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

  /// The way from here to the middle.
  public var inward: Direction {
    switch self {
    case .topLeft: .downRight
    case .topRight: .downLeft
    case .bottomLeft: .upRight
    case .bottomRight: .upLeft
    }
  }

  /// The two sides that meet here.
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

/// A part of a surface, in mm.
public struct Rectangle: Equatable, Sendable {
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double

  /// Its sides in mm from the top left corner of the surface.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Whether a place on `surface` lies in it. What is beyond the surface's border counts as on it: sensors reach a little
  /// farther than the size they tell.
  public func contains(_ place: Vector, on surface: Size) -> Bool {
    (place.x >= left || left <= 0) && (place.x < right || right >= surface.width)
      && (place.y >= top || top <= 0) && (place.y < bottom || bottom >= surface.height)
      && left < right && top < bottom
  }
}
