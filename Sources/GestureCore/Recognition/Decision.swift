/// A decision of the engine about a recognizer.
public struct Decision: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public private(set) var outcome: Outcome

  /// The result of the decision, with its reason.
  public enum Outcome: Equatable, Sendable {
    /// Enough fingers are down, and the recognizer looks at them.
    case tracking
    /// The gesture changed to this state, and an event was sent.
    case event(RecognizerState, GestureValues)
    /// The gesture is complete, but another finger can still land until this moment.
    case awaitingFingers(until: Timestamp)
    /// The gesture is complete, but this other gesture has to fail first.
    case held(by: GestureID)
    /// The gesture no longer waits (see `awaitingFingers` and `held`), and is recognized or begins now.
    case released
    case failed(Cause)
    case cancelled(Cause)
    /// The recognizer is ready for the next attempt.
    case reset
    /// The recognizer is not shown a touch that has landed.
    case notReceived(Refusal)
  }

  /// A copy of the decision with another outcome.
  public func with(_ outcome: Outcome) -> Decision {
    var decision = self
    decision.outcome = outcome
    return decision
  }

  /// The reason why a recognizer is not shown a touch.
  public enum Refusal: Equatable, Sendable {
    /// The touch began outside the zone of the rule.
    case outside(zone: String)
    /// The touch began in a zone that hides its touches from all gestures.
    case ignored(zone: String)
    case exclusive(zone: String)
    case singleTouch(zone: String)
    case otherTool(Touch.Tool)
    /// The condition `receive` doesn't hold. In one attempt, an unmet statement isn't reported twice in succession.
    case condition(Condition.Unmet)
  }

  /// The reason why a gesture failed or was cancelled.
  public enum Cause: Equatable, Sendable {
    case own(Failure)
    /// Another gesture was recognized or began on the same touch.
    case excluded(by: GestureID)
    case shouldNotBegin
    /// A gesture that had to fail first was recognized or began.
    case requirementRecognized(GestureID)
    case touchCancelled
    /// Gestures were paused or resumed.
    case paused
    case deviceRemoved
    /// A bug in the recognizer: it proposed a change its state forbids, or didn't end its gesture at the last lift.
    case illegalTransition
  }
}

/// A receiver of all decisions. Without an observer, the engine creates no decisions.
public protocol Observer: AnyObject {
  /// Receives the decisions in order. The receiver must not call the engine.
  func observe(_ decision: Decision)
}

/// The reason why a recognizer failed: `moved 4.2 mm, allows 3 mm (slop)`.
public struct Failure: Equatable, Sendable, CustomStringConvertible {
  /// The fact that made the recognizer fail.
  public enum Fact: Equatable, Sendable {
    /// A value didn't reach its limit, or exceeded it: `moved 4.2 mm, allows 3 mm (slop)`.
    case missed(Gauge)
    /// An event without a threshold: `lifted after 30 ms`. This event contradicts `choice` of `setting`, if given.
    case happened(String, Measure?, detail: String?, setting: String?, choice: String?)
  }

  /// Whether the measured value was still growing when the recognizer failed.
  public enum Growth: Sendable {
    case over
    /// The value was still growing, for example at a deadline, so its final amount is unknown.
    case openEnded
    /// The value grows until the fingers lift. Its final amount is known after the last lift.
    case untilLift
  }

  public private(set) var fact: Fact
  public private(set) var growth = Growth.over
  /// The setting's value that would accept this attempt. Nil if it equals `measured`, or without a threshold.
  public private(set) var needed: Measure?
  /// The failure that caused this one, such as a movement that ended a hold. A list: a structure can't contain itself.
  private var interruption: [Failure] = []

  /// Creates a failure. A measured value below `limit` had to reach the limit; any other value had to stay within it.
  public init(_ what: String, _ measured: Measure, _ setting: String, _ limit: Measure) {
    self.init(
      measured.value < limit.value
        ? .reach(what, measured, setting, limit) : .stay(what, measured, within: setting, limit))
  }

