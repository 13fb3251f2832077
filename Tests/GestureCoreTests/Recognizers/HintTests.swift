import GestureCore
import Recordings
import Support
import Testing
import Text

/// The gestures that a hint reports as possible, and when it begins and ends.
@Suite struct HintTests {
  private static let others =
    "next = swipe direction=left\nback = swipe direction=right\npress = long-press min-duration=2s"
  private static let swipes = "guide = hint\n" + others

  /// The events of `guide`, each with the names of its gestures: `600 began next back`.
  private func hintLines(_ gestures: String, _ touches: String, isObserved: Bool = false) throws -> [String] {
    let script = try TouchScript.read("gestures\n\(gestures)\ntouches\n\(touches)", name: "told")
    let rules = try #require(script.rules)
    let events = try Replay.events(script.recording, rules: rules, watcher: isObserved ? Journal() : nil)
    return events.filter { rules.gestures[$0.gesture.rawValue].name == "guide" }.map { event in
      let names = event.values.hints.map { " " + rules.gestures[$0.rawValue].name }.joined()
      return "\(decimal(event.time.milliseconds, places: 0)) \(event.state.rawValue)\(names)"
    }
  }

  // MARK: When it begins and ends

  @Test func restingFingersAreShownPossibleGestures() throws {
    let touches = "0ms down a 50,50\n900ms up a"
    for isObserved in [false, true] {
      #expect(
        try hintLines(Self.swipes, touches, isObserved: isObserved) == ["600 began next back press", "900 ended"])
    }
  }

  @Test func theRestStartsAgainWithEachFinger() throws {
    let touches = "0ms down a 50,50\n100ms down b 80,50\n900ms up a,b"
    #expect(
      try hintLines("guide = hint after=\"hold 300 ms\"\ntwo = swipe fingers=2", touches) == [
        "400 began two", "900 ended",
      ])
  }

  @Test func movingFingersAreShownNothing() {
    #expect(
      story(of: "hint", "0ms down a 50,50\n200ms up a") == [
        "200.0 ms it failed: held still 200 ms, needs 600 ms (after)"
      ])
    #expect(
      story(of: "hint", "0ms down a 50,50\n200ms move a by 2.5,0\n300ms up a")
        == ["200.0 ms it failed: held still 200 ms, needs 600 ms (after); then moved 2.5 mm, allows 2 mm (slop)"])
    #expect(
      story(of: "hint fingers=1", "0ms down a 50,50\n20ms down b 80,50\n300ms up a,b")
        == ["20.0 ms it failed: landed 2 fingers, allows 1 (fingers)"])
  }

  @Test func aPressShowsToo() throws {
    let pressed = "0ms down a 50,50; pressure a 0.3\n100ms pressure a 0.8\n400ms up a"
    #expect(
      try hintLines("guide = hint after=force-press\nnext = swipe", pressed) == ["100 began next", "400 ended"])
    #expect(
      story(of: "hint after=force-press", "0ms down a 50,50; pressure a 0.3\n400ms up a")
        == ["400.0 ms it failed: pressed with 30 %, needs 70 % (min-pressure)"])
  }

  @Test func withNothingToShowItDoesNotBegin() {
    #expect(
      story(of: "hint", "0ms down a 50,50\n900ms up a") == ["600.0 ms it failed: the hint has no gesture to show"])
  }

  @Test func theLandingCanBeEnough() throws {
    #expect(
      try hintLines("guide = hint after=landing\nit = tap", "0ms down a 50,50\n100ms up a") == [
        "0 began it", "100 ended",
      ])
  }

  @Test func itEndsWithItsFingers() throws {
    let touches = "0ms down a 50,50 b 80,50\n800ms up a\n900ms up b"
    #expect(
      try hintLines("guide = hint fingers=2\ntwo = swipe fingers=2", touches) == ["600 began two", "840 ended"])
    // If the hint is for any number of fingers, one finger that rests is enough.
    #expect(try hintLines("guide = hint\ntwo = swipe fingers=2", touches) == ["600 began two", "900 ended"])
    #expect(try hintLines("guide = hint fingers=2\n\(Self.others)", "0ms down a 50,50\n900ms up a").isEmpty)
  }

  // MARK: What it lists

  @Test func theListShrinksWhileTheFingersGoOn() throws {
    let touches = "0ms down a 50,50\n700ms move a by 4,0 over 40ms\n760ms move a by 0,60 over 200ms\n1s up a"
    let lines = try hintLines("guide = hint\nback = swipe direction=right\npress = long-press min-duration=2s", touches)
    #expect(lines.first == "600 began back press")
    #expect(lines.dropFirst().first?.hasSuffix("changed back") == true, "\(lines)")
    // Nothing is left before the finger lifts.
    #expect(lines.last?.hasSuffix("ended") == true, "\(lines)")
    #expect(lines.count == 3 && !lines.contains("1000 ended"), "\(lines)")
  }

  @Test func aGestureThatIsMadeEndsIt() throws {
    let touches = "0ms down a 50,50\n700ms move a by 40,0 over 100ms\n1s up a"
    let lines = story("gestures\n\(Self.swipes)\ntouches\n\(touches)", words: ["recognized:", "began:", "ended:"])
    let recognized = try #require(lines.firstIndex { $0.contains("back recognized") })
    #expect(lines[recognized + 1].contains("guide ended"))
  }

  @Test func aGestureThatHasBegunHidesIt() throws {
    let touches = "0ms down a 50,50\n900ms up a"
    #expect(
      story("gestures\nguide = hint\npress = long-press\ntouches\n\(touches)") == [
        "500.0 ms press began: 1 finger", "500.0 ms guide failed: excluded by press", "900.0 ms press ended: 1 finger",
      ])
    // A hint comes last at the same instant, whatever the order in the file, because the possible gestures are known
    // only then.
    #expect(
      story("gestures\nguide = hint priority=9\npress = long-press min-duration=600ms\ntouches\n\(touches)") == [
        "600.0 ms press began: 1 finger", "600.0 ms guide failed: excluded by press", "900.0 ms press ended: 1 finger",
      ])
  }

  @Test func theOrderIsThatOfTheSameInstant() throws {
    #expect(
      try hintLines("guide = hint\na = swipe\nb = swipe priority=1\nc = pan", "0ms down a 50,50\n900ms up a").first
        == "600 began b a c")
  }

  @Test func gesturesThatTheSessionForbidsAreNotListed() throws {
    let gestures =
      "guide = hint\na = swipe begin-if.mode=draw\nb = swipe mode=draw\nc = swipe tool=stylus\nd = swipe\n"
      + "e = swipe fingers=1-2 begin-if.fingers=2"
    #expect(try hintLines(gestures, "0ms down a 50,50\n900ms up a").first == "600 began d")
  }

  @Test func touchesOfOtherZonesAreNotItsOwn() throws {
    let script = try TouchScript.read(
      """
      zones
        left = edge=left band=50%
      gestures
        guide = hint
        it = swipe zone=left
      touches
        0ms    down a 250,50
        900ms  up a
      """, name: "zones")
    #expect(try Replay.events(script.recording, rules: try #require(script.rules)).isEmpty)
  }

  @Test func severalHintsDoNotListOneAnother() throws {
    let gestures = "guide = hint\nother = hint after=\"hold 300 ms\"\nit = swipe"
    #expect(try hintLines(gestures, "0ms down a 50,50\n900ms up a") == ["600 began it", "900 ended"])
  }

  // MARK: What it does to others: nothing

  /// A hint for any number of fingers delays no gesture, and takes no touch from one.
  @Test(arguments: [
    ("it = tap", "0ms down a 50,50\n60ms up a"),
    ("it = pan", "0ms down a 50,50\n20ms move a by 20,0 over 40ms\n100ms up a"),
    ("it = swipe", "0ms down a 50,50\n20ms move a by 40,0 over 80ms\n200ms up a"),
    ("it = long-press", "0ms down a 50,50\n900ms up a"),
    ("it = long-press min-duration=900ms", "0ms down a 50,50\n990ms up a"),
    ("two = tap taps=2\nit = tap require-to-fail=two", "0ms down a 50,50\n60ms up a"),
    ("it = pinch fingers=2", "0ms down a 50,50 b 80,50\n700ms move a by -20,0 over 80ms\n900ms up a,b"),
  ])
  func othersAreAsWithoutIt(_ gestures: String, _ touches: String) throws {
    func others(_ hint: String, prevents: [Reference] = []) throws -> [String] {
      var rules = try #require(try TouchScript.read("gestures\n\(hint)\(gestures)", name: "rules").rules)
      if !prevents.isEmpty { rules.gestures[0].relations.prevents = prevents }
      return story("touches\n\(touches)", rules: rules).filter { !$0.contains(" ms guide ") }
    }
    let alone = try others("")
    #expect(alone.contains { $0.contains(" it ") && !$0.contains("failed") })
    #expect(try others("guide = hint fingers=1-5\n") == alone)
    #expect(try others("guide = hint after=landing\n", prevents: [.kind("tap"), .kind("pan")]) == alone)
  }

  /// The same is true for random touches.
  @Test(arguments: UInt64(1)...4) func hintsChangeNoOtherEvent(_ seed: UInt64) throws {
    let gestures =
      "two = tap taps=2\nit = tap require-to-fail=two\nflick = swipe fingers=1-2\ndrag = pan require-to-fail=flick\n"
      + "zoom = pinch fingers=2 simultaneous-with=drag\npress = long-press min-duration=300ms"
    var (with, without) = (try CoreBench("\(gestures)\nguide = hint after=\"hold 150 ms\""), try CoreBench(gestures))
    var random = RandomTouches(seed: seed)
    var shown = 0
    for _ in 0..<4000 {
      let frame = random.next()
      let ms = frame.time.milliseconds
      with.frame(ms, frame.touches)
      without.frame(ms, frame.touches)
      guard random.isResting else { continue }
      with.finish()
      without.finish()
      let lines = with.drainLog()
      #expect(lines.filter { !$0.contains(" guide ") } == without.drainLog())
      shown += lines.count { $0.hasSuffix("guide began") }
      #expect(lines.count { $0.contains(" guide ") } == 2 * lines.count { $0.hasSuffix("guide began") })
    }
    #expect(shown > 0)
  }

  /// A gesture does not wait for a hint that it names; a rules file can't name one.
  @Test func noGestureWaitsForIt() throws {
    var rules = try #require(try TouchScript.read("gestures\nguide = hint\nit = tap", name: "rules").rules)
    rules.gestures[0].relations.requiredToFailBy = [Requirement(.gesture("it"))]
    rules.gestures[1].relations.requireToFail = [Requirement(.gesture("guide"))]
    #expect(
      story("touches\n0ms down a 50,50\n60ms up a", rules: rules).contains("60.0 ms it recognized: 1 finger"))
  }
}
