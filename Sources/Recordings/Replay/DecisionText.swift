import Bindings
import GestureCore

// What the engine decided, in words: all of them are here.

extension Names {
  /// A decision as a line for people: `    60.0 ms    single held: waits for double to fail`. The two more blanks set it
  /// apart from gesture events.
  public func line(_ decision: Decision) -> String {
    "\(moment(decision.time))    \(text(decision))"
  }

  /// The same without its time.
  func text(_ decision: Decision) -> String {
    "\(gesture(decision.gesture)) \(words(decision))"
  }

  /// A decision without its time and its gesture: `held: waits for double to fail`.
  func words(_ decision: Decision) -> String {
    word(decision.outcome) + (reason(decision).map { ": \($0)" } ?? "")
  }

  /// A decision as one line of JSON; `reason` is there when there is one.
  public func json(_ decision: Decision) -> String { json(decision, []) }

  /// The same with what the reason is made of.
  func jsonWithFacts(_ decision: Decision) -> String { json(decision, facts(decision)) }

  private func json(_ decision: Decision, _ facts: [String]) -> String {
    var members = [
      "\"t_ms\":\(fixed(decision.time))",
      "\"decision\":\"\(word(decision.outcome))\"",
      "\"gesture\":\(jsonString(gesture(decision.gesture)))",
    ]
    if let reason = reason(decision) { members.append("\"reason\":\(jsonString(reason))") }
    members.append("\"device\":\(jsonString(device(decision.device)))")
    return "{\((members + facts).joined(separator: ","))}"
  }

  func word(_ outcome: Decision.Outcome) -> String {
    switch outcome {
    case .tracking: "tracking"
    case .event(let state, _): state.rawValue
    case .awaitingFingers: "waiting"
    case .held: "held"
    case .released: "released"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .reset: "ready"
    case .notReceived: "passed over"
    }
  }

  /// Why it was decided so, in words; nil where there is no more to say.
  public func reason(_ decision: Decision) -> String? {
    switch decision.outcome {
    case .tracking, .released, .reset: nil
    case .event(_, let values):
      saysValues
        ? parts(values, rule(decision.gesture)?.kind.reports ?? []).joined(separator: ", ")
        : Measure.fingers(values.fingers).description
    case .awaitingFingers(let until): "another finger may land until \(millisecondsOf(until))"
    case .held(let requirement): "waits for \(gesture(requirement)) to fail"
    case .failed(let cause), .cancelled(let cause): text(cause)
    case .notReceived(let refusal): text(refusal)
    }
  }

  func text(_ refusal: Decision.Refusal) -> String {
    switch refusal {
    case .outside(let zone): "the touch began outside the zone \(zone)"
    case .ignored(let zone): "the touch began in the zone \(zone), which ignores touches"
    case .exclusive(let zone): "the touch began in the zone \(zone), which keeps its touches to itself"
    case .singleTouch(let zone): "another touch is down in the zone \(zone), which takes one at a time"
    case .otherTool(let tool): "the touch is of another tool than its first one, a \(tool)"
    case .condition(let unmet): "it wants \(Conditions.words(unmet))"
    }
  }

  func text(_ cause: Decision.Cause) -> String {
    switch cause {
    case .own(let failure): failure.description
    case .excluded(let winner): "excluded by \(gesture(winner))"
    case .shouldNotBegin: "its condition to begin does not hold"
    case .requirementRecognized(let requirement): "\(gesture(requirement)) was recognized"
    case .touchCancelled: "its touch was cancelled"
    case .deviceRemoved: "its device is gone"
    case .illegalTransition: "its recognizer asked for what its state does not allow"
    }
  }
}
