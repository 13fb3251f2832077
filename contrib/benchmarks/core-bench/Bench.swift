import Bindings
import GestureCore

/// Measures and prints one table after another, and remembers the worst of each for the goals.
struct Bench {
  /// A measurement of nothing.
  struct NothingHappened: Error {}

  /// How many times each candidate is measured; the median counts.
  let rounds: Int
  /// The columns of the first tables.
  let touches: [Int]
  let counter: AllocationCounter

  /// The most allocations per frame of moving fingers, strokes being drawn among them.
  private(set) var steadyAllocations = 0.0
  /// The worst of many rules of which few match, against these few alone, for each kind of work.
  private(set) var ratios: [(work: Candidate.Work, worst: Double)] = []

  /// Fingers, gestures that match them and others, in the comparison of rule sets.
  static let fingers = 2
  static let matching = 10
  static let others = 990
  private static let counts = [1, 10, 100, 1000]

  init(rounds: Int, touches: [Int], counter: AllocationCounter) {
    self.rounds = rounds
    self.touches = touches
    self.counter = counter
  }

  /// Every rule looks at the fingers: by number of rules and of fingers.
  mutating func measureAllMatching(_ work: Candidate.Work) throws {
    var columns: [[Cost]] = []
    for fingers in touches {
      let candidates = try Self.counts.map { count in
        try Candidate(RuleSet(gestures: Workload.matching(count, fingers: fingers)), fingers: fingers, work, counter)
      }
      try measure(candidates, work)
      columns.append(candidates.map(\.cost))
    }
    print("\n\(work.rawValue), every rule matching")
    print(label("touches") + touches.map { right("\($0)", 8) }.joined())
    for (row, count) in Self.counts.enumerated() {
      print(label("\(count) rules, µs per frame") + columns.map { right(microseconds($0[row]), 8) }.joined())
    }
    for (row, count) in Self.counts.enumerated() {
      print(label("\(count) rules, allocations per frame") + columns.map { right(allocations($0[row]), 8) }.joined())
    }
  }

  /// Few of many rules look at the fingers, against those few alone.
  mutating func measureFewMatching(_ work: Candidate.Work) throws {
    let few = Workload.matching(Self.matching, fingers: Self.fingers)
    let alone = try Candidate(RuleSet(gestures: few), fingers: Self.fingers, work, counter)
    let crowds = try Workload.Elsewhere.allCases.map { elsewhere in
      let all = few + Workload.others(Self.others, elsewhere, than: Self.fingers)
      return try Candidate(RuleSet(gestures: all, zones: Workload.zones), fingers: Self.fingers, work, counter)
    }
    try measure([alone] + crowds, work)
    let all = Self.matching + Self.others
    print("\n\(work.rawValue), \(Self.fingers) touches, \(Self.matching) of \(all) rules matching")
    print(label("the others look at") + right("µs", 8) + right("ratio", 8) + right("allocations", 13))
    row("nothing: the \(Self.matching) alone", alone, 1)
    for (elsewhere, crowd) in zip(Workload.Elsewhere.allCases, crowds) {
      row(elsewhere.rawValue, crowd, crowd.ratio(to: alone))
    }
    ratios.append((work, crowds.map { $0.ratio(to: alone) }.max() ?? 0))
  }

  /// Gestures with actions at every change, against the same without any.
  mutating func measureBindings(_ work: Candidate.Work) throws {
    let rules = RuleSet(gestures: Workload.matching(Self.matching, fingers: Self.fingers))
    let alone = try Candidate(rules, fingers: Self.fingers, work, counter)
    let bound = try Candidate(rules, Workload.bindings(Self.matching), fingers: Self.fingers, work, counter)
    try measure([alone, bound], work)
    guard bound.orders > 0 else { throw NothingHappened() }
    print("\n\(work.rawValue), \(Self.fingers) touches, \(Self.matching) rules")
    print(label("what they do") + right("µs", 8) + right("ratio", 8) + right("allocations", 13))
    row("nothing", alone, 1)
    row("a command, a stream and steps", bound, bound.ratio(to: alone))
  }

  /// Strokes that are compared with templates, from landing to lift.
  mutating func measureDrawings() throws {
    print("\n\(Candidate.Work.drawing.rawValue), 1 touch, 3 templates a rule")
    print(label("") + right("µs", 8) + right("ratio", 8) + right("allocations", 13))
    for count in [1, 10] {
      let candidate = try Candidate(
        RuleSet(gestures: Workload.strokes(count, fingers: 1)), fingers: 1, .drawing, counter)
      try measure([candidate], .drawing)
      row("\(count) rules", candidate, 1)
    }
  }

  /// Measures all candidates in turns, the order changing, so that what else the machine does hits all alike.
  private mutating func measure(_ candidates: [Candidate], _ work: Candidate.Work) throws {
    for round in 0..<rounds {
      for index in candidates.indices { candidates[round % 2 == 0 ? index : candidates.count - 1 - index].round() }
    }
    for candidate in candidates {
      guard candidate.events > 0 || work == .taps else { throw NothingHappened() }
      if work == .moves || work == .drawing { steadyAllocations = max(steadyAllocations, candidate.cost.allocations) }
    }
  }

  private func row(_ name: String, _ candidate: Candidate, _ ratio: Double) {
    print(
      label(name) + right(microseconds(candidate.cost), 8) + right(decimal(ratio, places: 2, padded: true), 8)
        + right(allocations(candidate.cost), 13))
  }
}

private func label(_ text: String) -> String { text + String(repeating: " ", count: max(0, 34 - text.count)) }

private func right(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

private func microseconds(_ cost: Cost) -> String { decimal(cost.nanoseconds / 1000, places: 2, padded: true) }

private func allocations(_ cost: Cost) -> String { decimal(cost.allocations, places: 3) }
