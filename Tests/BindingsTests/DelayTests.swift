import Bindings
import GestureCore
import Testing

/// How long waiting for a requirement can take.
struct DelayTests {
  private func delays(_ text: String) -> [String] {
    guard let rules = load(text).rules else { return [] }
    return rules.ruleSet.gestures.indices.map(GestureID.init).flatMap { waiting in
      rules.requirements(of: waiting).map { "\(rules.longestDelay(of: $0, holding: waiting))" }
    }
  }

  private func gestures(_ all: (kind: String, lines: String)...) -> String {
    all.enumerated().map { place, gesture in
      "[gesture.g\(place)]\nkind = \"\(gesture.kind)\"\ndevice = \"touchscreen\"\nrun = \"x\"\n\(gesture.lines)\n"
    }.joined()
  }

  @Test func aTapWaitsForThePauseAndTheTapsThatMayFollow() {
    // 350 ms to the next tap, which may last 500 ms.
    #expect(delays(gestures(("tap", "require-to-fail = \"g1\""), ("tap", "taps = 2"))) == ["850 ms"])
    #expect(delays(gestures(("tap", "require-to-fail = \"g1\""), ("tap", "taps = 3"))) == ["1700 ms"])
    #expect(delays(gestures(("tap", "taps = 2\nrequire-to-fail = \"g1\""), ("tap", "taps = 3"))) == ["850 ms"])
  }

  @Test func whatHoldsTheRequirementCounts() {
    let chain = gestures(
      ("tap", "require-to-fail = \"g1\""), ("tap", "taps = 2\nrequire-to-fail = \"g2\""), ("tap", "taps = 3"))
    #expect(delays(chain) == ["1700 ms", "850 ms"])
  }

  @Test func theSlowestClassOfDeviceCounts() {
    let both = gestures(("pan", "require-to-fail = \"g1\""), ("swipe", ""))
      .replacing("device = \"touchscreen\"\n", with: "")
    #expect(delays(both) == ["600 ms"])
  }

  @Test func eachKindHasItsPatience() {
    #expect(delays(gestures(("pan", "require-to-fail = \"g1\""), ("swipe", ""))) == ["500 ms"])
    #expect(delays(gestures(("pan", "require-to-fail = \"g1\""), ("long-press", ""))) == ["500 ms"])
    #expect(delays(gestures(("pan", "require-to-fail = \"g1\""), ("tap", "taps = 2"))) == ["1350 ms"])
    #expect(delays(gestures(("long-press", "require-to-fail = \"g1\""), ("swipe", ""))) == ["until the fingers lift"])
    #expect(delays(gestures(("swipe", "require-to-fail = \"g1\""), ("pan", ""))) == ["until the fingers lift"])
    #expect(delays(gestures(("tap", "require-to-fail = \"g1\""), ("pan", ""))) == ["0 ms"])
  }
}
