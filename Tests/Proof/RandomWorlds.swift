import GestureCore

/// Numbers that look random and are the same for the same seed: xorshift.
struct RandomDice: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func number(_ below: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % below
  }

  mutating func chance(_ oneIn: Int) -> Bool { number(oneIn) == 0 }

  mutating func pick<T>(_ all: [T]) -> T { all[number(all.count)] }
}

/// Worlds with any relations, zones, tools and modes, and any inputs for them.
public struct RandomWorlds: Sendable {
  private static let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
  private static let framesInAWorld = 400
  private var dice: RandomDice

  public init(seed: UInt64) { dice = RandomDice(seed: seed) }

  /// Plays this number of frames; a failure is reported with as few inputs as possible.
  public mutating func play(frames: Int, _ coverage: inout Coverage) -> ProofTally {
    var tally = ProofTally()
    while tally.steps < frames, tally.failures.isEmpty {
      let world = world()
      guard var contest = Contest(world) else {
        tally.refused += 1
        continue
      }
      contest.coverage = Coverage.Counter(world, ResolvedRules(world))
      tally.worlds += 1
      var inputs: [Input] = []
      for _ in 0..<Self.framesInAWorld {
        let input = input()
        let answer = contest.apply(input)
        if answer == .impossible { continue }
        inputs.append(input)
        tally.steps += 1
        if answer == .agreed, !(input == .wait(3000) && contest.faultWhenIdle() != nil) { continue }
        tally.failures.append(Reproduction(world, inputs).shrunk().description)
        break
      }
      coverage.add(contest.coverage)
    }
    return tally
  }

  private mutating func input() -> Input {
    let finger = dice.number(3)
    let area = dice.pick(LandingArea.allCases)
    switch dice.number(42) {
    case 0..<9: return .down(finger, at: area, tool: dice.chance(8) ? .stylus : .finger)
    case 9..<11: return .downBoth(finger, (finger + 1) % 3, at: area)
    case 11..<17: return .move(finger)
    case 17..<20: return .moveAll
    case 20: return .slideAll
    case 21..<26: return .up(finger)
    case 26..<29: return .upAll
    case 29: return .swap(finger, (finger + 1) % 3, at: area)
    case 30: return .cancel(finger)
    case 31: return .mode(dice.chance(2) ? "odd" : "default")
    case 32: return .wait(3000)
    case 33..<36: return .wait(100)
    case 40, 41: return .press
    default: return .wait(dice.number(50))
    }
  }

  private mutating func world() -> World {
    let count = 2 + dice.number(dice.chance(6) ? 9 : 4)
    var actors = (0..<count).map { actor($0) }
    for index in actors.indices {
      for other in actors.indices where other != index && dice.chance(count) { relate(&actors, index, other) }
    }
    var zones: [Zone] = []
    if dice.chance(2) {
      zones = [zone("outer", 50, 60), zone("inner", 60, 20)]
      if dice.chance(2) { zones[1].inside = "outer" }
      for index in actors.indices where dice.chance(3) { actors[index].receive.zone = dice.pick(["outer", "inner"]) }
    }
    while !dice.chance(4) { endBegun(&actors, zones) }
    return World(actors, zones: zones, isIntercepted: dice.chance(3))
  }

  /// Lets one gesture end another that has begun, which hardly ever comes about otherwise.
  private mutating func endBegun(_ actors: inout [World.Actor], _ zones: [Zone]) {
    let begun = dice.number(actors.count)
    let winner = dice.number(actors.count)
    guard begun != winner, !actors[begun].plan.isDiscrete else { return }
    let another = dice.number(actors.count)
    let third = Reference.gesture(Self.names[another])
    switch dice.number(10) {
    case 9:
      actors[begun].plan.drawn = 1
      if another != begun { actors[another].plan.drawn = Plan.whole }
    case 0, 7:
      actors[begun].plan.yieldsToEdges = true
      if another != begun { actors[another].plan.band = 10 }
    case 1, 8: actors[begun].plan.band = 10
    case 2: actors[begun].beginIf.modes = ["default"]
    case 3: actors[begun].relations.cannotBePreventedBy.append(third)
    case 4, 5:
      var condition = Condition()
      condition.modes = ["default"]
      if third != .gesture(Self.names[begun]) {
        actors[begun].relations.requireToFail.append(Requirement(third, when: condition))
      }
    default:
      actors[begun].plan.fingers = dice.pick([2...2, 2...3])
      actors[begun].plan.landsSeparately = true
    }
    if dice.chance(4), let zone = zones.last { actors[begun].receive.zone = zone.name }
    actors[begun].relations.simultaneousWith.append(.gesture(Self.names[winner]))
    actors[winner].relations.prevents.append(.gesture(Self.names[begun]))
    actors[winner].plan.fingers = actors[begun].plan.fingers
    actors[winner].receive = actors[begun].receive
  }

