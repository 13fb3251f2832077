import Bindings
import GestureCore
import Recordings
import Text

/// The differences between the results of two rules files for the same recording.
public struct Comparison: Sendable {
  public struct Side: Sendable {
    public let name: String
    let explanation: Explanation

    /// Plays a recording with `rules`; its devices have the sizes that these rules set.
    public init(_ name: String, _ recording: Recording, _ rules: Rules) throws(RequirementCycle) {
      self.name = name
      explanation = try Explanation(recording, rules: rules, triesChanges: false)
    }
  }

  /// A gesture whose outcomes differ between the two sides.
  public struct Difference: Sendable {
    public let gesture: String
    /// The outcome if the gesture was recognized or began on the first side; else nil.
    public let first: RecognizerCycle.Outcome?
    public let second: RecognizerCycle.Outcome?
  }

  /// Attempts of both sides with the same touches.
  public struct Passage: Sendable {
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
  /// Only passages with differences.
  public let passages: [Passage]

  public init(_ first: Side, _ second: Side) {
    self.first = first
    self.second = second
    let all = Passage.all(first.explanation.accounts, second.explanation.accounts)
    passages = all.compactMap { passage in
      var passage = passage
      passage.differences = Self.differences(passage, first.explanation.rules, second.explanation.rules)
      return passage.differences.isEmpty ? nil : passage
    }
  }

  /// In the order of time.
  private static func differences(_ passage: Passage, _ first: RuleSet, _ second: RuleSet) -> [Difference] {
    var names: [String] = []
    for rule in first.gestures + second.gestures where !names.contains(rule.name) { names.append(rule.name) }
    var differences: [Difference] = []
    for name in names {
      let one = occurrences(of: name, in: passage.first, first)
      let other = occurrences(of: name, in: passage.second, second)
      for place in 0..<max(one.count, other.count) {
        let difference = Difference(
          gesture: name, first: one.dropFirst(place).first, second: other.dropFirst(place).first)
        if difference.isOne { differences.append(difference) }
      }
    }
    return differences.sorted { $0.time < $1.time }
  }

  private static func occurrences(
    of name: String, in accounts: [AttemptExplanation], _ rules: RuleSet
  ) -> [RecognizerCycle.Outcome] {
    accounts.flatMap(\.winners).filter { rules.gestures[$0.gesture.rawValue].name == name }
      .compactMap { $0.told?.outcome }
  }

  /// The differences for people: lines of at most 80 columns.
  public var text: String {
    var page = Page()
    guard !passages.isEmpty else {
      page.add(nothingDiffers, hanging: Self.indent)
      return page.text
    }
    for passage in passages {
      if !page.text.isEmpty { page.addBlankLine() }
      page.add(heading(passage), hanging: Self.inner)
      let column = passage.differences.map(\.gesture.count).filter { $0 <= Page.widestColumn }.max() ?? 0
      for difference in passage.differences {
        let sentences = [sentence(difference, passage, of: .first), sentence(difference, passage, of: .second)]
        page.add(difference.gesture, sentences, indent: Self.indent, column: column)
      }
    }
    return page.text
  }

  public func json(recording: String) -> JSONValue {
    [
      "recording": .string(recording), "first": .string(first.name), "second": .string(second.name),
      "attempts": .array(
        passages.map { passage in
          [
            "number": .integer(passage.number), "device": .string(passage.device.name),
            "beganMs": .number(passage.began.milliseconds), "endedMs": .number(passage.ended.milliseconds),
            "differences": .array(
              passage.differences.map { difference in
                [
                  "gesture": .string(difference.gesture), "first": json(difference, passage, of: .first),
                  "second": json(difference, passage, of: .second),
                ]
              }),
          ]
        }),
    ]
  }

  private enum Which { case first, second }

  private static let indent = 2
  private static let inner = 4

  private func json(_ difference: Difference, _ passage: Passage, of which: Which) -> JSONValue {
    let mine = which == .first ? difference.first : difference.second
    return [
      "happened": .flag(mine != nil), "atMs": .optional(mine?.time?.milliseconds),
      "endedMs": .optional(mine?.ending?.time.milliseconds), "cancelled": .flag(mine?.ending?.isCancelled ?? false),
      "reason": .optional(mine == nil ? absence(of: difference.gesture, passage, which) : nil),
    ]
  }

