import GestureCore

// What the engine decided, in words: all of them are here.

extension Names {
  /// A decision as a line for people: `    60.0 ms    single held: waits for double to fail`. The two more blanks set it
  /// apart from gesture events.
  public func line(_ decision: Decision) -> String {
    let reason = reason(decision).map { ": \($0)" } ?? ""
    return "\(moment(decision.time))    \(gesture(decision.gesture)) \(word(decision.outcome))\(reason)"
  }

  /// A decision as one line of JSON; `reason` is there when there is one.
  public func json(_ decision: Decision) -> String {
    var members = [
      "\"t_ms\":\(decimal(decision.time.milliseconds, places: 3, padded: true))",
      "\"decision\":\"\(word(decision.outcome))\"",
      "\"gesture\":\(jsonString(gesture(decision.gesture)))",
    ]
    if let reason = reason(decision) { members.append("\"reason\":\(jsonString(reason))") }
    members.append("\"device\":\(jsonString(device(decision.device)))")
    return "{\(members.joined(separator: ","))}"
  }

  private func word(_ outcome: Decision.Outcome) -> String {
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

  private func text(_ refusal: Decision.Refusal) -> String {
    switch refusal {
    case .outside(let zone): "the touch began outside the zone \(zone)"
    case .ignored(let zone): "the touch began in the zone \(zone), which ignores touches"
    case .exclusive(let zone): "the touch began in the zone \(zone), which keeps its touches to itself"
    case .singleTouch(let zone): "another touch is down in the zone \(zone), which takes one at a time"
    case .otherTool(let tool): "the touch is of another tool than its first one, a \(tool)"
    case .condition: "its condition to receive touches does not hold"
    }
  }

  private func text(_ cause: Decision.Cause) -> String {
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
