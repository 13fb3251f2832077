import Bindings
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The exact lines of an explanation.
@Suite struct ExplanationTests {
  private func explain(_ script: String, only name: String? = nil) throws -> Explanation {
    let read = try TouchScript.read(script, name: "t")
    let rules = try #require(read.rules)
    let gesture = rules.gestures.firstIndex { $0.name == name }.map { GestureID($0) }
    return try Explanation(read.recording, rules: Rules(ruleSet: rules), only: gesture)
  }

  private func text(_ script: String, only name: String? = nil) throws -> String {
    try explain(script, only: name).text(recording: "t")
  }

  /// libinput decides between swipe and pinch. A pinch with an unchanged spread was a swipe for libinput.
  @Test func aPinchThatLibinputTookForASwipe() throws {
    func text(_ device: String, _ rule: String) throws -> String {
      try self.text(
        """
        gestures
          it = \(rule)
        touches
          device pad: touchpad 100x66 mm \(device) fingers=2-4
          0ms   down a 40,30 b 50,30 c 60,30
          20ms  move a by 0,2 over 40ms; move b by 0,2 over 40ms; move c by 0,2 over 40ms
          90ms  up a,b,c

        """)
    }
    let advice = "`source = \"raw\"`"
    #expect(try text("no-contacts no-places settled-fingers", "pinch fingers=3").contains(advice))
    #expect(try !text("", "pinch fingers=3").contains(advice))
    #expect(try !text("no-contacts no-places settled-fingers", "swipe fingers=3").contains(advice))
  }

  /// Ignored touches belong to no attempt: here the explanation has nothing else.
  @Test func touchesThatCountForNothing() throws {
    let text = "[accommodations]\nhold = \"300 ms\"\n[gesture.it]\nkind = \"tap\"\nrun = \"x\"\n"
    let rules = try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
    func explain(_ touches: String) throws -> Explanation {
      try Explanation(try TouchScript.read("touches\n\(touches)", name: "t").recording, rules: rules)
    }
    expectSnapshot(
      try explain("10ms down a 150,90\n130ms up a\n").text(recording: "t"), "an ignored touch", has: "120 ms", "300 ms")
    let found = try explain(
      "0ms down a 150,90\n60ms up a\n500ms down b 20,20\n900ms up b\n1000ms down c 50,50\n1100ms up c\n")
    expectSnapshot(found.text(recording: "t"), "an ignored touch and an attempt", has: "60 ms", "300 ms", "attempt 1")
    let json = found.json(recording: "t").text
    #expect(
      json.contains(#""by": "hold""#) && json.contains(#""downMs": 60"#) && json.contains(#""limitMs": 300"#), "\(json)"
    )
  }

