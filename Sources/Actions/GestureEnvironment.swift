/// What a command is told about the gesture that started it; values the gesture has none of stay nil.
public struct GestureEnvironment: Sendable {
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
  public var direction: String?
  public var device: String
  public var duration: Double?

  public init(name: String, kind: String, state: String, fingers: Int, device: String) {
    self.name = name
    self.kind = kind
    self.state = state
    self.fingers = fingers
    self.device = device
  }

  /// Every variable of the table with its value, in the table's order; empty where the gesture has no such value.
  public func variables() -> [(String, String)] {
    GestureVariable.table.map { ($0.name, $0.value(self)) }
  }
}

/// One `GESTURE_*` variable: the row of the manual's table, and how its value is read.
public struct GestureVariable: Sendable {
  public let name: String
  /// Empty for text.
  public let unit: String
  public let meaning: String
  let value: @Sendable (GestureEnvironment) -> String

  /// All variables, in the order in which they are documented.
  public static let table: [GestureVariable] = [
    text("NAME", "the gesture's name, the table key in bindings.toml") { $0.name },
    text("KIND", "its kind: `swipe`, `tap`, `pinch`…") { $0.kind },
    text("STATE", "`recognized`, `began`, `changed`, `ended` or `cancelled`") { $0.state },
    text("FINGERS", "number of fingers") { "\($0.fingers)" },
    number("DX", "mm", "movement, positive to the right") { $0.dx },
    number("DY", "mm", "movement, positive downwards") { $0.dy },
    number("VX", "mm/s", "velocity, positive to the right") { $0.vx },
    number("VY", "mm/s", "velocity, positive downwards") { $0.vy },
    number("SCALE", "factor", "spread of the fingers, 1.000 where they landed") { $0.scale },
    number("ROTATION", "degrees", "turn, positive clockwise") { $0.rotation },
    number("PRESSURE", "0 to 1", "pressure, where the device reports it") { $0.pressure },
    number("X", "mm", "centre of the fingers, from the device's left edge") { $0.x },
    number("Y", "mm", "centre of the fingers, from the device's top edge") { $0.y },
    text("DIRECTION", "of a swipe, or the way in from an edge: `left`, `up-right`…") { $0.direction ?? "" },
    text("DEVICE", "the device's name") { $0.device },
    number("DURATION", "ms", "time since the first finger came down") { $0.duration },
  ]

  private static func text(
    _ suffix: String, _ meaning: String, _ value: @escaping @Sendable (GestureEnvironment) -> String
  ) -> GestureVariable {
    GestureVariable(name: "GESTURE_\(suffix)", unit: "", meaning: meaning, value: value)
  }

  private static func number(
    _ suffix: String, _ unit: String, _ meaning: String, _ value: @escaping @Sendable (GestureEnvironment) -> Double?
  ) -> GestureVariable {
    GestureVariable(name: "GESTURE_\(suffix)", unit: unit, meaning: meaning) { value($0).map(Decimal.text) ?? "" }
  }
}
