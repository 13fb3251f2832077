import Bindings
import GestureCore
import Text

// What the engine decided, in words: all of them are here.

extension Names {
  /// A decision as a line for people: `    60.0 ms    single held: waits for double to fail`. The two more blanks set it
  /// apart from gesture events.
  public func line(_ decision: Decision) -> String {
    "\(moment(decision.time))    \(text(decision))"
  }

  /// The same without its time.
  package func text(_ decision: Decision) -> String {
    "\(gesture(decision.gesture)) \(words(decision))"
  }

  /// A decision without its time and its gesture: `held: waits for double to fail`.
  package func words(_ decision: Decision) -> String {
    word(decision.outcome) + (reason(decision).map { ": \($0)" } ?? "")
  }

  /// A decision as one line of JSON; `reason` is there when there is one.
  public func json(_ decision: Decision) -> String { json(decision, []) }

  /// The same with what the reason is made of.
  package func jsonWithFacts(_ decision: Decision) -> String { json(decision, facts(decision)) }

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

  package func word(_ outcome: Decision.Outcome) -> String {
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

  package func text(_ refusal: Decision.Refusal) -> String {
    switch refusal {
    case .outside(let zone): "the touch began outside the zone \(zone)"
    case .ignored(let zone): "the touch began in the zone \(zone), which ignores touches"
    case .exclusive(let zone): "the touch began in the zone \(zone), which keeps its touches to itself"
    case .singleTouch(let zone): "another touch is down in the zone \(zone), which accepts one at a time"
    case .otherTool(let tool): "the touch is of another tool than the first one, a \(tool)"
    case .condition(let unmet):
      if case .excluded = unmet {
        "it does not accept \(Conditions.words(unmet))"
      } else {
        "it accepts only \(Conditions.words(unmet))"
      }
    }
  }

  package func text(_ cause: Decision.Cause) -> String {
    switch cause {
    case .own(let failure): failure.description
    case .excluded(let winner): "excluded by \(gesture(winner))"
    case .shouldNotBegin: "its begin-if condition is false"
    case .requirementRecognized(let requirement): "\(gesture(requirement)) was recognized"
    case .touchCancelled: "its touch was cancelled"
    case .deviceRemoved: "its device is gone"
    case .illegalTransition: "its recognizer asked for a transition that its state does not allow"
    }
  }
}

// What the words of a decision are made of, for programs.

extension Names {
  /// The facts of a decision, as members of its object.
  func facts(_ decision: Decision) -> [String] {
    switch decision.outcome {
    case .tracking, .event, .released, .reset: []
    case .awaitingFingers(let until): ["\"until_ms\":\(fixed(until))"]
    case .held(let requirement): [by(requirement)]
    case .failed(let cause), .cancelled(let cause): facts(cause, isNear: NearMiss(decision)?.isNear ?? false)
    case .notReceived(let refusal): facts(refusal)
    }
  }

  private func facts(_ cause: Decision.Cause, isNear: Bool) -> [String] {
    switch cause {
    case .own(let failure): ["\"cause\":\"own\"", "\"failure\":\(object(failure).text)", "\"near_miss\":\(isNear)"]
    case .excluded(let winner): ["\"cause\":\"excluded\"", by(winner)]
    case .shouldNotBegin: ["\"cause\":\"condition\""]
    case .requirementRecognized(let requirement): ["\"cause\":\"requirement\"", by(requirement)]
    case .touchCancelled: ["\"cause\":\"touch-cancelled\""]
    case .deviceRemoved: ["\"cause\":\"device-removed\""]
    case .illegalTransition: ["\"cause\":\"illegal-transition\""]
    }
  }

  private func facts(_ refusal: Decision.Refusal) -> [String] {
    switch refusal {
    case .outside(let zone): ["\"cause\":\"outside\"", "\"zone\":\(jsonString(zone))"]
    case .ignored(let zone): ["\"cause\":\"ignored\"", "\"zone\":\(jsonString(zone))"]
    case .exclusive(let zone): ["\"cause\":\"exclusive\"", "\"zone\":\(jsonString(zone))"]
    case .singleTouch(let zone): ["\"cause\":\"single-touch\"", "\"zone\":\(jsonString(zone))"]
    case .otherTool(let tool): ["\"cause\":\"other-tool\"", "\"tool\":\(jsonString(tool.word))"]
    case .condition: ["\"cause\":\"condition\""]
    }
  }

  private func by(_ gesture: GestureID) -> String { "\"by\":\(jsonString(self.gesture(gesture)))" }

  private func object(_ failure: Failure) -> ObjectLine {
    var object = ObjectLine()
    object.add("what", failure.what)
    if let measured = failure.measured { object.add("measured", self.object(measured)) }
    if let detail = failure.detail { object.add("detail", detail) }
    if let setting = failure.setting { object.add("setting", setting) }
    if let limit = failure.limit { object.add("limit", self.object(limit)) }
    if let needed = failure.needed { object.add("needed", self.object(needed)) }
    return object
  }

  private func object(_ measure: Measure) -> ObjectLine {
    var object = ObjectLine()
    object.add("value", measure.value)
    object.add("unit", measure.unit.rawValue)
    return object
  }
}
