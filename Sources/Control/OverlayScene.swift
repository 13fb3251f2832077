import Text

/// The touches on one device and the states of its gestures.
public struct OverlayScene: Equatable, Sendable {
  public enum Surface: String, CaseIterable, Sendable { case touchscreen, touchpad }

  /// A touch, with its position in millimetres from the upper left corner of the rotated surface.
  public struct Touch: Equatable, Sendable {
    public var id: Int
    public var x: Double
    public var y: Double

    public init(id: Int, x: Double, y: Double) { (self.id, self.x, self.y) = (id, x, y) }
  }

  /// A point of a drawing, in a square with sides of length 1.
  public struct Point: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  public enum Show: String, CaseIterable, Sendable {
    /// A gesture that resting fingers can make; if the state is `failed`, the fingers can no longer make the gesture.
    case hint
    case progress
    case trail
    /// A step was made, such as a step of the volume.
    case step
  }

  public enum State: String, CaseIterable, Sendable {
    case possible, began, recognized, failed, cancelled, ended
  }

  public enum Direction: String, CaseIterable, Sendable { case left, right, up, down }
  public enum Side: String, CaseIterable, Sendable { case left, right, top, bottom }
  public enum Pinch: String, CaseIterable, Sendable {
    case inward = "in"
    case outward = "out"
  }
  public enum Turn: String, CaseIterable, Sendable { case clockwise, counterclockwise }

  /// The movement of the gesture. If a direction is nil, any direction is possible.
  public enum Look: Equatable, Sendable {
    case arrow(Direction?)
    /// A movement inwards from this edge of the surface.
    case edge(Side)
    case pinch(Pinch?)
    case turn(Turn?)
    /// A tap, a press, or fingers that rest.
    case stationary
    case draw([Point])
  }

  public struct Item: Equatable, Sendable {
    public var show: Show
    public var name: String
    /// The gesture's actions in words; may be empty.
    public var does: String
    public var look: Look
    public var state: State
    /// How close the gesture is to being recognized, 0 to 1.
    public var progress: Double
    /// The level after a step, 0 to 1. Nil if unknown.
    public var level: Double?
    /// The result of a step, in words; nil if unknown.
    public var text: String?

    public init(
      show: Show, name: String, does: String = "", look: Look, state: State = .possible, progress: Double = 0,
      level: Double? = nil, text: String? = nil
    ) {
      self.show = show
      self.name = name
      self.does = does
      self.look = look
      self.state = state
      self.progress = progress
      self.level = level
      self.text = text
    }
  }

  /// The maximum numbers of items, of touches, and of points in a drawing. Further values are skipped.
  public static let mostItems = 32
  public static let mostTouches = 16
  public static let mostPoints = 256
  /// The maximum number of characters in a text. Longer texts are cut.
  public static let longestText = 80
  /// The allowed lengths of a surface's sides, in millimetres.
  public static let sides = 1.0...10_000.0

  public var device: String
  public var surface: Surface
  /// The name of the touchscreen's output. Nil if unknown, and for a touchpad.
  public var output: String?
  /// The sides of the surface in its present rotation, in millimetres.
  public var width: Double
  public var height: Double
  /// The time of the touches, in CLOCK_MONOTONIC microseconds.
  public var time: Int64
  public var touches: [Touch]
  public var items: [Item]

  public init(
    device: String, surface: Surface, output: String? = nil, width: Double, height: Double, time: Int64,
    touches: [Touch] = [], items: [Item] = []
  ) {
    self.device = device
    self.surface = surface
    self.output = output
    self.width = width
    self.height = height
    self.time = time
    self.touches = touches
    self.items = items
  }

  public var isEmpty: Bool { touches.isEmpty && items.isEmpty }
}

// MARK: Reading

extension OverlayScene {
  /// Reads a scene. Skips invalid touches and items. Nil if device, class, sides or time are missing or not valid.
  public init?(_ facts: JSONValue) {
    guard let device = facts["device"]?.string, let surface = facts["class"]?.string.flatMap(Surface.init),
      let width = facts["width"]?.number, let height = facts["height"]?.number, Self.sides.contains(width),
      Self.sides.contains(height), let time = facts["time"]?.integer
    else { return nil }
    self.init(
      device: Self.safe(device), surface: surface, output: facts["output"]?.string.map(Self.safe), width: width,
      height: height, time: Int64(time))
    for value in (facts["touches"]?.values ?? []).prefix(Self.mostTouches) {
      guard let id = value["id"]?.integer, let x = value["x"]?.number, let y = value["y"]?.number else { continue }
      touches.append(Touch(id: id, x: min(max(x, 0), width), y: min(max(y, 0), height)))
    }
    items = (facts["items"]?.values ?? []).prefix(Self.mostItems).compactMap(Item.init)
  }

