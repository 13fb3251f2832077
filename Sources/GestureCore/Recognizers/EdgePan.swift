/// Fingers come in from an edge or corner, and the gesture follows them.
///
///     idle --land in the band--> landed --came in--> began --moved--> changed --lifted--> ended
///       |                           \--along the edge, outward, lifted--> failed
///       \--land elsewhere--> failed
///
/// The translation doesn't include the movement up to `min-travel`.
public struct EdgePan: Recognizer {
  public static let kind = Kind(
    name: "edge-pan", summary: "Fingers come in from an edge or a corner; the gesture follows them until they lift.",
    isDiscrete: false, settings: EdgeStart.settings, reports: [.translation, .velocity, .direction],
    needs: .places, facts: .velocity,
    traits: Kind.Traits {
      $0.travel = { $0[EdgeStart.minTravel] }
      $0.startAreas = EdgeStart.startAreas
      $0.beginsAtEdges = true
      $0.directions = EdgeStart.directions
    }, make: EdgePan.init)

  /// Advice for a movement along an edge.
  public static let alongEdges =
    "an edge-pan begins with a movement inward; for a movement along an edge, use a `pan` with a `zone`"

  private enum State {
    case idle, landed
    /// `origin` is the movement that the translation doesn't include. `from` is the inward direction.
    case dragging(origin: Vector, from: Direction)
  }

  private var start: EdgeStart
  private var lift: LiftPolicy
  private var state = State.idle

  public init(_ settings: Settings) {
    start = EdgeStart(settings)
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp { lift.deadline }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    lift.touchesBegan(touches)
    // A finger that joins the drag may land anywhere.
    if case .dragging = state { return .nothing }
    state = .landed
    return start.land(touches).map { .fail($0) } ?? .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .dragging: return lift.isLifting ? .nothing : .change
    case .landed:
      switch start.judge(touches) {
      case .undecided: return .nothing
      case .failed(let failure): return .fail(failure)
      case .arrived:
        let (inward, travel) = start.nearest(touches)
        state = .dragging(origin: start.moved(touches) * (start.minTravel / travel), from: inward)
        return .begin
      }
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .landed: return .fail(Failure(start.inwardGauge(touches)))
    case .dragging: return lift.touchesEnded(touches, values(touches))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal { lift.deadlinePassed(touches) }

  public mutating func reset() {
    state = .idle
    start.reset()
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues(fingers: lift.fingers, location: touches.centroid)
    values.velocity = touches.velocity
    if case .dragging(let origin, let direction) = state {
      values.translation = start.moved(touches) - origin
      values.direction = direction
    }
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: []
    case .landed: start.gauges(touches)
    case .dragging: lift.gauges(touches)
    }
  }
}
