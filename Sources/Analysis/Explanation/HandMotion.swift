import GestureCore

/// The movement of an attempt's fingers, on the surface as the user sees it.
public struct HandMotion: Equatable, Sendable {
  /// The greatest number of fingers that were down at once, without palms.
  public private(set) var fingers = 0
  public private(set) var palms = 0
  /// The movement of the fingers' centre from the beginning to the farthest point, in mm.
  public private(set) var farthest = Vector.zero
  /// The movement of the fingers' centre from the beginning to the end, in mm.
  public private(set) var travel = Vector.zero
  /// The change of the fingers' spread in mm. The spread is twice the fingers' mean distance from their centre.
  public private(set) var spread = 0.0
  /// The rotation of the fingers around their centre, in degrees clockwise.
  public private(set) var turned = 0.0
  /// The length of the path of the fingers' centre, in mm, including any movement back.
  package private(set) var pathLength = 0.0
  /// The mean length of the fingers' arcs around their centre, in mm; negative if counterclockwise.
  private(set) var arc = 0.0

  public init(_ frames: [Frame], on surface: Surface) {
    var down = FingersDown()
    for frame in frames {
      let before = down.fingers
      down.move(frame, on: surface)
      add(before, down.fingers)
      palms += down.landAndLift(frame, on: surface)
      fingers = max(fingers, down.fingers.count)
    }
  }

  /// Whether the fingers' centre ended at less than half of its farthest distance from the start.
  public var hasReturned: Bool { travel.length < farthest.length * Self.returnShare }

  private static let returnShare = 0.5

  private mutating func add(_ before: [FingersDown.Finger], _ after: [FingersDown.Finger]) {
    guard !before.isEmpty else { return }
    let (from, to) = (FingersDown.centre(of: before), FingersDown.centre(of: after))
    travel += to - from
    pathLength += (to - from).length
    if travel.length > farthest.length { farthest = travel }
    var (cross, dot, reach, radius) = (0.0, 0.0, 0.0, 0.0)
    for (old, new) in zip(before, after) {
      let (a, b) = (old.position - from, new.position - to)
      cross += a.cross(b)
      dot += a.dot(b)
      reach += b.length - a.length
      radius += b.length
    }
    spread += reach * 2 / Double(before.count)
    let angle = Vector(dot, cross).degrees(from: Direction.right.vector) * (cross < 0 ? -1 : 1)
    turned += angle
    arc += angle * .pi / 180 * radius / Double(before.count)
  }
}

/// The fingers that are down on a surface, at their last positions, without palms.
struct FingersDown: Equatable {
  struct Finger: Equatable {
    let id: Int32
    /// The finger's position in mm, on the surface as the user sees it.
    var position: Vector
  }

  private(set) var fingers: [Finger] = []

  mutating func move(_ frame: Frame, on surface: Surface) {
    for touch in frame.touches where touch.phase == .moved && touch.tool != .palm {
      if let index = index(of: touch) { fingers[index].position = surface.rotated(touch.position) }
    }
  }

  /// Adds landed fingers; removes fingers that lift, are cancelled or become palms. Returns the number of new palms.
  mutating func landAndLift(_ frame: Frame, on surface: Surface) -> Int {
    var palms = 0
    for touch in frame.touches {
      let index = index(of: touch)
      if touch.tool == .palm, touch.phase == .began || index != nil { palms += 1 }
      switch touch.phase {
      case .began where touch.tool != .palm && index == nil:
        fingers.append(Finger(id: touch.id, position: surface.rotated(touch.position)))
      case .ended, .cancelled: if let index { fingers.remove(at: index) }
      case .began, .moved, .stationary: if touch.tool == .palm, let index { fingers.remove(at: index) }
      }
    }
    return palms
  }

  static func centre(of fingers: [Finger]) -> Vector {
    fingers.reduce(.zero) { $0 + $1.position } * (1 / Double(fingers.count))
  }

  private func index(of touch: Touch) -> Int? { fingers.firstIndex { $0.id == touch.id } }
}
