import GestureCore

/// How often each outcome was decided for gestures with each relation.
public struct Coverage: Sendable {
  /// The relations that a gesture can have to others, in both directions.
  public static let relations = [
    "simultaneous", "prevents", "is prevented", "cannot prevent", "cannot be prevented", "requires", "is required",
    "requires on condition", "yields to edges", "goes first at edges", "taps", "zone", "receive", "begin-if",
    "lands apart", "waits for a drawing", "is a drawing waited for", "has a distance",
  ]
  public static let outcomes = [
    "tracking", "recognized", "began", "changed", "ended", "cancelled", "awaiting fingers", "held", "released",
    "failed by itself", "excluded", "excluded begun", "should not begin", "requirement recognized",
    "touch cancelled", "reset", "not received", "starts afresh",
  ]
  /// The combinations that can't happen, with the reason.
  public static let impossible: [String: String] = [
    "lands apart / awaiting fingers": "its fingers may land at any time, so there is nothing to wait for"
  ]

  private static func reason(_ relation: String, _ outcome: String) -> String? {
    impossible["\(relation) / \(outcome)"]
  }

  public private(set) var counts = Array(
    repeating: Array(repeating: 0, count: Coverage.outcomes.count), count: Coverage.relations.count)

  public init() {}

  mutating func add(_ counter: Counter?) {
    guard let counter else { return }
    add(counter.counts)
  }

  public mutating func add(_ other: Coverage) { add(other.counts) }

  private mutating func add(_ other: [[Int]]) {
    for row in counts.indices { for column in counts[row].indices { counts[row][column] += other[row][column] } }
  }

  /// The combinations that came less often than they should have.
  public func missing(atLeast least: Int) -> [String] {
    counts.indices.flatMap { row in
      counts[row].indices.filter { column in
        counts[row][column] < least && Self.reason(Self.relations[row], Self.outcomes[column]) == nil
      }
      .map { "\(Self.relations[row]) / \(Self.outcomes[$0]): \(counts[row][$0])" }
    }
  }

  /// As a table.
  public var text: String {
    let width = Self.outcomes.map(\.count).max() ?? 0
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    var lines: [String] = []
    for (row, relation) in Self.relations.enumerated() {
      lines.append(relation)
      for (column, outcome) in Self.outcomes.enumerated() {
        let reason = Self.reason(relation, outcome).map { "  impossible: \($0)" } ?? ""
        lines.append("  \(cell(outcome, width)) \(cell(String(counts[row][column]), 9))\(reason)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Coverage {
  /// Counts the decisions in one world.
  struct Counter: Sendable {
    fileprivate(set) var counts = Coverage().counts
    /// The relations each gesture has.
    private let has: [[Int]]

    init(_ world: World, _ rules: ResolvedRules) {
      has = world.actors.indices.map { index in Coverage.relations.indices.filter { Self.has(index, $0, world, rules) }
      }
    }

    private static func has(_ index: Int, _ relation: Int, _ world: World, _ rules: ResolvedRules) -> Bool {
      let own = world.actors[index].relations
      let others = world.actors.indices.filter { $0 != index }
      switch relation {
      case 0: return !own.simultaneousWith.isEmpty
      case 1: return others.contains { rules.impacts[index][$0] == .prevents }
      case 2: return others.contains { rules.impacts[$0][index] == .prevents }
      case 3: return !own.cannotPrevent.isEmpty
      case 4: return !own.cannotBePreventedBy.isEmpty
      case 5: return !rules.waits[index].isEmpty
      case 6: return others.contains { rules.waits[$0].contains { $0.on == index } }
      case 7: return rules.waits[index].contains { !$0.condition.isEmpty }
      case 8: return rules.waits[index].contains { $0.reason == .edge }
      case 9: return others.contains { rules.waits[$0].contains { $0.on == index && $0.reason == .edge } }
      case 10: return world.actors[index].plan.taps > 0
      case 11: return world.actors[index].receive.zone != nil
      case 12: return world.actors[index].receive.tool != nil || world.actors[index].receive.modes != nil
      case 13: return !world.actors[index].beginIf.isEmpty
      case 14: return world.actors[index].plan.landsSeparately
      case 15: return rules.waits[index].contains { $0.reason == .drawing }
      case 16: return others.contains { rules.waits[$0].contains { $0.on == index && $0.reason == .drawing } }
      default: return world.actors[index].plan.distance != nil
      }
    }

    mutating func countFreshStart(_ gesture: Int) {
      guard let column = Coverage.outcomes.firstIndex(of: "starts afresh") else { return }
      for row in has[gesture] { counts[row][column] += 1 }
    }

    mutating func count(_ decisions: [Decision]) {
      for decision in decisions {
        guard let column = Self.column(decision.outcome) else { continue }
        for row in has[decision.gesture.rawValue] { counts[row][column] += 1 }
      }
    }

    private static func column(_ outcome: Decision.Outcome) -> Int? {
      let name: String
      switch outcome {
      case .tracking: name = "tracking"
      case .event(let state, _): name = state.rawValue
      case .awaitingFingers: name = "awaiting fingers"
      case .held: name = "held"
      case .released: name = "released"
      case .failed(let cause): name = self.name(cause)
      case .cancelled(.excluded): name = "excluded begun"
      case .cancelled: return nil
      case .reset: name = "reset"
      case .notReceived: name = "not received"
      }
      return Coverage.outcomes.firstIndex(of: name)
    }

    private static func name(_ cause: Decision.Cause) -> String {
      switch cause {
      case .own: "failed by itself"
      case .excluded: "excluded"
      case .shouldNotBegin: "should not begin"
      case .requirementRecognized: "requirement recognized"
      case .touchCancelled: "touch cancelled"
      case .paused: "paused or resumed"
      case .deviceRemoved, .illegalTransition: "other"
      }
    }
  }
}
