import Bindings
import GestureCore
import Recordings
import Text

/// The differences between the results of two rules files for the same recording.
public struct Comparison: Sendable {
  public struct Side: Sendable {
    public let name: String
    let explanation: Explanation

    /// Plays `recording` with `rules`. The recording's devices must already have the sizes that the rules set.
    public init(_ name: String, _ recording: Recording, _ rules: Rules) throws(RequirementCycle) {
      self.name = name
      explanation = try Explanation(recording, rules: rules, triesChanges: false)
    }
  }

  /// A difference between the two sides in one gesture: a recognition that differs, or that only one side has.
  public struct Difference: Sendable {
    public let gesture: String
    /// The outcome on the first side. Nil if this recognition happened only on the second side.
    public let first: RecognizerCycle.Outcome?
    public let second: RecognizerCycle.Outcome?
  }

  /// Attempts of both sides that overlap in time on one device. The sides can divide touches into different attempts.
  public struct MatchedAttempts: Sendable {
    public let number: Int
    public let began: Timestamp
    public let ended: Timestamp
    public let device: Device
    public let motion: HandMotion
    let first: [AttemptExplanation]
    let second: [AttemptExplanation]
    public internal(set) var differences: [Difference] = []
  }

  public let first: Side
  public let second: Side
  /// The attempts that have differences.
  public let matchedAttempts: [MatchedAttempts]

  public init(_ first: Side, _ second: Side) {
    (self.first, self.second) = (first, second)
    let all = MatchedAttempts.all(first.explanation.explainedAttempts, second.explanation.explainedAttempts)
    matchedAttempts = all.compactMap { matched in
      var matched = matched
      matched.differences = Self.differences(matched, first.explanation.rules, second.explanation.rules)
      return matched.differences.isEmpty ? nil : matched
    }
  }

  private static func differences(_ matched: MatchedAttempts, _ first: RuleSet, _ second: RuleSet) -> [Difference] {
    var names: [String] = []
    for rule in first.gestures + second.gestures where !names.contains(rule.name) { names.append(rule.name) }
    var differences: [Difference] = []
    for name in names {
      let one = occurrences(of: name, in: matched.first, first)
      let other = occurrences(of: name, in: matched.second, second)
      for index in 0..<max(one.count, other.count) {
        let difference = Difference(
          gesture: name, first: one.dropFirst(index).first, second: other.dropFirst(index).first)
        if difference.hasDifferentOutcomes { differences.append(difference) }
      }
    }
    return differences.sorted { $0.time < $1.time }
  }

  private static func occurrences(
    of name: String, in explainedAttempts: [AttemptExplanation], _ rules: RuleSet
  ) -> [RecognizerCycle.Outcome] {
    explainedAttempts.flatMap(\.recognizedEntries).filter { rules.gestures[$0.gesture.rawValue].name == name }
      .compactMap { $0.cycle?.outcome }
  }

  /// The differences as a text for people, in lines of at most 80 columns.
  public var text: String {
    var page = Page()
    guard !matchedAttempts.isEmpty else {
      page.add(nothingDiffers, hanging: Self.indent)
      return page.text
    }
    for matched in matchedAttempts {
      if !page.text.isEmpty { page.addBlankLine() }
      page.add(heading(matched), hanging: Self.inner)
      let column = matched.differences.map(\.gesture.count).filter { $0 <= Page.widestColumn }.max() ?? 0
      for difference in matched.differences {
        let sentences = [sentence(difference, matched, of: .first), sentence(difference, matched, of: .second)]
        page.add(difference.gesture, sentences, indent: Self.indent, column: column)
      }
    }
    return page.text
  }

  public func json(recording: String) -> JSONValue {
    [
      "recording": .string(recording), "first": .string(first.name), "second": .string(second.name),
      "attempts": .array(
        matchedAttempts.map { matched in
          [
            "number": .integer(matched.number), "device": .string(matched.device.name),
            "beganMs": .number(matched.began.milliseconds), "endedMs": .number(matched.ended.milliseconds),
            "differences": .array(
              matched.differences.map { difference in
                [
                  "gesture": .string(difference.gesture), "first": json(difference, matched, of: .first),
                  "second": json(difference, matched, of: .second),
                ]
              }),
          ]
        }),
    ]
  }

  private enum Which { case first, second }

  private static let indent = 2
  private static let inner = 4

  private func json(_ difference: Difference, _ matched: MatchedAttempts, of which: Which) -> JSONValue {
    let outcome = which == .first ? difference.first : difference.second
    return [
      "happened": .flag(outcome != nil), "atMs": .optional(outcome?.time?.milliseconds),
      "endedMs": .optional(outcome?.ending?.time.milliseconds),
      "cancelled": .flag(outcome?.ending?.isCancelled ?? false),
      "reason": .optional(outcome == nil ? absence(of: difference.gesture, matched, which) : nil),
    ]
  }

