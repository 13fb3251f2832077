import Bindings
import GestureCore

/// What two files of rules make of the same recording, and where they differ.
public struct Comparison: Sendable {
  /// One of the two.
  public struct Side: Sendable {
    /// What its rules are called.
    public let name: String
    let explanation: Explanation

    /// What `rules` make of a recording, which has the sizes that they give to devices.
    public init(_ name: String, _ recording: Recording, _ rules: Rules) throws(RequirementCycle) {
      self.name = name
      explanation = try Explanation(recording, rules: rules, triesChanges: false)
    }
  }

  /// A gesture of which the two sides do not make the same.
  public struct Difference: Sendable {
    public let gesture: String
    /// Nil for the side on which it did not happen.
    public let first: Occurrence?
    public let second: Occurrence?
  }

  /// That a gesture was recognized, or began and was over.
  public struct Occurrence: Equatable, Sendable {
    public let began: Timestamp
    public let isDiscrete: Bool
    /// Of one that lasts; nil where it is not known.
    public let ending: Try.Ending?
    /// When it was over, if it lasts.
    public var ended: Timestamp? {
      switch ending {
      case .ended(let time), .cancelled(let time, _): time
      case nil: nil
      }
    }
  }

  /// Attempts of both sides that are of the same touches.
  public struct Passage: Sendable {
    /// From 1.
    public let number: Int
    public let began: Timestamp
    public let ended: Timestamp
    public let device: Device
    public let motion: HandMotion
    let first: [Account]
    let second: [Account]
    public internal(set) var differences: [Difference] = []
  }

  public let first: Side
  public let second: Side
  /// Only those in which there are differences.
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
          gesture: name, first: one.indices.contains(place) ? one[place] : nil,
          second: other.indices.contains(place) ? other[place] : nil)
        if difference.isOne { differences.append(difference) }
      }
    }
    let ranked = differences.enumerated().map { (time: $1.time, place: $0, difference: $1) }
    return ranked.sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map(\.difference)
  }

  private static func occurrences(of name: String, in accounts: [Account], _ rules: RuleSet) -> [Occurrence] {
    accounts.flatMap(\.winners).compactMap { entry in
      guard rules.gestures[entry.gesture.rawValue].name == name else { return nil }
      switch entry.told?.outcome {
      case .recognized(let time): return Occurrence(began: time, isDiscrete: true, ending: nil)
      case .began(let time, let ending): return Occurrence(began: time, isDiscrete: false, ending: ending)
      case .failed, .passedOver, .undecided, nil: return nil
      }
    }
  }
}

extension Comparison.Difference {
  /// Whether the sides differ: of how it was over by time and by kind, for the reasons name gestures of either side.
  fileprivate var isOne: Bool {
    guard let first, let second else { return true }
    return first.began != second.began || first.isDiscrete != second.isDiscrete || first.ended != second.ended
      || first.wasCancelled != second.wasCancelled
  }

  fileprivate var time: Timestamp { min(first?.began ?? .never, second?.began ?? .never) }
}

extension Comparison.Occurrence {
  var wasCancelled: Bool { if case .cancelled? = ending { true } else { false } }
}

extension Comparison.Passage {
  /// Attempts of both sides put together where they overlap in time on the same device, in the order of their beginnings.
  fileprivate static func all(_ first: [Account], _ second: [Account]) -> [Self] {
    let marked = first.map { (account: $0, isFirst: true) } + second.map { (account: $0, isFirst: false) }
    let ordered = marked.sorted { $0.account.attempt.began < $1.account.attempt.began }
    var groups: [[(account: Account, isFirst: Bool)]] = []
    for one in ordered {
      // The attempts of a device follow one another, so only its last group can go on.
      let last = groups.lastIndex { $0.first?.account.device.id == one.account.device.id }
      let end = last.flatMap { groups[$0].map(\.account.attempt.ended).max() }
      if let last, let end, one.account.attempt.began <= end {
        groups[last].append(one)
      } else {
        groups.append([one])
      }
    }
    return groups.enumerated().compactMap { index, group in
      // The longer attempt of the first touch tells more of the hand.
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
