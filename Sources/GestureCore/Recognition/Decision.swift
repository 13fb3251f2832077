/// Something the engine decided about a recognizer; debug views and traces only format these.
public struct Decision: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let outcome: Outcome

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

  /// Who or what ended an attempt.
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
public protocol Observer: AnyObject, Sendable {
  /// Something was decided. Called while the engine works, in the order of the decisions: it must not call the engine.
  func observe(_ decision: Decision)
}
