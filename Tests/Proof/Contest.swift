import GestureCore

/// The oracle and the engine, used differently, playing one world: they must agree after each input.
struct Contest {
  /// The uses of an engine that must not change the results.
  private enum EngineUse: CaseIterable { case observed, plain, interrupted, permuted }

  private struct Player {
    let use: EngineUse
    var engine: Engine
    /// The gestures' numbers in the world, by their numbers in the engine.
    let numbers: [Int]
  }

  private static let interruptions: [Int64] = [-7000, -3000, -1]

  private(set) var oracle: Oracle
  private(set) var steps = 0
  var coverage: Coverage.Counter?
  private var frameMaker = FrameMaker()
  private var players: [Player] = []
  private var statuses: Statuses
  private let log = DecisionLog()
  /// The events of one engine for one input; the array is used again for each.
  private var sent: [GestureEvent] = []

  /// Nil for rules that an engine refuses.
  init?(_ world: World) {
    let rules = ResolvedRules(world)
    oracle = Oracle(rules)
    statuses = Statuses(rules.actors.count)
    let identity = Array(world.actors.indices)
    for use in EngineUse.allCases {
      var order = identity
      if use == .permuted {
        order = Array(identity.reversed())
        guard world.actors.count > 1, rules.isIndifferentToOrder,
          rules.waits(as: ResolvedRules(world.permuted(order)), in: order)
        else {
          continue
        }
      }
      let observer = use == .observed ? log : nil
      guard var engine = try? Engine(rules: world.permuted(order).rules, observer: observer) else { return nil }
      engine.add(world.device)
      players.append(Player(use: use, engine: engine, numbers: order))
    }
  }

  /// Plays an input to the oracle and the engines, and compares them.
  mutating func apply(_ input: Input) -> Answer {
    switch frameMaker.apply(input) {
    case .impossible: return .impossible
    case .mode(let mode):
      oracle.context.mode = mode
      for index in players.indices { players[index].engine.context = oracle.context }
      return .agreed
    case .frame(let frame):
      return play(frame.time) {
        $0.process(frame)
      } engine: {
        $0.process(frame, into: &$1)
      }
    case .pass(let time):
      return play(time) {
        $0.advance(to: time.microseconds)
      } engine: {
        $0.advance(to: time, into: &$1)
      }
    }
  }

  /// The result of an input.
  enum Answer: Sendable, Equatable {
    case agreed
    case impossible
    case differs(String)
  }

  private mutating func play(
    _ time: Timestamp, oracle ask: (inout Oracle) -> Void, engine: (inout Engine, inout [GestureEvent]) -> Void
  ) -> Answer {
    steps += 1
    oracle.events.removeAll(keepingCapacity: true)
    ask(&oracle)
    for index in players.indices {
      log.decisions.removeAll(keepingCapacity: true)
      let numbers = players[index].numbers
      sent.removeAll(keepingCapacity: true)
      if players[index].use == .interrupted {
        for offset in Self.interruptions {
          players[index].engine.advance(to: Timestamp(microseconds: time.microseconds + offset), into: &sent)
        }
      }
      engine(&players[index].engine, &sent)
      let events = sent.map { event in
        Oracle.Event(
          time: event.time.microseconds, gesture: numbers[event.gesture.rawValue], state: event.state,
          since: event.since.microseconds)
      }
      if events != oracle.events { return .differs(difference(players[index].use, events)) }
      guard players[index].use == .observed else { continue }
      coverage?.count(log.decisions)
      for gesture in oracle.freshStarts { coverage?.countFreshStart(gesture) }
      oracle.freshStarts = []
      if let fault = statuses.follow(log.decisions, oracle) { return .differs(fault) }
    }
    return .agreed
  }

  /// The fault that remains after all fingers have lifted and all deadlines have passed, or nil.
  func faultWhenIdle() -> String? {
    guard frameMaker.count == 0 else { return nil }
    for player in players where player.engine.nextDeadline < .never { return "a deadline is left over" }
    return statuses.faultWhenIdle(oracle)
  }

  private func difference(_ use: EngineUse, _ events: [Oracle.Event]) -> String {
    """
    expected: \(describe(oracle.events))
    happened: \(describe(events)) (engine \(use))
    """
  }

  private func describe(_ events: [Oracle.Event]) -> String {
    guard !events.isEmpty else { return "nothing" }
    return events.map { event in
      let since = event.since == event.time ? "" : " since \(Double(event.since) / 1000)"
      return "\(Double(event.time) / 1000) \(oracle.rules.actors[event.gesture].name) \(event.state.rawValue)\(since)"
    }.joined(separator: "; ")
  }
}

extension World {
  /// The difference between oracle and engine when these inputs are played, which must all be possible, or nil if they
  /// agree.
  public func difference(_ inputs: [Input]) -> String? {
    guard var contest = Contest(self) else { return "the engine refuses these rules" }
    for input in inputs {
      switch contest.apply(input) {
      case .agreed: continue
      case .impossible: return "\(input) is impossible"
      case .differs(let difference): return difference
      }
    }
    return nil
  }
}

/// Keeps the decisions of one step; used on one thread.
final class DecisionLog: Observer {
  var decisions: [Decision] = []
  func observe(_ decision: Decision) { decisions.append(decision) }
}
