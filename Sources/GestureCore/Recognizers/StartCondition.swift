/// What fingers do before a gesture starts: they land, rest or press, without straying.
///
///     idle --land--> shut --rested, pressed--> open
///                      \--strayed, lifted--> failed
///
/// It is shown the touches before its gesture looks at them: that starts once it is open.
struct StartCondition: Sendable {
  private enum State: Equatable {
    case idle
    /// The last of the fingers landed then.
    case shut(since: Timestamp)
    case open
  }

  private let start: StrokeStart
  private let slop: Double
  private let minPressure: Double
  private var state = State.idle
  /// The hardest it was pressed while shut, 0 to 1.
  private var peak = 0.0

  /// `slop` in mm, `minPressure` in percent, both only of what is waited for.
  init(_ start: StrokeStart, slop: Double, minPressure: Double) {
    self.start = start
    self.slop = slop
    self.minPressure = minPressure
  }

  var isOpen: Bool { state == .open }

  /// When the fingers have rested for long enough; `never` if no time is waited for.
  var deadline: Timestamp {
    guard case .shut(let since) = state, case .rest(let span) = start else { return .never }
    return since + span
  }

  /// Fingers have landed, or one more did: a rest counts from the last of them.
  mutating func touchesBegan(_ touches: TouchGroup) {
    guard state != .open else { return }
    state = .shut(since: touches.time)
    weigh(touches)
  }

  /// Nil while nothing is wrong.
  mutating func touchesMoved(_ touches: TouchGroup) -> Failure? {
    guard case .shut(let since) = state else { return nil }
    let moved = moved(touches)
    guard moved.isMet else { return broken(by: moved, touches.time - since) }
    weigh(touches)
    return nil
  }

  /// Fingers that stray have rested for too short a time: the rest is what was missing, and `moved` says what broke it off.
  private func broken(by moved: Gauge, _ span: TimeSpan) -> Failure {
    guard case .rest(let whole) = start, span < whole else { return Failure(moved) }
    return Failure(rested(span, of: whole)).then(Failure(moved.withoutDetail))
  }

  /// Why it did not open, when a finger lifts while it is shut.
  func touchesEnded(_ touches: TouchGroup) -> Failure? {
    guard case .shut(let since) = state else { return nil }
    return switch start {
    case .atOnce: nil
    case .rest(let span): Failure(rested(touches.time - since, of: span))
    case .forcePress: Failure(pressed(with: peak))
    }
  }

  mutating func deadlinePassed(_ touches: TouchGroup) {
    if touches.time >= deadline { state = .open }
  }

  mutating func reset() {
    state = .idle
    peak = 0
  }

  /// How far it has come; nothing once it is open.
  func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard case .shut(let since) = state else { return [] }
    return switch start {
    case .atOnce: []
    case .rest(let span): [rested(touches.time - since, of: span), moved(touches)]
    case .forcePress: [pressed(with: touches.pressure ?? 0), moved(touches)]
    }
  }

  private mutating func weigh(_ touches: TouchGroup) {
    switch start {
    case .atOnce: state = .open
    case .rest: break
    case .forcePress:
      peak = max(peak, touches.pressure ?? 0)
      if pressed(with: peak).isMet { state = .open }
    }
  }

  private func moved(_ touches: TouchGroup) -> Gauge {
    .stay(
      "moved", .mm(touches.strayed), detail: start == .forcePress ? "before the press" : "before the rest was over",
      within: Stroke.slop.name, .mm(slop))
  }

  private func rested(_ span: TimeSpan, of whole: TimeSpan) -> Gauge {
    .reach("rested", Measure(span), Stroke.after.name, Measure(whole))
  }

  private func pressed(with pressure: Double) -> Gauge {
    .reach("pressed with", .percent(pressure * 100), ForcePress.minPressure.name, .percent(minPressure))
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

  /// How long a gesture can stay possible that may take `span` once it has started.
  func patience(and span: TimeSpan) -> Kind.Patience {
    switch self {
    case .atOnce, .rest: .resting(TimeSpan(microseconds: rest.microseconds + span.microseconds))
    // A finger may rest for as long as it likes before it presses.
    case .forcePress: .untilLift
    }
  }
}

