import GestureCore
import Recordings
import Testing

@testable import Bindings

/// Modes that gestures switch on, and the time after which they count.
struct LiveRulesTests {
  private static let gestures = """
    gestures
    on   = tap fingers=2
    off  = tap fingers=3
    it   = tap mode=work
    else = tap mode=default

    """
  private static let bindings: [Binding] = [
    .of(.mode("work"), gesture: 0), .of(.mode("default"), gesture: 1), .of(.run("work"), gesture: 2),
    .of(.run("default"), gesture: 3),
  ]

  private func touched(_ touches: String) throws -> [String] {
    try played(Self.gestures + "touches\n" + touches, Self.bindings)
  }

  @Test func aModeCountsForWhatLandsAfterwards() throws {
    #expect(
      try touched(
        """
        0ms     down a 50,50
        40ms    up a
        1000ms  down a 50,50 b 70,50
        1040ms  up a,b
        2000ms  down a 50,50
        2040ms  up a
        3000ms  down a 50,50 b 70,50 c 90,50
        3040ms  up a,b,c
        4000ms  down a 50,50
        4040ms  up a
        """) == [
          "40 else recognized: default", "1040 on recognized: mode work", "2040 it recognized: work",
          "3040 off recognized: mode default", "4040 else recognized: default",
        ])
  }

  @Test func theModeOfTheRecordingWins() throws {
    #expect(
      try touched(
        """
        0ms     down a 50,50 b 70,50
        40ms    up a,b
        1000ms  mode default
        2000ms  down a 50,50
        2040ms  up a
        """) == ["40 on recognized: mode work", "2040 else recognized: default"])
  }

  @Test func otherSessionChangesKeepTheMode() throws {
    #expect(
      try touched(
        """
        0ms     mode default; app xterm
        0ms     down a 50,50 b 70,50
        40ms    up a,b
        1000ms  app firefox
        2000ms  down a 50,50
        2040ms  up a
        """) == ["40 on recognized: mode work", "2040 it recognized: work"])
  }

  /// The press begins at its deadline; the finger that lands with the next frame finds the mode that it switched on.
  @Test(arguments: [false, true]) func aModeOfADeadlineCountsForTheFrameAfterItEvenIfTheTimerIsLate(_ late: Bool) throws
  {
    let script = try TouchScript.read(
      """
      gestures
      press = long-press min-duration=100ms device=touchpad
      it    = tap mode=work device=touchscreen
      touches
      device pad: touchpad
      device screen: touchscreen
      device pad
      0ms     down a 50,50
      device screen
      500ms   down b 50,50
      540ms   up b
      device pad
      600ms   up a
      """, name: "late")
    var live = try LiveRules(
      Rules(ruleSet: script.rules ?? RuleSet(), bindings: [.of(.mode("work")), .of(.run("it"), gesture: 1)]))
    var outcomes = Outcomes()
    for device in script.recording.devices { live.add(device) }
    for frame in script.recording.frames {
      if !late { live.advance(to: frame.time, into: &outcomes) }
      live.process(frame, into: &outcomes)
    }
    #expect(outcomes.flatMap(\.orders).map(\.effect) == [Effect(mode: "work"), Effect(run: .shell("it"))])
    #expect(live.context.mode == "work")
  }

  @Test func amongTheEventsOfOneFrameAModeCountsAtOnceForBindings() throws {
    let script = """
      gestures
      first  = tap
      second = tap simultaneous-with=first
      touches
      0ms   down a 50,50
      40ms  up a
      """
    let bindings: [Binding] = [
      .of(.mode("work"), .mode("play"), .mode("work")), .of(.run("own"), gesture: 1),
      .of(.run("work"), gesture: 1) { $0.modes = ["work"] },
    ]
    #expect(
      try played(script, bindings) == [
        "40 first recognized: mode work", "40 first recognized: mode play", "40 first recognized: mode work",
        "40 second recognized: work",
      ])
  }

  @Test func aModeOfTheBeginningDoesNotSeparateItFromTheEnd() throws {
    let script = "gestures\nit = pan slop=0mm mode=default\ntouches\n0ms down a 50,50\n8ms move a by 9,0\n90ms up a"
    let bindings: [Binding] = [
      .of(.mode("drag", on: .began), .run("drop", on: .ended)), .of(.run("wrong", on: .ended)) { $0.modes = ["drag"] },
    ]
    #expect(try played(script, bindings) == ["8 it began: mode drag", "90 it ended: drop"])
  }

  @Test func aDeviceThatIsReplacedBeginsAnewAsTheOtherOne() throws {
    let script = try TouchScript.read(
      """
      gestures
      left = swipe direction=left
      up   = swipe direction=up
      touches
      0ms     down a 90,50
      10ms    move a by -60,0 over 80ms
      90ms    up a
      1000ms  down a 90,50
      1010ms  move a by -60,0 over 80ms
      1090ms  up a
      """, name: "turned")
    var live = try LiveRules(Rules(ruleSet: script.rules ?? RuleSet()))
    var outcomes = Outcomes()
    var device = try #require(script.recording.devices.first)
    live.add(device)
    let turn = Timestamp(microseconds: 500_000)
    for frame in script.recording.frames {
      if frame.time > turn, device.rotation == nil {
        let isIdle = live.isIdle(device.id)
        #expect(isIdle)
        device.rotation = .quarter
        live.replace(device, at: turn, into: &outcomes)
      }
      live.process(frame, into: &outcomes)
      if frame.time.microseconds == 10_000 {
        let isIdle = live.isIdle(device.id)
        #expect(!isIdle)
      }
    }
    #expect(outcomes.map(\.event.gesture) == [GestureID(0), GestureID(1)])
  }

  @Test func aDeviceThatGoesCancelsWhatItBegan() throws {
    let rules = Rules(
      ruleSet: RuleSet(gestures: [GestureRule(name: "it", kind: LongPress.kind)]),
      bindings: [.of(.run("began", on: .began), .run("cancelled", on: .cancelled), .mode("gone", on: .cancelled))])
    var live = try LiveRules(rules)
    var outcomes = Outcomes()
    live.add(screen)
    let touch = Touch(id: 1, phase: .began, position: Vector(50, 50))
    live.process(Frame(device: screen.id, time: Timestamp(microseconds: 0), touches: [touch]), into: &outcomes)
    #expect(live.nextDeadline == Timestamp(microseconds: 500_000))
    live.remove(screen.id, at: Timestamp(microseconds: 900_000), into: &outcomes)
    let orders = outcomes.flatMap(\.orders).map(\.effect)
    #expect(orders == [Effect(run: .shell("began")), Effect(run: .shell("cancelled")), Effect(mode: "gone")])
    #expect(live.context.mode == "gone" && live.nextDeadline == .never)
  }

  @Test func allMayBeCancelled() throws {
    var live = try LiveRules(
      Rules(
        ruleSet: RuleSet(gestures: [GestureRule(name: "it", kind: LongPress.kind)]),
        bindings: [.of(.run("began", on: .began), .run("cancelled", on: .cancelled))]))
    var outcomes = Outcomes()
    live.add(screen)
    let touch = Touch(id: 1, phase: .began, position: Vector(50, 50))
    live.process(Frame(device: screen.id, time: Timestamp(microseconds: 0), touches: [touch]), into: &outcomes)
    live.cancelAll(at: Timestamp(microseconds: 900_000), into: &outcomes)
    #expect(outcomes.map(\.orders.count) == [1, 1])
    #expect(outcomes.map(\.event.state) == [.began, .cancelled])
  }

  @Test func theSessionMayBeSetFromOutside() throws {
    var rules = RuleSet(gestures: [GestureRule(name: "it", kind: Tap.kind)])
    rules.gestures[0].receive.app = "firefox"
    var live = try LiveRules(Rules(ruleSet: rules, bindings: [.of(.run("x"))]), context: Context(mode: "work"))
    live.add(screen)
    #expect(live.context.mode == "work")
    live.context.app = "firefox"
    var outcomes = Outcomes()
    for (ms, phase) in [(0, Touch.Phase.began), (40, .ended)] {
      let touch = Touch(id: 1, phase: phase, position: Vector(50, 50))
      let frame = Frame(device: screen.id, time: Timestamp(microseconds: Int64(ms * 1000)), touches: [touch])
      live.process(frame, into: &outcomes)
    }
    #expect(outcomes.flatMap(\.orders).count == 1)
  }

  @Test func circlesAreRefused() {
    let one = GestureRule(name: "one", kind: Tap.kind, requireToFail: [.gesture("two")])
    let two = GestureRule(name: "two", kind: Tap.kind, requireToFail: [.gesture("one")])
    #expect(throws: RequirementCycle.self) {
      _ = try LiveRules(Rules(ruleSet: RuleSet(gestures: [one, two])))
    }
  }
}
