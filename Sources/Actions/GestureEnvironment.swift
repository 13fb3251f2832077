/// What a command is told about the gesture that started it; values the gesture has none of stay nil.
public struct GestureEnvironment: Sendable {
  /// A place on the surface, in mm.
  public struct Place: Equatable, Sendable {
    public let x: Double
    public let y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public var name: String
  public var kind: String
  public var state: String
  public var fingers: Int
  public var dx: Double?
  public var dy: Double?
  public var vx: Double?
  public var vy: Double?
  public var scale: Double?
  public var rotation: Double?
  public var pressure: Double?
  public var x: Double?
  public var y: Double?
  /// Where a drawing turned, in order.
  public var corners: [Place]?
  public var direction: String?
  /// The way of a step.
  public var step: String?
  /// The gestures that are possible from here, in order.
  public var hints: [GestureHint]?
  public var device: String
  public var duration: Double?

  public init(name: String, kind: String, state: String, fingers: Int, device: String) {
    self.name = name
    self.kind = kind
    self.state = state
    self.fingers = fingers
    self.device = device
  }

  /// The turning point of a drawing: of several corners the middle one, of an even number the earlier one of the two.
  var middle: Place? {
    guard let corners, !corners.isEmpty else { return nil }
    return corners[(corners.count - 1) / 2]
  }

  /// Every variable of the table with its value, in the table's order; empty where the gesture has no such value.
  public func variables() -> [(String, String)] {
    GestureVariable.table.map { ($0.name, $0.value(self)?.text ?? "") }
  }

  /// The variables that are the same from gesture to gesture: what a stream's process finds in its environment.
  public func lastingVariables() -> [(String, String)] {
    GestureVariable.table.filter(\.isLasting).map { ($0.name, $0.value(self)?.text ?? "") }
  }
}
