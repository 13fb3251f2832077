import Bindings
import GestureCore

// All that an explanation says, sentence by sentence.

extension Explanation {
  static func nothingToExplain(_ recording: String) -> String {
    "\(recording): no finger comes down in it, so there is nothing to explain"
  }

  static let noGestures = "The rules have no gestures."
  static let nothingRecognized = "nothing was recognized"
  static let recognizedHeading = "recognized:"
  static let waitedHeading = "waited in vain:"
  static let nearHeading = "nearly recognized, the nearest first:"
  static let othersHeading = "not recognized:"

  static func nothingInAny(_ attempts: Int) -> String { "Nothing was recognized in any of \(attempts) attempts." }

  func recognized(_ gesture: GestureID, in count: Int) -> String {
    "\"\(names.gesture(gesture))\" was recognized in \(count) of \(attemptCount) attempts."
  }

  static func place(_ device: Device) -> String { "\(device.deviceClass.rawValue) \"\(device.name)\"" }

  func excluded(_ place: Place) -> String {
    let (count, all) = (place.exclusions.count, rules.gestures.count)
    return "\(Self.place(place.device)): "
      + (count == all ? "no gesture can be made on it:" : "\(count) of \(all) gestures can't be made on it:")
  }

  func excluded(_ exclusion: Exclusion, from place: Place) -> String {
    "\"\(names.gesture(exclusion.gesture))\" can't be made on the \(Self.place(place.device)): "
      + exclusion.obstacle.reason
  }

  func heading(_ account: Account) -> String {
    let attempt = account.attempt
    let times = "\(names.millisecondsOf(attempt.began)) to \(names.millisecondsOf(attempt.ended))"
    return "attempt \(attempt.number), \(times), \(Self.place(account.device)): \(account.motion.words)"
  }
}

extension HandMotion {
  /// Less than this is no movement to speak of.
  private static let still = (mm: 0.5, spread: 1.0, degrees: 5.0)

  /// `3 fingers, moved 9.4 mm left`
  var words: String {
    var parts: [String] = []
    if fingers > 0 || palms == 0 { parts.append(Measure.fingers(fingers).description) }
    if palms > 0 { parts.append(palms == 1 ? "1 palm" : "\(palms) palms") }
    var ways: [String] = []
    if farthest.length >= Self.still.mm, let direction = Direction(nearest: farthest) {
      ways.append("moved \(Measure.mm(farthest.length)) \(direction.rawValue)" + (cameBack ? " and came back" : ""))
    }
    if abs(spread) >= Self.still.spread {
      ways.append("\(spread > 0 ? "spread" : "closed") by \(Measure.mm(abs(spread)))")
    }
    if abs(turned) >= Self.still.degrees {
      ways.append("turned \(Measure.degrees(abs(turned))) \(turned > 0 ? "clockwise" : "counterclockwise")")
    }
    if ways.isEmpty, fingers > 0 { ways = ["stayed in place"] }
    return ([parts.joined(separator: " and ")] + ways).joined(separator: ", ")
  }
}

/// What is said of a gesture in one attempt.
struct EntryWords: Equatable {
  /// What happened, `failed`, and when; nil where no time belongs to it.
  let what: String
  let time: String?
  /// Why, or how it went on.
  let reason: String?
  /// Further sentences.
  var others: [String] = []

  /// As one sentence; without the time where several are put together.
  func sentence(withTime: Bool = true) -> String {
    what + (withTime ? time.map { " at \($0)" } ?? "" : "") + (reason ?? "")
  }
}

extension Names {
  /// What is said of a gesture in one attempt.
  func words(_ entry: Account.Entry) -> EntryWords {
    var words = bareWords(entry)
    let waits = entry.waits.map(text)
    if !waits.isEmpty {
      words = EntryWords(
        what: "waited \(waits.joined(separator: ", then ")), then \(words.what)", time: words.time,
        reason: words.reason)
    }
    if case .near(_, _, let remedy?) = entry.standing { words.others = [text(remedy, of: entry.gesture)] }
    return words
  }

  private func bareWords(_ entry: Account.Entry) -> EntryWords {
    guard let one = entry.told else {
      if case .absent(let absence) = entry.standing { return words(absence) }
      return words(.unknown)
    }
    switch one.outcome {
    case .recognized(let time):
      let what = entry.waits.isEmpty ? "recognized" : "was recognized"
      return EntryWords(what: what, time: millisecondsOf(time), reason: nil)
    case .began(let time, let ending):
      return EntryWords(what: "began", time: millisecondsOf(time), reason: ending.map { ", \(text($0))" })
    case .failed(let time, let cause):
      return EntryWords(what: "failed", time: millisecondsOf(time), reason: ": " + text(cause, in: one) + more(entry))
    case .passedOver(_, let refusal): return EntryWords(what: Self.noPart, time: nil, reason: ": \(text(refusal))")
    case .undecided: return EntryWords(what: "came to no decision", time: nil, reason: nil)
    }
  }

  private static let noPart = "took no part"

  private func words(_ absence: Account.Absence) -> EntryWords {
    let reason =
      switch absence {
      case .onlyPalms: ": palms are never part of a gesture"
      case .fingers(let landed, let needed):
        ": \(Failure("landed", .fingers(landed), CommonSettings.fingers.declaration.name, .fingers(needed)))"
      case .unknown: ""
      }
    return EntryWords(what: Self.noPart, time: nil, reason: reason)
  }

  func text(_ ending: Try.Ending) -> String {
    switch ending {
    case .ended(let time): "ended at \(millisecondsOf(time))"
    case .cancelled(let time, let cause): "was cancelled at \(millisecondsOf(time)): \(text(cause))"
    }
  }

  /// A cause, and where fingers were missing, why one was not counted.
  private func text(_ cause: Decision.Cause, in one: Try) -> String {
    guard case .own(let failure) = cause, failure.limit?.unit == .fingers, let refusal = one.refusal else {
      return text(cause)
    }
    return "\(text(cause)); not counted: \(text(refusal))"
  }

  /// How often else it failed.
  private func more(_ entry: Account.Entry) -> String {
    let failed = entry.course?.tries.count { if case .failed = $0.outcome { true } else { false } } ?? 0
    switch failed {
    case 0, 1: return ""
    case 2: return " (and failed once more)"
    default: return " (and failed \(failed - 1) times more)"
    }
  }

  private func text(_ wait: Wait) -> String {
    let span = wait.ended.map { "\(Self.milliseconds($0 - wait.began)) " } ?? ""
    switch wait.awaited {
    case .fingers: return "\(span)for another finger"
    case .failures(let gestures): return "\(span)for \(gestures.map(gesture).listed("and")) to fail"
    }
  }

  static func changed(_ count: Int, _ values: String) -> String {
    "changed \(count == 1 ? "once" : "\(count) times, the last time"): \(values)"
  }

  static func milliseconds(_ span: TimeSpan) -> String { decimal(span.milliseconds, places: 1, padded: true) + " ms" }

  private func text(_ remedy: Account.Remedy, of gesture: GestureID) -> String {
    let change = "with \(remedy.change.setting) = \(remedy.change.valueText) it would have"
    switch remedy.effect {
    case .recognized: return "\(change) \(rule(gesture)?.kind.isDiscrete ?? true ? "been recognized" : "begun")"
    case .failed(let cause): return "\(change) got past that, and then failed: \(text(cause))"
    case .unknown: return "\(change) got past that"
    }
  }
}
