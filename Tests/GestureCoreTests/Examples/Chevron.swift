import GestureCore

/// One finger draws a chevron, `>` or `<`, from top to bottom; how it moves on afterwards belongs to the gesture.
///
///     idle --land--> out --turns back after min-stroke--> back --min-stroke--> began --moved--> changed --lifted--> ended
///                      \--went up, too crooked, too short, lifted, out of time--> failed
public struct Chevron: Recognizer {
  /// The side to which the tip points.
  enum Tip: String, CaseIterable, Sendable {
    case left, right

    var direction: Direction {
      switch self {
      case .left: .left
      case .right: .right
      }
    }

    /// The directions of the two strokes.
    var strokes: (out: Direction, back: Direction) {
      switch self {
      case .left: (.downLeft, .downRight)
      case .right: (.downRight, .downLeft)
      }
    }
  }

  static let tip = Setting<Tip>.choice(
    "tip", .right, "The side to which the tip points.", reason: "`>` points in the direction of reading")
  static let minStroke = Setting.quantity(
    "min-stroke", .millimetres, touchscreen: 8, touchpad: 5, in: 1...200, "How long each of the two strokes must be.",
    reason: "three times the slop of a pan")
  static let slack = Setting.quantity(
    "slack", .millimetres, touchscreen: 2, touchpad: 1.5, in: 0...20,
    "How far the finger can move back without an effect.", reason: "as for a long press")
  static let maxAngle = Setting.quantity(
    "max-angle", .degrees, touchscreen: 40, touchpad: 40, in: 5...45, "How far each stroke may lean from its diagonal.",
    reason: "an estimate: strokes that lean further are nearly level or upright")
  static let maxDuration = Setting.time(
    "max-duration", touchscreen: 2000, touchpad: 2000, in: 100...10_000,
    "How long the finger can take from the landing until the gesture begins.",
    reason: "an estimate: several times the usual duration")

  public static let kind = Kind(
    name: "chevron", summary: "One finger draws `>` or `<` from top to bottom, and may move on afterwards.",
    isDiscrete: false,
    settings: [tip, minStroke, slack, maxAngle, maxDuration], reports: [.translation, .direction], fingers: 1...1,
    traits: Kind.Traits {
      $0.yieldsToEdges = true
      $0.timeout = { .resting($0[maxDuration]) }
      $0.travel = { 2 * $0[minStroke] }
    }, make: Chevron.init)

  private enum State {
    case idle
    case out(start: Vector, tip: Vector, until: Timestamp)
    case back(tip: Vector, until: Timestamp)
    case following(origin: Vector)
  }

  private let tip: Tip
  private let minStroke: Double
  private let slack: Double
  private let maxAngle: Double
  private let maxDuration: TimeSpan
  private var lift: LiftPolicy
  private var state = State.idle
  private var bottom = 0.0

  public init(_ settings: Settings) {
    tip = settings[Self.tip]
    minStroke = settings[Self.minStroke]
    slack = settings[Self.slack]
    maxAngle = settings[Self.maxAngle]
    maxDuration = settings[Self.maxDuration]
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp {
    switch state {
    case .idle: .never
    case .out(_, _, let until), .back(_, let until): until
    case .following: lift.deadline
    }
  }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    let position = touches.centroid
    state = .out(start: position, tip: position, until: touches.firstLanded + maxDuration)
    bottom = position.y
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    let position = touches.centroid
    switch state {
    case .idle: return .nothing
    case .following: return lift.isLifting ? .nothing : .change
    case .out, .back: break
    }
    bottom = max(bottom, position.y)
    guard bottom - position.y <= slack else {
      return .fail(Failure("went up", .mm(bottom - position.y), "slack", .mm(slack)))
    }
    switch state {
    case .idle, .following: return .nothing
    case .out(let start, let farthest, let until):
      return goOut(position, from: start, tip: ahead(position) >= ahead(farthest) ? position : farthest, until)
    case .back(let turn, let until): return goBack(position, from: turn, until)
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .following: return lift.touchesEnded(touches, values(touches))
    case .out: return .fail(Failure("lifted before it turned back"))
    case .back(let turn, _):
      return .fail(Failure("came back", .mm((touches.centroid - turn).length), "min-stroke", .mm(minStroke)))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    if case .following = state { return lift.deadlinePassed(touches) }
    let taken = touches.time - touches.firstLanded
    return .fail(Failure("took", Measure(taken), "max-duration", Measure(maxDuration)))
  }

  public mutating func reset() {
    state = .idle
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues()
    values.fingers = touches.touches.count
    values.location = touches.centroid
    values.direction = tip.direction
    if case .following(let origin) = state { values.translation = touches.centroid - origin }
    return values
  }

  private mutating func goOut(_ position: Vector, from start: Vector, tip turn: Vector, _ until: Timestamp) -> Proposal
  {
    let stroke = turn - start
    state = .out(start: start, tip: turn, until: until)
    if stroke.length >= minStroke, let failure = leaning(stroke, tip.strokes.out) { return .fail(failure) }
    guard ahead(turn) - ahead(position) > slack else { return .nothing }
    guard stroke.length >= minStroke else {
      return .fail(Failure("went out", .mm(stroke.length), "min-stroke", .mm(minStroke)))
    }
    return goBack(position, from: turn, until)
  }

  private mutating func goBack(_ position: Vector, from turn: Vector, _ until: Timestamp) -> Proposal {
    state = .back(tip: turn, until: until)
    guard (position - turn).length >= minStroke else { return .nothing }
    if let failure = leaning(position - turn, tip.strokes.back) { return .fail(failure) }
    state = .following(origin: position)
    return .begin
  }

  /// How far a place lies to the side the tip points to, in mm.
  private func ahead(_ position: Vector) -> Double { position.dot(tip.direction.vector) }

  /// The failure of a stroke that leans too far from its direction, or nil.
  private func leaning(_ stroke: Vector, _ direction: Direction) -> Failure? {
    let angle = stroke.degrees(from: direction.vector)
    return angle <= maxAngle ? nil : Failure("leaned", .degrees(angle), "max-angle", .degrees(maxAngle))
  }
}
