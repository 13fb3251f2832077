/// A finger presses hard, and the gesture follows the pressure.
///
///     idle --land--> light <--min-pressure--> hard --min-duration--> began --moved--> changed --released--> ended
///                      |                       \--moved, lifted--> failed
///                      \--moved, lifted--> failed
///
/// Of several fingers, the hardest press counts. Between `release-pressure` and `min-pressure`, a hard press doesn't
/// start or end.
public struct ForcePress: Recognizer {
  static let minPressure = Setting.quantity(
    "min-pressure", .percent, touchscreen: 70, touchpad: 60, in: 1...100,
    "How hard the finger must press, as a percentage of the device's full pressure.",
    reason:
      "touchscreens: recorded taps and scrolls reach 56 %; touchpads: recorded taps, scrolls and clicks reach 49 %"
  ).loosened(by: .lower)
  private static let releasePressure = Setting.quantity(
    "release-pressure", .percent, touchscreen: 50, touchpad: 45, in: 0...100,
    "The pressure below which the press ends, as a percentage of the device's full pressure; a value above `min-pressure` counts as `min-pressure`.",
    reason: "an estimate: about three quarters of `min-pressure`; no recording has a slow release"
  ).loosened(by: .lower)
  private static let minDuration = Setting.time(
    "min-duration", touchscreen: 100, touchpad: 100, in: 0...10_000,
    "After the pressure reaches `min-pressure`, it must stay at or above `release-pressure` for this time; then the gesture begins.",
    reason: "an estimate: a finger that lands hard needs this time to settle; no recording has such a landing"
  ).loosened(by: .lower)
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "How far a finger can stray before the gesture begins; after that the finger can move freely.",
    reason: "the slop of a tap: a fingertip rolls 1 to 2 mm when it is pressed flat"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "force-press", summary: "A finger presses hard; the gesture follows the pressure until the press ends.",
    isDiscrete: false, settings: [minPressure, releasePressure, minDuration, slop], reports: .pressure,
    needs: .pressure, make: ForcePress.init)

  private enum State {
    case idle
    case light
    case hard(since: Timestamp)
    case pressed
  }

  private let minPressure: Double
  private let releasePressure: Double
  private let minDuration: TimeSpan
  private let slop: Double
  private var lift: LiftPolicy
  private var state = State.idle
  /// The greatest pressure in this attempt before the gesture begins, 0 to 1.
  private var peakPressure = 0.0
  /// The longest hard press that ended in this attempt. Nil if no hard press has ended.
  private var longestPress: TimeSpan?

  public init(_ settings: Settings) {
    minPressure = settings[Self.minPressure] / 100
    releasePressure = min(minPressure, settings[Self.releasePressure] / 100)
    minDuration = settings[Self.minDuration]
    slop = settings[Self.slop]
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp {
    switch state {
    case .idle, .light: .never
    case .hard(let since): since + minDuration
    case .pressed: lift.deadline
    }
  }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    lift.touchesBegan(touches)
    if case .pressed = state { return .nothing }
    if case .idle = state { state = .light }
    return checkPressure(touches)
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .light, .hard:
      guard touches.strayed <= slop else { return .fail(Failure(movementGauge(touches), .openEnded)) }
      return checkPressure(touches)
    case .pressed:
      if lift.isLifting { return .nothing }
      return Self.pressure(touches) < releasePressure ? .end : .change
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .light:
      // If the finger pressed hard before, it let go too soon.
      return .fail(Failure(longestPress.map(durationGauge) ?? pressureGauge(peakPressure)))
    case .hard(let since):
      return .fail(Failure(durationGauge(max(touches.time - since, longestPress ?? touches.time - since))))
    case .pressed: return lift.touchesEnded(touches, values(touches))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle, .light: return .nothing
    case .hard: return begin()
    case .pressed: return lift.deadlinePassed(touches)
    }
  }

  public mutating func reset() {
    state = .idle
    peakPressure = 0
    longestPress = nil
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues(fingers: lift.fingers, location: touches.centroid)
    values.pressure = touches.pressure
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: return []
    case .light:
      return [pressureGauge(Self.pressure(touches)), movementGauge(touches)]
        + (longestPress.map { [durationGauge($0)] } ?? [])
    case .hard(let since): return [durationGauge(touches.time - since), releaseGauge(touches), movementGauge(touches)]
    case .pressed: return [releaseGauge(touches)] + lift.gauges(touches)
    }
  }

  private func pressureGauge(_ pressure: Double) -> Gauge {
    .reach("pressed with", Self.percent(pressure), Self.minPressure.name, Self.percent(minPressure))
  }

  private func durationGauge(_ span: TimeSpan) -> Gauge {
    .reach("pressed for", Measure(span), Self.minDuration.name, Measure(minDuration))
  }

  private func releaseGauge(_ touches: TouchGroup) -> Gauge {
    .reach(
      "pressed with", Self.percent(Self.pressure(touches)), Self.releasePressure.name, Self.percent(releasePressure))
  }

  private func movementGauge(_ touches: TouchGroup) -> Gauge {
    .stay("moved", .mm(touches.strayed), within: Self.slop.name, .mm(slop))
  }

  private static func percent(_ share: Double) -> Measure { .percent(share * 100) }

  /// Detects a hard press or its end before the gesture begins. Proposes to begin only if `min-duration` is 0.
  private mutating func checkPressure(_ touches: TouchGroup) -> Proposal {
    let pressure = Self.pressure(touches)
    peakPressure = max(peakPressure, pressure)
    if case .hard(let since) = state {
      if pressure < releasePressure {
        longestPress = max(touches.time - since, longestPress ?? touches.time - since)
        state = .light
      }
    } else if pressure >= minPressure {
      state = .hard(since: touches.time)
      if minDuration.microseconds == 0 { return begin() }
    }
    return .nothing
  }

  private mutating func begin() -> Proposal {
    state = .pressed
    return .begin
  }

  private static func pressure(_ touches: TouchGroup) -> Double { touches.pressure ?? 0 }
}
