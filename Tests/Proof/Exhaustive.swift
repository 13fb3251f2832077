import GestureCore

/// The number of worlds that were played, and the failures.
public struct ProofTally: Sendable {
  public var worlds = 0
  public var steps = 0
  public var refused = 0
  public var failures: [String] = []

  public init() {}

  public var summary: String { "\(worlds) worlds, \(steps) steps, \(refused) refused, \(failures.count) failures" }

  public mutating func add(_ other: ProofTally) {
    worlds += other.worlds
    steps += other.steps
    refused += other.refused
    failures += other.failures
  }
}

/// Plays all inputs of an alphabet, up to a length, in a world.
public struct Search: Sendable {
  let alphabet: [Input]
  let depth: Int
  /// Played after every sequence: all fingers lift, everything comes to rest, and the next gesture must work.
  private static let ending: [Input] = [.upAll, .wait(3000)]
  private static let probe: [Input] = [
    .down(0, at: .left), .moveAll, .moveAll, .wait(50), .upAll, .wait(3000),
  ]

  public init(_ alphabet: [Input], depth: Int) {
    self.alphabet = alphabet
    self.depth = depth
  }

  /// Plays a world, and reports the first failure with as few inputs as possible.
  public func play(_ world: World) -> ProofTally {
    var tally = ProofTally()
    guard let contest = Contest(world) else {
      tally.refused = 1
      return tally
    }
    tally.worlds = 1
    if let inputs = search(contest, [], &tally) {
      tally.failures.append(Reproduction(world, inputs).shrunk().description)
    }
    return tally
  }

  private func search(_ contest: Contest, _ path: [Input], _ tally: inout ProofTally) -> [Input]? {
    for input in alphabet {
      var next = contest
      let answer = next.apply(input)
      if answer == .impossible { continue }
      tally.steps += 1
      let inputs = path + [input]
      if answer != .agreed { return inputs }
      if inputs.count < depth {
        if let wrong = search(next, inputs, &tally) { return wrong }
      } else if let wrong = finish(next, inputs, &tally) {
        return wrong
      }
    }
    return nil
  }

  private func finish(_ contest: Contest, _ path: [Input], _ tally: inout ProofTally) -> [Input]? {
    var contest = contest
    var inputs = path
    for input in Self.ending + Self.probe {
      switch contest.apply(input) {
      case .impossible: continue
      case .agreed: inputs.append(input)
      case .differs: return inputs + [input]
      }
      tally.steps += 1
      if case .wait(3000) = input, contest.faultWhenIdle() != nil { return inputs }
    }
    return nil
  }
}

/// A world and inputs in which oracle and engine differ.
public struct Reproduction: Sendable, CustomStringConvertible {
  var world: World
  var inputs: [Input]

  init(_ world: World, _ inputs: [Input]) {
    self.world = world
    self.inputs = inputs
  }

  /// The fault and the number of its input, or nil if there is no fault.
  func fault() -> (at: Int, text: String)? {
    guard var contest = Contest(world) else { return nil }
    for (number, input) in inputs.enumerated() {
      switch contest.apply(input) {
      case .impossible, .agreed: break
      case .differs(let text): return (number, text)
      }
      if case .wait(3000) = input, let text = contest.faultWhenIdle() { return (number, text) }
    }
    return nil
  }

  public var description: String {
    guard let fault = fault() else { return "nothing differs" }
    var lines = world.zones.map { "  zone \($0.name)\(World.describe($0))" }
    if world.isIntercepted { lines.append("  the device is intercepted") }
    lines += world.actors.map { "  \($0)" }
    lines += inputs[...fault.at].map { "    \($0)" }
    return (lines + [fault.text, "decisions of the engine:"] + trace(upTo: fault.at)).joined(separator: "\n")
  }

  /// The engine's decisions up to an input.
  private func trace(upTo last: Int) -> [String] {
    let log = DecisionLog()
    guard var engine = try? Engine(rules: world.rules, observer: log) else { return [] }
    engine.add(world.device)
    var frameMaker = FrameMaker()
    for input in inputs[...last] {
      switch frameMaker.apply(input) {
      case .frame(let frame): _ = engine.process(frame)
      case .pass(let time): _ = engine.advance(to: time)
      case .mode(let mode): engine.context.mode = mode
      case .impossible: break
      }
    }
    return log.decisions.map { decision in
      let name = world.actors[decision.gesture.rawValue].name
      return "  \(Double(decision.time.microseconds) / 1000) \(name) \("\(decision.outcome)".prefix(80))"
    }
  }

  /// Drops steps and recognizers as long as a failure remains.
  func shrunk() -> Reproduction {
    var best = self
    var smaller: Reproduction? = self
    while let next = smaller {
      best = next
      smaller = best.simpler().first { $0.fault() != nil }
    }
    if let fault = best.fault() { best.inputs = Array(best.inputs[...fault.at]) }
    return best
  }

  private func simpler() -> [Reproduction] {
    var all: [Reproduction] = []
    for index in inputs.indices {
      var copy = self
      copy.inputs.remove(at: index)
      all.append(copy)
    }
    for index in world.actors.indices where world.actors.count > 1 {
      var copy = self
      copy.world.actors.remove(at: index)
      all.append(copy)
    }
    for index in world.zones.indices {
      let zone = world.zones[index]
      guard !world.actors.contains(where: { $0.receive.zone == zone.name }) else { continue }
      guard !world.zones.contains(where: { $0.inside == zone.name }) else { continue }
      var copy = self
      copy.world.zones.remove(at: index)
      all.append(copy)
    }
    for index in world.actors.indices { all += simplerActors(index) }
    return all
  }

  private func simplerActors(_ index: Int) -> [Reproduction] {
    let actor = world.actors[index]
    var all: [Reproduction] = []
    let changes: [(Bool, (inout World.Actor) -> Void)] = [
      (actor.relations.requireToFail.isEmpty, { $0.relations.requireToFail.removeLast() }),
      (actor.relations.requiredToFailBy.isEmpty, { $0.relations.requiredToFailBy.removeLast() }),
      (actor.relations.simultaneousWith.isEmpty, { $0.relations.simultaneousWith.removeLast() }),
      (actor.relations.prevents.isEmpty, { $0.relations.prevents.removeLast() }),
      (actor.relations.cannotPrevent.isEmpty, { $0.relations.cannotPrevent.removeLast() }),
      (actor.relations.cannotBePreventedBy.isEmpty, { $0.relations.cannotBePreventedBy.removeLast() }),
      (actor.priority == 0, { $0.priority = 0 }),
      (actor.plan.taps == 0, { $0.plan.taps = 0 }),
      (!actor.plan.isMadeByButton, { $0.plan.isMadeByButton = false }),
      (!actor.plan.landsSeparately, { $0.plan.landsSeparately = false }),
      (actor.plan.part == .all, { $0.plan.part = .all }),
      (actor.plan.fingers == 1...1, { $0.plan.fingers = 1...1 }),
      (actor.plan.reactions.count < 2, { $0.plan.reactions.removeLast() }),
      (actor.receive.isEmpty, { $0.receive = Condition() }),
      (actor.beginIf.isEmpty, { $0.beginIf = Condition() }),
      (actor.exclusiveTouchType, { $0.exclusiveTouchType = true }),
      (!actor.delaysTouchesBegan, { $0.delaysTouchesBegan = false }),
    ]
    for (isDone, change) in changes where !isDone {
      var copy = self
      change(&copy.world.actors[index])
      all.append(copy)
    }
    return all
  }
}
