import Bindings
import GestureCore
import Text

extension Names {
  /// A decision as a line for people: `60.0 ms single held: …`.
  public func line(_ decision: Decision) -> String { "\(moment(decision.time))    \(text(decision))" }

  /// A decision without its time: `single held: waits for double to fail`.
  package func text(_ decision: Decision) -> String { "\(gesture(decision.gesture)) \(words(decision))" }

  /// A decision without its time and its gesture: `held: waits for double to fail`.
  package func words(_ decision: Decision) -> String {
    word(decision.outcome) + (reason(decision).map { ": \($0)" } ?? "")
  }

  /// A decision as one line of JSON, with `reason` if the decision has one.
  public func json(_ decision: Decision) -> String { JSONValue.object(members(decision)).fixedLine }

  func members(_ decision: Decision) -> [JSONValue.Member] {
    [JSONValue.Member](nonNil: [
      "t_ms": json(decision.time), "decision": .string(word(decision.outcome)),
      "gesture": .string(gesture(decision.gesture)), "reason": reason(decision).map { .string($0) },
      "device": .string(device(decision.device)),
    ])
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
    case .notReceived: "skipped"
    }
  }

  /// Returns the decision's reason; nil for `tracking`, `released` and `reset`. For an event, the reason is the event's
  /// values, or only the finger count if `includesValues` is false.
  public func reason(_ decision: Decision) -> String? {
    switch decision.outcome {
    case .tracking, .released, .reset: nil
    case .event(_, let values):
      includesValues
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
    case .exclusive(let zone): "the touch began in the zone \(zone), which keeps its touches for its own gestures"
    case .singleTouch(let zone): "another touch is down in the zone \(zone), which accepts only one touch at a time"
    case .otherTool(let tool): "the first touch comes from a \(tool), this touch from another tool"
    case .condition(let unmet):
      if case .excluded = unmet {
        "the gesture does not accept \(Conditions.words(unmet))"
      } else {
        "the gesture accepts only \(Conditions.words(unmet))"
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
    case .paused: "gestures were paused or resumed, which ends all gestures in progress"
    case .deviceRemoved: "its device was removed"
    case .illegalTransition: "a fault in gesture-bridge, please report it: the gesture was in the wrong state"
    }
  }
}

// The values in the text of a decision, as JSON for programs.

extension Names {
  func facts(_ decision: Decision) -> [JSONValue.Member] {
    switch decision.outcome {
    case .tracking, .event, .released, .reset: []
    case .awaitingFingers(let until): [.init("until_ms", json(until))]
    case .held(let requirement): [.init("by", .string(gesture(requirement)))]
    case .failed(let cause), .cancelled(let cause): facts(cause)
    case .notReceived(let refusal): facts(refusal)
    }
  }

  private func facts(_ cause: Decision.Cause) -> [JSONValue.Member] {
    switch cause {
    case .own(let failure): [.init("cause", "own"), .init("failure", json(failure))]
    case .excluded(let winner): [.init("cause", "excluded"), .init("by", .string(gesture(winner)))]
    case .shouldNotBegin: [.init("cause", "condition")]
    case .requirementRecognized(let requirement):
      [.init("cause", "requirement"), .init("by", .string(gesture(requirement)))]
    case .touchCancelled: [.init("cause", "touch-cancelled")]
    case .paused: [.init("cause", "paused")]
    case .deviceRemoved: [.init("cause", "device-removed")]
    case .illegalTransition: [.init("cause", "illegal-transition")]
    }
  }

  private func facts(_ refusal: Decision.Refusal) -> [JSONValue.Member] {
    switch refusal {
    case .outside(let zone): [.init("cause", "outside"), .init("zone", .string(zone))]
    case .ignored(let zone): [.init("cause", "ignored"), .init("zone", .string(zone))]
    case .exclusive(let zone): [.init("cause", "exclusive"), .init("zone", .string(zone))]
    case .singleTouch(let zone): [.init("cause", "single-touch"), .init("zone", .string(zone))]
    case .otherTool(let tool): [.init("cause", "other-tool"), .init("tool", .string(tool.word))]
    case .condition: [.init("cause", "condition")]
    }
  }

  private func json(_ failure: Failure) -> JSONValue {
    .object(
      .init(nonNil: [
        "what": .string(failure.what), "measured": failure.measured.map(json),
        "detail": failure.detail.map { .string($0) }, "setting": failure.setting.map { .string($0) },
        "limit": failure.limit.map(json), "needed": failure.needed.map(json),
      ]))
  }

  private func json(_ measure: Measure) -> JSONValue {
    ["value": .number(measure.value), "unit": .string(measure.unit.rawValue)]
  }
}
