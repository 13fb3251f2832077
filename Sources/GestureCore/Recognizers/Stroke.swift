/// Fingers that move together draw a figure: a path, a shape, or a drawing learned from examples.
///
///     idle --land--> starting --rested, pressed--> drawing --path complete--> recognized
///                      \--strayed, lifted--> failed   |  \--a finger lifts, match--> lifting --all up--> recognized
///                                                     |                              \--lifted apart, landed--> failed
///                                                     \--no match, too short, out of time, fingers apart--> failed
///
/// The drawing is the line along which the centre of the fingers moves until the first lift. A path is recognized once
/// it is complete. A shape or a learned drawing is recognized when all fingers have lifted. A stroke fails as soon as
/// its drawing can't match any more.
public struct Stroke: Recognizer {
  static let path = Setting<StrokePath?>(
    "path", .path, touchscreen: .none, nil,
    "The drawing: directions and circles in order. `down right` is an L. A colon sets a relative length: `down-right:1 up-right:2` is a check mark.",
    givenByRule
  ) { if case .path(let path) = $0 { path } else { nil } }
  static let shape = Setting<StrokeShape>.choice(
    "shape", .none, canWriteDefault: false, "The drawing: one of the shapes that come with gesture-bridge.",
    reason: givenByRule)
  static let templates = Setting<[StrokeTemplates]>(
    "templates", .templates(1...StrokeTemplates.most), touchscreen: .none, [],
    "The names of one or more drawings learned with `gesture-bridge learn`; any of them counts.", givenByRule
  ) { if case .templates(let templates) = $0 { templates } else { nil } }
  private static let givenByRule = "each rule must name its drawing itself"
  static let after = Setting<StrokeStart>.start(
    "after", .landing,
    "What the fingers do before they draw. With `hold 300 ms` or `force-press`, drawings do not disturb the ordinary use of the surface; with `landing`, a drawing starts at once.",
    reason: "a drawing can then start as soon as the fingers land")
  static let minLength = Setting.quantity(
    "min-length", .millimetres, touchscreen: 15, touchpad: 12, in: 1...500, "The least length of the whole drawing.",
    reason: "shorter drawings are rarely made on purpose"
  ).loosened(by: .lower)
  private static let maxDuration = Setting.time(
    "max-duration", touchscreen: 8000, touchpad: 8000, in: 100...30_000,
    "How long the drawing can take, from the moment when the condition of `after` is met.",
    reason:
      "the slowest of 2,880 drawings in the study of the $1 gesture recognizer takes 7.5 s"
  ).loosened(by: .raise)
  static let tolerance = Setting.quantity(
    "tolerance", .percent, touchscreen: 100, touchpad: 100, in: 10...400,
    "For shapes and templates: how much the drawing can differ from them; 100 % is the limit computed from their examples.",
    reason: "each shape and each learned drawing has its own limit, computed from examples"
  ).loosened(by: .raise)
  static let rotation = Setting.quantity(
    "rotation", .degrees, touchscreen: 20, touchpad: 20, in: 0...180,
    "For shapes and templates: how far the drawing can be rotated; 180 deg allows any rotation.",
    reason: "hands draw at a slant; a triangle turned by more than 20° counts as another drawing"
  ).loosened(by: .raise)
  static let eitherWay = Setting.flag(
    "either-way", false, "Whether the drawing can also be made from its end to its beginning.",
    reason: "the direction is part of the drawing")
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2, touchpad: 1.5, in: 0...50,
    "How far the fingers can stray before the condition of `after` is met.", reason: "the slop of a long press"
  ).loosened(by: .raise)
  private static let spread = Setting.quantity(
    "spread", .millimetres, touchscreen: 12, touchpad: 10, in: 0...200,
    "How much the distance between fingers can change while they draw.",
    reason: "fingers that draw one figure keep their distance from each other; in a pinch the distance changes"
  ).loosened(by: .raise)

  private static let anyDrawingSettings: [any DeclaredSetting] = [
    path, shape, templates, after, minLength, maxDuration,
  ]
  private static let templateSettings: [any DeclaredSetting] = [
    tolerance, rotation, eitherWay, slop, spread, ForcePress.minPressure,
  ]

  public static let kind = Kind(
    name: "stroke",
    summary: "Fingers that move together draw a figure: a path, a shape, or a drawing learned from examples.",
    isDiscrete: true,
    settings: anyDrawingSettings + pathSettings + templateSettings, reports: [.translation, .corners],
    traits: Kind.Traits {
      $0.yieldsToEdges = true
      $0.drawingCompletion = drawingCompletion
      $0.alternatives = [path.name, shape.name, templates.name]
      $0.ineffectiveSettings = ineffectiveSettings
      $0.isMadeByLifting = isMadeByLifting
      $0.timeout = { $0[after].timeout(and: $0[maxDuration]) }
      $0.travel = { $0[minLength] }
      $0.needs = { $0[after] == .forcePress ? .pressure : [] }
    }, make: Stroke.init)

  private let maxDuration: TimeSpan
  private let liftWithin: TimeSpan
  private let spread: Double
  private var startCondition: StartCondition
  private var drawings: StrokeCandidates
  private var stage = Stage.starting
  private var startTravel = Vector.zero
  private var startLocation = Vector.zero
  private var startSpanChange = 0.0
  private var fingers = 0

  private enum Stage {
    case starting
    case drawing(since: Timestamp)
    /// The drawing is accepted, and the other fingers must lift. `location` and `travel` are from the first lift.
    case lifting(since: Timestamp, location: Vector, travel: Vector)
  }

  public init(_ settings: Settings) {
    maxDuration = settings[Self.maxDuration]
    liftWithin = settings[CommonSettings.liftWithin]
    spread = settings[Self.spread]
    startCondition = StartCondition(
      settings[Self.after], slop: settings[Self.slop], minPressure: settings[ForcePress.minPressure])
    drawings = StrokeCandidates(Self.drawings(settings))
  }

  public var deadline: Timestamp {
    switch stage {
    case .starting: startCondition.deadline
    case .drawing(let since): since + maxDuration
    case .lifting(let since, _, _): since + liftWithin
    }
  }

  public var distance: Double? { drawings.distance }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    if case .lifting = stage { return .fail(Failure("a finger landed while others lifted")) }
    fingers = touches.count
    startCondition.touchesBegan(touches)
    startIfMet(touches)
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    if let failure = startCondition.touchesMoved(touches) { return .fail(failure) }
    startIfMet(touches)
    guard case .drawing = stage else { return .nothing }
    let spread = spreadGauge(touches)
    guard spread.isMet else { return .fail(Failure(spread)) }
    switch drawings.move(to: touches.travel - startTravel) {
    case .possible: return .nothing
    case .complete: return .recognize
    case .failed(let failure): return .fail(failure)
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    switch stage {
    case .starting: return startCondition.touchesEnded(touches).map { .fail($0) } ?? .nothing
    case .lifting: break
    case .drawing:
      stage = .lifting(since: touches.time, location: touches.centroid, travel: touches.travel)
      if case .failed(let failure) = drawings.lift() { return .fail(failure) }
    }
    return touches.count == 0 ? .recognize : .nothing
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    switch stage {
    case .starting:
      startCondition.deadlinePassed(touches)
      startIfMet(touches)
      return .nothing
    case .drawing(let since): return .fail(Failure(durationGauge(touches, since: since), .untilLift))
    case .lifting(let since, _, _):
      return .fail(Failure(Gauge.liftedApart(by: touches.time - since, liftWithin), .untilLift))
    }
  }

  public mutating func reset() {
    startCondition.reset()
    drawings.reset()
    stage = .starting
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues(fingers: fingers, location: touches.centroid)
    switch stage {
    case .starting: break
    case .drawing: values.translation = touches.travel - startTravel
    case .lifting(_, let location, let travel):
      values.location = location
      values.translation = travel - startTravel
    }
    values.corners = drawings.corners.map { startLocation + $0 }
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch stage {
    case .starting: startCondition.gauges(touches)
    case .drawing(let since):
      drawings.gauges + [durationGauge(touches, since: since)]
        + (touches.touches.count > 1 ? [spreadGauge(touches)] : [])
    case .lifting(let since, _, _): drawings.gauges + [Gauge.liftedApart(by: touches.time - since, liftWithin)]
    }
  }

  private mutating func startIfMet(_ touches: TouchGroup) {
    guard startCondition.isMet, case .starting = stage else { return }
    stage = .drawing(since: touches.time)
    startTravel = touches.travel
    startLocation = touches.centroid
    startSpanChange = touches.spanChange
    drawings.begin(on: touches.surface)
  }

  private func durationGauge(_ touches: TouchGroup, since start: Timestamp) -> Gauge {
    .stay("took", Measure(touches.time - start), within: Self.maxDuration.name, Measure(maxDuration))
  }

  private func spreadGauge(_ touches: TouchGroup) -> Gauge {
    .stay("spread or closed by", .mm(abs(touches.spanChange - startSpanChange)), within: Self.spread.name, .mm(spread))
  }

  /// The figure that the user must draw; nil if the rule gives no drawing.
  public static func figure(_ settings: Settings) -> StrokeFigure? {
    if let path = settings[path] { return .path(path) }
    if let figure = settings[shape].figure { return figure }
    let templates = settings[templates]
    return templates.isEmpty ? nil : .templates(templates)
  }

  /// Whether the gesture is recognized at the lift. True for shapes and templates, false for paths.
  static func isMadeByLifting(_ settings: Settings) -> Bool {
    settings[path] == nil && (settings[shape] != .none || !settings[templates].isEmpty)
  }

  /// The event that completes the drawing: the end of one of its paths, or the lift. Nil if the rule gives no drawing.
  static func drawingCompletion(_ settings: Settings) -> DrawingCompletion? {
    let paths = paths(settings)
    if !paths.isEmpty { return .paths(paths) }
    return isMadeByLifting(settings) ? .onLift : nil
  }

  /// Whether `either-way` adds the reversed drawing. False for shapes that already allow both directions.
  private static func goesEitherWay(_ settings: Settings) -> Bool {
    settings[eitherWay] && !settings[shape].goesEitherWay
  }

  static func drawings(_ settings: Settings) -> [any Drawing] {
    let directions = goesEitherWay(settings) ? [false, true] : [false]
    if let path = settings[path] { return directions.map { PathDrawing($0 ? path.reversed : path, settings) } }
    guard isMadeByLifting(settings) else { return [] }
    return directions.map { TemplateDrawing(examples(settings, reversed: $0), settings) }
  }

  private static func examples(_ settings: Settings, reversed: Bool) -> [StrokeTemplates] {
    guard case .templates(let templates)? = figure(settings) else { return [] }
    return reversed ? templates.map(\.reversed) : templates
  }

  // MARK: The thresholds of paths

  static let maxAngle = Setting.quantity(
    "max-angle", .degrees, touchscreen: 35, touchpad: 35, in: 5...45,
    "For a path: how far each line can lean from its direction.", reason: "handwriting leans"
  ).loosened(by: .raise)
  static let maxBow = Setting.quantity(
    "max-bow", .percent, touchscreen: 15, touchpad: 15, in: 1...100,
    "For a path: how far a line can bend away from a straight line, in percent of its length.",
    reason: "a quarter circle bends by 21 %, hand-drawn lines mostly by less than 10 %"
  ).loosened(by: .raise)
  static let slack = Setting.quantity(
    "slack", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "For a path: how far the finger can stray from a line.", reason: "the same as the slop of a tap"
  ).loosened(by: .raise)
  static let lead = Setting.quantity(
    "lead", .millimetres, touchscreen: 8, touchpad: 4, in: 0...100,
    "For a path: how far the finger can move before the first line or circle begins.",
    reason:
      "most hooks at the start of check marks are shorter than this"
  )
  static let minLine = Setting.quantity(
    "min-line", .millimetres, touchscreen: 4, touchpad: 3, in: 1...200,
    "For a path: how long each line must be; the width of a circle must be at least twice this length.",
    reason: "longer than the distance that a finger strays at a turn"
  ).loosened(by: .lower)
  static let minTurn = Setting.quantity(
    "min-turn", .percent, touchscreen: 50, touchpad: 50, in: 10...100,
    "For a path: how much of the turn between two lines the finger must make.",
    reason: "if less than half of the turn is made, the path is closer to a straight line"
  ).loosened(by: .lower)
  static let minShare = Setting.quantity(
    "min-share", .percent, touchscreen: 20, touchpad: 20, in: 1...100,
    "For a path: the least length of each line, in percent of the longest line; for relative lengths, see `min-ratio`.",
    reason: "shorter lines are hooks that a finger draws when it lands, turns or lifts"
  ).loosened(by: .lower)
  static let minRatio = Setting.quantity(
    "min-ratio", .percent, touchscreen: 70, touchpad: 70, in: 10...100,
    "For a path with relative lengths: how closely the drawn lines must match these lengths; 100 % is an exact match.",
    reason:
      "in a study, 70 % separates check marks from the letter V"
  ).loosened(by: .lower)
  static let minRound = Setting.quantity(
    "min-round", .degrees, touchscreen: 320, touchpad: 320, in: 180...360,
    "For a path with circles: how far the finger must go round the centre.",
    reason: "few drawn circles are completely closed"
  ).loosened(by: .lower)
  static let roundness = Setting.quantity(
    "roundness", .percent, touchscreen: 60, touchpad: 60, in: 10...100,
    "For a path with circles: how round each circle must be; a perfect circle has 100 %, and ovals and corners have less.",
    reason: "a square reaches 55 %, and an ellipse that is twice as wide as high reaches 50 %"
  ).loosened(by: .lower)
  static let maxStraight = Setting.quantity(
    "max-straight", .millimetres, touchscreen: 35, touchpad: 20, in: 5...300,
    "For a path with circles: how far the finger can move almost straight while it draws a circle.",
    reason:
      "a finger that moves farther than this in a straight line is scrolling, not drawing a circle"
  ).loosened(by: .raise)

  private static let pathSettings: [any DeclaredSetting] = [
    maxAngle, maxBow, slack, lead, minLine, minTurn, minShare, minRatio, minRound, roundness, maxStraight,
  ]

  /// The condition for the drawing to start: the value of the setting `after`.
  public static func start(_ settings: Settings) -> StrokeStart { settings[after] }

  /// The path and, with `either-way`, its reverse. Empty without a path.
  public static func paths(_ settings: Settings) -> [StrokePath] {
    guard let path = settings[path] else { return [] }
    return goesEitherWay(settings) ? [path, path.reversed] : [path]
  }

  /// For each setting without effect, the setting that is the reason.
  static func ineffectiveSettings(_ settings: Settings) -> [String: String] {
    var ineffective: [String: String] = [:]
    func add(_ settings: any DeclaredSetting..., because reason: any DeclaredSetting) {
      for setting in settings { ineffective[setting.name] = reason.name }
    }
    let reason = drawingSetting(settings)
    switch figure(settings) {
    case nil: break
    case .path(let path):
      add(tolerance, rotation, because: reason)
      if path.reversed == path { add(eitherWay, because: reason) }
    case .templates:
      for setting in pathSettings { add(setting, because: reason) }
      if settings[shape].goesEitherWay { add(eitherWay, because: reason) }
    }
    switch settings[after] {
    case .landing: add(slop, ForcePress.minPressure, because: after)
    case .hold: add(ForcePress.minPressure, because: after)
    case .forcePress: break
    }
    let fingers = CommonSettings.fingers
    if settings[fingers].upperBound == 1 { add(spread, because: fingers) }
    return ineffective
  }

  private static func drawingSetting(_ settings: Settings) -> any DeclaredSetting {
    if settings[path] != nil { return path }
    return settings[shape] == .none ? templates : shape
  }
}
