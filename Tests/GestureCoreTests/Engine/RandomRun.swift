import GestureCore
import Recordings
import Testing

/// Random touches played to two engines: one observed, the other with the rules in reverse and advanced between frames.
enum RandomRun {
  /// Plays this number of frames and expects the same events from both engines; returns the checker of every decision.
  static func play(_ gestures: [String], seed: UInt64, frames: Int) throws -> DecisionChecker {
    var random = RandomTouches(seed: seed)
    let checker = DecisionChecker(try rules(gestures))
    var first = try Engine(rules: checker.rules, observer: checker)
    let permuted = try rules(gestures.reversed())
    var second = try Engine(rules: permuted)
    first.add(CoreBench.screen)
    second.add(CoreBench.screen)
    var expected: [String] = []
    var happened: [String] = []
    for _ in 0..<frames {
      let frame = random.next()
      let landed = frame.touches.count { $0.phase == .began }
      // After another touch has landed, the next winner need not share a touch with the last one.
      if landed > 0 { checker.sequences.append(frame.time) }
      expected += first.process(frame).map { describe($0, checker.rules) }
      if random.chance(4) { happened += second.advance(to: frame.time).map { describe($0, permuted) } }
      happened += second.process(frame).map { describe($0, permuted) }
      guard random.isResting else { continue }
      expected += finish(&first).map { describe($0, checker.rules) }
      happened += finish(&second).map { describe($0, permuted) }
      checker.checkIdle()
    }
    #expect(expected == happened, "seed \(seed)")
    return checker
  }

  private static func rules(_ gestures: [String]) throws -> RuleSet {
    try TouchScript.read("gestures\n" + gestures.joined(separator: "\n"), name: "random").rules ?? RuleSet()
  }

  private static func finish(_ engine: inout Engine) -> [GestureEvent] {
    var events: [GestureEvent] = []
    var rounds = 0
    while let deadline = engine.nextDeadline.unlessNever, rounds < 100 {
      events += engine.advance(to: deadline)
      rounds += 1
    }
    #expect(rounds < 100)
    return events
  }

  private static func describe(_ event: GestureEvent, _ rules: RuleSet) -> String {
    let name = rules.gestures[event.gesture.rawValue].name
    let hints = event.values.hints.map { " " + rules.gestures[$0.rawValue].name }.joined()
    return "\(event.time.microseconds) \(name) \(event.state) \(event.since.microseconds)\(hints)"
  }
}

/// Fingers that land, tap, rest, drag, lift, turn into palms and are cancelled.
struct RandomTouches {
  private var state: UInt64
  private var now: Int64 = 0
  private var fingers: [(id: Int32, position: Vector, step: Vector)] = []
  private var nextID: Int32 = 1

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  var count: Int { fingers.count }
  /// No finger is down, and for long enough that everything is decided.
  private(set) var isResting = false

  mutating func next() -> Frame {
    isResting = false
    now += Int64(number(12) + 1) * 1000
    let touches: [Touch]
    switch number(100) {
    case 0..<12 where fingers.count < 4: touches = land()
    case 12..<24 where !fingers.isEmpty: touches = lift()
    case 24 where !fingers.isEmpty: touches = [Touch(id: fingers.removeLast().id, phase: .cancelled)]
    case 25 where fingers.count > 1:
      let finger = fingers.removeFirst()
      touches = [Touch(id: finger.id, phase: .moved, position: finger.position, tool: .palm)]
    case 26..<30:
      now += Int64(number(500)) * 1000
      touches = []
    case 30..<34 where fingers.isEmpty:
      now += 5_000_000
      isResting = true
      touches = []
    default: touches = drag()
    }
    return Frame(device: CoreBench.screen.id, time: Timestamp(microseconds: now), touches: touches)
  }

  mutating func chance(_ oneIn: Int) -> Bool { number(oneIn) == 0 }

  /// Lands fingers, often at the place of an earlier one, so that double taps occur.
  private mutating func land() -> [Touch] {
    let fingersLanding = chance(3) ? min(1 + number(3), 4 - fingers.count) : 1
    let first = fingers.isEmpty
    return (0..<(first ? fingersLanding : 1)).map { _ in
      let position = Vector(50 + Double(fingers.count) * 20 + (chance(4) ? 9 : 0), 60 + Double(number(3)))
      let speed = chance(2) ? Double(number(5)) * 0.4 : 0
      fingers.append((nextID, position, Vector(chance(2) ? speed : -speed, chance(2) ? speed / 4 : 0)))
      nextID += 1
      return Touch(id: nextID - 1, phase: .began, position: position)
    }
  }

  private mutating func lift() -> [Touch] {
    let all = chance(2)
    let lifted = all ? fingers : [fingers[number(fingers.count)]]
    fingers.removeAll { finger in lifted.contains { $0.id == finger.id } }
    return lifted.map { Touch(id: $0.id, phase: .ended) }
  }

  private mutating func drag() -> [Touch] {
    for index in fingers.indices {
      fingers[index].position += fingers[index].step
      if chance(300) { fingers[index].position += Vector(40, 0) }
    }
    return fingers.filter { $0.step != .zero }.map { Touch(id: $0.id, phase: .moved, position: $0.position) }
  }

  private mutating func number(_ below: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(below))
  }
}
