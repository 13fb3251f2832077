/// The condition for the start of a gesture: fingers land, rest or press. A start at the landing needs nothing more.
///
///     idle --land, if the start is `landing`--> met
///     idle --land--> waiting --rested, pressed--> met
///                        \--strayed, lifted--> failed
///
/// The gesture itself starts once the condition is met.
struct StartCondition: Sendable {
  private enum State: Equatable {
    case idle
    /// `since` is the time of the last landing.
    case waiting(since: Timestamp)
    case met
  }

  private let start: StrokeStart
  private let slop: Double
  private let minPressure: Double
  private var state = State.idle
  /// The greatest pressure before the condition is met, 0 to 1.
  private var peak = 0.0

  /// `slop` in mm and `minPressure` in percent apply only until the condition is met.
  init(_ start: StrokeStart, slop: Double, minPressure: Double) {
    (self.start, self.slop, self.minPressure) = (start, slop, minPressure)
  }

  var isMet: Bool { state == .met }

  /// The time when the hold is long enough. `never` before the landing, once the hold is met, and for other conditions.
  var deadline: Timestamp {
    guard case .waiting(let since) = state, case .hold(let span) = start else { return .never }
    return since + span
  }

  mutating func touchesBegan(_ touches: TouchGroup) {
    guard state != .met else { return }
    state = .waiting(since: touches.time)
    checkCondition(touches)
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Failure? {
    guard case .waiting(let since) = state else { return nil }
    let moved = moved(touches)
    guard moved.isMet else { return failure(ofStraying: moved, after: touches.time - since) }
    checkCondition(touches)
    return nil
  }

  /// The failure when fingers stray too far. `span` is the time since the last landing.
  private func failure(ofStraying moved: Gauge, after span: TimeSpan) -> Failure {
    guard case .hold(let required) = start, span < required else { return Failure(moved) }
    return Failure(rested(span, of: required)).interrupted(by: Failure(moved.withoutDetail))
  }

  func touchesEnded(_ touches: TouchGroup) -> Failure? {
    guard case .waiting(let since) = state else { return nil }
    return switch start {
    case .landing: nil
    case .hold(let span): Failure(rested(touches.time - since, of: span))
    case .forcePress: Failure(pressed(with: peak))
    }
  }

  mutating func deadlinePassed(_ touches: TouchGroup) { if touches.time >= deadline { state = .met } }

  mutating func reset() {
    state = .idle
    peak = 0
  }

  func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard case .waiting(let since) = state else { return [] }
    return switch start {
    case .landing: []
    case .hold(let span): [rested(touches.time - since, of: span), moved(touches)]
    case .forcePress: [pressed(with: touches.pressure ?? 0), moved(touches)]
    }
  }

  private mutating func checkCondition(_ touches: TouchGroup) {
    switch start {
    case .landing: state = .met
    case .hold: break
    case .forcePress:
      peak = max(peak, touches.pressure ?? 0)
      if pressed(with: peak).isMet { state = .met }
    }
  }

  private func moved(_ touches: TouchGroup) -> Gauge {
    .stay(
      "moved", .mm(touches.strayed),
      detail: start == .forcePress ? "before the press" : "before the hold was long enough",
      within: Stroke.slop.name, .mm(slop))
  }

  private func rested(_ span: TimeSpan, of required: TimeSpan) -> Gauge {
    .reach("held still", Measure(span), Stroke.after.name, Measure(required))
  }

  private func pressed(with pressure: Double) -> Gauge {
    .reach("pressed with", .percent(pressure * 100), ForcePress.minPressure.name, .percent(minPressure))
  }
}

extension StrokeStart {
  var holdTime: TimeSpan {
    switch self {
    case .landing, .forcePress: TimeSpan(microseconds: 0)
    case .hold(let span): span
    }
  }

  /// The timeout of a gesture that takes at most `span` after this condition is met. `untilLift` for `forcePress`.
  func timeout(and span: TimeSpan) -> Kind.Timeout {
    switch self {
    case .landing, .hold: .resting(TimeSpan(microseconds: holdTime.microseconds + span.microseconds))
    // A finger may rest for any time before it presses.
    case .forcePress: .untilLift
    }
  }
}

/// The condition under which a drawing or a hint starts.
public enum StrokeStart: Equatable, Sendable {
  case landing
  case hold(TimeSpan)
  case forcePress

