/// Examples of one drawn gesture, under the name of the file they stand in.
public struct StrokeTemplates: Equatable, Sendable {
  public let name: String
  /// Each from its beginning to its end: places in mm, y down; only their form counts.
  public private(set) var strokes: [[Vector]]
  /// The same, ready to be compared with.
  private(set) var forms: [StrokeForm]
  /// What is more unlike all of them than this is something else; chosen from the examples themselves.
  public let threshold: Double

  /// What a drawing must not be more like than any of these.
  private(set) var others: [StrokeForm]

  /// How many names one gesture may give.
  public static let most = 16
  public static let mostStrokes = 64
  /// The least number of places of an example.
  public static let fewestPoints = 2

  /// Examples that each have some length; the threshold is chosen once, here.
  public init(name: String, strokes: [[Vector]]) {
    self.init(name: name, strokes: strokes, threshold: nil, others: [])
  }

  /// Examples with their threshold, if it is known, and what they are not.
  init(name: String, strokes: [[Vector]], threshold: Double?, others: [StrokeForm]) {
    self.name = name
    self.strokes = strokes
    forms = strokes.compactMap(StrokeForm.init)
    self.threshold = threshold ?? StrokeThreshold.chosen(for: forms)
    self.others = others
  }

  /// The same from their ends to their beginnings: no more and no less like one another.
  var reversed: StrokeTemplates {
    var templates = self
    templates.strokes = strokes.map { $0.reversed() }
    templates.forms = forms.map(\.reversed)
    templates.others = others.map(\.reversed)
    return templates
  }

  public static func == (a: StrokeTemplates, b: StrokeTemplates) -> Bool {
    a.name == b.name && a.strokes == b.strokes
  }

  /// How unlike the nearest of the examples a stroke is, in percent of what is still taken for them: 0 is the same, more than
  /// 100 is something else; infinite for a stroke without length. It may be turned as far as the kind allows by default.
  public func difference(of stroke: [Vector]) -> Double {
    guard let form = StrokeForm(stroke), threshold > 0 else { return .infinity }
    var matcher = StrokeMatcher()
    let least = forms.reduce(Double.infinity) { min($0, matcher.distance(form, $1, turnedBy: Self.freedom)) }
    return least / threshold * 100
  }

  /// How far a drawing may be turned by default, in radians.
  static var freedom: Double { Stroke.rotation.standard * .pi / 180 }
}

/// One stroke and all that it may become: a path or templates, and with `either-way` their reverse.
///
/// The first that it has become counts, of several at once the nearest; it fails with the last of them, for the reason of
/// the one that came nearest.
struct StrokeCandidates: Sendable {
  private var all: [any Drawing]
  private var steps: [DrawingStep]
  /// Which of them it is, or came nearest to.
  private var chosen: Int?

  init(_ all: [any Drawing]) {
    self.all = all
    steps = Array(repeating: .stay, count: all.count)
  }

  /// How unlike what it has become is; nil where that says nothing.
  var distance: Double? { chosen.flatMap { steps[$0] == .done ? all[$0].distance : nil } }

  var corners: [Vector] { chosen.map { all[$0].corners } ?? [] }

  /// How far it has come with the thresholds of what it is most like.
  var gauges: [Gauge] {
    guard let nearest = chosen ?? nearestOpen() else { return [] }
    let gauges = all[nearest].gauges
    guard case .fail(let failure) = steps[nearest], let decisive = failure.gauge else { return gauges }
    return gauges.contains { $0.setting == decisive.setting } ? gauges : gauges + [decisive]
  }

  mutating func begin(on surface: Size) {
    for index in all.indices {
      all[index].fit(on: surface)
      all[index].begin(at: .zero)
    }
  }

  /// It goes on to a place, from where it began.
  mutating func move(to place: Vector) -> DrawingStep { look { $0.move(to: place) } }

  mutating func lift() -> DrawingStep { look { $0.lift() } }

  mutating func reset() {
    for index in all.indices {
      all[index].reset()
      steps[index] = .stay
    }
    chosen = nil
  }

  /// Lets those that are still possible look at it.
  private mutating func look(_ look: (inout any Drawing) -> DrawingStep) -> DrawingStep {
    var isOpen = false
    var failed: Int?
    for index in all.indices where steps[index] == .stay {
      steps[index] = look(&all[index])
      switch steps[index] {
      case .stay: isOpen = true
      case .done: if chosen.map({ distance(index) < distance($0) }) ?? true { chosen = index }
      case .fail: if failed.map({ shortfall(index) < shortfall($0) }) ?? true { failed = index }
      }
    }
    if let chosen { return steps[chosen] }
    if isOpen { return .stay }
    chosen = failed
    return failed.map { steps[$0] } ?? .fail(Failure("has nothing to draw"))
  }

  private func distance(_ index: Int) -> Double { all[index].distance ?? .infinity }

  /// By what share of its limit a drawing that has failed was missed.
  private func shortfall(_ index: Int) -> Double {
    guard case .fail(let failure) = steps[index], let gauge = failure.gauge, gauge.limit.value > 0 else {
      return .infinity
    }
    return abs(gauge.measured.value - gauge.limit.value) / gauge.limit.value
  }

  /// Of those still possible the one that has used up the least of what it may not exceed.
  private func nearestOpen() -> Int? {
    var nearest: (index: Int, used: Double)?
    for index in all.indices where steps[index] == .stay {
      let used = all[index].gauges.reduce(0) { $1.mustReach ? $0 : max($0, $1.share) }
      if nearest.map({ used < $0.used }) ?? true { nearest = (index, used) }
    }
    return nearest?.index
  }
}

/// Follows one stroke while it is drawn and compares it with what was asked for.
protocol Drawing: Sendable {
  mutating func fit(on surface: Size)
  mutating func begin(at place: Vector)
  mutating func move(to place: Vector) -> DrawingStep
  /// It is over; never `stay`.
  mutating func lift() -> DrawingStep
  /// Forgets the stroke, not its memory.
  mutating func reset()

  /// How unlike what was drawn is, once it is recognized, where several drawings can be compared by it.
  var distance: Double? { get }
  /// Where it turned from one element to the next, as far as it got.
  var corners: [Vector] { get }
  var gauges: [Gauge] { get }
}

extension Drawing {
  mutating func fit(on surface: Size) {}
}

/// What has become of a stroke.
enum DrawingStep: Equatable, Sendable {
  case stay
  case done
  /// It can't become what was asked for any more.
  case fail(Failure)
}
