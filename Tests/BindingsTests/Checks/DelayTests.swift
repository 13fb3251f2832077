import Bindings
import GestureCore
import Testing

/// How long waiting for a requirement can take.
struct DelayTests {
  private func delays(_ text: String) -> [String] {
    guard let rules = load(text, kinds: TestKinds.kinds).rules else { return [] }
    let delays = Delays(rules)
    return rules.ruleSet.gestures.indices.map(GestureID.init).flatMap { waiting in
      delays.requirements(of: waiting).map { "\(delays.wait(for: $0, holding: waiting).longest)" }
    }
  }

  private func gestures(_ all: (kind: String, lines: String)...) -> String {
    all.enumerated().map { index, gesture in
      "[gesture.g\(index)]\nkind = \"\(gesture.kind)\"\ndevice = \"touchscreen\"\nrun = \"x\"\n\(gesture.lines)\n"
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

  @Test func whatIsLookedForInOtherModesHoldsNothing() {
    let (first, second) = ("receive = { mode = \"m\" }", "receive = { mode = [\"n\", \"m\"] }")
    let other = "receive = { mode = \"n\" }"
    let waits = "\nrequire-to-fail = \"g1\""
    #expect(delays(gestures(("tap", first + waits), ("tap", "taps = 2\n\(second)"))) == ["850 ms"])
    #expect(delays(gestures(("tap", first + waits), ("tap", "taps = 2\n\(other)"))) == ["0 ms"])
    let chain = gestures(
      ("tap", first + waits), ("tap", "taps = 2\nrequire-to-fail = \"g2\"\n\(first)"), ("tap", "taps = 3\n\(other)"))
    #expect(delays(chain) == ["850 ms", "0 ms"])
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

  @Test func bothSidesCountAndConditionsDoNotMatter() {
    #expect(delays(gestures(("tap", ""), ("tap", "taps = 2\nrequired-to-fail-by = \"g0\""))) == ["850 ms"])
    #expect(
      delays(gestures(("tap", "tags = \"x\""), ("tap", "taps = 2\ntags = \"x\"\nrequired-to-fail-by = \"tag:x\"")))
        == ["850 ms"])
    #expect(
      delays(
        gestures(
          ("pan", "require-to-fail = { gesture = \"tag:x\", when = { tool = \"stylus\" } }"), ("swipe", "tags = \"x\"")
        )) == ["500 ms"])
    #expect(
      delays(gestures(("tap", ""), ("tap", "taps = 2\nrequired-to-fail-by = \"kind:tap\""), ("tap", "taps = 3"))) == [
        "850 ms", "0 ms",
      ])
  }

  @Test func whatGoesOnWhenTheFingersHaveLiftedHasNoEndThatIsKnown() {
    #expect(
      delays(gestures(("tap", "require-to-fail = \"g1\""), ("pan", "taps = 1"))) == [
        "until some time after the fingers lift"
      ])
  }

  @Test func aFingerMayTapBesideRestingOnesAtAnyTime() {
    let presses = gestures(("long-press", "require-to-fail = \"g1\""), ("beside", ""))
    #expect(delays(presses) == ["until the fingers lift"])
    #expect(
      load(presses, kinds: TestKinds.kinds).diagnostics.map(\.message) == [
        "\"g0\" waits until the fingers lift: \"g1\", a beside, can't fail earlier"
      ])
    #expect(delays(gestures(("pan", "require-to-fail = \"g1\""), ("beside", ""))) == ["200 ms"])
    #expect(delays(gestures(("tap", "require-to-fail = \"g1\""), ("beside", ""))) == ["0 ms"])
  }

  @Test func restingAfterTapsIsResting() {
    #expect(
      delays(gestures(("rest", "taps = 1\nrequire-to-fail = \"g1\""), ("swipe", ""))) == ["until the fingers lift"])
    #expect(delays(gestures(("tap", "require-to-fail = \"g1\""), ("rest", "taps = 1"))) == ["800 ms"])
  }

  @Test func whatAnEdgeHoldsCounts() {
    let chain = gestures(("long-press", "require-to-fail = \"g1\""), ("swipe", "max-duration = \"300 ms\""))
    let swipe = gestures(
      ("pan", "slop = \"20 mm\"\nrequire-to-fail = \"g1\""), ("swipe", "max-duration = \"300 ms\""), ("border", ""))
    #expect(delays(chain) == ["until the fingers lift"])
    #expect(delays(swipe) == ["700 ms"])
    for released in ["simultaneous-with", "cannot-be-prevented-by"] {
      #expect(delays(swipe.replacing("max-duration", with: "\(released) = \"g2\"\nmax-duration")) == ["300 ms"])
    }
    let waiting = swipe + "require-to-fail = \"g1\"\n"
    #expect(delays(waiting) == ["300 ms", "300 ms"])
  }

  // MARK: Touches that applications get late

  private func touchDelays(_ text: String, intercept: String = "true") -> [String] {
    let device = "[device.\"*\"]\nintercept = \(intercept)\n"
    return load(device + text).rules?.defaultTouchDelays.map { delay in
      let fewer = delay.ofFewerFingers.map { ", \(Delay.atMost($0))" } ?? ""
      return "g\(delay.gesture.rawValue) \(delay.whole)\(fewer)"
    } ?? []
  }

  @Test func howLongEachKindKeepsTouchesBack() {
    let all = gestures(
      ("tap", ""), ("tap", "fingers = 2"), ("tap", "taps = 2"), ("long-press", ""), ("swipe", "fingers = 3"),
      ("pan", ""))
    #expect(
      touchDelays(all) == [
        "g0 500 ms", "g1 500 ms, 120 ms", "g2 1350 ms", "g3 500 ms", "g4 until the fingers lift, 120 ms",
        "g5 until the fingers lift",
      ])
    #expect(touchDelays(all, intercept: "false") == [])
  }

  @Test func onlyTouchscreenGesturesThatCancelTouchesDelayThem() {
    #expect(touchDelays(gestures(("tap", "cancels-touches = false"))) == [])
    for flag in ["false", "true"] {
      #expect(touchDelays(gestures(("tap", "delays-touches-began = \(flag)"))) == [], "they say so themselves")
    }
    #expect(touchDelays(gestures(("swipe", "")).replacing("touchscreen", with: "touchpad")) == [])
  }
}
