import Bindings
import GestureCore
import Recordings
import Text

extension Explanation {
  /// The explanation for people, at most 80 columns wide. The text calls the recording `recording`.
  public func text(recording: String) -> String {
    var page = Page()
    if rules.gestures.isEmpty {
      page.add(Self.noGestures, hanging: 0)
    } else if attemptCount == 0, ignored.isEmpty {
      page.add(Self.nothingToExplain(recording), hanging: Self.indent)
    } else {
      for touched in touchedDevices where !touched.exclusions.isEmpty { add(touched, to: &page) }
      var left = ignored[...]
      for explained in explainedAttempts {
        add(&left, landedBefore: explained.attempt.began, to: &page)
        if !page.text.isEmpty { page.addBlankLine() }
        page.add(heading(explained), hanging: Self.inner)
        let unreleased = explained.attempt.unreleased
        if unreleased > 0 { page.add(Touch.unreleased(unreleased), indent: Self.indent, hanging: Self.inner) }
        if gesture == nil { addGroups(explained, to: &page) } else { addSteps(explained, to: &page) }
      }
      add(&left, landedBefore: .never, to: &page)
      addSummary(to: &page)
    }
    return page.text
  }

  /// Adds the ignored touches that landed before `time` and aren't on the page yet.
  private func add(_ left: inout ArraySlice<IgnoredTouch>, landedBefore time: Timestamp, to page: inout Page) {
    let next = left.prefix { $0.landed < time }
    if !next.isEmpty, !page.text.isEmpty { page.addBlankLine() }
    for touch in next { page.add(sentence(touch), hanging: Self.inner) }
    left = left.dropFirst(next.count)
  }

  private static let indent = 2
  private static let inner = 4

  private func add(_ touched: TouchedDevice, to page: inout Page) {
    if gesture != nil {
      for exclusion in touched.exclusions { page.add(excluded(exclusion, from: touched), hanging: Self.indent) }
      return
    }
    if !page.text.isEmpty { page.addBlankLine() }
    page.add(excluded(touched), hanging: Self.inner)
    let obstacles = touched.exclusions.map { exclusion in
      (names.gesture(exclusion.gesture), EntryWords(what: exclusion.obstacle.reason, time: nil, reason: nil))
    }
    add(Self.grouped(obstacles), indent: Self.indent, to: &page)
  }

  private func addSummary(to page: inout Page) {
    guard attemptCount > 1 else { return }
    if let gesture {
      page.addBlankLine()
      page.add(recognized(gesture, in: explainedAttempts.count { !$0.recognizedEntries.isEmpty }), hanging: Self.indent)
    } else if !hasRecognizedGesture {
      page.addBlankLine()
      page.add(Self.nothingInAny(attemptCount), hanging: Self.indent)
    }
  }
}

extension Explanation {
  private struct Group {
    var names: [String]
    var words: EntryWords
    var sharesTime = true

    var sentences: [String] { [words.sentence(withTime: sharesTime)] + words.others }
  }

  private func addGroups(_ explained: AttemptExplanation, to page: inout Page) {
    let entries = explained.entries
    if explained.recognizedEntries.isEmpty {
      page.add(Self.nothingRecognized, indent: Self.indent, hanging: Self.inner)
      if explained.mayBeMistakenPinch { page.add(Self.mistakenPinch, indent: Self.inner, hanging: Self.inner) }
    }
    let others = entries.filter { !$0.isRecognized && !$0.isWaiting && !$0.isNear }
    let recognized = explained.recognizedEntries.map {
      Group(names: [names.gesture($0.gesture)], words: names.words($0))
    }
    let parts: [(heading: String, groups: [Group])] = [
      (Self.recognizedHeading, recognized), (Self.waitedHeading, grouped(entries.filter(\.isWaiting))),
      (Self.nearHeading, grouped(entries.filter(\.isNear))), (Self.othersHeading, grouped(others)),
    ]
    for part in parts where !part.groups.isEmpty {
      page.add(part.heading, indent: Self.indent, hanging: Self.inner)
      add(part.groups, indent: Self.inner, to: &page)
    }
  }

  private func grouped(_ entries: [AttemptExplanation.Entry]) -> [Group] {
    Self.grouped(entries.map { (names.gesture($0.gesture), names.words($0)) })
  }

  /// Joins entries whose texts are equal except for the time. The joined entry takes the place of the first entry.
  private static func grouped(_ entries: [(name: String, words: EntryWords)]) -> [Group] {
    var groups: [Group] = []
    for entry in entries {
      let sentences = [entry.words.sentence(withTime: false)] + entry.words.others
      let same = groups.firstIndex { [$0.words.sentence(withTime: false)] + $0.words.others == sentences }
      if let same {
        groups[same].names.append(entry.name)
        if groups[same].words.time != entry.words.time { groups[same].sharesTime = false }
      } else {
        groups.append(Group(names: [entry.name], words: entry.words))
      }
    }
    return groups
  }

