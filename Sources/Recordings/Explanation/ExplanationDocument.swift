import Bindings
import GestureCore

extension Explanation {
  /// The explanation for programs, as one document; what is not known is `null`.
  public func json(recording: String) -> JSON {
    [
      "recording": .string(recording), "gesture": .optional(gesture.map(names.gesture)),
      "devices": .array(places.map(json)), "attempts": .array(accounts.map(json)),
    ]
  }

  private func json(_ place: Place) -> JSON {
    [
      "name": .string(place.device.name), "class": .string(place.device.deviceClass.rawValue),
      "obstacles": .array(
        place.exclusions.map {
          ["gesture": .string(names.gesture($0.gesture)), "reason": .string($0.obstacle.reason)]
        }),
    ]
  }

  private func json(_ account: Account) -> JSON {
    let (attempt, motion) = (account.attempt, account.motion)
    return [
      "number": .integer(attempt.number), "device": .string(account.device.name),
      "beganMs": .number(attempt.began.milliseconds), "endedMs": .number(attempt.ended.milliseconds),
      "fingers": .integer(motion.fingers), "palms": .integer(motion.palms),
      "dxMm": .number(motion.travel.x), "dyMm": .number(motion.travel.y), "spreadMm": .number(motion.spread),
      "turnedDeg": .number(motion.turned), "gestures": .array(account.entries.map { json($0, account) }),
    ]
  }

  private func json(_ entry: Account.Entry, _ account: Account) -> JSON {
    let outcome = names.outcome(entry)
    var members = [
      JSON.Member("gesture", .string(names.gesture(entry.gesture))),
      JSON.Member("kind", .optional(names.rule(entry.gesture)?.kind.name)),
      JSON.Member("result", .string(outcome.word)), JSON.Member("atMs", .optional(outcome.time)),
      JSON.Member("endedMs", .optional(outcome.end)), JSON.Member("reason", .optional(outcome.reason)),
      JSON.Member("near", .flag(entry.isNear)), JSON.Member("failure", json(entry.told)),
      JSON.Member("change", json(entry.standing)), JSON.Member("waits", .array(entry.waits.map(json))),
      JSON.Member("tries", .integer(entry.course?.tries.count ?? 0)),
    ]
    if gesture != nil {
      let steps = entry.course.map { names.steps($0, in: account) } ?? []
      members.append(JSON.Member("steps", .array(steps.map(json))))
    }
    return .object(members)
  }

  /// What was measured and what it should have been, where it failed by itself.
  private func json(_ one: Try?) -> JSON {
    guard case .failed(_, .own(let failure))? = one?.outcome else { return .null }
    return [
      "what": .string(failure.what), "measured": .optional(failure.measured?.value),
      "setting": .optional(failure.setting), "limit": .optional(failure.limit?.value),
      "unit": .optional((failure.limit ?? failure.measured)?.unit.rawValue),
      "needed": .optional((failure.needed ?? failure.measured)?.value),
    ]
  }

  private func json(_ standing: Account.Standing) -> JSON {
    guard case .near(_, _, let remedy?) = standing else { return .null }
    let (effect, cause): (String, String?) =
      switch remedy.effect {
      case .recognized: ("recognized", nil)
      case .failed(let cause): ("failed", names.text(cause))
      case .unknown: ("unknown", nil)
      }
    return [
      "setting": .string(remedy.change.setting), "value": .number(remedy.change.value),
      "unit": .string(remedy.change.unit.rawValue), "toml": .string(remedy.change.toml), "effect": .string(effect),
      "reason": .optional(cause),
    ]
  }

  private func json(_ wait: Wait) -> JSON {
    let gestures: [String] =
      switch wait.awaited {
      case .fingers: []
      case .failures(let gestures): gestures.map(names.gesture)
      }
    return [
      "for": .string(gestures.isEmpty ? "fingers" : "failures"), "gestures": .strings(gestures),
      "beganMs": .number(wait.began.milliseconds), "endedMs": .optional(wait.ended?.milliseconds),
    ]
  }

  private func json(_ step: StepWords) -> JSON {
    [
      "tMs": .number(step.time.milliseconds), "decision": .string(names.word(step.decision.outcome)),
      "reason": .optional(step.reason),
    ]
  }
}

extension JSON {
  fileprivate static func optional(_ number: Double?) -> JSON { number.map { .number($0) } ?? .null }
}

extension Names {
  /// What came of a gesture in one attempt, in a word, with its times in ms.
  fileprivate func outcome(_ entry: Account.Entry) -> (word: String, time: Double?, end: Double?, reason: String?) {
    let nothing = "none"
    guard let outcome = entry.told?.outcome else { return (nothing, nil, nil, words(entry).reason.map(withoutColon)) }
    let time = outcome.time?.milliseconds
    switch outcome {
    case .recognized: return (RecognizerState.recognized.rawValue, time, nil, nil)
    case .began(_, nil): return (RecognizerState.began.rawValue, time, nil, nil)
    case .began(_, .ended(let end)): return (RecognizerState.ended.rawValue, time, end.milliseconds, nil)
    case .began(_, .cancelled(let end, let cause)):
      return (RecognizerState.cancelled.rawValue, time, end.milliseconds, text(cause))
    case .failed(_, let cause): return (RecognizerState.failed.rawValue, time, nil, text(cause))
    case .passedOver(_, let refusal): return ("passed over", time, nil, text(refusal))
    case .undecided: return (nothing, nil, nil, nil)
    }
  }

  private func withoutColon(_ reason: String) -> String { String(reason.drop { $0 == ":" || $0 == " " }) }
}
