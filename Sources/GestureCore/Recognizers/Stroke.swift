/// Fingers that move as one draw a figure: a path of directions, or what looks like a template.
///
///     idle --land--> opening --rested, pressed--> drawing --path complete, lifted and alike--> recognized
///                      \--strayed, lifted           \--strayed, too short, unlike, out of time--> failed
///
/// A path is recognized as soon as it is complete, a template when the fingers lift.
public struct Stroke: Recognizer {
  static let path = Setting<StrokePath?>.path(
    "path",
    "What is drawn: directions and circles in their order, each with a length compared with the others if it "
      + "matters: `down-right:1 up-right:2`.", origin: "given by the rule")
  static let shape = Setting<StrokeShape>.choice(
    "shape", .none, "What is drawn, of the drawings that come with the program.", origin: "given by the rule")
  static let templates = Setting<[StrokeTemplates]>.templates(
    "templates", 1...StrokeTemplates.most, "What is drawn: the names of what was learned with `gesture-bridge learn`.",
    origin: "given by the rule")
  static let after = Setting<StrokeStart>.start(
    "after", .atOnce,
    "What the fingers do before they draw: `landing` is all, `rest 300 ms` and `force-press` leave ordinary "
      + "use of the surface alone.", origin: "a drawing starts where the finger lands")
  static let minLength = Setting.quantity(
    "min-length", .millimetres, touchscreen: 15, touchpad: 12, in: 1...500, "How long the drawn way must be.",
    origin: "shorter ones are hardly drawn on purpose, and their form is mostly the finger's rolling"
  ).loosened(by: .lower)
  static let maxDuration = Setting.time(
    "max-duration", touchscreen: 3000, touchpad: 3000, in: 100...30_000,
    "How long it may take, from the landing or from what `after` waits for.",
    origin: "twice the slowest stroke of the $1 recognizer's study"
  ).loosened(by: .raise)
  static let tolerance = Setting.quantity(
    "tolerance", .percent, touchscreen: 100, touchpad: 100, in: 10...400,
    "Of templates: how unlike them it may be; 100 % is what the templates themselves suggest.",
    origin: "chosen for each set of templates from its own variants and from what is none of them"
  ).loosened(by: .raise)
  static let rotation = Setting.quantity(
    "rotation", .degrees, touchscreen: 20, touchpad: 20, in: 0...180,
    "Of templates: how far it may be turned; 180 deg is any way round.",
    origin: "hands draw aslant; a triangle that is turned further is another drawing"
  ).loosened(by: .raise)
  static let eitherWay = Setting.flag(
    "either-way", false, "Whether it may also be drawn from its end to its beginning.", origin: "the way is part of it")
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2, touchpad: 1.5, in: 0...50,
    "How far the fingers may stray before what `after` waits for.", origin: "the slop of a long press"
  ).loosened(by: .raise)
  static let spread = Setting.quantity(
    "spread", .millimetres, touchscreen: 12, touchpad: 10, in: 0...200,
    "How much nearer or farther apart several fingers may get while they draw.",
    origin: "fingers that draw together are no pinch"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "stroke", summary: "Fingers that move as one draw a figure: a path, or what was learned from examples.",
    isDiscrete: true,
    settings: [
      path.declaration, shape.declaration, templates.declaration, after.declaration, minLength.declaration,
      maxDuration.declaration, maxAngle.declaration, maxBow.declaration, slack.declaration, lead.declaration,
      minLine.declaration, minTurn.declaration,
      minShare.declaration, minRatio.declaration, minRound.declaration, roundness.declaration,
      maxStraight.declaration, tolerance.declaration, rotation.declaration,
      eitherWay.declaration, slop.declaration, spread.declaration, ForcePress.minPressure.declaration,
    ], reports: [.translation, .corners],
    traits: Kind.Traits {
      $0.yieldsToEdges = true
      $0.alternatives = [path.declaration.name, shape.declaration.name, templates.declaration.name]
      $0.patience = { .resting(TimeSpan(microseconds: $0[maxDuration].microseconds + $0[after].rest.microseconds)) }
      $0.travel = { $0[minLength] }
      $0.needs = { $0[after] == .forcePress ? .pressure : [] }
    }, make: Stroke.init)

  private let maxDuration: TimeSpan
  private let spread: Double
  private var opening: Opening
  /// What may be drawn: with `either-way` the path and its reverse.
  private var drawings: [any Drawing]
  private var done: Int?
  /// Where the drawing began, in the fingers' travel and on the surface.
  private var base: Vector?
  private var began = Vector.zero
  private var spanAtStart = 0.0
  private var started = Timestamp(microseconds: 0)
  private var ends: Timestamp?
  private var fingers = 0

  public init(_ settings: Settings) {
    maxDuration = settings[Self.maxDuration]
    spread = settings[Self.spread]
    opening = Opening(
      settings[Self.after], slop: settings[Self.slop], minPressure: settings[ForcePress.minPressure])
    drawings = Self.drawings(settings)
  }

  /// What is to be drawn; nil where the rule does not say.
  public static func figure(_ settings: Settings) -> StrokeFigure? {
    if let path = settings[path] { return .path(path) }
    if let figure = settings[shape].figure { return figure }
    let templates = settings[templates]
    return templates.isEmpty ? nil : .templates(templates)
  }

  private static func drawings(_ settings: Settings) -> [any Drawing] {
    let isEither = settings[eitherWay] || settings[shape].goesEitherWay
    switch figure(settings) {
    case nil: return []
    case .path(let path):
      return (isEither ? [path, path.reversed] : [path]).map { PathDrawing($0, settings) }
    case .templates(let templates):
      return (isEither ? [templates, templates.map(\.reversed)] : [templates]).map { TemplateDrawing($0, settings) }
    }
  }

  public var deadline: Timestamp? { opening.deadline ?? ends }

  public var distance: Double? { done.flatMap { drawings[$0].distance } }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    fingers = touches.count
    opening.touchesBegan(touches)
    startIfOpen(touches)
    return .stay
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Step {
    if let failure = opening.touchesMoved(touches) { return .fail(failure) }
    startIfOpen(touches)
    guard let base else { return .stay }
    let apart = spreadGauge(touches)
    guard apart.isMet else { return .fail(Failure(apart)) }
    return look { $0.move(to: touches.travel - base) }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    guard base != nil else { return .fail(Failure("lifted too early")) }
    return look { $0.lift() }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Step {
    if opening.deadline != nil {
      opening.deadlinePassed(touches)
      startIfOpen(touches)
      return .stay
    }
    guard ends != nil else { return .stay }
    let took = Measure(touches.time - started)
    return .fail(
      Failure(.stay("took", took, within: Self.maxDuration.declaration.name, Measure(maxDuration))).openEnded)
  }

  public mutating func reset() {
    opening.reset()
    for index in drawings.indices { drawings[index].reset() }
    done = nil
    base = nil
    ends = nil
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = fingers
    values.location = touches.centroid
    if let base { values.translation = touches.travel - base }
    if let done { values.corners = drawings[done].corners.map { began + $0 } }
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard base != nil else { return [] }
    return (drawings.first?.gauges ?? []) + (touches.touches.count > 1 ? [spreadGauge(touches)] : [])
  }

  private mutating func startIfOpen(_ touches: TouchGroup) {
    guard opening.isOpen, base == nil else { return }
    base = touches.travel
    began = touches.centroid
    spanAtStart = touches.spanChange
    started = touches.time
    ends = touches.time + maxDuration
    for index in drawings.indices { drawings[index].begin(at: .zero) }
  }

  private mutating func look(_ look: (inout any Drawing) -> DrawingStep) -> Step {
    var failure: Failure?
    var best: Int?
    var isOpen = false
    for index in drawings.indices {
      switch look(&drawings[index]) {
      case .stay: isOpen = true
      case .done:
        if best.map({ (drawings[index].distance ?? 0) < (drawings[$0].distance ?? 0) }) ?? true { best = index }
      case .fail(let reason): failure = failure ?? reason
      }
    }
    if best != nil {
      done = best
      return .recognize
    }
    if isOpen { return .stay }
    return .fail(failure ?? Failure("has nothing to draw"))
  }

  private func spreadGauge(_ touches: TouchGroup) -> Gauge {
    .stay(
      "fingers moved apart by", .mm(abs(touches.spanChange - spanAtStart)), within: Self.spread.declaration.name,
      .mm(spread))
  }
}

extension StrokeStart {
  /// How long it takes at least.
  var rest: TimeSpan {
    switch self {
    case .atOnce, .forcePress: TimeSpan(microseconds: 0)
    case .rest(let span): span
    }
  }
}

extension StrokeTemplates {
  /// The same from their ends to their beginnings.
  var reversed: StrokeTemplates { StrokeTemplates(name: name, strokes: strokes.map { $0.reversed() }) }
}