  /// A side's outcome in words: `b.toml: recognized at 110.0 ms, 14.0 ms later`, or why the gesture didn't happen.
  private func sentence(_ difference: Difference, _ matched: MatchedAttempts, of which: Which) -> String {
    let side = which == .first ? first : second
    let outcome = which == .first ? difference.first : difference.second
    guard let outcome, let time = outcome.time else {
      return "\(side.name): \(absence(of: difference.gesture, matched, which))"
    }
    let before = which == .second ? difference.first : nil
    let names = side.explanation.names
    var words = "\(side.name): \(outcome.isDiscrete ? "recognized" : "began") at \(names.millisecondsOf(time))"
    words += before?.time.map { Self.shift(from: $0, to: time) } ?? ""
    if let ending = outcome.ending {
      words += ", \(names.text(ending))"
      words += before?.ending.map { Self.shift(from: $0.time, to: ending.time) } ?? ""
    }
    return words
  }

  private func absence(of gesture: String, _ matched: MatchedAttempts, _ which: Which) -> String {
    let explanation = (which == .first ? first : second).explanation
    let explainedAttempts = which == .first ? matched.first : matched.second
    guard let index = explanation.rules.gestures.firstIndex(where: { $0.name == gesture }) else { return Self.unknown }
    let rule = explanation.rules.gestures[index]
    if let obstacle = explanation.rules.obstacle(to: rule, on: matched.device) { return obstacle.reason }
    let entries = explainedAttempts.flatMap(\.entries).filter { $0.gesture.rawValue == index }
    // If the gesture also happened on this side, but less often, the reason comes from another cycle.
    let others = entries.filter { !$0.isRecognized }
    if let entry = others.min(by: { $0.rank < $1.rank }) { return explanation.names.words(entry).sentence() }
    guard let one = entries.lazy.compactMap({ $0.history?.nearest }).first else { return Self.notAgain }
    let entry = AttemptExplanation.Entry(
      gesture: GestureID(index), history: nil, conclusion: .other(one), waits: [], neededSession: nil)
    return explanation.names.words(entry).sentence()
  }

  // MARK: Sentences that only a comparison has

  private static let unknown = "the rules do not have this gesture"
  private static let notAgain = "the gesture did not happen again"

  private var nothingDiffers: String {
    "No difference: \(first.name) and \(second.name) recognize the same gestures at the same times."
  }

  private static func shift(from before: Timestamp, to after: Timestamp) -> String {
    guard before != after else { return "" }
    let span = after < before ? before - after : after - before
    return ", \(Names.milliseconds(span)) \(after < before ? "earlier" : "later")"
  }

  private func heading(_ matched: MatchedAttempts) -> String {
    let names = first.explanation.names
    let times = "\(names.millisecondsOf(matched.began)) to \(names.millisecondsOf(matched.ended))"
    return "attempt \(matched.number), \(times), \(Explanation.deviceText(matched.device)): \(matched.motion.words)"
  }
}

extension Comparison.Difference {
  /// Whether the outcomes differ. The reason for a cancellation doesn't count.
  fileprivate var hasDifferentOutcomes: Bool {
    guard let first, let second else { return true }
    return first.time != second.time || first.isDiscrete != second.isDiscrete
      || first.ending?.time != second.ending?.time || first.ending?.isCancelled != second.ending?.isCancelled
  }

  fileprivate var time: Timestamp { min(first?.time ?? .never, second?.time ?? .never) }
}

extension RecognizerCycle.Outcome {
  fileprivate var isDiscrete: Bool { if case .recognized = self { true } else { false } }
  fileprivate var ending: RecognizerCycle.Ending? { if case .began(_, let ending) = self { ending } else { nil } }
}

extension RecognizerCycle.Ending {
  fileprivate var time: Timestamp {
    switch self {
    case .ended(let time), .cancelled(let time, _): time
    }
  }
  fileprivate var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

extension Comparison.MatchedAttempts {
  /// Joins the attempts of both sides that overlap in time on a device.
  fileprivate static func all(_ first: [AttemptExplanation], _ second: [AttemptExplanation]) -> [Self] {
    let marked = first.map { (explained: $0, isFirst: true) } + second.map { (explained: $0, isFirst: false) }
    let ordered = marked.sorted { $0.explained.attempt.began < $1.explained.attempt.began }
    var groups: [[(explained: AttemptExplanation, isFirst: Bool)]] = []
    for one in ordered {
      // The attempts of a device follow one another, so only the device's last group can continue.
      let last = groups.lastIndex { $0.first?.explained.device.id == one.explained.device.id }
      let end = last.flatMap { groups[$0].map(\.explained.attempt.ended).max() }
      if let last, let end, one.explained.attempt.began <= end {
        groups[last].append(one)
      } else {
        groups.append([one])
      }
    }
    return groups.enumerated().compactMap { index, group in
      // The attempt with the most frames shows most of the movement.
      let ends = group.map(\.explained.attempt.ended)
      guard let longest = group.map(\.explained).max(by: { $0.attempt.frames.count < $1.attempt.frames.count }),
        let began = group.first?.explained.attempt.began, let ended = ends.max()
      else { return nil }
      return Self(
        number: index + 1, began: began, ended: ended, device: longest.device, motion: longest.motion,
        first: group.filter(\.isFirst).map(\.explained), second: group.filter { !$0.isFirst }.map(\.explained))
    }
  }
}
