import Bindings
import GestureCore
import Recordings
import Text

extension Tuning {
  public static func line(_ number: Int, _ verdict: Verdict) -> String { TuningWording.attempt(number, verdict) }

  /// A heading, and a line for each movement. The movements of a recording are below the recording's name.
  public var attemptsText: String {
    var lines: [String] = [
      TuningWording.heading(gesture.name, attempts.count, recognized: attempts.count { $0.verdict.isRecognized })
    ]
    var origin: String?
    func add(_ line: String, of recording: String?) {
      if recording != origin, let recording { lines.append("\(recording):") }
      origin = recording
      lines.append(line)
    }
    for attempt in attempts { add(TuningWording.attempt(attempt.number, attempt.verdict), of: attempt.origin) }
    for other in others { add(TuningWording.other(other), of: other.origin) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A sentence and the proposed sections of the rules. Only sentences if no threshold changes.
  public var proposalText: String { proposalSentences + toml }

  public var proposalSentences: String {
    let usable = attempts.filter(\.verdict.isUsable)
    guard !attempts.isEmpty else { return TuningWording.nothingTried + "\n" }
    guard !usable.isEmpty else { return TuningWording.nothingUsable + "\n" }
    guard changes.isEmpty else {
      let recognized = usable.count { $0.isRecognizedAfterwards }
      return "\(TuningWording.proposal(recognized, of: usable.count))\n\n"
    }
    let recognized = usable.count { $0.verdict.isRecognized }
    let sentence =
      recognized == usable.count
      ? TuningWording.nothingToChange(usable.count) : TuningWording.enough(recognized, of: usable.count)
    return ([sentence] + margins.map { TuningWording.margin($0, options) }).map { $0 + "\n" }.joined()
  }

  public var warnings: [String] {
    var sentences: [String] = []
    let stillRecognized = others.filter(\.isRecognizedAfterwards).map(\.number)
    if !stillRecognized.isEmpty { sentences.append(TuningWording.notSeparated(stillRecognized, of: others.count)) }
    sentences += collisions.map { TuningWording.collision(gesture.name, $0) }
    let unusable = attempts.filter { !$0.verdict.isUsable }.map(\.number)
    if !unusable.isEmpty, unusable.count < attempts.count { sentences.append(TuningWording.skipped(unusable)) }
    return sentences
  }

  /// The sections with the proposed thresholds, and the reason for each threshold; empty without changes.
  public var toml: String {
    var sections: [String] = []
    for change in changes.map(\.change) where !sections.contains(change.section) { sections.append(change.section) }
    return sections.map { section in toml(section, changes.filter { $0.change.section == section }) }
      .joined(separator: "\n")
  }

  private func toml(_ section: String, _ changes: [TunedChange]) -> String {
    let settings = changes.map { "\($0.change.setting) = \($0.change.valueText)" }
    let width = settings.map(\.count).max() ?? 0
    let lines = zip(settings, changes).map { setting, tuned in
      "\(leftAligned(setting, width))  # \(TuningWording.comment(tuned, options))"
    }
    return (["[\(section)]"] + lines).map { $0 + "\n" }.joined()
  }
}

/// The sentences about attempts and proposed thresholds.
enum TuningWording {
  fileprivate static func heading(_ name: String, _ attempts: Int, recognized: Int) -> String {
    "\(name): \(Words.count(attempts, "attempt")), \(recognized) recognized with the current rules"
  }

  static func attempt(_ number: Int, _ verdict: Verdict) -> String {
    let word = verdict.isRecognized ? "recognized" : verdict.isUsable ? "not recognized" : "skipped"
    return "\(rightAligned("\(number)", 4))  \(word): \(verdict.words)"
  }

  fileprivate static func other(_ other: Tuning.OtherResult) -> String {
    let then = other.isRecognizedAfterwards ? "still recognized" : "no longer recognized"
    let word = other.isRecognized || other.isRecognizedAfterwards ? then : "not recognized"
    return "\(rightAligned("\(other.number)", 4))  not meant: \(word)"
  }

  static func notLooked(fingers: Int, _ reason: String?) -> String {
    reason ?? "the gesture does not accept \(Measure.fingers(fingers))"
  }

  static func remedy(_ reason: String, _ changes: [Tuning.Measurement]) -> String {
    "\(reason); \(changes.map { "\($0.setting) \($0.measure)" }.listed("and")) would be enough"
  }

  static func obstacle(_ obstacle: Ineligibility) -> String {
    switch obstacle {
    case .otherDevice: "the gesture is for other devices"
    case .lacks(let missing): "the device does not report \(missing.words.listed("or"))"
    case .fingers: "the gesture needs a number of fingers that the device can't report"
    case .pointing:
      "one finger moves the pointer and two fingers scroll on this device; to allow the gesture, add `device = \"touchpad\"` to its section"
    case .noZone(let zone): "the device does not have the zone \(zone)"
    }
  }

  static let nothingUsable = "No attempt would be recognized with other thresholds: nothing to propose."
  fileprivate static let nothingTried = "There was no attempt: nothing to propose."

  fileprivate static func nothingToChange(_ count: Int) -> String {
    count == 1
      ? "The attempt is recognized with the current rules: nothing needs to change."
      : "All \(count) attempts are recognized with the current rules: nothing needs to change."
  }

  /// The sentence if enough attempts are already recognized, but not all.
  fileprivate static func enough(_ recognized: Int, of count: Int) -> String {
    "\(recognized) of \(Words.count(count, "attempt")) \(recognized == 1 ? "is" : "are") recognized with the current rules, which is enough: nothing needs to change."
  }

  fileprivate static func proposal(_ recognized: Int, of count: Int) -> String {
    "With these thresholds \(recognized) of \(Words.count(count, "attempt")) \(recognized == 1 ? "is" : "are") recognized:"
  }

  fileprivate static func skipped(_ attempts: [Int]) -> String {
    "\(numbered(attempts)) \(attempts.count == 1 ? "was" : "were") skipped: no thresholds would help to recognize "
      + "\(attempts.count == 1 ? "it" : "them")"
  }

  fileprivate static func margin(_ margin: ThresholdMargin, _ options: TuningOptions) -> String {
    let word = margin.mustReach ? "of the attempts reached" : "of the attempts stayed within"
    return "  \(margin.setting) \(margin.now): \(decimal(options.percentile, places: 1)) % \(word) \(margin.worst)"
  }

  fileprivate static func notSeparated(_ numbers: [Int], of count: Int) -> String {
    "no thresholds separate the attempts from \(numbers.count == count ? "the movements" : "some of the movements") that must not be recognized: "
      + "\(numbers.count == 1 ? "movement" : "movements") \(numbers.map { "\($0)" }.listed("and")) would still be recognized"
  }

  private static func numbered(_ attempts: [Int]) -> String {
    "\(attempts.count == 1 ? "attempt" : "attempts") \(attempts.map { "\($0)" }.listed("and"))"
  }

  // MARK: Effects of other rules

  static func collision(_ name: String, _ collision: Collision) -> String {
    let attempts = numbered(collision.attempts)
    let what =
      switch collision.effect {
      case .excluded(let winner): "in \(attempts), \(winner) is recognized first, so \(name) is not recognized"
      case .requirement(let requirement):
        "in \(attempts), \(name) waits for \(requirement), which is recognized instead"
      case .lost: "in \(attempts), \(name) is not recognized"
      case .also(let other): "in \(attempts), \(name) and \(other) are both recognized"
      case .waits(let other, let longest):
        "in \(attempts), \(name) waits for \(other) to fail, up to \(Measure(longest, .milliseconds))"
      }
    return "with all gestures of the rules: \(what)\(collision.isNew ? "" : " (this already happens now)")"
  }

  // MARK: The fragment

  fileprivate static func comment(_ tuned: TunedChange, _ options: TuningOptions) -> String {
    let unit = tuned.change.unit
    let text = { (value: Double) in Measure(value, unit).description }
    var parts = ["was \(text(tuned.change.before))"]
    if let lowest = tuned.lowest, let highest = tuned.highest {
      parts.append(lowest == highest ? "measured \(text(lowest))" : "measured \(text(lowest)) to \(text(highest))")
    }
    switch tuned.reason {
    case .attempts:
      let margin = "margin \(decimal(options.margin * 100, places: 1)) %"
      let limit = tuned.limit.map { "percentile \(decimal(options.percentile, places: 1)): \(text($0))" }
      parts.append([limit, margin].compactMap { $0 }.joined(separator: ", "))
    case .apart(_, let notMeant):
      parts.append(
        "\(text(notMeant)) in a movement that must not be recognized; the new value separates this movement from the attempts"
      )
    }
    return parts.joined(separator: "; ")
  }
}

// The tuning as JSON, for programs. Values are in each threshold's unit: lengths in mm, times in ms, and so on.
extension Tuning {
  public var json: JSONValue {
    [
      "gesture": .string(gesture.name), "kind": .string(gesture.kind.name), "percentile": .number(options.percentile),
      "margin": .number(options.margin), "attempts": .array(attempts.map(\.json)),
      "notMeant": .array(others.map(\.json)), "changes": .array(changes.map(\.json)),
      "room": .array(margins.map(\.json)), "collisions": .array(collisions.map(\.json)),
      "warnings": .strings(warnings), "toml": .optional(changes.isEmpty ? nil : toml),
    ]
  }
}

extension Tuning.AttemptResult {
  fileprivate var json: JSONValue {
    [
      "number": .integer(number), "recording": .optional(origin), "recognized": .flag(verdict.isRecognized),
      "usable": .flag(verdict.isUsable), "recognizedThen": .flag(isRecognizedAfterwards),
      "words": .string(verdict.words),
      "measured": .object(measured.map { JSONValue.Member($0.setting, .number($0.measure.value)) }),
    ]
  }
}

extension Tuning.OtherResult {
  fileprivate var json: JSONValue {
    [
      "number": .integer(number), "recording": .optional(origin), "recognized": .flag(isRecognized),
      "recognizedThen": .flag(isRecognizedAfterwards),
    ]
  }
}

extension TunedChange {
  fileprivate var json: JSONValue {
    var notMeant: Double?
    if case .apart(_, let value) = reason { notMeant = value }
    return [
      "setting": .string(change.setting), "class": .optional(change.deviceClass?.rawValue),
      "unit": .string(change.unit.rawValue), "before": .number(change.before),
      "value": .number(change.value), "lowest": .optional(lowest), "highest": .optional(highest),
      "limit": .optional(limit), "notMeant": .optional(notMeant),
    ]
  }
}

extension ThresholdMargin {
  fileprivate var json: JSONValue {
    [
      "setting": .string(setting), "unit": .string(now.unit.rawValue), "now": .number(now.value),
      "worst": .number(worst.value),
    ]
  }
}

extension Collision {
  fileprivate var json: JSONValue {
    let (word, other, longest): (String, String?, Double?) =
      switch effect {
      case .excluded(let winner): ("excluded", winner, nil)
      case .requirement(let requirement): ("replaced", requirement, nil)
      case .lost: ("lost", nil, nil)
      case .also(let other): ("also", other, nil)
      case .waits(let other, let longest): ("waits", other, longest)
      }
    return [
      "what": .string(word), "gesture": .optional(other), "longestMs": .optional(longest),
      "attempts": .array(attempts.map { .integer($0) }), "new": .flag(isNew),
    ]
  }
}
