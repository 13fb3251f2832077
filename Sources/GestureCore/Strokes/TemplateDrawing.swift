/// Remembers a stroke and compares it with templates when it is over.
struct TemplateDrawing: Drawing {
  private let templates: [StrokeTemplates]
  private let minLength: Double
  private let tolerance: Double
  private let rotation: Double
  private var trail: [Vector] = []
  private var drawn = 0.0
  private var form = StrokeForm()
  private var matcher = StrokeMatcher()
  private(set) var distance: Double?

  init(_ templates: [StrokeTemplates], _ settings: Settings) {
    self.templates = templates
    minLength = settings[Stroke.minLength]
    tolerance = settings[Stroke.tolerance]
    rotation = settings[Stroke.rotation] * .pi / 180
    trail.reserveCapacity(Self.capacity)
  }

  var corners: [Vector] { [] }
  var gauges: [Gauge] { drawn > 0 ? [drew] : [] }

  mutating func begin(at place: Vector) { trail.append(place) }

  mutating func move(to place: Vector) -> DrawingStep {
    guard let last = trail.last, (place - last).length >= Self.grain else { return .stay }
    drawn += (place - last).length
    if trail.count == Self.capacity { thin() }
    trail.append(place)
    return .stay
  }

  mutating func lift() -> DrawingStep {
    guard drew.isMet, form.fill(from: trail) else { return .fail(Failure(drew)) }
    var best = (ratio: Double.infinity, distance: Double.infinity)
    for set in templates {
      for template in set.forms {
        let distance = matcher.distance(form, template, turnedBy: rotation)
        if distance / set.threshold < best.ratio { best = (distance / set.threshold, distance) }
      }
    }
    let differed = Gauge.stay(
      "differed by", .percent(best.ratio * 100), within: Stroke.tolerance.declaration.name, .percent(tolerance))
    distance = best.distance
    return differed.isMet ? .done : .fail(Failure(differed))
  }

  mutating func reset() {
    trail.removeAll(keepingCapacity: true)
    drawn = 0
    distance = nil
  }

  /// Leaves out every second place: there are more than enough.
  private mutating func thin() {
    var kept = 0
    for index in stride(from: 0, to: trail.count, by: 2) {
      trail[kept] = trail[index]
      kept += 1
    }
    trail.removeLast(trail.count - kept)
  }

  private static let grain = 0.2
  private static let capacity = 512

  private var drew: Gauge { .reach("drew", .mm(drawn), Stroke.minLength.declaration.name, .mm(minLength)) }
}