  /// The allowed durations of a hold, in milliseconds.
  public static let holdRange = 50.0...10_000.0

  public static let landingName = "landing"
  public static let holdName = "hold"
  public static let forcePressName = "force-press"

  /// Reads `landing`, `hold 300 ms` or `force-press`, as in rules. Nil for other texts and holds outside `holdRange`.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    switch words.first.map(String.init) {
    case Self.landingName where words.count == 1: self = .landing
    case Self.forcePressName where words.count == 1: self = .forcePress
    case Self.holdName where words.count > 1:
      guard let milliseconds = Self.milliseconds(words[1]) else { return nil }
      self = .hold(TimeSpan(milliseconds: milliseconds))
    default: return nil
    }
  }

  /// The condition as written in the rules file.
  public var text: String {
    switch self {
    case .landing: Self.landingName
    case .hold(let span): "\(Self.holdName) \(Measure(span))"
    case .forcePress: Self.forcePressName
    }
  }

  private static func milliseconds(_ text: Substring) -> Double? {
    guard let span = try? quantity(String(text), .milliseconds), holdRange.contains(span) else { return nil }
    return span
  }
}

/// The effect of lifted fingers on a gesture that lasts.
///
///    complete --too few are left--> lacking --landed again soon--> complete
///        \                             |  \--time is over--> ended, or cancelled with `strict-fingers`
///         \--all up--> ended           \--all up--> ended
///
/// If too few fingers are down, the gesture waits a moment before it ends, because sensors can lose a contact. With
/// `strict-fingers`, it waits for the time `lift-within`, and is cancelled if other fingers are still down after that
/// time. While the gesture waits, it keeps the values from the first lift.
public struct LiftPolicy: Sendable {
  private let least: Int
  private let strict: Bool
  /// The longest time for which a lost contact doesn't end the gesture.
  static let dropout = TimeSpan(milliseconds: 40)

  private let liftWithin: TimeSpan
  private var firstLift: Timestamp?
  /// The gesture's values at the first lift; nil while no finger is missing.
  public private(set) var valuesAtLift: GestureValues?
  /// The number of the gesture's fingers. A missing finger still counts until another finger lands.
  public private(set) var fingers = 0

  /// Reads the settings `fingers`, `lift-within` and `strict-fingers`.
  public init(_ settings: Settings) {
    least = settings[CommonSettings.fingers].lowerBound
    strict = settings[CommonSettings.strictFingers]
    liftWithin = settings[CommonSettings.liftWithin]
  }

  /// The time when a missing finger ends the gesture, or cancels it with `strict-fingers`. `never` if none is missing.
  public var deadline: Timestamp { firstLift.map { $0 + (strict ? liftWithin : Self.dropout) } ?? .never }
  /// Whether a finger is missing. If so, the movement of the other fingers doesn't count.
  public var isLifting: Bool { firstLift != nil }

  /// Counts the fingers. If enough fingers are down again within `dropout`, no finger is missing any more.
  public mutating func touchesBegan(_ touches: TouchGroup) {
    fingers = touches.count
    guard let firstLift, touches.count >= least, touches.time < firstLift + Self.dropout else { return }
    reset()
  }

  /// Proposes the end if no finger is down. If too few fingers are down, waits, and keeps the first lift's `values`.
  public mutating func touchesEnded(_ touches: TouchGroup, _ values: GestureValues) -> Proposal {
    guard touches.count < least else {
      fingers = touches.count
      return .nothing
    }
    guard touches.count > 0 else { return .end }
    if firstLift == nil {
      valuesAtLift = values
      firstLift = touches.time
    }
    return .nothing
  }

  /// If a finger is missing, proposes to end the gesture, or to cancel the gesture with `strict-fingers`.
  public func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    guard let firstLift else { return .nothing }
    return strict ? .cancel(Failure(Gauge.stayed(touches, since: firstLift, liftWithin), .untilLift)) : .end
  }

  /// The gauge of the time since the first lift. Empty without `strict-fingers`, or if no finger is missing.
  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard strict, let firstLift else { return [] }
    return [.stayed(touches, since: firstLift, liftWithin)]
  }

  /// Forgets the first lift and its values: for a new attempt, or when enough fingers are down again.
  public mutating func reset() {
    firstLift = nil
    valuesAtLift = nil
  }
}
