import GestureCore
import Support
import Testing

/// Which gesture sees which touch: zones within zones, tools, modes.
@Suite struct ScopeTests {
  private static let tap = "down x PLACE\n60ms up x"

  /// The names of the gestures that one tap at `place` makes on a screen of 300 x 190 mm.
  private func tapped(_ place: String, _ rules: GestureRule..., zones: [Zone]) -> [String] {
    names("0ms down x \(place)\n60ms up x", rules, zones)
  }

  private func names(_ touches: String, _ rules: [GestureRule], _ zones: [Zone]) -> [String] {
    story("touches\n\(touches)", rules: RuleSet(gestures: rules, zones: zones), words: ["recognized:"])
      .map { String($0.split(separator: " ")[2]) }
  }

  private func tap(_ name: String, in zone: String? = nil, simultaneous: [Reference] = [.kind("tap")]) -> GestureRule {
    var rule = GestureRule(name: name, kind: Tap.kind, simultaneousWith: simultaneous)
    rule.receive.zone = zone
    return rule
  }

  private static let half = Zone(name: "half", shape: .edge(.left, band: .percent(50)))
  private static let strip = Zone(name: "strip", shape: .edge(.left, band: .millimetres(10)), inside: "half")

  @Test func touchesFallThroughToTheScopesAround() {
    let zones = [Self.half, Self.strip]
    let rules = [tap("all"), tap("half", in: "half"), tap("strip", in: "strip")]
    #expect(names("0ms down x 5,50\n60ms up x", rules, zones) == ["strip", "half", "all"])
    #expect(names("0ms down x 50,50\n60ms up x", rules, zones) == ["half", "all"])
    #expect(names("0ms down x 250,50\n60ms up x", rules, zones) == ["all"])
  }

