/// The first part of edge swipes and edge pans: the fingers land at an allowed edge or corner, and come in.
///
///     landed --min-travel within max-angle--> arrived
///          \--along the edge, outward--> failed
struct EdgeStart: Sendable {
  static let edge = Setting<EdgeChoice>.choice(
    "edge", .any,
    "Where the fingers must land: `any` is any of the four sides, `any-corner` is any of the four corners.",
    reason: "any edge unless the rule names one")
  static let band = Setting.quantity(
    "band", .millimetres, touchscreen: 3.2, touchpad: 8, in: 0.5...100,
    "The width of the strip along a side in which all fingers must land.",
    reason:
      "touchscreens: GNOME Shell's 20 px are 3.2 mm at 160 px per inch; touchpads: libinput's border for palms is up to 8 mm wide"
  ).loosened(by: .raise)
  static let corner = Setting.quantity(
    "corner", .millimetres, touchscreen: 10, touchpad: 12, in: 0.5...100,
    "The width and height of the square in a corner in which all fingers must land.",
    reason: "touchscreens: Android's touch targets are about 9 mm; touchpads: 1.5 times the 8 mm of `band`"
  ).loosened(by: .raise)
  static let minTravel = Setting.quantity(
    "min-travel", .millimetres, touchscreen: 5, touchpad: 6, in: 0.5...500,
    "How far the fingers must move inward from the edge, or along the diagonal from a corner.",
    reason: "touchscreens: twice a pan's slop; touchpads: a little more than a swipe's min-distance"
  ).loosened(by: .lower)
  static let maxAngle = Setting.quantity(
    "max-angle", .degrees, touchscreen: 45, touchpad: 45, in: 1...90,
    "How far the direction of the fingers can differ from straight inward.",
    reason: "beyond 45° the fingers move more along the edge than inward"
  ).loosened(by: .raise)
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2.5, touchpad: 1.5, in: 0...50,
    "How far the fingers can move along the edge or outward before their direction counts.",
    reason: "the same as the slop of a pan"
  ).loosened(by: .raise)
  private static let edgeFirst = Setting<Bool>.flag(
    "edge-first", true,
    "Whether pans, swipes and strokes that start in the band or the corner wait until this gesture has failed.",
    reason: "in Apple's UIKit, edge gestures take precedence over other gestures")

  static let settings: [any DeclaredSetting] = [edge, band, corner, minTravel, maxAngle, slop, edgeFirst]

  /// Pans, swipes and strokes that start in these areas wait until the edge gesture fails. Empty without `edge-first`.
  static func startAreas(_ settings: Settings, _ surface: Size) -> [Rectangle] {
    guard settings[edgeFirst] else { return [] }
    let start = EdgeStart(settings)
    return start.origins.map { start.rectangle(of: $0, on: surface) }
  }

  static func directions(_ settings: Settings) -> Set<Direction>? { Set(settings[edge].origins.map(\.inward)) }

  /// Whether the fingers have come in far enough.
  enum Verdict: Equatable {
    case undecided
    case arrived
    case failed(Failure)
  }

  let minTravel: Double
  private let origins: [Origin]
  let band: Double
  let corner: Double
  let maxAngle: Double
  let slop: Double
  /// The allowed edges or corners at which all fingers have landed.
  private(set) var possible: [Origin] = []
  private var startTravel: Vector?

  init(_ settings: Settings) {
    origins = settings[Self.edge].origins
    band = settings[Self.band]
    corner = settings[Self.corner]
    minTravel = settings[Self.minTravel]
    maxAngle = settings[Self.maxAngle]
    slop = settings[Self.slop]
  }

  mutating func reset() {
    possible.removeAll(keepingCapacity: true)
    startTravel = nil
  }

  /// Sets `possible`. Returns a failure if the fingers didn't all land at one allowed edge or corner, otherwise nil.
  mutating func land(_ touches: TouchGroup) -> Failure? {
    startTravel = startTravel ?? touches.travel
    possible.removeAll(keepingCapacity: true)
    for origin in origins {
      let area = rectangle(of: origin, on: touches.surface)
      if touches.touches.allSatisfy({ area.contains($0.start, on: touches.surface) }) { possible.append(origin) }
    }
    return possible.isEmpty ? Failure(landingGauge(touches)) : nil
  }

  func moved(_ touches: TouchGroup) -> Vector { startTravel.map { touches.travel - $0 } ?? .zero }

  /// Of the inward directions of the edges and corners in `possible`, the direction in which the fingers moved
  /// farthest, and the distance in mm. If `possible` is empty, the distance is `-infinity`.
  func nearest(_ touches: TouchGroup) -> (inward: Direction, travel: Double) {
    let moved = moved(touches)
    var best = (inward: Direction.right, travel: -Double.infinity)
    for origin in possible {
      let travel = moved.dot(origin.inward.vector)
      if travel > best.travel { best = (origin.inward, travel) }
    }
    return best
  }

  func judge(_ touches: TouchGroup) -> Verdict {
    let (inward, travel) = nearest(touches)
    let moved = moved(touches)
    let angle = moved.degrees(from: inward.vector)
    if travel >= minTravel, angle <= maxAngle { return .arrived }
    guard angle > maxAngle, isCertain(inward, moved) else { return .undecided }
    return .failed(Failure(angleGauge(angle)))
  }

  /// Whether the fingers have moved far enough for their direction to count.
  private func isCertain(_ inward: Direction, _ moved: Vector) -> Bool {
    Self.deviation(inward, moved) > slop || moved.dot(inward.vector) >= minTravel
  }

  /// The fingers' movement at a right angle to the inward direction, in mm. For outward movements, the whole distance.
  private static func deviation(_ inward: Direction, _ moved: Vector) -> Double {
    moved.dot(inward.vector) > 0 ? abs(moved.cross(inward.vector)) : moved.length
  }

  private func rectangle(of origin: Origin, on surface: Size) -> Rectangle {
    switch origin {
    case .edge(let edge): edge.band(band, on: surface)
    case .corner(let corner): corner.square(width: self.corner, height: self.corner, on: surface)
    }
  }

  // MARK: Gauges, and the failures made of them

  func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard !possible.isEmpty else { return touches.touches.isEmpty ? [] : [landingGauge(touches)] }
    let moved = moved(touches)
    guard moved != .zero else { return [inwardGauge(touches)] }
    let inward = nearest(touches).inward
    let angle = moved.degrees(from: inward.vector)
    // While the fingers have moved little, their direction does not matter.
    if angle > maxAngle, !isCertain(inward, moved) {
      return [inwardGauge(touches), deviationGauge(Self.deviation(inward, moved))]
    }
    return [inwardGauge(touches), angleGauge(angle)]
  }

  func inwardGauge(_ touches: TouchGroup) -> Gauge {
    let travel = Measure.mm(max(0, nearest(touches).travel))
    return .reach("moved", travel, detail: "inward", Self.minTravel.name, .mm(minTravel))
  }

  func angleGauge(_ angle: Double) -> Gauge {
    .stay("moved", .degrees(angle), detail: "away from straight inward", within: Self.maxAngle.name, .degrees(maxAngle))
  }

  private func deviationGauge(_ distance: Double) -> Gauge {
    .stay("moved", .mm(distance), detail: "along the edge or outward", within: Self.slop.name, .mm(slop))
  }

  /// The gauge of the greatest distance at which a finger landed from the nearest allowed edge or corner.
  private func landingGauge(_ touches: TouchGroup) -> Gauge {
    var nearest = (origin: Origin.edge(.left), distance: Double.infinity)
    for origin in origins {
      let distance = touches.touches.reduce(0) { max($0, origin.distance(of: $1.start, on: touches.surface)) }
      if distance < nearest.distance { nearest = (origin, distance) }
    }
    let limit: (setting: String, size: Double) =
      switch nearest.origin {
      case .edge: (Self.band.name, band)
      case .corner: (Self.corner.name, corner)
      }
    return .stay(
      "landed", .mm(nearest.distance), detail: "from the \(nearest.origin.name)", within: limit.setting,
      .mm(limit.size))
  }

  enum EdgeChoice: String, CaseIterable, Sendable {
    case any, left, right, top, bottom
    case anyCorner = "any-corner"
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    fileprivate var origins: [Origin] {
      switch self {
      case .any: Edge.allCases.map { .edge($0) }
      case .anyCorner: Corner.allCases.map { .corner($0) }
      case .left, .right, .top, .bottom: Edge(rawValue: rawValue).map { [.edge($0)] } ?? []
      case .topLeft, .topRight, .bottomLeft, .bottomRight: Corner(rawValue: rawValue).map { [.corner($0)] } ?? []
      }
    }
  }

  /// The edge or corner from which fingers come in.
  enum Origin: Hashable, Sendable {
    case edge(Edge)
    case corner(Corner)

    var inward: Direction {
      switch self {
      case .edge(let edge): edge.inward
      case .corner(let corner): corner.inward
      }
    }

    var name: String {
      switch self {
      case .edge(let edge): "\(edge.rawValue) edge"
      case .corner(let corner): "\(corner.rawValue) corner"
      }
    }

    /// The distance of `position` from the edge, in mm. For a corner, the greater of the distances from its two sides.
    func distance(of position: Vector, on surface: Size) -> Double {
      switch self {
      case .edge(let edge): edge.distance(of: position, on: surface)
      case .corner(let corner):
        max(
          corner.edges.across.distance(of: position, on: surface), corner.edges.down.distance(of: position, on: surface)
        )
      }
    }
  }
}
