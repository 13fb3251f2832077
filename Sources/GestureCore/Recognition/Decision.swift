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

  /// The same with another outcome.
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
    /// Another touch of this zone is down already.
    case singleTouch(zone: String)
    /// Its first touch was of another tool.
    case otherTool(Touch.Tool)
    /// What it wants to receive is something else; told once of each gesture and attempt.
    case condition(Condition.Unmet)
  }

  /// What ended an attempt.
  public enum Cause: Equatable, Sendable {
    /// The recognizer itself.
    case own(Failure)
    /// Another gesture was recognized on the same touch.
    case excluded(by: GestureID)
    /// Its condition to begin did not hold.
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
  /// What the hand did: `moved`, `held`, `turned`.
  public let what: String
  /// What the measure is of, said after it: `from the left edge`.
  public private(set) var detail: String?
  /// The setting that decided, by its name in the rules file.
  public private(set) var setting: String?
  public var measured: Measure?
  public private(set) var limit: Measure?
  /// What that setting would have had to be for this attempt, where that is not what was measured.
  public private(set) var needed: Measure?
  /// Which way the setting would have to be moved to let this attempt through; nil where no threshold decided.
  public private(set) var loosening: Loosening?
  public var growth = Growth.over
  /// Under which circumstances its limit is this one, said after the setting: `at its speed`.
  public private(set) var circumstance: Circumstance?
  private var remarks: Remarks?

  /// What was still to come of the measure when the recognizer failed.
  public enum Growth: Sendable {
    case over
    /// It still grew, as at a deadline: how far it would have gone is not known.
    case openEnded
    /// It grows until the fingers have lifted: once they have, the whole of it is known.
    case untilLift
  }

  /// What few failures have. Apart, since every answer of a recognizer has room for a failure, and hardly any is one.
  private final class Remarks: Equatable, Sendable {
    let choice: String?
    /// What broke it off. It becomes text only where someone reads it.
    let sequel: Failure?

    init(choice: String?, sequel: Failure? = nil) {
      self.choice = choice
      self.sequel = sequel
    }

    static func == (a: Remarks, b: Remarks) -> Bool {
      (a.choice, a.sequel) == (b.choice, b.sequel)
    }
  }

  /// What the hand did, and where a setting decided, what was measured, that setting and its limit, in the same unit.
  public init(_ what: String, _ measured: Measure? = nil, _ setting: String? = nil, _ limit: Measure? = nil) {
    self.what = what
    self.measured = measured
    self.setting = setting
    self.limit = limit
    guard let measured, let limit, setting != nil, measured != limit else { return }
    loosening = measured.value < limit.value ? .lower : .raise
  }

  /// What the hand did is not what a setting chooses among several: `landed 30 mm to the right, needs side left`.
  public init(_ what: String, _ measured: Measure? = nil, detail: String? = nil, _ setting: String, choice: String) {
    self.what = what
    self.measured = measured
    self.detail = detail
    self.setting = setting
    remarks = Remarks(choice: choice)
  }

  /// The threshold of `gauge` decided. `needed` is what its setting would have had to be, if what was measured is not in the
  /// setting's own terms.
  public init(_ gauge: Gauge, _ growth: Growth = .over, needing needed: Measure? = nil) {
    what = gauge.what
    measured = gauge.measured
    detail = gauge.detail
    setting = gauge.setting
    circumstance = gauge.circumstance
    limit = gauge.limit
    loosening = gauge.mustReach ? .lower : .raise
    self.needed = needed
    self.growth = growth
  }

  public var isOpenEnded: Bool { growth != .over }

  /// The same of fingers among others that stay down: their lift is not that of all.
  var amongOthers: Failure {
    var failure = self
    if growth == .untilLift { failure.growth = .openEnded }
    return failure
  }

  /// The same, with what broke it off: `rested 145 ms, needs 300 ms (after); then moved 2.1 mm, allows 2 mm (slop)`.
  func then(_ next: Failure) -> Failure {
    var failure = self
    failure.remarks = Remarks(choice: choice, sequel: next)
    return failure
  }

  /// What the setting asks for where it is a choice and not a threshold: the `left` of `side left`.
  public var choice: String? { remarks?.choice }

  public var description: String { sentence + (remarks?.sequel.map { "; then \($0)" } ?? "") }

  private var sentence: String {
    let detail = detail.map { " " + $0 } ?? ""
    if let setting, let choice {
      return "\(what)\(measured.map { " \($0)" } ?? "")\(detail), needs \(setting) \(choice)"
    }
    guard let measured else { return what + detail }
    guard let setting, let limit else { return "\(what) \(measured)\(detail)" }
    // Where rounding hides the difference, it is said more exactly.
    var extra = 0
    while extra < Self.mostExtra, measured != limit, measured.text(extra: extra) == limit.text(extra: extra) {
      extra += 1
    }
    // At a deadline just the limit was measured.
    let more = isOpenEnded && measured == limit ? "more than " : ""
    let name = setting + (circumstance.map { " " + $0.rawValue } ?? "")
    return
      "\(what) \(more)\(measured.text(extra: extra))\(detail), \(demand) \(limit.asSetting(extra: extra)) (\(name))"
  }

  /// What the setting does with its limit; where the limit itself was measured, the setting's name must say which.
  private var demand: String {
    switch loosening {
    case .lower: "needs"
    case .raise: "allows"
    case nil: "limit"
    }
  }

  /// The most decimals that are added to the usual ones.
  private static let mostExtra = 3
}
