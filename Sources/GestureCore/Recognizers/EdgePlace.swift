extension EdgeStart {
  /// An edge or a corner, or all of them.
  enum Place: String, CaseIterable, Sendable {
    case any, left, right, top, bottom
    case anyCorner = "any-corner"
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    var origins: [Origin] {
      switch self {
      case .any: Edge.allCases.map { .edge($0) }
      case .anyCorner: Corner.allCases.map { .corner($0) }
      case .left: [.edge(.left)]
      case .right: [.edge(.right)]
      case .top: [.edge(.top)]
      case .bottom: [.edge(.bottom)]
      case .topLeft: [.corner(.topLeft)]
      case .topRight: [.corner(.topRight)]
      case .bottomLeft: [.corner(.bottomLeft)]
      case .bottomRight: [.corner(.bottomRight)]
      }
    }
  }

  /// Where fingers come from.
  enum Origin: Hashable, Sendable {
    case edge(Edge)
    case corner(Corner)

    var inward: Direction {
      switch self {
      case .edge(let edge): edge.inward
      case .corner(let corner): corner.inward
      }
    }

    /// As people call it: `left edge`, `top-left corner`.
    var name: String {
      switch self {
      case .edge(let edge): "\(edge.rawValue) edge"
      case .corner(let corner): "\(corner.rawValue) corner"
      }
    }

    /// How far a place is from it, in mm; from a corner, the farther of the two ways along its sides.
    func distance(of place: Vector, on surface: Size) -> Double {
      switch self {
      case .edge(let edge): edge.distance(of: place, on: surface)
      case .corner(let corner):
        max(
          corner.edges.across.distance(of: place, on: surface), corner.edges.down.distance(of: place, on: surface))
      }
    }
  }
}
