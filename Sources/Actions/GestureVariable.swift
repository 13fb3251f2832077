import Text

/// One value of a gesture: the `GESTURE_*` variable, the key in a stream's lines, and the row of the manual's table.
public struct GestureVariable: Sendable {
  /// A value as commands get it.
  enum Value {
    case text(String)
    case count(Int)
    case number(Double)
    case places([GestureEnvironment.Place])
    case hints([GestureHint])

    /// As a variable has it.
    var text: String {
      switch self {
      case .text(let text): text
      case .count(let count): "\(count)"
      case .number(let number): Self.text(number)
      case .places(let places): places.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
      case .hints(let hints): hints.map(\.name).joined(separator: " ")
      }
    }

    /// Decimals of every number.
    static let places = 3
    /// Beyond this a Double no longer holds thousandths; larger figures are cut to it.
    private static let limit = 9_000_000_000_000.0

    static func bounded(_ number: Double) -> Double { min(max(number, -limit), limit) }

    /// "-12.500", "0.000"; empty for what is not a number.
    static func text(_ number: Double) -> String {
      number.isNaN ? "" : DecimalText.text(bounded(number), places: places, padded: true)
    }
  }

  public let name: String
  /// Empty for text.
  public let unit: String
  public let meaning: String
  /// The key in a stream's lines: the name in lower case, without `GESTURE_`.
  public let key: String
  /// The same in every event of a gesture's rule.
  let isLasting: Bool
  let value: @Sendable (GestureEnvironment) -> Value?

  private init(
    _ suffix: String, _ meaning: String, unit: String = "", isLasting: Bool = false,
    _ value: @escaping @Sendable (GestureEnvironment) -> Value?
  ) {
    name = "GESTURE_\(suffix)"
    key = suffix.lowercased()
    self.unit = unit
    self.meaning = meaning
    self.isLasting = isLasting
    self.value = value
  }

  /// All variables, in the order in which they are documented.
  public static let table: [GestureVariable] = [
    .init("NAME", "the gesture's name, the table key in bindings.toml", isLasting: true) { .text($0.name) },
    .init("KIND", "its kind: `swipe`, `tap`, `pinch`…", isLasting: true) { .text($0.kind) },
    .init("STATE", "`recognized`, `began`, `changed`, `ended` or `cancelled`") { .text($0.state) },
    .init("FINGERS", "number of fingers") { .count($0.fingers) },
    number("DX", "mm", "movement, positive to the right") { $0.dx },
    number("DY", "mm", "movement, positive downwards") { $0.dy },
    number("VX", "mm/s", "velocity, positive to the right") { $0.vx },
    number("VY", "mm/s", "velocity, positive downwards") { $0.vy },
    number("SCALE", "factor", "spread of the fingers, 1.000 where they landed") { $0.scale },
    number("ROTATION", "degrees", "turn, positive clockwise") { $0.rotation },
    number("PRESSURE", "0 to 1", "pressure, where the device reports it") { $0.pressure },
    number("X", "mm", "centre of the fingers, from the device's left edge") { $0.x },
    number("Y", "mm", "centre of the fingers, from the device's top edge") { $0.y },
    number("MID_X", "mm", "turning point of a drawn path, from the left: of several corners the middle one") {
      $0.middle?.x
    },
    number("MID_Y", "mm", "the same from the top") { $0.middle?.y },
    .init("CORNERS", "every corner of a drawn path in mm: `x,y x,y`…") { $0.corners.map(Value.places) },
    text("DIRECTION", "of a swipe, or the way in from an edge: `left`, `up-right`…") { $0.direction },
    text("STEP", "of a `step`: `up`, `down`, `left`, `right`, `clockwise`, `counterclockwise`, `in` or `out`") {
      $0.step
    },
    .init("HINTS", "of a `hint`: the names of the gestures that are possible from here, with blanks between them") {
      $0.hints.map(Value.hints)
    },
    .init("DEVICE", "the device's name") { .text($0.device) },
    number("DURATION", "ms", "time since the first finger came down") { $0.duration },
  ]

  private static func text(
    _ suffix: String, _ meaning: String, _ value: @escaping @Sendable (GestureEnvironment) -> String?
  ) -> GestureVariable {
    GestureVariable(suffix, meaning) { value($0).map(Value.text) }
  }

  private static func number(
    _ suffix: String, _ unit: String, _ meaning: String, _ value: @escaping @Sendable (GestureEnvironment) -> Double?
  ) -> GestureVariable {
    GestureVariable(suffix, meaning, unit: unit) { value($0).map(Value.number) }
  }
}