  private func add(_ groups: [Group], indent: Int, to page: inout Page) {
    let lists = groups.map { $0.names.joined(separator: ", ") }
    let column = lists.map(\.count).filter { $0 <= Page.widestColumn }.max() ?? 0
    for (list, group) in zip(lists, groups) { page.add(list, group.sentences, indent: indent, column: column) }
  }
}

extension Explanation {
  private func addSteps(_ explained: AttemptExplanation, to page: inout Page) {
    for entry in explained.entries {
      let words = names.words(entry)
      page.add("\(names.gesture(entry.gesture)) \(words.sentence())", indent: Self.indent, hanging: Self.inner)
      for other in words.others { page.add(other, indent: Self.inner, hanging: Self.inner) }
    }
    guard let history = explained.entries.first?.history else { return }
    for step in names.steps(history, in: explained) {
      let time = names.moment(step.time)
      page.add("\(time)  \(step.words)", indent: Self.inner, hanging: Self.inner + time.count + Self.indent)
    }
  }
}

extension Explanation {
  private static func nothingToExplain(_ recording: String) -> String {
    "\(recording): no finger lands in this recording, so there is nothing to explain"
  }

  private static let noGestures = "The rules have no gestures."
  private static let nothingRecognized = "nothing was recognized"
  private static let mistakenPinch =
    "if you pinched, libinput reported a swipe instead: write `source = \"raw\"` under [device.touchpad]"
  private static let recognizedHeading = "recognized:"
  private static let waitedHeading = "waited, but were not recognized:"
  private static let nearHeading = "near misses, the nearest first:"
  private static let othersHeading = "not recognized:"

  private static func nothingInAny(_ attempts: Int) -> String {
    "No gesture was recognized in any of the \(attempts) attempts."
  }

  func recognized(_ gesture: GestureID, in count: Int) -> String {
    "\"\(names.gesture(gesture))\" was recognized in \(count) of \(attemptCount) attempts."
  }

  static func deviceText(_ device: Device) -> String { "\(device.deviceClass.rawValue) \"\(device.name)\"" }

  func excluded(_ touched: TouchedDevice) -> String {
    let (count, all) = (touched.exclusions.count, rules.gestures.count)
    return "\(Self.deviceText(touched.device)): "
      + (count == all
        ? "no gesture can be made on this device:" : "\(count) of \(all) gestures can't be made on this device:")
  }

  func excluded(_ exclusion: Exclusion, from touched: TouchedDevice) -> String {
    "\"\(names.gesture(exclusion.gesture))\" can't be made on the \(Self.deviceText(touched.device)): "
      + exclusion.obstacle.reason
  }

  private func sentence(_ touch: IgnoredTouch) -> String {
    let device = devices[touch.device].map { ", \(Self.deviceText($0))" } ?? ""
    return
      "ignored touch at \(names.millisecondsOf(touch.landed))\(device), position \(names.pair(position(of: touch))) mm: \(touch.reasonText)"
  }

  private func heading(_ explained: AttemptExplanation) -> String {
    let attempt = explained.attempt
    let times = "\(names.millisecondsOf(attempt.began)) to \(names.millisecondsOf(attempt.ended))"
    return "attempt \(attempt.number), \(times), \(Self.deviceText(explained.device)): \(explained.motion.words)"
      + (attempt.hasFingersDown ? ", not lifted" : "")
  }
}

extension HandMotion {
  /// The smallest movements that the text mentions; `spread` is in mm.
  private static let still = (mm: 0.5, spread: 1.0, degrees: 5.0)

  /// The movement in words, for example `3 fingers, moved 9.4 mm left`.
  var words: String {
    var parts: [String] = []
    if fingers > 0 || palms == 0 { parts.append(Measure.fingers(fingers).description) }
    if palms > 0 { parts.append(palms == 1 ? "1 palm" : "\(palms) palms") }
    var movements: [String] = []
    if farthest.length >= Self.still.mm, let direction = Direction(nearest: farthest) {
      movements.append(
        "moved \(Measure.mm(farthest.length)) \(direction.rawValue)" + (hasReturned ? " and came back" : ""))
    }
    if abs(spread) >= Self.still.spread {
      movements.append("\(spread > 0 ? "spread" : "closed") by \(Measure.mm(abs(spread)))")
    }
    if abs(turned) >= Self.still.degrees {
      movements.append("turned \(Measure.degrees(abs(turned))) \(turned > 0 ? "clockwise" : "counterclockwise")")
    }
    if movements.isEmpty, fingers > 0 { movements = ["held still"] }
    return ([parts.joined(separator: " and ")] + movements).joined(separator: ", ")
  }
}

