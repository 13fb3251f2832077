import Testing

@testable import Bindings

/// `pause` in actions: how it is read, its diagnostics, and its effect.
struct PauseTests {
  @Test func itStandsAloneOrBesideACommandAndAMode() throws {
    let rules = try #require(
      load(
        gesture(#"run = { pause = "toggle" }"#, #"began = { pause = "on", command = "x", mode = "default" }"#)
          + gesture(#"step = { every = "6 mm", up = { pause = "off" } }"#, "fingers = 2", name: "b")
      ).rules)
    let effects = rules.bindings.flatMap(\.actions).flatMap(\.effects)
    #expect(
      effects == [
        Effect(pause: .toggle), Effect(run: .shell("x"), mode: "default", pause: .on), Effect(pause: .off),
      ])
    #expect(rules.resumingGestures == ["a", "b"])
  }

  @Test func itIsOneOfThree() {
    expectProblems(
      problemText(gesture(#"run = { pause = "of" }"#, "ended = { pause = true }")), "values of pause", "3:17 error",
      "4:19 error")
    expectProblems(
      problemText(gesture(#"step = { every = "6 mm", pause = "on", up = "x" }"#)), "pause in a step", "3:26 error")
  }

  @Test func aPauseForGoodIsDoubted() {
    let doubt = """
      warning: no gesture ends this pause; to end it, run `gesture-bridge resume` or restart the daemon \
      | write `pause = "toggle"`, or give another gesture an action with `pause = "off"`
      """
    #expect(problemText(gesture(#"run = { pause = "on" }"#, #"ended = { pause = "on" }"#)) == "3:17 \(doubt)")
    #expect(problemText(gesture(#"run = "x""#) + binding("also = true", #"run = { pause = "on" }"#)) == "7:17 \(doubt)")
    #expect(problemText(gesture(#"run = { pause = "on" }"#, #"ended = { pause = "off" }"#)) == "")
    #expect(problemText(gesture(#"run = { pause = "toggle" }"#)) == "")
    #expect(problemText(gesture(#"run = { pause = "off" }"#)) == "")
  }

  // MARK: What it does

  private static let gestures = """
    gestures
    it    = tap
    stop  = tap fingers=2
    drag  = pan fingers=3

    """

  private func touched(_ touches: String, _ pause: Pause = .toggle) throws -> [String] {
    try played(
      Self.gestures + "touches\n" + touches,
      [
        .of(.run("x")), .of(.pause(pause, run: "said"), gesture: 1),
        .of(
          .run("began", on: .began), .run("ended", on: .ended), .run("cancelled", on: .cancelled), gesture: 2),
      ])
  }

  @Test(arguments: [(Pause.toggle, true), (.on, false), (.off, true)])
  func whilePausedOnlyWhatPausesGoesOut(_ pause: Pause, _ goesOn: Bool) throws {
    let lines = try touched(
      """
      0ms     down a 50,50
      40ms    up a
      1000ms  down a 50,50 b 70,50
      1040ms  up a,b
      2000ms  down a 50,50
      2040ms  up a
      3000ms  down a 50,50 b 70,50
      3040ms  up a,b
      4000ms  down a 50,50
      4040ms  up a
      """, pause)
    let word = "stop recognized: said, pause \(pause)"
    let between = pause == .off ? ["2040 it recognized: x"] : []
    let after = goesOn ? ["4040 it recognized: x"] : []
    #expect(lines == ["40 it recognized: x", "1040 \(word)"] + between + ["3040 \(word)"] + after)
  }

  @Test func whatHasBegunIsCancelledAndStaysSo() throws {
    let script = """
      device screen: touchscreen
      0ms     down a 50,50 b 70,50 c 90,50
      8ms     move a,b,c by 40,0 over 80ms
      device wall: touchscreen
      1000ms  down d 50,50 e 70,50
      1040ms  up d,e
      device screen
      1100ms  move a,b,c by 40,0 over 80ms
      device wall
      1500ms  down d 50,50 e 70,50
      1540ms  up d,e
      device screen
      1600ms  move a,b,c by 40,0 over 80ms
      2000ms  up a,b,c
      """
    let lines = try touched(script).map { line in line.split(separator: " ").dropFirst().joined(separator: " ") }
    let stop = "stop recognized: said, pause toggle"
    #expect(lines == ["drag began: began", stop, "drag cancelled: cancelled", stop])
  }

  @Test func aCancellationMayPauseToo() throws {
    let lines = try played(
      Self.gestures + "touches\n"
        + """
        0ms     down a 50,50 b 70,50 c 90,50
        8ms     move a,b,c by 40,0 over 80ms
        200ms   cancel a,b,c
        1000ms  down a 50,50
        1040ms  up a
        """, [.of(.run("x")), .of(.pause(.on, on: .cancelled), gesture: 2)])
    #expect(lines == ["200 drag cancelled: pause on"])
  }
}