  /// A recognized gesture of which nothing ran has the reason, as far as the rules tell it.
  @Test func actionsThatWereSkipped() throws {
    func text(_ action: String) throws -> String {
      let rules = Rules.load(text: Array("[gesture.it]\nkind = \"tap\"\n\(action)\n".utf8), file: "bindings.toml").rules
      let taps = "touches\n0ms down a 50,50\n60ms up a\n1000ms down a 50,50\n1060ms up a"
      let text = try Explanation(try TouchScript.read(taps, name: "t").recording, rules: try #require(rules))
        .text(recording: "t")
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try !text("run = \"x\"").contains("no action ran"))
    #expect(
      try text("run = { command = \"x\", at-most-every = \"5 s\" }").hasSuffix(
        "it recognized at 1060.0 ms no action ran: the `at-most-every` time of `run` at bindings.toml:3 had not passed yet"
      ))
    #expect(
      try text("[[override]]\ngesture = \"it\"\nwhen = { mode = \"m\" }\nrun = { command = \"x\", mode = \"m\" }")
        .contains("no action ran: `when` was not true for the actions at bindings.toml:3"))
  }

  private static let slow = """
    touches
      0ms    down a 150,90 b 165,85 c 180,90
      40ms   move a,b,c by -20,2 over 330ms
      400ms  up a,b,c
    """

  @Test func whoWaitedAndWhoJustFailed() throws {
    let gestures = "gestures\nnext = swipe fingers=3 direction=left\ndrag = pan fingers=3 require-to-fail=next\n"
    expectSnapshot(try text(gestures + Self.slow), "who waited and who just failed")
  }

  /// Only the window in front kept a gesture from its touches, or from beginning.
  @Test(arguments: ["receive.app=firefox", "begin-if.app=firefox"]) func anotherWindowInFront(condition: String) throws
  {
    let touches =
      "touches\n0ms app foot\n10ms down a 150,90 b 165,85 c 180,90\n30ms move a,b,c by -60,2 over 150ms\n200ms up a,b,c\n"
    let found = try text("gestures\nnext = swipe fingers=3 direction=left \(condition)\n\(touches)")
    #expect(found.contains("with app = \"firefox\", the gesture would have been recognized"), "\(found)")
    let other = try text("gestures\nnext = swipe fingers=3 direction=up \(condition)\n\(touches)")
    #expect(!other.contains("the gesture would have been recognized"), "\(other)")
  }

  @Test func aWindowThatIsExcluded() throws {
    let found = try explain(
      """
      gestures
        next = swipe fingers=3 direction=left receive.not.app=game
      touches
        0ms    app game
        10ms   down a 150,90 b 165,85 c 180,90
        30ms   move a,b,c by -60,2 over 150ms
        200ms  up a,b,c
      """)
    expectSnapshot(found.text(recording: "t"), "another application", has: "app game")
    #expect(found.json(recording: "t").text.contains(#""not.app": "game""#))
  }

  @Test func actionsForOtherWindowsOnly() throws {
    let loaded = Rules.load(
      text: [UInt8](
        """
        [gesture.next]
        kind = "swipe"
        fingers = 3
        direction = "left"

        [[override]]
        gesture = "next"
        when = { app = ["firefox", "chromium"] }
        run = "x"
        """.utf8), file: "t")
    let rules = try #require(loaded.rules)
    func explain(_ app: String) throws -> String {
      let recording = try TouchScript.read(
        "touches\n0ms app \(app)\n10ms down a 150,90 b 165,85 c 180,90\n30ms move a,b,c by -60,2 over 150ms\n200ms up a,b,c\n",
        name: "t"
      ).recording
      return try Explanation(recording, rules: rules).text(recording: "t")
    }
    let foot = try explain("foot")
    #expect(
      foot.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("the gesture did nothing: its actions run only with app = [\"firefox\", \"chromium\"]"),
      "\(foot)")
    #expect(try !explain("firefox").contains("the gesture did nothing"))
  }

  @Test func aChangeThatIsNotEnough() throws {
    expectSnapshot(
      try text(
        """
        gestures
          it = swipe fingers=3 direction=left
        touches
          0ms    down a 150,90 b 165,85 c 180,90
          40ms   move a,b,c by -17,12 over 330ms
          400ms  up a,b,c
        """), "a change that is not enough", has: "63 mm/s", "56 mm/s", "35°", "29°")
  }

  /// A gesture that fails at its deadline has measured exactly the limit, so the time until the lift shows how far it
  /// was from being recognized.
  @Test func aDeadlineIsNoNearMissByItself() throws {
    let text = try text("gestures\nit = tap\ntouches\n0ms down a 50,50\n3000ms up a")
    #expect(
      text.hasSuffix("  not recognized:\n    it  failed at 500.0 ms: held 3000 ms, allows 500 ms (max-duration)\n"))
  }

  /// The attempt is played again to see how much more time it would have taken; if that is far more, it was not meant.
  @Test(arguments: [("530ms", "584 ms"), ("620ms", "683 ms"), ("720ms", "793 ms")])
  func aDeadlineIsANearMissIfALittleMoreTimeWouldDo(_ lift: String, _ needed: String) throws {
    #expect(
      try text("gestures\nit = tap\ntouches\n0ms down a 50,50\n\(lift) up a").hasSuffix(
        """
          near misses, the nearest first:
            it  failed at 500.0 ms: held \(lift.dropLast(2)) ms, allows 500 ms (max-duration)
                with touchscreen.max-duration = "\(needed)" in [gesture.it], the gesture
                would have been recognized

        """))
  }

  @Test func adviceThatIsNoThreshold() throws {
    let drawn = try text(
      """
      gestures
        draw = stroke path=right,up
        flick = swipe direction=right
      touches
        0ms    down a 50,50
        10ms   move a by 60,0 over 100ms
        120ms  move a by 0,-60 over 100ms
        230ms  up a
      """)
    #expect(drawn.contains("add require-to-fail = [\"draw\"]"), "\(drawn)")
    let along = try text(
      "gestures\nslide = edge-pan edge=right\ntouches\n0ms down a 299,50\n10ms move a by 0,60 over 200ms\n300ms up a")
    #expect(along.contains("an edge-pan begins with a movement inward"), "\(along)")
  }

  @Test func whatIsTheSameIsOneLine() throws {
    expectSnapshot(
      try text(
        """
        gestures
          left = swipe fingers=3 direction=left
          right = swipe fingers=3 direction=right
          four = pan fingers=4
          tap = tap fingers=2
          knob = tap device=touchpad
          hard = force-press
        touches
          device pad: touchscreen 300x190 mm name="My pad"
          0ms    down a 50,50 b 70,50
          60ms   up a,b
          1000ms down a 50,50
          1060ms up a
        """), "what is the same is one line", has: "2 of 6")
  }

  @Test func everyStepOfOneGesture() throws {
    let script = """
      gestures
        drag = pan device=touchscreen
      touches
        device screen: touchscreen 300x190 mm
        device pad: touchpad 100x66 mm
        device screen
        0ms    down a 50,50
        16ms   move a by 30,0 over 80ms
        device pad
        100ms  down a 10,10
        120ms  up a
        device screen
        200ms  move a by -30,0 over 80ms
        300ms  up a
      """
    expectSnapshot(try text(script, only: "drag"), "every step of one gesture")
  }

  @Test func everyRequirementThatWasWaitedForIsNamed() throws {
    let script = """
      gestures
        double = tap taps=2 max-interval=200ms
        long = pan taps=1 max-interval=300ms
        single = tap require-to-fail=double,long
      touches
        0ms    down a 50,50
        60ms   up a
      """
    expectSnapshot(try text(script, only: "single"), "every requirement that was waited for is named", has: "300.0 ms")
  }

  @Test func waitingForAFingerInVain() throws {
    let script = """
      gestures
        one = pan
        two = pan fingers=2
      touches
        0ms    down a 50,50
        16ms   move a by 8,0 over 64ms
        200ms  up a
      """
    expectSnapshot(
      try text(script, only: "one"), "waiting for a finger in vain", has: "80.0 ms", "120.0 ms", "no other finger")
  }

  @Test func whereThereIsNothingToExplain() throws {
    expectSnapshot(try text("gestures\nit = tap\ntouches\n0ms wait"), "where there is nothing to explain")
    #expect(try text("gestures\ntouches\n0ms down a 50,50\n60ms up a") == "The rules have no gestures.\n")
    let nothing = try text(
      "gestures\nit = tap fingers=3\ntouches\n0ms down a 50,50\n60ms up a\n1000ms down a 50,50\n1060ms up a")
    #expect(nothing.hasSuffix("\nNo gesture was recognized in any of the 2 attempts.\n"))
  }

  @Test func namesThatWouldSteerATerminalDoNot() throws {
    let device = "device pad: touchscreen name=\"a\u{1B}[2Jb\""
    let text = try text("gestures\nit = tap\ntouches\n\(device)\n0ms down a 50,50\n60ms up a")
    #expect(text.contains("touchscreen \"a\u{241B}[2Jb\""))
  }
}
