import GestureCore

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
