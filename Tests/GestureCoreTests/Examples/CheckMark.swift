import GestureCore

/// One finger draws a check mark: down to the right, then up to the right.
///
///     idle --land--> down --turns up after min-down--> up --min-up--> recognized
///                      \--went left, too crooked, too short, lifted, out of time--> failed
public struct CheckMark: Recognizer {
  static let minDown = Setting.quantity(
    "min-down", .millimetres, touchscreen: 5, touchpad: 3, in: 1...100, "How long the stroke down must be.",
    reason: "twice the slop of a pan: less may be a finger that only shifts"
  ).loosened(by: .lower)
  static let minUp = Setting.quantity(
    "min-up", .millimetres, touchscreen: 10, touchpad: 6, in: 1...200, "How long the stroke up must be.",
    reason: "twice the stroke down, as people write it"
  ).loosened(by: .lower)
  static let slack = Setting.quantity(
    "slack", .millimetres, touchscreen: 2, touchpad: 1.5, in: 0...20,
    "How far the finger can move back without an effect.", reason: "as for a long press"
  ).loosened(by: .raise)
  static let maxAngle = Setting.quantity(
    "max-angle", .degrees, touchscreen: 40, touchpad: 40, in: 5...45, "How far each stroke may lean from its diagonal.",
    reason: "an estimate: strokes that lean further are nearly level or upright"
  ).loosened(by: .raise)
  static let maxDuration = Setting.time(
    "max-duration", touchscreen: 2000, touchpad: 2000, in: 100...10_000,
    "How long the check mark can take after the landing.", reason: "an estimate: several times the usual duration"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "check-mark", summary: "One finger draws a check mark: down to the right, then up to the right.",
    isDiscrete: true,
    settings: [minDown, minUp, slack, maxAngle, maxDuration], fingers: 1...1,
    traits: Kind.Traits {
      $0.yieldsToEdges = true
      $0.timeout = { .resting($0[maxDuration]) }
      $0.travel = { $0[minDown] + $0[minUp] }
    }, make: CheckMark.init)

  private enum State {
    case idle
    case down(start: Vector, lowest: Vector)
    case up(turn: Vector, highest: Vector)
  }

  private let minDown: Double
  private let minUp: Double
  private let slack: Double
  private let maxAngle: Double
  private let maxDuration: TimeSpan
  private var state = State.idle
  private var rightmost = 0.0

  public private(set) var deadline = Timestamp.never

  public init(_ settings: Settings) {
    minDown = settings[Self.minDown]
    minUp = settings[Self.minUp]
    slack = settings[Self.slack]
    maxAngle = settings[Self.maxAngle]
    maxDuration = settings[Self.maxDuration]
  }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    state = .down(start: touches.centroid, lowest: touches.centroid)
    rightmost = touches.centroid.x
    deadline = touches.firstLanded + maxDuration
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    let position = touches.centroid
    rightmost = max(rightmost, position.x)
    guard rightmost - position.x <= slack else {
      return .fail(Failure("went left", .mm(rightmost - position.x), "slack", .mm(slack)))
    }
    switch state {
    case .idle: return .nothing
    case .down(let start, let lowest):
      return goDown(position, from: start, lowest: position.y >= lowest.y ? position : lowest)
    case .up(let turn, let highest):
      return goUp(position, from: turn, highest: position.y <= highest.y ? position : highest)
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .down(let start, let lowest):
      let down = downGauge(lowest - start)
      return .fail(down.isMet ? Failure("lifted before it turned up") : Failure(down))
    case .up(let turn, _): return .fail(Failure(upGauge(touches.centroid - turn)))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    .fail(Failure("took", Measure(touches.time - touches.firstLanded), "max-duration", Measure(maxDuration)))
  }

  public mutating func reset() {
    state = .idle
    deadline = .never
  }

  /// Reports the turning point as the location.
  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = touches.touches.count
    values.location = touches.centroid
    if case .up(let turn, _) = state { values.location = turn }
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: []
    case .down(let start, let lowest): [downGauge(lowest - start)]
    case .up(let turn, _): [upGauge(touches.centroid - turn)]
    }
  }

  private func downGauge(_ stroke: Vector) -> Gauge {
    .reach("went down", .mm(stroke.length), "min-down", .mm(minDown))
  }

  private func upGauge(_ stroke: Vector) -> Gauge { .reach("went up", .mm(stroke.length), "min-up", .mm(minUp)) }

  private mutating func goDown(_ position: Vector, from start: Vector, lowest: Vector) -> Proposal {
    let stroke = lowest - start
    state = .down(start: start, lowest: lowest)
    if stroke.length >= minDown, let failure = leaning(stroke, .downRight) { return .fail(failure) }
    guard lowest.y - position.y > slack else { return .nothing }
    guard stroke.length >= minDown else { return .fail(Failure(downGauge(stroke))) }
    return goUp(position, from: lowest, highest: position)
  }

  private mutating func goUp(_ position: Vector, from turn: Vector, highest: Vector) -> Proposal {
    state = .up(turn: turn, highest: highest)
    guard position.y - highest.y <= slack else {
      return .fail(Failure("went down again", .mm(position.y - highest.y), "slack", .mm(slack)))
    }
    guard (position - turn).length >= minUp else { return .nothing }
    return leaning(position - turn, .upRight).map { .fail($0) } ?? .recognize
  }

  /// The failure of a stroke that leans too far from its direction, or nil.
  private func leaning(_ stroke: Vector, _ direction: Direction) -> Failure? {
    let angle = stroke.degrees(from: direction.vector)
    return angle <= maxAngle ? nil : Failure("leaned", .degrees(angle), "max-angle", .degrees(maxAngle))
  }
}
