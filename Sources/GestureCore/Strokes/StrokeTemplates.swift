/// The examples of one drawing, with the name of their file or shape.
public struct StrokeTemplates: Equatable, Sendable {
  public let name: String
  /// The examples: points with y down, in mm for learned examples, in any unit for shapes. Only their form counts.
  public private(set) var strokes: [[Vector]]
  /// The forms of the examples, with which strokes are compared.
  private(set) var forms: [StrokeForm]
  /// The greatest accepted difference from the nearest example. Equal forms differ by 0, unrelated forms by about 1.
  public let threshold: Double

  /// Forms of other drawings. By default, a stroke nearer to one of these forms than to the examples is rejected.
  private(set) var others: [StrokeForm]

  /// The greatest number of names in the setting `templates` of one gesture.
  public static let most = 16
  public static let mostStrokes = 64
  /// The least number of points of an example.
  public static let fewestPoints = 2

  /// Creates templates and chooses their threshold from the examples. Each example's length must be greater than 0.
  public init(name: String, strokes: [[Vector]]) { self.init(name: name, strokes: strokes, threshold: nil, others: []) }

  /// Creates templates. A nil `threshold` is chosen from the examples. `others` are the forms of other drawings.
  init(name: String, strokes: [[Vector]], threshold: Double?, others: [StrokeForm]) {
    (self.name, self.strokes) = (name, strokes)
    forms = strokes.compactMap(StrokeForm.init)
    self.threshold = threshold ?? StrokeThreshold.chosen(for: forms)
    self.others = others
  }

  /// The templates drawn from end to beginning, with the same threshold.
  var reversed: StrokeTemplates {
    var templates = self
    templates.strokes = strokes.map { $0.reversed() }
    templates.forms = forms.map(\.reversed)
    templates.others = others.map(\.reversed)
    return templates
  }

  public static func == (a: StrokeTemplates, b: StrokeTemplates) -> Bool { a.name == b.name && a.strokes == b.strokes }

  /// The difference from the nearest example, in percent of `threshold`. Infinite without examples or a stroke length.
  public func difference(of stroke: [Vector]) -> Double {
    guard let form = StrokeForm(stroke), threshold > 0 else { return .infinity }
    var matcher = StrokeMatcher()
    let least = forms.reduce(Double.infinity) { min($0, matcher.distance(form, $1, turnedBy: Self.defaultRotation)) }
    return least / threshold * 100
  }

  /// The greatest angle by which a drawing can be turned by default, in radians.
  static var defaultRotation: Double { Stroke.rotation.defaultValue * .pi / 180 }
}

/// The drawings that one stroke may become. The first complete drawing counts. If several are complete at once, the
/// nearest counts. The stroke fails when its last possible drawing fails.
struct StrokeCandidates: Sendable {
  private var all: [any Drawing]
  private var statuses: [DrawingStatus]
  /// The index of the complete drawing, or of the nearest of the drawings that failed last. Nil before the decision.
  private var chosen: Int?

  init(_ all: [any Drawing]) {
    self.all = all
    statuses = Array(repeating: .possible, count: all.count)
  }

  /// The difference from the complete drawing. Nil without a complete drawing or a measured difference.
  var distance: Double? { chosen.flatMap { statuses[$0] == .complete ? all[$0].distance : nil } }

  var corners: [Vector] { chosen.map { all[$0].corners } ?? [] }

  /// The gauges of the chosen drawing, including the gauge that made the drawing fail. Before the decision, the gauges
  /// of the nearest possible drawing; empty if no drawing is possible.
  var gauges: [Gauge] {
    guard let nearest = chosen ?? nearestOpen() else { return [] }
    let gauges = all[nearest].gauges
    guard case .failed(let failure) = statuses[nearest], let decisive = failure.gauge else { return gauges }
    return gauges.contains { $0.setting == decisive.setting } ? gauges : gauges + [decisive]
  }

  mutating func begin(on surface: Size) {
    for index in all.indices {
      all[index].fit(on: surface)
      all[index].begin(at: .zero)
    }
  }

  /// Moves the finger to a position relative to the beginning of the stroke.
  mutating func move(to position: Vector) -> DrawingStatus { update { $0.move(to: position) } }

  mutating func lift() -> DrawingStatus { update { $0.lift() } }

  mutating func reset() {
    for index in all.indices {
      all[index].reset()
      statuses[index] = .possible
    }
    chosen = nil
  }

  private mutating func update(_ update: (inout any Drawing) -> DrawingStatus) -> DrawingStatus {
    var isOpen = false
    var failed: Int?
    for index in all.indices where statuses[index] == .possible {
      statuses[index] = update(&all[index])
      switch statuses[index] {
      case .possible: isOpen = true
      case .complete: if chosen.map({ distance(index) < distance($0) }) ?? true { chosen = index }
      case .failed: if failed.map({ shortfall(index) < shortfall($0) }) ?? true { failed = index }
      }
    }
    if let chosen { return statuses[chosen] }
    if isOpen { return .possible }
    chosen = failed
    return failed.map { statuses[$0] } ?? .failed(Failure("the rule has no path, shape or templates"))
  }

  private func distance(_ index: Int) -> Double { all[index].distance ?? .infinity }

  /// The difference of a failure's value from the limit, as a share of the limit. Infinite without a limit above 0.
  private func shortfall(_ index: Int) -> Double {
    guard case .failed(let failure) = statuses[index], let gauge = failure.gauge, gauge.limit.value > 0 else {
      return .infinity
    }
    return abs(gauge.measured.value - gauge.limit.value) / gauge.limit.value
  }

  /// The index of the possible drawing farthest below its upper limits. Nil if no drawing is possible.
  private func nearestOpen() -> Int? {
    var nearest: (index: Int, used: Double)?
    for index in all.indices where statuses[index] == .possible {
      let used = all[index].gauges.reduce(0) { $1.mustReach ? $0 : max($0, $1.share) }
      if nearest.map({ used < $0.used }) ?? true { nearest = (index, used) }
    }
    return nearest?.index
  }
}

/// A comparison of one stroke with a drawing, while the stroke is drawn.
protocol Drawing: Sendable {
  mutating func fit(on surface: Size)
  mutating func begin(at position: Vector)
  mutating func move(to position: Vector) -> DrawingStatus
  /// Ends the stroke; never returns `possible`.
  mutating func lift() -> DrawingStatus
  /// Forgets the stroke, but doesn't free its memory.
  mutating func reset()

  /// The stroke's difference from the drawing. Nil before the lift, or if no difference is measured.
  var distance: Double? { get }
  /// The positions at which a new part of the drawing began.
  var corners: [Vector] { get }
  var gauges: [Gauge] { get }
}

extension Drawing {
  mutating func fit(on surface: Size) {}
}

/// The state of the comparison between a stroke and a drawing.
enum DrawingStatus: Equatable, Sendable {
  case possible
  case complete
  case failed(Failure)
}
