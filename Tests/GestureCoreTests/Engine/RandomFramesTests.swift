import GestureCore
import Testing

/// Random touches, seeded, and the invariants that hold for all of them.
@Suite struct RandomFramesTests {
  #if DEBUG
    private static let frames = 40_000
  #else
    private static let frames = 400_000
  #endif

  /// Priorities all differ, so that the order of the rules can't matter.
  private static let gestures = [
    "single = tap require-to-fail=double priority=8",
    "double = tap taps=2 require-to-fail=triple priority=7",
    "triple = tap taps=3 priority=6",
    "flick = swipe fingers=1-3 priority=5",
    "drag = pan require-to-fail=flick,press priority=4",
    "zoom = pinch fingers=2-3 priority=3",
    "press = long-press min-duration=300ms priority=2",
    "both = pan fingers=2 strict-fingers=true simultaneous-with=zoom priority=1",
    "guide = hint after=\"hold 100 ms\"",
  ]

  @Test func invariantsHold() throws {
    var seen: Set<Int> = []
    for seed: UInt64 in 1...4 {
      let checker = try RandomRun.play(Self.gestures, seed: seed, frames: Self.frames / 4)
      #expect(checker.faults.prefix(5) == [], "seed \(seed)")
      seen.formUnion(checker.counts.keys)
    }
    #expect(seen.count == Self.gestures.count, "each gesture is seen")
  }
}
