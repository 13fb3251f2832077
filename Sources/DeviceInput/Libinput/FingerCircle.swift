import GestureCore
import Glibc

/// The fingers of a touchpad gesture, evenly on a circle.
struct FingerCircle {
  /// How far apart two virtual fingers are, in mm. libinput reports no distance, only its change, so this turns a factor into
  /// a length: 8 % of it are 4 mm, the touchpad's default `min-change` of a pinch.
  static let span = 50.0
  /// A pinch factor beyond these is not of a hand.
  private static let scaleLimit = 0.01...100.0

  let fingers: Int
  var centre: Vector
  private var scale = 1.0
  /// Degrees, clockwise as seen by the user.
  private(set) var angle = 0.0

  init(fingers: Int, centre: Vector) {
    self.fingers = fingers
    self.centre = centre
  }

  /// In mm.
  var radius: Double { fingers > 1 ? Self.span / 2 * scale : 0 }

  /// Moves by `delta` (mm) and turns by `turn` (degrees); `scale` is since the beginning.
  mutating func move(by delta: Vector, scale: Double, turn: Double) {
    centre += delta
    self.scale = min(max(scale, Self.scaleLimit.lowerBound), Self.scaleLimit.upperBound)
    if turn != 0 { angle = (angle + turn).truncatingRemainder(dividingBy: 360) }
  }
}

/// The directions of the fingers from their centre, kept as long as the circle does not turn.
struct FingerSpokes {
  private var directions: [Vector] = []
  private var angle = 0.0

  mutating func turn(to circle: FingerCircle) {
    guard circle.angle != angle || circle.fingers != directions.count else { return }
    angle = circle.angle
    directions.removeAll(keepingCapacity: true)
    for finger in 0..<circle.fingers {
      let radians = (angle + 360 * Double(finger) / Double(circle.fingers)) * .pi / 180
      directions.append(Vector(cos(radians), sin(radians)))
    }
  }

  /// In mm; of the circle it has turned to.
  func place(of finger: Int, _ circle: FingerCircle) -> Vector { circle.centre + directions[finger] * circle.radius }
}