  fileprivate static func safe(_ text: String) -> String { Words.cut(text, to: longestText) }
}

extension OverlayScene.Item {
  fileprivate init?(_ facts: JSONValue) {
    guard let show = facts["show"]?.string.flatMap(OverlayScene.Show.init), let name = facts["name"]?.string,
      let look = OverlayScene.Look(facts)
    else { return nil }
    self.init(
      show: show, name: OverlayScene.safe(name), does: OverlayScene.safe(facts["does"]?.string ?? ""), look: look,
      state: facts["state"]?.string.flatMap(OverlayScene.State.init) ?? .possible,
      progress: Self.share(facts["progress"]) ?? 0, level: Self.share(facts["level"]),
      text: facts["text"]?.string.map(OverlayScene.safe))
  }

  private static func share(_ value: JSONValue?) -> Double? { value?.number.map { min(max($0, 0), 1) } }
}

extension OverlayScene.Look {
  init?(_ facts: JSONValue) {
    let direction = facts["direction"]?.string ?? ""
    switch facts["look"]?.string {
    case "arrow": self = .arrow(OverlayScene.Direction(rawValue: direction))
    case "edge":
      guard let side = OverlayScene.Side(rawValue: direction) else { return nil }
      self = .edge(side)
    case "pinch": self = .pinch(OverlayScene.Pinch(rawValue: direction))
    case "turn": self = .turn(OverlayScene.Turn(rawValue: direction))
    case "stay": self = .stationary
    case "draw": self = .draw(Self.points(facts["points"]))
    default: return nil
    }
  }

  private static func points(_ value: JSONValue?) -> [OverlayScene.Point] {
    (value?.values ?? []).prefix(OverlayScene.mostPoints).compactMap { point in
      guard let pair = point.values, pair.count == 2, let x = pair[0].number, let y = pair[1].number else { return nil }
      return OverlayScene.Point(x: min(max(x, 0), 1), y: min(max(y, 0), 1))
    }
  }
}

// MARK: Writing

extension OverlayScene {
  /// The scene as a line. Lengths are rounded to 0.01 mm.
  public var line: [UInt8] {
    ControlLine.line(
      .init(nonNil: [
        "event": .string(OverlayLine.sceneEvent), "device": .string(device), "class": .string(surface.rawValue),
        "output": .optional(output), "width": Self.roundedLength(width), "height": Self.roundedLength(height),
        "time": .integer(Int(time)),
        "touches": .array(
          touches.map { ["id": .integer($0.id), "x": Self.roundedLength($0.x), "y": Self.roundedLength($0.y)] }),
        "items": .array(items.map { .object($0.members) }),
      ]), .atMost(places: 3))
  }

  private static func roundedLength(_ length: Double) -> JSONValue { .number((length * 100).rounded() / 100) }
}

extension OverlayScene.Item {
  fileprivate var members: [JSONValue.Member] {
    .init(nonNil: ["show": .string(show.rawValue), "name": .string(name), "does": .string(does)]) + look.members
      + .init(nonNil: [
        "state": .string(state.rawValue), "progress": .number(progress), "level": level.map { .number($0) },
        "text": text.map { .string($0) },
      ])
  }
}

extension OverlayScene.Look {
  var members: [JSONValue.Member] {
    // The direction is empty if any direction is possible, or if the look doesn't have a direction.
    let (word, direction): (String, String?) =
      switch self {
      case .arrow(let direction): ("arrow", direction?.rawValue)
      case .edge(let side): ("edge", side.rawValue)
      case .pinch(let pinch): ("pinch", pinch?.rawValue)
      case .turn(let turn): ("turn", turn?.rawValue)
      case .stationary: ("stay", nil)
      case .draw: ("draw", nil)
      }
    let members: [JSONValue.Member] = [.init("look", .string(word)), .init("direction", .string(direction ?? ""))]
    guard case .draw(let points) = self else { return members }
    return members + [.init("points", .array(points.map { [.number($0.x), .number($0.y)] }))]
  }
}