  /// For example `other.toml: recognized at 110.0 ms, 14.0 ms later`.
  private func sentence(_ difference: Difference, _ passage: Passage, of which: Which) -> String {
    let side = which == .first ? first : second
    let mine = which == .first ? difference.first : difference.second
    guard let mine, let time = mine.time else {
      return "\(side.name): \(absence(of: difference.gesture, passage, which))"
    }
    let before = which == .second ? difference.first : nil
    let names = side.explanation.names
    var words = "\(side.name): \(mine.isDiscrete ? "recognized" : "began") at \(names.millisecondsOf(time))"
    words += before?.time.map { Self.shift(from: $0, to: time) } ?? ""
    if let ending = mine.ending {
      words += ", \(names.text(ending))"
      words += before?.ending.map { Self.shift(from: $0.time, to: ending.time) } ?? ""
    }
    return words
  }

  private func absence(of gesture: String, _ passage: Passage, _ which: Which) -> String {
    let explanation = (which == .first ? first : second).explanation
    let accounts = which == .first ? passage.first : passage.second
    guard let index = explanation.rules.gestures.firstIndex(where: { $0.name == gesture }) else { return Self.unknown }
    let rule = explanation.rules.gestures[index]
    if let obstacle = explanation.rules.obstacle(to: rule, on: passage.device) { return obstacle.reason }
    let entries = accounts.flatMap(\.entries).filter { $0.gesture.rawValue == index }
    // If the gesture also happened on this side, but less often, the reason comes from another try.
    let others = entries.filter { !$0.isWinner }
    if let entry = others.min(by: { $0.rank < $1.rank }) { return explanation.names.words(entry).sentence() }
    guard let one = entries.lazy.compactMap({ $0.history?.nearest }).first else { return Self.notAgain }
    let entry = AttemptExplanation.Entry(
      gesture: GestureID(index), history: nil, conclusion: .other(one), waits: [], elsewhere: nil)
    return explanation.names.words(entry).sentence()
  }

  // MARK: Sentences that only a comparison has

  private static let unknown = "has no such gesture"
  private static let notAgain = "did not happen again"

  private var nothingDiffers: String {
    "No difference: \(first.name) and \(second.name) recognize the same gestures at the same times."
  }

  private static func shift(from before: Timestamp, to after: Timestamp) -> String {
    guard before != after else { return "" }
    let span = after < before ? before - after : after - before
    return ", \(Names.milliseconds(span)) \(after < before ? "earlier" : "later")"
  }

  private func heading(_ passage: Passage) -> String {
    let names = first.explanation.names
    let times = "\(names.millisecondsOf(passage.began)) to \(names.millisecondsOf(passage.ended))"
    return "attempt \(passage.number), \(times), \(Explanation.place(passage.device)): \(passage.motion.words)"
  }
}

extension Comparison.Difference {
  /// Whether the sides differ. Endings are compared by time and kind only, because their reasons may name gestures of one side.
  fileprivate var isOne: Bool {
    guard let first, let second else { return true }
    return first.time != second.time || first.isDiscrete != second.isDiscrete
      || first.ending?.time != second.ending?.time || first.ending?.isCancelled != second.ending?.isCancelled
  }

  fileprivate var time: Timestamp { min(first?.time ?? .never, second?.time ?? .never) }
}

extension RecognizerCycle.Outcome {
  fileprivate var isDiscrete: Bool { if case .recognized = self { true } else { false } }
  /// The end of a gesture that lasts, or nil if unknown.
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

extension Comparison.Passage {
  /// Joins attempts of both sides that overlap in time on the same device, in the order of their beginnings.
  fileprivate static func all(_ first: [AttemptExplanation], _ second: [AttemptExplanation]) -> [Self] {
    let marked = first.map { (account: $0, isFirst: true) } + second.map { (account: $0, isFirst: false) }
    let ordered = marked.sorted { $0.account.attempt.began < $1.account.attempt.began }
    var groups: [[(account: AttemptExplanation, isFirst: Bool)]] = []
    for one in ordered {
      // The attempts of a device follow one another, so only the device's last group can continue.
      let last = groups.lastIndex { $0.first?.account.device.id == one.account.device.id }
      let end = last.flatMap { groups[$0].map(\.account.attempt.ended).max() }
      if let last, let end, one.account.attempt.began <= end {
        groups[last].append(one)
      } else {
        groups.append([one])
      }
    }
    return groups.enumerated().compactMap { index, group in
      // The movement comes from the attempt with the most frames, which shows most of it.
      let ends = group.map(\.account.attempt.ended)
      guard let longest = group.map(\.account).max(by: { $0.attempt.frames.count < $1.attempt.frames.count }),
        let began = group.first?.account.attempt.began, let ended = ends.max()
      else { return nil }
      return Self(
        number: index + 1, began: began, ended: ended, device: longest.device, motion: longest.motion,
        first: group.filter(\.isFirst).map(\.account), second: group.filter { !$0.isFirst }.map(\.account))
    }
  }
}
