import GestureCore
import Testing

/// Random touches, seeded, played to gestures that consist of taps.
@Suite struct RandomCombinationsTests {
  private static let frames = 6000

  /// Priorities all differ, so that the order of the rules can't matter.
  private static let gestures = [
    "mark = stroke path=right fingers=2 min-length=4mm slack=20mm max-angle=45deg either-way=true lead=100mm "
      + "max-bow=100% required-to-fail-by=flick simultaneous-with=drag,press,pick,grab,held-tap,single priority=15",
    "line = stroke path=right min-length=4mm after=\"hold 100 ms\" slop=20mm "
      + "simultaneous-with=drag,flick,press,pick,grab,held-tap priority=14",
    "trace = stroke shape=arrow fingers=1-3 min-length=2mm tolerance=400% rotation=180deg spread=100mm "
      + "lift-within=500ms simultaneous-with=drag,flick,press,pick,grab,held-tap,mark,line priority=13",
    "single = tap priority=12",
    "grab = pan taps=1 priority=11",
    "pick = long-press taps=1 min-duration=200ms priority=10",
    "held-tap = hold-and-tap fingers=2-3 min-hold=40ms priority=18",
    "held-flick = hold-and-swipe fingers=2-3 min-hold=40ms min-speed=20mm/s min-distance=4mm priority=17",
    "held-drag = hold-and-pan fingers=2-3 min-hold=40ms require-to-fail=held-flick priority=16",
    "flick = swipe fingers=1-2 min-speed=20mm/s min-distance=8mm priority=8",
    "press = long-press min-duration=300ms fingers=1-2 priority=7",
    "drag = pan fingers=1-3 require-to-fail=flick priority=6",
    "pair = tap fingers=2 taps=2 priority=5",
  ]

  @Test func theyEndAndStartAgain() throws {
    var seen: Set<Int> = []
    for seed: UInt64 in 1...10 {
      let checker = try RandomRun.play(Self.gestures, seed: seed, frames: Self.frames)
      // Which gestures can win at the same time is tested elsewhere: a sequence continues while its steps are
      // recognized.
      #expect(checker.faults.filter { !$0.contains("won beside") }.prefix(5) == [], "seed \(seed)")
      seen.formUnion(checker.counts.keys)
    }
    let missing = Self.gestures.indices.filter { !seen.contains($0) }.map { Self.gestures[$0] }
    #expect(missing == [])
  }
}