  /// Creates a failure without a threshold. `choice` is the value of `setting` that the event contradicts.
  public init(
    _ what: String, _ measured: Measure? = nil, detail: String? = nil, _ setting: String? = nil, choice: String? = nil
  ) {
    fact = .happened(what, measured, detail: detail, setting: setting, choice: choice)
  }

  /// Creates the failure of a value that didn't reach its limit, or exceeded it.
  public init(_ gauge: Gauge, _ growth: Growth = .over, needing needed: Measure? = nil) {
    fact = .missed(gauge)
    (self.needed, self.growth) = (needed, growth)
  }

  public var gauge: Gauge? { if case .missed(let gauge) = fact { gauge } else { nil } }

  /// The first words of the description, such as `moved`, `turned` or `lifted after`.
  public var what: String {
    switch fact {
    case .happened(let what, _, _, _, _): what
    case .missed(let gauge): gauge.what
    }
  }

  public var measured: Measure? {
    switch fact {
    case .happened(_, let measured, _, _, _): measured
    case .missed(let gauge): gauge.measured
    }
  }

  /// The words after the measured value, or after `what` if there is no value: `from the left edge`. Nil for no words.
  public var detail: String? {
    switch fact {
    case .happened(_, _, let detail, _, _): detail
    case .missed(let gauge): gauge.detail
    }
  }

  /// The name of the setting that made the recognizer fail. Nil if no setting is the reason.
  public var setting: String? {
    switch fact {
    case .happened(_, _, _, let setting, _): setting
    case .missed(let gauge): gauge.setting
    }
  }

  public var limit: Measure? { gauge?.limit }

  /// The direction in which the setting must change to accept this attempt. Nil without a threshold.
  public var loosening: Loosening? { gauge.map { $0.mustReach ? .lower : .raise } }

  public var isOpenEnded: Bool { growth != .over }

  /// A copy for a gesture that doesn't include all fingers on the surface. `untilLift` becomes `openEnded`.
  var withOtherFingersDown: Failure {
    var failure = self
    if growth == .untilLift { failure.growth = .openEnded }
    return failure
  }

  /// A copy with a greater measured value that could have grown further. Unchanged without a threshold.
  public func grown(to measured: Measure) -> Failure {
    guard var gauge else { return self }
    gauge.measured = measured
    var failure = self
    failure.fact = .missed(gauge)
    failure.growth = .openEnded
    return failure
  }

  /// A copy that also contains `next`, the failure that interrupted the gesture. The description names both failures.
  func interrupted(by next: Failure) -> Failure {
    var failure = self
    failure.interruption = [next]
    return failure
  }

  public var description: String { ([sentence] + interruption.map(\.description)).joined(separator: "; then ") }

  private var sentence: String {
    switch fact {
    case .missed(let gauge): sentence(gauge)
    case .happened(let what, let measured, let detail, let setting, let choice):
      [what, measured?.description, detail].compactMap(\.self).joined(separator: " ")
        + (choice.map { ", needs \(setting ?? "") \($0)" } ?? "")
    }
  }

  private func sentence(_ gauge: Gauge) -> String {
    let (measured, limit) = (gauge.measured, gauge.limit)
    // If rounding hides the difference, the numbers get more decimals.
    var extraDecimals = 0
    while extraDecimals < Self.maxExtraDecimals, measured != limit,
      measured.text(extraDecimals: extraDecimals) == limit.text(extraDecimals: extraDecimals)
    {
      extraDecimals += 1
    }
    // At a deadline the measured value is exactly the limit, but would have grown further.
    let more = isOpenEnded && measured == limit ? "more than " : ""
    let detail = gauge.detail.map { " " + $0 } ?? ""
    let name = gauge.setting + (gauge.circumstance.map { " " + $0.rawValue } ?? "")
    return
      "\(gauge.what) \(more)\(measured.text(extraDecimals: extraDecimals))\(detail), \(gauge.mustReach ? "needs" : "allows") "
      + "\(limit.asSetting(extraDecimals: extraDecimals)) (\(name))"
  }

  private static let maxExtraDecimals = 3
}