  private mutating func zone(_ name: String, _ right: Double, _ bottom: Double) -> Zone {
    var zone = Family.zone(name, right, bottom)
    zone.isExclusive = dice.chance(6)
    zone.isIgnored = dice.chance(12)
    zone.allowsMultiTouch = !dice.chance(4)
    return zone
  }

  private mutating func actor(_ number: Int) -> World.Actor {
    var plan = dice.pick(Plan.basic + [.triple])
    if dice.chance(4) { plan = plan.fingers(dice.pick([1...2, 2...2, 1...3, 2...3]), within: dice.pick([45, 120])) }
    if dice.chance(8) { plan = .tapAndDrag }
    if dice.chance(7) {
      plan = dice.pick([Plan.recognizeAtMove, .beginAtMove, .tap, .failInTime]).fingers(dice.pick([2...2, 2...3]))
      plan.landsSeparately = true
      plan.part = dice.pick([.all, .left, .later])
    }
    if dice.chance(10) {
      plan = Plan([Plan.Reaction(.press, dice.pick([.recognize, .recognize, .fail]))])
      plan.fingers = dice.pick([1...1, 2...2, 1...3])
      plan.isMadeByButton = true
    }
    plan.yieldsToEdges = dice.chance(4)
    if dice.chance(5) { plan.band = 10 }
    if dice.chance(3) { plan.drawn = 1 + dice.number(Plan.whole) }
    if dice.chance(3) { plan.distance = dice.pick([0.1, 0.2, 0.3]) }
    return World.Actor(Self.names[number], plan) {
      $0.kind = dice.pick(["k", "other"])
      $0.tags = dice.chance(2) ? ["t"] : []
      $0.priority = dice.number(4)
      $0.exclusiveTouchType = !dice.chance(3)
      $0.delaysTouchesBegan = dice.chance(4)
      if dice.chance(8) { $0.receive.tool = .finger }
      if dice.chance(8) { $0.receive.modes = ["default"] }
      if dice.chance(6) { $0.beginIf.modes = ["default"] }
    }
  }

  private mutating func relate(_ actors: inout [World.Actor], _ index: Int, _ other: Int) {
    var reference = Reference.gesture(Self.names[other])
    if dice.chance(8) { reference = dice.chance(2) ? .kind(dice.pick(["k", "other"])) : .tag("t") }
    var condition = Condition()
    if dice.chance(3) { condition.modes = ["default"] }
    let requirement = Requirement(reference, when: condition)
    switch dice.number(13) {
    case 0, 1: actors[index].relations.requireToFail.append(requirement)
    case 2: actors[index].relations.requiredToFailBy.append(Requirement(reference))
    case 3: actors[index].relations.simultaneousWith.append(reference)
    case 4: actors[index].relations.prevents.append(reference)
    case 5: actors[index].relations.cannotPrevent.append(reference)
    case 6: actors[index].relations.cannotBePreventedBy.append(reference)
    // Several relations at once.
    case 7:
      actors[index].relations.simultaneousWith.append(reference)
      actors[other].relations.prevents.append(.gesture(Self.names[index]))
    case 8:
      actors[index].relations.cannotPrevent.append(reference)
      actors[other].relations.prevents.append(.gesture(Self.names[index]))
    case 9:
      actors[index].relations.requireToFail.append(requirement)
      actors[index].relations.simultaneousWith.append(reference)
    case 10:
      actors[index].relations.simultaneousWith.append(reference)
      actors[index].relations.prevents.append(reference)
      actors[other].relations.prevents.append(.gesture(Self.names[index]))
    default:
      actors[index].relations.requireToFail.append(requirement)
      actors[index].relations.cannotPrevent.append(reference)
      actors[index].relations.cannotBePreventedBy.append(reference)
    }
  }
}