/// What fingers must do before they draw: nothing, rest for a while, or press hard.
public enum StrokeStart: Equatable, Sendable {
  case atOnce
  case rest(TimeSpan)
  case forcePress

  /// How long a rest may be, in milliseconds.
  public static let rests = 50.0...10_000.0

  public static let atOnceName = "landing"
  public static let restName = "rest"
  public static let forcePressName = "force-press"

  /// Reads it as the rules file has it: `landing`, `rest 300 ms`, `force-press`.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    switch words.first.map(String.init) {
    case Self.atOnceName where words.count == 1: self = .atOnce
    case Self.forcePressName where words.count == 1: self = .forcePress
    case Self.restName where words.count > 1:
      guard let milliseconds = Self.milliseconds(words[1]) else { return nil }
      self = .rest(TimeSpan(milliseconds: milliseconds))
    default: return nil
    }
  }

  /// As the rules file has it.
  public var text: String {
    switch self {
    case .atOnce: Self.atOnceName
    case .rest(let span): "\(Self.restName) \(Measure(span))"
    case .forcePress: Self.forcePressName
    }
  }

  private static func milliseconds(_ text: Substring) -> Double? {
    guard let span = try? quantity(String(text), .milliseconds), rests.contains(span) else { return nil }
    return span
  }
}

/// What becomes of a continuous gesture that has begun when its fingers lift, the same for every kind.
///
///     complete --too few are left--> lacking --landed again--> complete
///                       \               \--time is over--> ended, or cancelled with `strict-fingers`
///                        \--none is left--> ended
///
/// It ends when too few fingers are left, as in UIKit, but not at once: sensors lose a contact for a scan or two. With
/// `strict-fingers` the rest must follow within `lift-within`; if they stay, it is cancelled. Meanwhile it stands as it was
/// when the first finger lifted.
public struct LiftPolicy: Sendable {
  private let least: Int
  private let strict: Bool
  /// How long a contact may be lost.
  static let dropout = TimeSpan(milliseconds: 40)

  private let within: TimeSpan
  private var firstLift: Timestamp?
  /// What there was to report when the first finger lifted; nil while none lacks.
  public private(set) var valuesAtLift: GestureValues?
  /// How many fingers make the gesture: those that are down, and once it is over those that were.
  public private(set) var fingers = 0

  public init(_ settings: Settings) {
    least = settings[CommonSettings.fingers].lowerBound
    strict = settings[CommonSettings.strictFingers]
    within = settings[CommonSettings.liftWithin]
  }

  /// By when the rest of the fingers must have lifted, or the missing one be back; `never` while none lacks.
  public var deadline: Timestamp { firstLift.map { $0 + (strict ? within : Self.dropout) } ?? .never }
  /// Fingers are lifting: what the rest do no longer counts.
  public var isLifting: Bool { firstLift != nil }

  /// Counts the fingers of the gesture. A contact that was lost for a moment is back.
  public mutating func touchesBegan(_ touches: TouchGroup) {
    fingers = touches.count
    guard let firstLift, touches.count >= least, touches.time < firstLift + Self.dropout else { return }
    reset()
  }

  /// Ends the gesture or waits; for a recognizer that has begun and would report `values` now.
  public mutating func touchesEnded(_ touches: TouchGroup, _ values: GestureValues) -> Step {
    guard touches.count < least else {
      fingers = touches.count
      return .stay
    }
    guard touches.count > 0 else { return .end }
    if firstLift == nil {
      valuesAtLift = values
      firstLift = touches.time
    }
    return .stay
  }

  /// Ends the gesture: the contact is not back. With `strict-fingers` it is cancelled: the rest of the fingers stayed.
  public func deadlinePassed(_ touches: TouchGroup) -> Step {
    guard let firstLift else { return .stay }
    return strict ? .cancel(Failure(Gauge.stayed(touches, since: firstLift, within), .untilLift)) : .end
  }

  /// How long the rest of the fingers have stayed, while that matters.
  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard strict, let firstLift else { return [] }
    return [.stayed(touches, since: firstLift, within)]
  }

  public mutating func reset() {
    firstLift = nil
    valuesAtLift = nil
  }
}
