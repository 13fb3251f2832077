/// Fingers touch and lift again quickly, once or several times.
///
///    idle --land--> down --all up--> recognized                 (that was the last tap)
///                    |  \--all up--> between --land--> down     (one more tap is needed)
///                    |                  \--max-interval--> failed
///                    \--moved, down too long, lifted apart, landed while lifting, too close, too far apart--> failed
public struct Tap: Recognizer {
  public static let taps = Setting.count(
    "taps", 1, in: 1...5, "How many taps in a row.", reason: "the default of UIKit's numberOfTapsRequired")
  private static let maxDuration = Setting.time(
    "max-duration", touchscreen: 500, touchpad: 200, in: 20...10_000,
    "How long each tap can last, from the first landing to the last lift.",
    reason:
      "touchscreens: a long press begins at this time; touchpads: 99 % of the recorded taps are clearly shorter"
  ).loosened(by: .raise)
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50, "How far a finger can stray while it is down.",
    reason: "a fingertip rolls 1 to 2 mm; Chromium allows 15 px, about 2.4 mm"
  ).loosened(by: .raise)
  public static let minApart = Setting.quantity(
    "min-apart", .millimetres, touchscreen: 10, touchpad: 10, in: 0...200,
    "The least distance between the fingers of one tap.",
    reason: "adult fingertips side by side are 12 mm or more apart"
  ).loosened(by: .lower)
  public static let maxApart = Setting.quantity(
    "max-apart", .millimetres, touchscreen: 80, touchpad: 60, in: 10...500,
    "The greatest distance between the fingers of one tap.", reason: "the span of one relaxed hand"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "tap", summary: "Fingers touch and lift again quickly, once or several times.", isDiscrete: true,
    settings: [
      taps, maxDuration, slop, TapCounter.maxInterval, TapCounter.maxDistance, TapCounter.bounce, minApart, maxApart,
    ], reports: .taps, needs: .contacts,
    traits: Kind.Traits {
      $0.isMadeByLifting = { _ in true }
      $0.timeout = { .taps($0[taps], each: $0[maxDuration], pause: $0[TapCounter.maxInterval]) }
    }, make: Tap.init)

  private let taps: Int
  private let apart: ClosedRange<Double>
  private var counter: TapCounter
  /// The least and greatest distance in mm between fingers at the last landing. Nil before a landing or for one finger.
  private var separation: ClosedRange<Double>?

  public init(_ settings: Settings) {
    taps = settings[Self.taps]
    let least = settings[Self.minApart]
    apart = least...max(least, settings[Self.maxApart])
    counter = TapCounter(settings, taps: Self.taps, maxDuration: Self.maxDuration, slop: Self.slop)
  }

  public var precedence: Int { taps }
  public var deadline: Timestamp { counter.deadline }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    let proposal = counter.touchesBegan(touches) ?? .nothing
    separation = nil
    guard proposal == .nothing, counter.isDown, let separation = touches.separation else { return proposal }
    self.separation = separation
    if separation.lowerBound < apart.lowerBound { return .fail(Failure(closenessGauge(separation))) }
    if separation.upperBound > apart.upperBound { return .fail(Failure(spreadGauge(separation))) }
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { counter.touchesMoved(touches) ?? .nothing }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    let proposal = counter.touchesEnded(touches) ?? .nothing
    return counter.isComplete ? .recognize : proposal
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal { counter.deadlinePassed(touches) ?? .nothing }

  public mutating func reset() {
    counter.reset()
    separation = nil
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues(fingers: touches.peakCount, location: counter.location)
    values.taps = counter.tapCount
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard counter.isDown, let separation else { return counter.gauges(touches) }
    return counter.gauges(touches) + [closenessGauge(separation), spreadGauge(separation)]
  }

  private func closenessGauge(_ separation: ClosedRange<Double>) -> Gauge {
    .reach("fingers apart", .mm(separation.lowerBound), Self.minApart.name, .mm(apart.lowerBound))
  }

  private func spreadGauge(_ separation: ClosedRange<Double>) -> Gauge {
    .stay("fingers apart", .mm(separation.upperBound), within: Self.maxApart.name, .mm(apart.upperBound))
  }
}
