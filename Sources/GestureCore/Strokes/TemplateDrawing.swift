/// Compares a stroke with templates at the lift. The stroke fails early if no template begins like the stroke.
struct TemplateDrawing: Drawing {
  private let make: @Sendable () -> [StrokeTemplates]
  /// The templates; empty until a stroke is first compared with them.
  private var templates: [StrokeTemplates] = []
  private let minLength: Double
  /// The greatest accepted difference between a stroke and a template, in percent of the template's own limit.
  private let tolerance: Double
  /// The greatest angle by which the stroke can be turned, in radians.
  private let rotation: Double
  private var surface = Size(width: .infinity, height: .infinity)
  private var trail: [Vector] = []
  /// The least distance between points of the trail, in mm.
  private var spacing = Self.finestSpacing
  private var drawn = 0.0
  /// The length at which the stroke is checked next, in mm.
  private var nextCheck = Self.firstCheck
  /// The gauge that made the stroke fail; nil while it has not failed.
  private var decisive: Gauge?
  private var form = StrokeForm()
  private var matcher = StrokeMatcher()
  private var prefix = StrokePrefix()
  private(set) var distance: Double?

  /// `templates` is evaluated at the first comparison, to start the program faster.
  init(_ templates: @autoclosure @escaping @Sendable () -> [StrokeTemplates], _ settings: Settings) {
    make = templates
    minLength = settings[Stroke.minLength]
    tolerance = settings[Stroke.tolerance]
    rotation = settings[Stroke.rotation] * .pi / 180
    trail.reserveCapacity(Self.capacity)
  }

  var corners: [Vector] { [] }

  mutating func fit(on surface: Size) { self.surface = surface }

  mutating func begin(at position: Vector) { trail.append(position) }

  mutating func move(to position: Vector) -> DrawingStatus {
    if let decisive { return .failed(Failure(decisive)) }
    guard let last = trail.last, (position - last).length >= spacing else { return .possible }
    drawn += (position - last).length
    if trail.count == Self.capacity {
      trail.keepEverySecond()
      spacing *= 2
    }
    trail.append(position)
    guard drawn >= nextCheck else { return .possible }
    while nextCheck <= drawn { nextCheck *= Self.growth }
    prepare()
    let differenceGauge = differenceGauge(prefix.share(drawnPart, templates, enough: tolerance))
    guard !differenceGauge.isMet else { return .possible }
    return fail(differenceGauge)
  }

  mutating func lift() -> DrawingStatus {
    if let decisive { return .failed(Failure(decisive)) }
    guard lengthGauge.isMet, form.fill(from: trail) else { return fail(lengthGauge) }
    prepare()
    let nearest = matcher.nearest(form, templates, turnedBy: rotation)
    distance = nearest.distance
    let differenceGauge = differenceGauge(nearest.share * 100)
    return differenceGauge.isMet ? .complete : fail(differenceGauge)
  }

  private mutating func prepare() { if templates.isEmpty { templates = make() } }

  mutating func reset() {
    trail.removeAll(keepingCapacity: true)
    spacing = Self.finestSpacing
    drawn = 0
    nextCheck = Self.firstCheck
    decisive = nil
    distance = nil
  }

  private mutating func fail(_ gauge: Gauge) -> DrawingStatus {
    decisive = gauge
    return .failed(Failure(gauge))
  }

  /// The initial value of `spacing`, in mm. Smaller movements are trembling.
  private static let finestSpacing = 0.2
  private static let capacity = 512
  /// The length in mm at which a stroke is first checked. The landing makes a shorter stroke's directions inaccurate.
  private static let firstCheck = 8.0
  private static let growth = 1.2
  /// The greatest difference that is shown, in percent; greater numbers would not help users.
  private static let mostPercent = 1000.0

  // MARK: Gauges, and the failures made of them

  var gauges: [Gauge] {
    guard drawn > 0 else { return [] }
    if let decisive { return decisive.setting == lengthGauge.setting ? [decisive] : [lengthGauge, decisive] }
    guard drawn >= Self.firstCheck else { return [lengthGauge] }
    // Computed only here, since no decision needs it.
    var prefix = prefix
    return [lengthGauge, differenceGauge(prefix.share(drawnPart, templates, enough: 0))]
  }

  private var drawnPart: StrokePrefix.Drawn {
    StrokePrefix.Drawn(trail: trail, length: drawn, least: minLength, surface: surface, rotation: rotation)
  }

  private var lengthGauge: Gauge { .reach("drew", .mm(drawn), Stroke.minLength.name, .mm(minLength)) }

  private func differenceGauge(_ percent: Double) -> Gauge {
    let percent = min(percent, Self.mostPercent)
    return .stay("differed by", .percent(percent), within: Stroke.tolerance.name, .percent(tolerance))
  }
}