  @Test func theInnermostWinsAtTheSameInstant() {
    let zones = [Self.half, Self.strip]
    #expect(
      tapped(
        "5,50", tap("all", simultaneous: []), tap("half", in: "half", simultaneous: []),
        tap("strip", in: "strip", simultaneous: []),
        zones: zones) == ["strip"])
  }

  @Test func priorityComesBeforeDepth() {
    var all = tap("all", simultaneous: [])
    all.priority = 1
    #expect(tapped("5,50", all, tap("half", in: "half", simultaneous: []), zones: [Self.half]) == ["all"])
  }

  @Test func anExclusiveZoneKeepsItsTouches() {
    var half = Self.half
    half.isExclusive = true
    let rules = [tap("all"), tap("half", in: "half"), tap("strip", in: "strip")]
    #expect(names("0ms down x 50,50\n60ms up x", rules, [half, Self.strip]) == ["half"])
    #expect(names("0ms down x 5,50\n60ms up x", rules, [half, Self.strip]) == ["strip", "half"])
    #expect(names("0ms down x 250,50\n60ms up x", rules, [half, Self.strip]) == ["all"])
  }

  @Test func ofOverlappingExclusiveZonesTheLaterLiesOnTop() {
    let left = Zone(name: "left", shape: .edge(.left, band: .percent(60)), isExclusive: true)
    let right = Zone(name: "right", shape: .edge(.right, band: .percent(60)), isExclusive: true)
    #expect(tapped("150,50", tap("l", in: "left"), tap("r", in: "right"), zones: [left, right]) == ["r"])
  }

  @Test func noGestureSeesTheTouchesOfAnIgnoredZone() {
    var half = Self.half
    half.isIgnored = true
    #expect(tapped("5,50", tap("all"), tap("strip", in: "strip"), zones: [half, Self.strip]) == [])
    #expect(tapped("250,50", tap("all"), zones: [half]) == ["all"])
  }

  @Test func oneTouchAtATime() {
    var half = Self.half
    half.allowsMultiTouch = false
    let touches = "0ms down x 50,50\n10ms down y 50,80\n60ms up x\n70ms up y"
    var two = tap("two")
    two.settings["fingers"] = .countRange(2...2)
    #expect(names(touches, [tap("one", in: "half"), two], [half]) == ["one", "two"])
  }

  @Test func aTouchBelongsWhereItBegan() {
    let touches = "0ms down x 5,50\n10ms move x by 2,0 over 20ms\n60ms up x"
    #expect(
      names(
        touches, [tap("strip", in: "strip")],
        [Self.half, Zone(name: "strip", shape: .edge(.left, band: .millimetres(6)))]) == ["strip"])
  }

  @Test func rotationIsAppliedBeforeZones() {
    var rules = RuleSet(
      gestures: [tap("top", in: "top")], zones: [Zone(name: "top", shape: .edge(.top, band: .millimetres(20)))])
    rules.devices = [DeviceSection(pattern: "*", rotation: .quarter)]
    // The sensor's left side is the upper side for the user.
    #expect(story("touches\n0ms down x 5,100\n60ms up x", rules: rules, words: ["recognized:"]).count == 1)
    #expect(story("touches\n0ms down x 100,5\n60ms up x", rules: rules, words: ["recognized:"]).isEmpty)
  }

  @Test func aDeviceWithoutTheZoneHasNoneOfItsRules() {
    var pad = Self.half
    pad.device = .deviceClass(.touchpad)
    #expect(
      tapped("5,50", tap("half", in: "half"), tap("strip", in: "strip"), tap("all"), zones: [pad, Self.strip]) == [
        "all"
      ])
  }

  @Test func aPenIsLeftOutWhileAFingerIsDown() throws {
    var two = tap("two")
    two.settings["fingers"] = .countRange(2...2)
    let device = CoreBench.screen
    func recognized(_ rule: GestureRule) throws -> Int {
      var engine = try Engine(rules: RuleSet(gestures: [rule]))
      engine.add(device)
      func frame(_ ms: Int64, _ touches: [Touch]) -> Frame {
        Frame(device: device.id, time: Timestamp(microseconds: ms * 1000), touches: touches)
      }
      _ = engine.process(frame(0, [Touch(id: 1, phase: .began, position: Vector(50, 50))]))
      _ = engine.process(frame(10, [Touch(id: 2, phase: .began, position: Vector(80, 50), tool: .stylus)]))
      return engine.process(frame(60, [Touch(id: 1, phase: .ended), Touch(id: 2, phase: .ended)])).count
    }
    #expect(try recognized(two) == 0)
    two.exclusiveTouchType = false
    #expect(try recognized(two) == 1)
  }

  @Test func aModeCountsWhenTheTouchLands() throws {
    var rule = tap("it")
    rule.receive.modes = ["present"]
    var engine = try Engine(rules: RuleSet(gestures: [rule]))
    engine.add(CoreBench.screen)
    func taps(at ms: Int64, then change: (inout Context) -> Void) -> Int {
      let down = Touch(id: 1, phase: .began, position: Vector(50, 50))
      func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: ms * 1000) }
      _ = engine.process(Frame(device: CoreBench.screen.id, time: time(ms), touches: [down]))
      change(&engine.context)
      let up = Touch(id: 1, phase: .ended)
      return engine.process(Frame(device: CoreBench.screen.id, time: time(ms + 60), touches: [up])).count
    }
    #expect(taps(at: 0) { $0.mode = "present" } == 0)
    #expect(taps(at: 1000) { $0.mode = "default" } == 1)
    #expect(taps(at: 2000) { _ in } == 0)
  }

  @Test func whyATouchIsNotReceived() {
    var mode = tap("mode")
    mode.receive.modes = ["present"]
    let half = Zone(name: "half", shape: .edge(.left, band: .percent(50)), isExclusive: true)
    #expect(
      story(
        "touches\n0ms down x 50,50\n60ms up x\n1000ms down x 250,50\n1060ms up x",
        rules: RuleSet(gestures: [tap("all"), tap("half", in: "half"), mode], zones: [half]), words: ["skipped:"])
        == [
          "0.0 ms all skipped: the touch began in the zone half, which keeps its touches for its own gestures",
          "0.0 ms mode skipped: the touch began in the zone half, which keeps its touches for its own gestures",
          "1000.0 ms half skipped: the touch began outside the zone half",
          "1000.0 ms mode skipped: the gesture accepts only the mode present; the mode is default",
        ])
  }
}
