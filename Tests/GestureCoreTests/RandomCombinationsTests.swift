import GestureCore
import Recordings
import Testing

/// Hands that do anything at all, seeded, against gestures that are made of taps and of other gestures.
@Suite struct RandomCombinationsTests {
  private static let frames = 6000

  /// Priorities all differ, so that the order of the rules can't matter.
  private static let gestures = [
    "single = tap priority=12",
    "grab = pan taps=1 priority=11",
    "pick = long-press taps=1 min-duration=200ms priority=10",
    "tip = tip-tap fingers=2-3 priority=9",
    "flick = swipe fingers=1-2 min-speed=20mm/s min-distance=8mm priority=8",
    "press = long-press min-duration=300ms fingers=1-2 priority=7",
    "drag = pan fingers=1-3 require-to-fail=flick priority=6",
    "pair = tap fingers=2 taps=2 priority=5",
    "after = sequence steps=single,flick priority=4",
    "twice = sequence steps=press,press within=2s priority=3",
    "grow = sequence steps=single,press,drag priority=2",
    "mixed = sequence steps=flick,single priority=1",
  ]

  @Test func theyEndAndStartAgain() throws {
    var seen: Set<Int> = []
    for seed: UInt64 in 1...4 { seen.formUnion(try play(seed: seed)) }
    let missing = Self.gestures.indices.filter { !seen.contains($0) }.map { Self.gestures[$0] }
    #expect(missing == [])
  }

  private func play(seed: UInt64) throws -> Dictionary<Int, Int>.Keys {
    var hand = RandomHand(seed: seed)
    let witness = Witness(try rules(Self.gestures))
    var first = try Engine(rules: witness.rules, observer: witness)
    let permuted = try rules(Self.gestures.reversed())
    var second = try Engine(rules: permuted)
    first.add(Bench.screen)
    second.add(Bench.screen)
    var expected: [String] = []
    var happened: [String] = []
    for _ in 0..<Self.frames {
      let frame = hand.next()
      expected += first.process(frame).map { describe($0, witness.rules) }
      if hand.chance(4) { happened += second.advance(to: frame.time).map { describe($0, permuted) } }
      happened += second.process(frame).map { describe($0, permuted) }
      guard hand.isResting else { continue }
      expected += finish(&first).map { describe($0, witness.rules) }
      happened += finish(&second).map { describe($0, permuted) }
      witness.checkRest()
    }
    #expect(expected == happened, "seed \(seed)")
    // Who may win beside whom is another matter: a sequence goes on beside its steps.
    #expect(witness.faults.filter { !$0.contains("won beside") }.prefix(5) == [], "seed \(seed)")
    return witness.counts.keys
  }

  private func rules(_ gestures: [String]) throws -> RuleSet {
    try TouchScript.read("gestures\n" + gestures.joined(separator: "\n"), name: "random").rules ?? RuleSet()
  }

  private func finish(_ engine: inout Engine) -> [GestureEvent] {
    var events: [GestureEvent] = []
    var rounds = 0
    while let deadline = engine.nextDeadline, rounds < 100 {
      events += engine.advance(to: deadline)
      rounds += 1
    }
    #expect(rounds < 100)
    return events
  }

  private func describe(_ event: GestureEvent, _ rules: RuleSet) -> String {
    let name = rules.gestures[event.gesture.rawValue].name
    return "\(event.time.microseconds) \(name) \(event.state) \(event.since.microseconds)"
  }
}
