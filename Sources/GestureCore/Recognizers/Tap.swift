/// Fingers touch and lift again at once, once or several times.
///
///     idle --land--> down --all up--> recognized                 (that was the last tap)
///                     |  \--all up--> between --land--> down     (one more tap is due)
///                     |                  \--max-interval--> failed
///                     \--moved, held, lifted apart--> failed
///
/// A landing too far from the tap before fails the attempt and starts a fresh one.
public struct Tap: Recognizer {
  static let taps = Setting.count(
    "taps", 1, in: 1...5, "How many taps in a row.", origin: "UIKit's numberOfTapsRequired")
  static let maxDuration = Setting.time(
    "max-duration", touchscreen: 500, touchpad: 200, in: 20...10_000,
    "How long a tap may last, from the first finger down to the last one up.",
    origin: "touchscreens: long-press begins there; touchpads: p99 of recorded taps plus margin")
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50, "How far a finger may stray while it is down.",
    origin: "a fingertip rolls 1 to 2 mm; Chromium allows 15 px, about 2.4 mm")
  static let maxInterval = Setting.time(
    "max-interval", touchscreen: 350, touchpad: 300, in: 20...10_000,
    "How long to wait between the last finger up and the next one down.", origin: "UIKit waits 350 ms")
  static let maxDistance = Setting.quantity(
    "max-distance", .millimetres, touchscreen: 12, touchpad: 10, in: 0...200,
    "How far one tap may be from the one before.",
    origin: "Android and Flutter allow 100 px, about 16 mm; less is safer")
  static let bounce = Setting.time(
    "bounce", touchscreen: 40, touchpad: 20, in: 0...500,
    "A touch so soon after the last one lifted is the same finger bouncing and is not counted.",
    origin: "Flutter and Chromium: no double tap within 40 ms; touchpads report cleaner contacts")
  static let minApart = Setting.quantity(
    "min-apart", .millimetres, touchscreen: 10, touchpad: 10, in: 0...200,
    "How far apart the fingers of one tap are at least.",
    origin: "adult fingertips side by side are 12 mm or more apart")
  static let maxApart = Setting.quantity(
    "max-apart", .millimetres, touchscreen: 80, touchpad: 60, in: 10...500,
    "How far apart the fingers of one tap are at most.", origin: "what one relaxed hand spans")

  public static let kind = Kind(
    name: "tap", summary: "Fingers touch and lift again at once, once or several times.", isDiscrete: true,
    settings: [
      taps.declaration, maxDuration.declaration, slop.declaration, maxInterval.declaration, maxDistance.declaration,
      bounce.declaration, minApart.declaration, maxApart.declaration,
    ], reports: .taps, needs: .contacts,
    traits: Kind.Traits {
      $0.isMadeByLifting = true
      $0.patience = { .taps($0[taps], each: $0[maxDuration], pause: $0[maxInterval]) }
    }, make: Tap.init)

  private enum State {
    case idle
    case down(until: Timestamp, firstLift: Timestamp?)
    case between(until: Timestamp)
    /// A contact that is only the last one bouncing.
    case bouncing(until: Timestamp)
  }

  private let taps: Int
  private let maxDuration: TimeSpan
  private let slop: Double
  private let maxInterval: TimeSpan
  private let maxDistance: Double
  private let bounce: TimeSpan
  private let liftWithin: TimeSpan
  private let apart: ClosedRange<Double>
  private var state = State.idle
  private var made = 0
  /// The last tap, kept over a reset: bouncing does not care about attempts.
  private var last: (lifted: Timestamp, place: Vector)?
  /// Centre of the fingers before the first of them lifted.
  private var place = Vector.zero

  public init(_ settings: Settings) {
    taps = settings[Self.taps]
    maxDuration = settings[Self.maxDuration]
    slop = settings[Self.slop]
    maxInterval = settings[Self.maxInterval]
    maxDistance = settings[Self.maxDistance]
    bounce = settings[Self.bounce]
    liftWithin = settings[CommonSettings.liftWithin]
    let least = settings[Self.minApart]
    apart = least...max(least, settings[Self.maxApart])
  }

  public var precedence: Int { taps }

  public var deadline: Timestamp? {
    switch state {
    case .idle: nil
    case .down(let until, nil): until
    case .down(let until, let firstLift?): min(until, firstLift + liftWithin)
    // A bouncing contact that stays is not the tap that is due.
    case .between(let until), .bouncing(let until): until
    }
  }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    switch state {
    case .idle, .between:
      if let step = compareWithLast(touches) { return step }
    case .down(_, nil): break
    case .down(_, .some): return .fail(Failure("landed again while fingers lifted"))
    case .bouncing: return .stay
    }
    if let separation = touches.separation {
      if separation.lowerBound < apart.lowerBound {
        return .fail(Failure("fingers apart", .mm(separation.lowerBound), "min-apart", .mm(apart.lowerBound)))
      }
      if separation.upperBound > apart.upperBound {
        return .fail(Failure("fingers apart", .mm(separation.upperBound), "max-apart", .mm(apart.upperBound)))
      }
    }
    state = .down(until: touches.firstLanded + maxDuration, firstLift: nil)
    return .stay
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Step {
    guard touches.strayed > slop, case .down = state else { return .stay }
    return .fail(Failure("moved", .mm(touches.strayed), "slop", .mm(slop)))
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    switch state {
    case .idle, .between: return .stay
    case .bouncing(let until):
      if touches.count == 0 { state = .between(until: until) }
      return .stay
    case .down(let until, let firstLift):
      if firstLift == nil { place = touches.centroid }
      guard touches.count == 0 else {
        state = .down(until: until, firstLift: firstLift ?? touches.time)
        return .stay
      }
      made += 1
      last = (touches.time, place)
      if made == taps { return .recognize }
      state = .between(until: touches.time + maxInterval)
      return .stay
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Step {
    switch state {
    case .idle: return .stay
    case .between, .bouncing: return .fail(Failure("made", .taps(made), "taps", .taps(taps)))
    case .down(let until, let firstLift):
      if let firstLift, firstLift + liftWithin < until {
        return .fail(Failure("lifted apart by", Measure(touches.time - firstLift), "lift-within", Measure(liftWithin)))
      }
      return .fail(
        Failure("held", Measure(touches.time - touches.firstLanded), "max-duration", Measure(maxDuration)))
    }
  }

  public mutating func reset() {
    state = .idle
    made = 0
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = touches.peakCount
    values.taps = made
    values.location = place
    return values
  }

  /// Whether this landing follows the tap before closely enough to belong to it, and not so closely that it bounced.
  private mutating func compareWithLast(_ touches: TouchGroup) -> Step? {
    guard let last else { return nil }
    let gap = touches.firstLanded - last.lifted
    let distance = (touches.centroid - last.place).length
    if gap < bounce, distance <= maxDistance {
      guard case .between(let until) = state else {
        return .fail(Failure("landed again after", Measure(gap), "bounce", Measure(bounce)))
      }
      state = .bouncing(until: until)
      return .stay
    }
    guard case .between(let until) = state else { return nil }
    // The first of several fingers landed in time if this one was waited for.
    if touches.firstLanded >= until {
      return .startAfresh(Failure("landed after", Measure(gap), "max-interval", Measure(maxInterval)))
    }
    if distance > maxDistance {
      return .startAfresh(Failure("landed away", .mm(distance), "max-distance", .mm(maxDistance)))
    }
    return nil
  }
}