/// The text about a gesture in one attempt.
struct EntryWords: Equatable {
  /// The result, such as `failed`.
  let what: String
  let time: String?
  /// The reason or the ending with its leading punctuation, such as `: moved 2.0 mm`. Nil if neither exists.
  let reason: String?
  var others: [String] = []

  /// The result and the reason as one sentence, without `others`. `withTime` adds the time of the result, if known.
  func sentence(withTime: Bool = true) -> String {
    what + (withTime ? time.map { " at \($0)" } ?? "" : "") + (reason ?? "")
  }
}

extension Names {
  func words(_ entry: AttemptExplanation.Entry) -> EntryWords {
    var words = wordsWithoutWaits(entry)
    let waits = entry.waits.map(text)
    if !waits.isEmpty {
      words = EntryWords(
        what: "waited \(waits.joined(separator: ", then ")), then \(words.what)", time: words.time,
        reason: words.reason)
    }
    if case .near(_, _, let remedy?) = entry.conclusion { words.others = [text(remedy, of: entry.gesture)] }
    let reasons = entry.idleBindings.compactMap(reasonForIdleness)
    if !reasons.isEmpty { words.others.append("no action ran: \(reasons.listed("and"))") }
    if let neededSession = entry.neededSession { words.others.append(neededSession.sentence) }
    if case .failed(_, let cause)? = entry.cycle?.outcome, let advice = advice(cause, on: entry.gesture) {
      words.others.append(advice)
    }
    return words
  }

  /// Why no action of `binding` ran for a recognized gesture: `when` or `at-most-every`. Nil if `binding` has neither.
  private func reasonForIdleness(_ binding: Binding) -> String? {
    func place(_ location: FileLocation) -> String { "\(location.file):\(location.line)" }
    let limited = binding.actions.first { $0.atMostEvery != nil }.map {
      "the `at-most-every` time of `\($0.trigger.rawValue)` at \(place($0.location)) had not passed yet"
    }
    guard binding.when != Condition() else { return limited }
    let unmet = "`when` was not true for the actions at \(place(binding.location))"
    return [unmet, limited].compactMap(\.self).listed("or")
  }

  /// Advice if no threshold helps: let a gesture wait for a drawing, or use another kind of gesture. Nil without advice.
  private func advice(_ cause: Decision.Cause, on gesture: GestureID) -> String? {
    guard let rule = rule(gesture) else { return nil }
    if case .own(let failure) = cause, failure.setting == "max-angle", rule.kind.name == EdgePan.kind.name {
      return EdgePan.alongEdges
    }
    guard case .excluded(let winner) = cause, let other = self.rule(winner), rule.kind.name == Stroke.kind.name,
      other.kind.name != Stroke.kind.name
    else { return nil }
    return
      "if you meant the drawing, add require-to-fail = [\(rule.name.inQuotes)] to [gesture.\(tomlKey(other.name))]"
  }

  private func wordsWithoutWaits(_ entry: AttemptExplanation.Entry) -> EntryWords {
    guard let cycle = entry.cycle else {
      if case .absent(let absence) = entry.conclusion { return words(absence) }
      return words(.unknown)
    }
    switch cycle.outcome {
    case .recognized(let time):
      let what = entry.waits.isEmpty ? "recognized" : "was recognized"
      return EntryWords(what: what, time: millisecondsOf(time), reason: nil)
    case .began(let time, let ending):
      return EntryWords(what: "began", time: millisecondsOf(time), reason: ending.map { ", \(text($0))" })
    case .failed(let time, let cause):
      return EntryWords(
        what: "failed", time: millisecondsOf(time), reason: ": " + text(cause, in: cycle) + otherFailures(entry))
    case .refused(_, let refusal): return EntryWords(what: Self.noPart, time: nil, reason: ": \(text(refusal))")
    case .undecided: return EntryWords(what: "undecided", time: nil, reason: nil)
    }
  }

  private static let noPart = "took no part"

  private func words(_ absence: AttemptExplanation.AbsenceReason) -> EntryWords {
    let reason =
      switch absence {
      case .onlyPalms: ": palms are never part of a gesture"
      case .fingers(let landed, let needed):
        ": \(Failure("landed", .fingers(landed), CommonSettings.fingers.declaration.name, .fingers(needed)))"
      case .unknown: ""
      }
    return EntryWords(what: Self.noPart, time: nil, reason: reason)
  }

  func text(_ ending: RecognizerCycle.Ending) -> String {
    switch ending {
    case .ended(let time): "ended at \(millisecondsOf(time))"
    case .cancelled(let time, let cause): "was cancelled at \(millisecondsOf(time)): \(text(cause))"
    }
  }

  /// The text of a cause. If the cause is the number of fingers, the first reason for a refused touch, if any, follows.
  private func text(_ cause: Decision.Cause, in cycle: RecognizerCycle) -> String {
    guard case .own(let failure) = cause, failure.limit?.unit == .fingers, let refusal = cycle.refusal else {
      return text(cause)
    }
    return "\(text(cause)); not counted: \(text(refusal))"
  }

