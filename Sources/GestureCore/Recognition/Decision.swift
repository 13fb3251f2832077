/// Something the engine decided about a recognizer; debug views and traces only format these.
public struct Decision: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public private(set) var outcome: Outcome

  /// What was decided, with the reason.
  public enum Outcome: Equatable, Sendable {
    /// Enough fingers are down: the recognizer looks at them.
    case tracking
    /// It went to this state and a gesture event went out.
    case event(RecognizerState, GestureValues)
    /// Recognized, but another finger could still land until this moment.
    case awaitingFingers(until: Timestamp)
    /// Recognized, but this gesture has to fail first.
    case held(by: GestureID)
    /// Its requirements have all failed.
    case released
    case failed(Cause)
    case cancelled(Cause)
    /// Ready for the next attempt.
    case reset
    /// It is not shown a touch that has landed.
    case notReceived(Refusal)
  }

  public func with(_ outcome: Outcome) -> Decision {
    var decision = self
    decision.outcome = outcome
    return decision
  }

  /// Why a recognizer is not shown a touch.
  public enum Refusal: Equatable, Sendable {
    /// The touch began outside its zone.
    case outside(zone: String)
    /// The touch began in a zone that keeps it from all rules, or from those of other zones.
    case ignored(zone: String)
    case exclusive(zone: String)
    case singleTouch(zone: String)
    case otherTool(Touch.Tool)
    /// What it wants to receive is something else; told once of each gesture and attempt.
    case condition(Condition.Unmet)
  }

  /// What ended an attempt.
  public enum Cause: Equatable, Sendable {
    case own(Failure)
    /// Another gesture was recognized on the same touch.
    case excluded(by: GestureID)
    case shouldNotBegin
    /// A gesture that had to fail was recognized instead.
    case requirementRecognized(GestureID)
    case touchCancelled
    case deviceRemoved
    /// The recognizer asked for a transition that its state does not allow: a bug of its author.
    case illegalTransition
  }
}

/// Watches decisions; without one they cost nothing.
public protocol Observer: AnyObject {
  /// Something was decided. Called while the engine works, in the order of the decisions: it must not call the engine.
  func observe(_ decision: Decision)
}

/// Why a recognizer failed, in its own measurements: `moved 4.2 mm, allows 3 mm (slop)`.
public struct Failure: Equatable, Sendable, CustomStringConvertible {
  /// What was found.
  public enum Fact: Equatable, Sendable {
    /// A threshold decided: `moved 4.2 mm, allows 3 mm (slop)`.
    case missed(Gauge)
    /// No threshold did: `lifted after 30 ms`. It may differ from what a setting chooses among several: `landed 30 mm to the
    /// right, needs side left`.
    case happened(String, Measure?, detail: String?, setting: String?, choice: String?)
  }

  /// What was still to come of the measure when the recognizer failed.
  public enum Growth: Sendable {
    case over
    /// It still grew, as at a deadline: how far it would have gone is not known.
    case openEnded
    /// It grows until the fingers have lifted: once they have, the whole of it is known.
    case untilLift
  }

  public private(set) var fact: Fact
  public private(set) var growth = Growth.over
  /// What the setting would have had to be for this attempt, where that is not what was measured.
  public private(set) var needed: Measure?
  /// What broke it off, none or one. It becomes text only where someone reads it.
  private var sequel: [Failure] = []

  /// What the hand did, and what was measured, with the setting that decided and its limit, in the same unit.
  public init(_ what: String, _ measured: Measure, _ setting: String, _ limit: Measure) {
    self.init(
      measured.value < limit.value
        ? .reach(what, measured, setting, limit) : .stay(what, measured, within: setting, limit))
  }

  /// What the hand did; with `setting` and `choice` it is not what a setting chooses among several.
  public init(
    _ what: String, _ measured: Measure? = nil, detail: String? = nil, _ setting: String? = nil, choice: String? = nil
  ) {
    fact = .happened(what, measured, detail: detail, setting: setting, choice: choice)
  }

  /// The threshold of `gauge` decided. `needed` is what its setting would have had to be, if what was measured is not in the
  /// setting's own terms.
  public init(_ gauge: Gauge, _ growth: Growth = .over, needing needed: Measure? = nil) {
    fact = .missed(gauge)
    self.needed = needed
    self.growth = growth
  }

  public var gauge: Gauge? {
    if case .missed(let gauge) = fact { gauge } else { nil }
  }

  /// What the hand did: `moved`, `held`, `turned`.
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

  /// What the measure is of, said after it: `from the left edge`.
  public var detail: String? {
    switch fact {
    case .happened(_, _, let detail, _, _): detail
    case .missed(let gauge): gauge.detail
    }
  }

  /// The setting that decided, by its name in the rules file.
  public var setting: String? {
    switch fact {
    case .happened(_, _, _, let setting, _): setting
    case .missed(let gauge): gauge.setting
    }
  }

  public var limit: Measure? { gauge?.limit }

  /// Which way the setting would have to be moved to let this attempt through; nil where no threshold decided.
  public var loosening: Loosening? { gauge.map { $0.mustReach ? .lower : .raise } }

  public var isOpenEnded: Bool { growth != .over }

  /// The same of fingers among others that stay down: their lift is not that of all.
  var amongOthers: Failure {
    var failure = self
    if growth == .untilLift { failure.growth = .openEnded }
    return failure
  }

  /// The same, with more of what was measured, which may have grown still.
  public func grown(to measured: Measure) -> Failure {
    guard var gauge else { return self }
    gauge.measured = measured
    var failure = self
    failure.fact = .missed(gauge)
    failure.growth = .openEnded
    return failure
  }

  /// The same, with what broke it off: `rested 145 ms, needs 300 ms (after); then moved 2.1 mm, allows 2 mm (slop)`.
  func then(_ next: Failure) -> Failure {
    var failure = self
    failure.sequel = [next]
    return failure
  }

  public var description: String { ([sentence] + sequel.map(\.description)).joined(separator: "; then ") }

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
    // Where rounding hides the difference, it is said more exactly.
    var extra = 0
    while extra < Self.mostExtra, measured != limit, measured.text(extra: extra) == limit.text(extra: extra) {
      extra += 1
    }
    // At a deadline just the limit was measured.
    let more = isOpenEnded && measured == limit ? "more than " : ""
    let detail = gauge.detail.map { " " + $0 } ?? ""
    let name = gauge.setting + (gauge.circumstance.map { " " + $0.rawValue } ?? "")
    return "\(gauge.what) \(more)\(measured.text(extra: extra))\(detail), \(gauge.mustReach ? "needs" : "allows") "
      + "\(limit.asSetting(extra: extra)) (\(name))"
  }

  /// The most decimals that are added to the usual ones.
  private static let mostExtra = 3
}
