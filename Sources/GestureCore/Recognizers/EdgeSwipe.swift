/// Fingers come in quickly from an edge or a corner of the surface.
///
///     idle --land in the band--> landed --came in--> recognized
///       |                           \--along the edge, outward, out of time, lifted--> failed
///       \--land elsewhere--> failed
public struct EdgeSwipe: Recognizer {
  private static let maxDuration = Setting.time(
    "max-duration", touchscreen: 500, touchpad: 600, in: 50...10_000,
    "How long the fingers can take, after they land, to move `min-travel`.", reason: "the max-duration of a swipe"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "edge-swipe", summary: "Fingers come in quickly from an edge or a corner; recognized while they move.",
    isDiscrete: true, settings: EdgeStart.settings + [maxDuration as any DeclaredSetting],
    reports: [.translation, .velocity, .direction], needs: .places, facts: .velocity,
    traits: Kind.Traits {
      $0.timeout = { .resting($0[maxDuration]) }
      $0.travel = { $0[EdgeStart.minTravel] }
      $0.startAreas = EdgeStart.startAreas
      $0.beginsAtEdges = true
      $0.directions = EdgeStart.directions
    }, make: EdgeSwipe.init)

  private let maxDuration: TimeSpan
  private var start: EdgeStart
  /// The time at which the last finger landed; nil while idle.
  private var landed: Timestamp?
  private var fingers = 0

  public init(_ settings: Settings) {
    maxDuration = settings[Self.maxDuration]
    start = EdgeStart(settings)
  }

  public var deadline: Timestamp { landed.map { $0 + maxDuration } ?? .never }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    fingers = touches.count
    landed = touches.time
    return start.land(touches).map { .fail($0) } ?? .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    guard landed != nil else { return .nothing }
    return switch start.judge(touches) {
    case .undecided: .nothing
    case .arrived: .recognize
    case .failed(let failure): .fail(failure)
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    guard landed != nil else { return .nothing }
    return .fail(Failure(start.inwardGauge(touches)))
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    guard let landed else { return .nothing }
    return .fail(Failure(durationGauge(touches, since: landed), .openEnded))
  }

  public mutating func reset() {
    landed = nil
    start.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues(fingers: fingers, location: touches.centroid)
    values.velocity = touches.velocity
    values.translation = start.moved(touches)
    values.direction = start.nearest(touches).inward
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard let landed else { return [] }
    return start.gauges(touches) + [durationGauge(touches, since: landed)]
  }

  private func durationGauge(_ touches: TouchGroup, since landed: Timestamp) -> Gauge {
    .stay(
      "took", Measure(touches.time - landed), detail: "for \(start.inwardGauge(touches).measured) inward",
      within: Self.maxDuration.name, Measure(maxDuration))
  }
}
