import Bindings
@testable import GestureCore
import Recordings
import Support
import Testing

/// The exact lines of events and decisions, for people and for programs.
@Suite struct TraceTextTests {
  @Test func eventsOfATap() throws {
    let run = try run(
      """
      gestures
        double = tap taps=2 max-interval=250ms
        single = tap require-to-fail=double
      touches
        device screen: touchscreen 300x190 mm name="My \\"screen\\""
        0ms    down a 50,50
        60ms   up a
      """)
    #expect(
      run.json == [
        "{\"t_ms\":310.000,\"since_ms\":60.000,\"gesture\":\"single\",\"kind\":\"tap\",\"state\":\"recognized\","
          + "\"fingers\":1,\"device\":\"My \\\"screen\\\"\",\"x\":50.000,\"y\":50.000,\"taps\":1}"
      ])
    #expect(run.lines == ["   310.0 ms  single  tap recognized  1 finger at 50.0,50.0, 1 tap, since 60.0 ms"])
    #expect(
      run.decisions.filter { $0.contains("single") } == [
        "     0.0 ms    single tracking",
        "    60.0 ms    single held: waits for double to fail",
        "   310.0 ms    single released",
        "   310.0 ms    single recognized: 1 finger",
        "   310.0 ms    single ready",
      ])
    #expect(
      run.decisionJSON.contains(
        "{\"t_ms\":60.000,\"decision\":\"held\",\"gesture\":\"single\",\"reason\":\"waits for double to fail\","
          + "\"device\":\"My \\\"screen\\\"\"}"))
  }

  @Test func ordersOfStepsStreamsAndModes() throws {
    let recording = try TouchScript.read(
      "touches\n0ms down a 50,50\n8ms move a by 0,-7\n40ms up a", name: "volume"
    ).recording
    let rules = try #require(try TouchScript.read("gestures\nvolume = pan slop=0mm", name: "volume").rules)
    func location(_ line: Int) -> FileLocation { FileLocation(file: "bindings.toml", line: line, column: 8) }
    let step = StepSettings(every: .distance(6), effects: [.up: Effect(run: .shell("louder"), mode: "loud")])
    let actions = [
      Action(step, location: location(4)),
      Action(Effect(stream: .direct(["level", "-"])), on: .changed, location: location(5)),
      Action(Effect(mode: "default"), on: .ended, location: location(6)),
    ]
    let names = Names(rules, devices: recording.devices)
    var texts: [(line: String, json: String)] = []
    try Replay.run(
      recording,
      rules: Rules(ruleSet: rules, bindings: [Binding(gesture: GestureID(0), actions: actions, location: location(3))])
    ) { _, orders in texts += orders.map { (names.line($0), names.json($0)) } }
    #expect(
      texts.map(\.line) == [
        "     8.0 ms    volume step up: command \"louder\", mode \"loud\" (bindings.toml:4)",
        "     8.0 ms    volume changed: stream [\"level\",\"-\"] (bindings.toml:5)",
        "    40.0 ms    volume changed: stream [\"level\",\"-\"] ends (bindings.toml:5)",
        "    40.0 ms    volume ended: mode \"default\" (bindings.toml:6)",
      ])
    let head = "\"gesture\":\"volume\","
    #expect(
      texts.map(\.json).dropFirst().first == "{\"t_ms\":8.000,\"key\":\"changed\",\(head)"
        + "\"stream\":[\"level\",\"-\"],\"file\":\"bindings.toml\",\"line\":5,\"device\":\"touchscreen\"}")
    #expect(
      texts.first?.json == "{\"t_ms\":8.000,\"key\":\"step\",\(head)\"direction\":\"up\",\"command\":\"louder\","
        + "\"mode\":\"loud\",\"file\":\"bindings.toml\",\"line\":4,\"device\":\"touchscreen\"}")
  }

  @Test func everyReportedValueHasAnIndex() throws {
    let kinds: [ReportedValues] = [
      [.taps, .direction], [.translation, .velocity], [.scale, .rotation, .pressure],
    ]
    let rules = RuleSet(
      gestures: kinds.enumerated().map { index, reports in
        GestureRule(
          name: "g\(index)",
          kind: Kind(
            name: "k\(index)", summary: "", isDiscrete: true, settings: [], reports: reports, make: { Tap($0) }))
      })
    var values = GestureValues()
    values.fingers = 2
    values.taps = 3
    values.location = Vector(1.5, -2.25)
    values.translation = Vector(-0.0001, 12.3456)
    values.velocity = Vector(100, .infinity)
    values.scale = 1.25
    values.rotation = -12.5
    values.pressure = 0.5
    values.direction = .downLeft
    let names = Names(rules)
    let texts = (0..<3).map { gesture in
      let event = GestureEvent(
        time: Timestamp(microseconds: 1500), since: Timestamp(microseconds: 1500), device: DeviceID(7),
        gesture: GestureID(gesture), state: .changed, duration: TimeSpan(microseconds: 0), tool: .finger,
        values: values)
      return (names.json(event), names.line(event))
    }
    let head = "\"state\":\"changed\",\"fingers\":2,\"device\":\"device 7\",\"x\":1.500,\"y\":-2.250"
    let start = "{\"t_ms\":1.500,\"since_ms\":1.500,"
    #expect(
      texts.map(\.0) == [
        "\(start)\"gesture\":\"g0\",\"kind\":\"k0\",\(head),\"direction\":\"down-left\",\"taps\":3}",
        "\(start)\"gesture\":\"g1\",\"kind\":\"k1\",\(head),\"dx\":0.000,\"dy\":12.346,\"vx\":100.000,\"vy\":null}",
        "\(start)\"gesture\":\"g2\",\"kind\":\"k2\",\(head),\"scale\":1.250,\"rotation\":-12.500,\"pressure\":0.500}",
      ])
    #expect(
      texts.map(\.1) == [
        "     1.5 ms  g0  k0 changed  2 fingers at 1.5,-2.3, down-left, 3 taps",
        "     1.5 ms  g1  k1 changed  2 fingers at 1.5,-2.3, moved 0.0,12.3 mm, at 100.0,inf mm/s",
        "     1.5 ms  g2  k2 changed  2 fingers at 1.5,-2.3, scale 1.250, turned -12.5°, pressure 0.50",
      ])
  }

  @Test func everyDecisionHasItsWords() {
    let outcomes: [(Decision.Outcome, String)] = [
      (.tracking, "swipe-left tracking"),
      (.event(.began, GestureValues()), "swipe-left began: 0 fingers"),
      (
        .awaitingFingers(until: Timestamp(microseconds: 120_000)),
        "swipe-left waiting: another finger may land until 120.0 ms"
      ),
      (.held(by: GestureID(1)), "swipe-left held: waits for double to fail"),
      (.released, "swipe-left released"),
      (
        .failed(.own(Failure("moved", .mm(9.4), "min-distance", .mm(12)))),
        "swipe-left failed: moved 9.4 mm, needs 12 mm (min-distance)"
      ),
      (.failed(.excluded(by: GestureID(1))), "swipe-left failed: excluded by double"),
      (.failed(.requirementRecognized(GestureID(1))), "swipe-left failed: double was recognized"),
      (.failed(.touchCancelled), "swipe-left failed: its touch was cancelled"),
      (.cancelled(.deviceRemoved), "swipe-left cancelled: its device was removed"),
      (
        .cancelled(.illegalTransition),
        "swipe-left cancelled: a fault in gesture-bridge, please report it: the gesture was in the wrong state"
      ),
      (.failed(.shouldNotBegin), "swipe-left failed: its begin-if condition is false"),
      (
        .notReceived(.outside(zone: "left")),
        "swipe-left skipped: the touch began outside the zone left"
      ),
      (
        .notReceived(.ignored(zone: "left")),
        "swipe-left skipped: the touch began in the zone left, which ignores touches"
      ),
      (
        .notReceived(.exclusive(zone: "left")),
        "swipe-left skipped: the touch began in the zone left, which keeps its touches for its own gestures"
      ),
      (
        .notReceived(.singleTouch(zone: "left")),
        "swipe-left skipped: another touch is down in the zone left, which accepts only one touch at a time"
      ),
      (
        .notReceived(.otherTool(.stylus)),
        "swipe-left skipped: the first touch comes from a stylus, this touch from another tool"
      ),
      (.reset, "swipe-left ready"),
    ]
    let rules = RuleSet(gestures: [
      GestureRule(name: "swipe-left", kind: Tap.kind), GestureRule(name: "double", kind: Tap.kind),
    ])
    let names = Names(rules)
    for (outcome, text) in outcomes {
      let decision = Decision(
        time: Timestamp(microseconds: 0), device: DeviceID(0), gesture: GestureID(0), outcome: outcome)
      #expect(names.line(decision) == "     0.0 ms    " + text)
    }
  }

  /// The value that the rule asks for, and the present value.
  @Test(
    arguments: [
      (.mode(["present"], found: "default"), "the mode present; the mode is default"),
      (.mode(["b", "c", "a"], found: "default"), "the mode a, b or c; the mode is default"),
      (.app("firefox*", found: "kitty"), "the app firefox*; the app is kitty"),
      (.app("firefox*", found: nil), "the app firefox*; the app is not known"),
      (.output("HDMI-*", found: "eDP-1"), "the output HDMI-*; the output is eDP-1"),
      (.output("HDMI-*", found: nil), "the output HDMI-*; the output is not known"),
      (.modifiers([.ctrl, .shift], found: []), "touches with shift and ctrl held; no modifier is held"),
      (.modifiers([], found: [.ctrl, .alt]), "touches with no modifier held; ctrl and alt are held"),
      (.modifiers(.super, found: .alt), "touches with super held; alt is held"),
      (.modifiers(.ctrl, found: nil), "touches with ctrl held; the held keys are not known"),
      (.tool("stylus", found: "finger"), "touches with a stylus; this touch was made with a finger"),
      (.tool("stylus", found: nil), "touches with a stylus; this touch was made with another tool"),
      (.zone("left"), "touches in the zone left; the touch began outside the zone"), (.device, "another device"),
    ] as [(Condition.Unmet, String)])
  func whatAGestureWantsToReceive(unmet: Condition.Unmet, text: String) {
    let names = Names(RuleSet(gestures: [GestureRule(name: "it", kind: Tap.kind)]))
    let decision = Decision(
      time: Timestamp(microseconds: 0), device: DeviceID(0), gesture: GestureID(0),
      outcome: .notReceived(.condition(unmet)))
    #expect(names.line(decision) == "     0.0 ms    it skipped: the gesture accepts only \(text)")
  }

  @Test func theTextOfAFailedScript() throws {
    let script = try TouchScript.read(
      """
      gestures
        single = tap
      touches
        0ms    down a 50,50
        60ms   up a
      expect
        61ms   single
      """, name: "t")
    let run = try ScriptRun(script)
    #expect(!run.isAsExpected)
    expectSnapshot(run.report, "what a failed script says")
  }

  private func run(
    _ text: String
  ) throws -> (json: [String], lines: [String], decisions: [String], decisionJSON: [String]) {
    let script = try TouchScript.read(text, name: "t")
    let rules = script.rules ?? RuleSet()
    let journal = Journal()
    let events = try Replay.events(script.recording, rules: rules, watcher: journal)
    let names = Names(rules, devices: script.recording.devices)
    return (
      events.map(names.json), events.map(names.line), journal.decisions.map { names.line($0) },
      journal.decisions.map { names.json($0) }
    )
  }
}

extension Condition.Unmet {
  static func mode(_ wanted: Set<String>, found: String) -> Self {
    .term(.init(.mode, .oneOf(wanted)), found: .text(found))
  }

  static func app(_ wanted: String, found: String?) -> Self {
    .term(.init(.app, .like(wanted)), found: found.map { .text($0) })
  }

  static func output(_ wanted: String, found: String?) -> Self {
    .term(.init(.output, .like(wanted)), found: found.map { .text($0) })
  }

  static func modifiers(_ wanted: Modifiers, found: Modifiers?) -> Self {
    .term(.init(.modifiers, .flags(UInt64(wanted.rawValue))), found: found.map { .flags(UInt64($0.rawValue)) })
  }

  static func tool(_ wanted: String, found: String?) -> Self {
    .term(.init(.tool, .oneOf([wanted])), found: found.map { .text($0) })
  }
}