  /// A remark about further failures: ` (and failed once more)`. Empty if the gesture failed at most once.
  private func otherFailures(_ entry: AttemptExplanation.Entry) -> String {
    let failed = entry.history?.cycles.count { if case .failed = $0.outcome { true } else { false } } ?? 0
    switch failed {
    case 0, 1: return ""
    case 2: return " (and failed once more)"
    default: return " (and failed \(failed - 1) more times)"
    }
  }

  private func text(_ wait: RecognizerWait) -> String {
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

  private func text(_ remedy: RuleRemedy, of gesture: GestureID) -> String {
    let section = "[gesture.\(tomlKey(remedy.change.gesture))]"
    let change = "with \(remedy.change.path) = \(remedy.change.valueText) in \(section), the gesture would have"
    switch remedy.effect {
    case .recognized: return "\(change) \(rule(gesture)?.kind.isDiscrete ?? true ? "been recognized" : "begun")"
    case .failed(let cause): return "\(change) met this threshold, but would then have failed: \(text(cause))"
    case .unknown: return "\(change) met this threshold"
    }
  }
}

/// A step in a gesture's history, in the words of a trace: a decision, or the last of consecutive `changed` events.
struct StepWords: Equatable {
  let time: Timestamp
  let decision: Decision
  let reason: String?
  let words: String
}

extension Names {
  /// The steps of a history in order; consecutive `changed` events are one step.
  func steps(_ history: GestureHistory, in explained: AttemptExplanation) -> [StepWords] {
    var names = self
    names.includesValues = true
    let waits = explained.entries.flatMap(\.waits)
    var steps: [StepWords] = []
    var changes: [Decision] = []
    for decision in history.cycles.flatMap(\.decisions) {
      if case .event(.changed, _) = decision.outcome {
        changes.append(decision)
        continue
      }
      if let last = changes.last { steps.append(names.changed(last, changes.count)) }
      changes = []
      // The cancelled decision has the reason, so the event for the same cancellation is skipped.
      if case .event(.cancelled, _) = decision.outcome { continue }
      steps.append(names.step(decision, waits))
    }
    if let last = changes.last { steps.append(names.changed(last, changes.count)) }
    return steps
  }

  private func changed(_ last: Decision, _ count: Int) -> StepWords {
    let values = reason(last)
    return StepWords(time: last.time, decision: last, reason: values, words: Self.changed(count, values ?? ""))
  }

  private func step(_ decision: Decision, _ waits: [RecognizerWait]) -> StepWords {
    var reason = reason(decision)
    if decision.outcome == .released {
      switch waits.first(where: { $0.ended == decision.time })?.awaited {
      case .failures(let gestures): reason = "\(gestures.map(gesture).listed("and")) failed"
      case .fingers: reason = "no other finger landed"
      case nil: break
      }
    }
    let words = word(decision.outcome) + (reason.map { ": \($0)" } ?? "")
    return StepWords(time: decision.time, decision: decision, reason: reason, words: words)
  }
}

/// Lines of text for a terminal of 80 columns.
struct Page {
  /// The greatest width of the column of names. A longer name has its own line.
  static let widestColumn = 24
  private static let width = 80
  private static let gap = 2

  private(set) var text = ""

  /// Adds words, broken into lines. The first line is indented by `indent` columns, the others by `hanging` columns.
  mutating func add(_ words: String, indent: Int = 0, hanging: Int) {
    let line = leftAligned("", indent) + Self.unbreakable(words.visible)
    text += line.wrapped(to: Self.width, hanging: hanging).replacing(each: Self.noBreakSpace, by: " ") + "\n"
  }

  mutating func add(_ name: String, _ sentences: [String], indent: Int, column: Int) {
    let start = indent + column + Self.gap
    var sentences = sentences[...]
    if name.count <= column, let first = sentences.popFirst() {
      add(leftAligned(name, column + Self.gap) + first, indent: indent, hanging: start)
    } else {
      add(name, indent: indent, hanging: indent)
    }
    for sentence in sentences { add(sentence, indent: start, hanging: start) }
  }

  mutating func addBlankLine() { text += "\n" }

  /// The character that replaces the blank after a number, so that the number and its unit stay on one line.
  private static let noBreakSpace = "\u{A0}"

  private static func unbreakable(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return zip(words, words.dropFirst() + [""]).enumerated().map { index, pair in
      let isNumber = pair.0.contains(where: \.isNumber) && pair.0.allSatisfy { $0.isNumber || "-.,\"".contains($0) }
      return pair.0 + (index == words.count - 1 ? "" : isNumber ? noBreakSpace : " ")
    }.joined()
  }
}
