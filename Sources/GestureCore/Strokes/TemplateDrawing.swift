/// Remembers a stroke and compares it with templates when it is over.
///
/// On the way it is given up as soon as it can't be the beginning of any of them: looked at when it has become so much
/// longer, each time.
struct TemplateDrawing: Drawing {
  private let make: @Sendable () -> [StrokeTemplates]
  /// Empty until a stroke is first compared with them.
  private var templates: [StrokeTemplates] = []
  private let minLength: Double
  /// In percent of the thresholds.
  private let tolerance: Double
  /// In radians.
  private let rotation: Double
  private var surface = Size(width: .infinity, height: .infinity)
  private var trail: [Vector] = []
  /// How far apart the places of the trail are at least, in mm.
  private var grain = Self.finest
  private var drawn = 0.0
  /// At which length it is looked at next.
  private var due = Self.firstLook
  /// What decided, once it has failed.
  private var decisive: Gauge?
  private var form = StrokeForm()
  private var matcher = StrokeMatcher()
  private var prefix = StrokePrefix()
  private(set) var distance: Double?

  /// The templates of a shape are made of its sketches, which would be a twelfth of the work of a start: they are asked for when a
  /// stroke is first compared with them.
  init(_ templates: @autoclosure @escaping @Sendable () -> [StrokeTemplates], _ settings: Settings) {
    make = templates
    minLength = settings[Stroke.minLength]
    tolerance = settings[Stroke.tolerance]
    rotation = settings[Stroke.rotation] * .pi / 180
    trail.reserveCapacity(Self.capacity)
  }

  var corners: [Vector] { [] }

  mutating func fit(on surface: Size) { self.surface = surface }

  mutating func begin(at place: Vector) { trail.append(place) }

  mutating func move(to place: Vector) -> DrawingStep {
    if let decisive { return .fail(Failure(decisive)) }
    guard let last = trail.last, (place - last).length >= grain else { return .stay }
    drawn += (place - last).length
    if trail.count == Self.capacity {
      trail.keepEverySecond()
      grain *= 2
    }
    trail.append(place)
    guard drawn >= due else { return .stay }
    while due <= drawn { due *= Self.growth }
    prepare()
    let differed = differed(prefix.share(so, templates, enough: tolerance))
    guard !differed.isMet else { return .stay }
    return fail(differed)
  }

  mutating func lift() -> DrawingStep {
    if let decisive { return .fail(Failure(decisive)) }
    guard drew.isMet, form.fill(from: trail) else { return fail(drew) }
    prepare()
    let least = matcher.nearest(form, templates, turnedBy: rotation)
    distance = least.distance
    let differed = differed(least.share * 100)
    return differed.isMet ? .done : fail(differed)
  }

  private mutating func prepare() {
    if templates.isEmpty { templates = make() }
  }

  mutating func reset() {
    trail.removeAll(keepingCapacity: true)
    grain = Self.finest
    drawn = 0
    due = Self.firstLook
    decisive = nil
    distance = nil
  }

  private mutating func fail(_ gauge: Gauge) -> DrawingStep {
    decisive = gauge
    return .fail(Failure(gauge))
  }

  /// In mm: less is a finger's trembling.
  private static let finest = 0.2
  private static let capacity = 512
  /// Before that length, in mm, the way a finger comes down tells more than what it draws.
  private static let firstLook = 8.0
  private static let growth = 1.2
  /// More than this says no more.
  private static let mostPercent = 1000.0

  // MARK: Gauges, and the failures made of them

  var gauges: [Gauge] {
    guard drawn > 0 else { return [] }
    if let decisive { return decisive.setting == drew.setting ? [decisive] : [drew, decisive] }
    guard drawn >= Self.firstLook else { return [drew] }
    // Computed only here: no decision needs it.
    var prefix = prefix
    return [drew, differed(prefix.share(so, templates, enough: 0))]
  }

  private var so: StrokePrefix.Drawn {
    StrokePrefix.Drawn(trail: trail, length: drawn, least: minLength, surface: surface, rotation: rotation)
  }

  private var drew: Gauge { .reach("drew", .mm(drawn), Stroke.minLength.name, .mm(minLength)) }

  private func differed(_ percent: Double) -> Gauge {
    let percent = min(percent, Self.mostPercent)
    return .stay("differed by", .percent(percent), within: Stroke.tolerance.name, .percent(tolerance))
  }
}
