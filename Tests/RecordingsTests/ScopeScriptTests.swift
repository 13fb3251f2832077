import GestureCore
import Recordings
import Testing

/// Zones, conditions, relations and the session in touch scripts.
@Suite struct ScopeScriptTests {
  @Test func zonesAreReadInOrder() throws {
    let zones = try rules(
      """
      zones
        left   = edge=left band=10mm exclusive
        bottom = x=0% y=50% width=100% height=50%
        inner  = x=-10.5mm y=60mm inside=bottom ignore=true exclusive=false
        c      = corner=top-left width=15mm height=5% multi-touch=false device=touchpad
      gestures
      """
    ).zones
    #expect(
      zones == [
        Zone(name: "left", shape: .edge(.left, band: .millimetres(10)), isExclusive: true),
        Zone(
          name: "bottom",
          shape: .rectangle(x: .percent(0), y: .percent(50), width: .percent(100), height: .percent(50))),
        Zone(
          name: "inner", shape: .rectangle(x: .millimetres(-10.5), y: .millimetres(60), width: nil, height: nil),
          inside: "bottom", isIgnored: true),
        Zone(
          name: "c", shape: .corner(.topLeft, width: .millimetres(15), height: .percent(5)),
          device: .deviceClass(.touchpad), allowsMultiTouch: false),
      ])
  }

  @Test func zonesMayFollowTheGestures() throws {
    let rules = try rules("gestures\nit = tap zone=z\nzones\nz = edge=top band=5%")
    #expect(rules.gestures.first?.receive.zone == "z")
    #expect(rules.zones.map(\.name) == ["z"])
  }

  @Test func whatAGestureReceives() throws {
    let short = try gesture("tap tool=stylus mode=presentation")
    let long = try gesture("tap receive.tool=stylus receive.mode=presentation")
    var condition = Condition()
    condition.tool = .stylus
    condition.modes = ["presentation"]
    #expect(short.receive == condition && long.receive == condition)
    #expect(short.exclusiveTouchType)

    condition = Condition()
    condition.device = .name("ELAN*")
    condition.app = "org.kde *"
    condition.output = "DP-1"
    condition.modifiers = [.ctrl, .shift]
    let other = try gesture(
      "tap receive.device=ELAN* receive.app=\"org.kde *\" receive.output=DP-1 receive.modifiers=shift+ctrl "
        + "exclusive-touch-type=false")
    #expect(other.receive == condition)
    #expect(!other.exclusiveTouchType)
    #expect(try gesture("tap receive.modifiers=none").receive.modifiers == [])
  }

  @Test func whatLetsAGestureBegin() throws {
    var condition = Condition()
    condition.directions = [.up, .downLeft]
    condition.fingers = 2...3
    condition.modes = ["x"]
    let rule = try gesture(
      "pan begin-if.direction=up,down-left begin-if.fingers=2-3 begin-if.mode=x")
    #expect(rule.beginIf == condition)
    #expect(rule.receive.isEmpty)
  }

  @Test func relations() throws {
    let relations = try gesture(
      "tap tags=a,b require-to-fail=named?mode=x&tool=stylus,kind:pinch required-to-fail-by=tag:c?app=\"a b\" "
        + "simultaneous-with=tag:b prevents=last cannot-prevent=kind:tap,named cannot-be-prevented-by=tag:a"
    ).relations
    var styled = Condition()
    styled.modes = ["x"]
    styled.tool = .stylus
    var focused = Condition()
    focused.app = "a b"
    #expect(
      relations.requireToFail == [Requirement(.gesture("named"), when: styled), Requirement(.kind("pinch"))])
    #expect(relations.requiredToFailBy == [Requirement(.tag("c"), when: focused)])
    #expect(relations.simultaneousWith == [.tag("b")])
    #expect(relations.prevents == [.gesture("last")])
    #expect(relations.cannotPrevent == [.kind("tap"), .gesture("named")])
    #expect(relations.cannotBePreventedBy == [.tag("a")])
    #expect(try gesture("tap tags=a,b").tags == ["a", "b"])
  }

  @Test func aDeviceMayBeTurned() throws {
    let script = try TouchScript.read(
      "gestures\ntouches\ndevice pad: touchpad rotation=90 name=\"A pad\"\ndevice screen: touchscreen", name: "t")
    #expect(script.recording.devices.map(\.name) == ["A pad", "screen"])
    #expect(script.recording.devices.map(\.rotation) == [.quarter, nil])
  }

  @Test func theSessionChanges() throws {
    let recording = try TouchScript.read(
      """
      touches
      0ms   mode presentation
      device pad: touchpad
      5ms   app "A b"; output DP-1; modifiers ctrl+alt
      9ms   down a 1,1; mode default; app
      """, name: "t"
    ).recording
    #expect(recording.devices.map(\.name) == ["pad"])
    #expect(
      recording.contexts == [
        change(0, Context(mode: "presentation")),
        change(
          5, Context(mode: "presentation", app: "A b", output: "DP-1", modifiers: [.ctrl, .alt]), setsMode: false),
        change(9, Context(mode: "default", output: "DP-1", modifiers: [.ctrl, .alt])),
      ])
  }

  @Test func theSessionIsWrittenAsItIsRead() throws {
    let text = """
      touches
        device touchscreen: touchscreen 300x190 mm
        0ms        mode presentation; app "A \\\\ \\"b\\""; output DP-1; modifiers shift+ctrl
        8ms        down a 1,1
        12ms       modifiers none
        20ms       up a
        30ms       mode default; app; output; modifiers

      """
    let recording = try TouchScript.read(text, name: "t").recording
    #expect(recording.touchScript == text)
    let again = try TouchScript.read(recording.touchScript, name: "t").recording
    #expect(again == recording)
  }

  private func change(_ ms: Int64, _ context: Context, setsMode: Bool = true) -> ContextChange {
    ContextChange(time: Timestamp(microseconds: ms * 1000), context: context, setsMode: setsMode)
  }

  private func gesture(_ line: String) throws -> GestureRule {
    try #require(try rules("gestures\nit = \(line)\nnamed = pan tags=a,b\nlast = pan tags=c").gestures.first)
  }

  private func rules(_ text: String) throws -> RuleSet {
    try #require(try TouchScript.read(text, name: "t").rules)
  }
}
