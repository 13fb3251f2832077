import Bindings
@testable import GestureCore
@testable import Recordings
import Testing

/// The exact lines of full traces, as `--debug-plain` and `--debug-json` have them of a recording.
@Suite struct FullTraceTests {
  private static func lines(
    _ text: String, _ form: Trace.Form, _ depth: Trace.Depth = .everything, bindings: [Binding] = []
  ) throws -> [String] {
    let script = try TouchScript.read(text, name: "t")
    let rules = Rules(ruleSet: script.rules ?? RuleSet(), bindings: bindings)
    var lines: [String] = []
    let trace = Trace(rules, as: form, depth, of: .recording) { lines.append($0) }
    try Replay.run(script.recording, rules: rules, watcher: trace) { _, _ in }
    return lines
  }

  private static let slow = """
    gestures
      next-workspace = swipe fingers=2 direction=left
      drag = pan fingers=2 slop=40mm require-to-fail=next-workspace
    touches
      device screen: touchscreen 200x100 mm pressure name="My \\"screen\\""
      0ms    down a 150,90; down b 165,85; pressure a 0.25
      40ms   move a,b to 149,90
      100ms  pressure a 0.5
      400ms  up a; cancel b
    """

  @Test func touchesDecisionsAndNearMissesAsText() throws {
    let expected = #"""
           0.0 ms  rules           2 gestures
           0.0 ms  device          added: touchscreen "My \"screen\"", 200.0 x 100.0 mm
           0.0 ms  touch a         down at 150.0,90.0, finger, pressure 0.25
           0.0 ms  touch b         down at 165.0,85.0, finger
           0.0 ms    next-workspace tracking
           0.0 ms    drag tracking
         160.0 ms    next-workspace failed: slowed to 0 mm/s, needs 80 mm/s (min-speed)
         400.0 ms  touch a         up at 149.0,90.0, finger, after 400.0 ms, path 1.0 mm, peak 25 mm/s, \#
      pressure up to 0.50
         400.0 ms  touch b         cancelled at 149.0,90.0, finger, after 400.0 ms, path 16.8 mm, peak 419 mm/s
         400.0 ms    drag failed: its touch was cancelled
         400.0 ms    next-workspace ready
         400.0 ms    drag ready
      """#
    #expect(try Self.lines(Self.slow, .plain).joined(separator: "\n") == expected)
  }

  /// Touches that `[accommodations]` skips, with the letter that they would have had, and their landing place as the
  /// user sees the surface.
  @Test func touchesThatCountForNothing() throws {
    let text = """
      [accommodations]
      hold = "300 ms"
      ignore-repeats = "400 ms"
      [device."*"]
      turned = "90 deg"
      [gesture.tap]
      kind = "tap"
      run = "x"
      """
    let rules = try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
    let script = try TouchScript.read(
      "touches\n0ms down a 150,90\n100ms down b 20,30\n220ms up b\n400ms up a\n500ms down c 155,90\n600ms up c\n",
      name: "t")
    func ignored(_ form: Trace.Form, _ depth: Trace.Depth = .everything) throws -> [String] {
      var lines: [String] = []
      let trace = Trace(rules, as: form, depth, of: .recording) { lines.append($0) }
      try Replay.run(script.recording, rules: rules, watcher: trace) { _, _ in }
      return lines.filter { $0.contains("ignored") }
    }
    #expect(
      try ignored(.plain) == [
        "   220.0 ms  touch a  ignored at 160.0,20.0: the finger lifted after 120 ms (`hold` is 300 ms)",
        "   500.0 ms  touch b  ignored at 100.0,155.0: the finger landed again 100 ms after a lift at this place, "
          + "so both landings count as one touch (`ignore-repeats` is 400 ms)",
      ])
    #expect(
      try ignored(.json).first
        == #"{"type":"ignored","t_ms":220.000,"device":"touchscreen","touch":"a","id":2,"x":160.000,"y":20.000,"by":"hold","#
        + #""down_ms":120.000,"limit_ms":300.000}"#)
    #expect(try ignored(.plain, .decisions) == [])
  }

  @Test func framesAndDecisionsAsObjects() throws {
    let expected = #"""
      {"format":"gesture-bridge-debug","version":1,"source":"recording"}
      {"type":"rules","t_ms":0.000,"change":"loaded","gestures":[\#
      {"gesture":"next-workspace","kind":"swipe"},{"gesture":"drag","kind":"pan"}]}
      {"type":"device","t_ms":0.000,"change":"added","class":"touchscreen","width":200.000,"height":100.000,\#
      "rotation":0,"device":"My \"screen\""}
      {"type":"frame","t_ms":0.000,"touches":[\#
      {"touch":"a","id":1,"phase":"began","tool":"finger","x":150.000,"y":90.000,"pressure":0.250},\#
      {"touch":"b","id":2,"phase":"began","tool":"finger","x":165.000,"y":85.000}],"device":"My \"screen\""}
      {"type":"decision","t_ms":0.000,"decision":"tracking","gesture":"next-workspace","device":"My \"screen\""}
      {"type":"decision","t_ms":0.000,"decision":"tracking","gesture":"drag","device":"My \"screen\""}
      {"type":"frame","t_ms":40.000,"touches":[\#
      {"touch":"a","id":1,"phase":"moved","tool":"finger","x":149.000,"y":90.000,"pressure":0.250},\#
      {"touch":"b","id":2,"phase":"moved","tool":"finger","x":149.000,"y":90.000}],"device":"My \"screen\""}
      {"type":"frame","t_ms":100.000,"touches":[\#
      {"touch":"a","id":1,"phase":"moved","tool":"finger","x":149.000,"y":90.000,"pressure":0.500},\#
      {"touch":"b","id":2,"phase":"stationary","tool":"finger","x":149.000,"y":90.000}],"device":"My \"screen\""}
      {"type":"decision","t_ms":160.000,"decision":"failed","gesture":"next-workspace",\#
      "reason":"slowed to 0 mm/s, needs 80 mm/s (min-speed)","device":"My \"screen\"","cause":"own","failure":\#
      {"what":"slowed to","measured":{"value":0.000,"unit":"mm/s"},"setting":"min-speed",\#
      "limit":{"value":80.000,"unit":"mm/s"},"needed":{"value":0.000,"unit":"mm/s"}}}
      {"type":"frame","t_ms":400.000,"touches":[\#
      {"touch":"a","id":1,"phase":"ended","tool":"finger","x":149.000,"y":90.000,"pressure":0.500},\#
      {"touch":"b","id":2,"phase":"cancelled","tool":"finger","x":149.000,"y":90.000}],"device":"My \"screen\""}
      {"type":"decision","t_ms":400.000,"decision":"failed","gesture":"drag",\#
      "reason":"its touch was cancelled","device":"My \"screen\"","cause":"touch-cancelled"}
      {"type":"decision","t_ms":400.000,"decision":"ready","gesture":"next-workspace","device":"My \"screen\""}
      {"type":"decision","t_ms":400.000,"decision":"ready","gesture":"drag","device":"My \"screen\""}
      {"type":"idle","t_ms":400.000,"device":"My \"screen\""}
      """#
    #expect(try Self.lines(Self.slow, .json).joined(separator: "\n") == expected)
  }

  @Test func theSessionsAbsence() throws {
    func lines(_ form: Trace.Form, _ depth: Trace.Depth = .everything) -> [String] {
      var lines: [String] = []
      let trace = Trace(Rules(ruleSet: RuleSet(), bindings: []), as: form, depth, of: .recording) { lines.append($0) }
      trace.suspended(["locked", "asleep"], "the session is locked", at: Timestamp(microseconds: 5000))
      trace.suspended([], "", at: Timestamp(microseconds: 7500))
      return Array(lines.suffix(2))
    }
    #expect(
      lines(.plain) == [
        "     5.0 ms  session  gestures are inactive: the session is locked",
        "     7.5 ms  session  gestures are active again",
      ])
    #expect(
      lines(.json) == [
        #"{"type":"session","t_ms":5.000,"inactive":["locked","asleep"]}"#,
        #"{"type":"session","t_ms":7.500,"inactive":[]}"#,
      ])
    #expect(lines(.plain, .decisions) == [])
  }

  /// Each line names the device if there are several, and two devices with one name are told apart.
  @Test func severalDevices() throws {
    let text = """
      gestures
        pair = tap fingers=2
      touches
        device left: touchscreen name="Panel"
        device right: touchscreen 200x100 mm rotation=90 name="Panel"
        device left
        0ms    down a 50,50
        device right
        0ms    down a 10,20
        20ms   palm a
        60ms   up a
        device left
        60ms   up a
      """
    let expected = """
           0.0 ms  rules    1 gesture
           0.0 ms  device   added: touchscreen "Panel", 300.0 x 190.0 mm
           0.0 ms  device   added: touchscreen "Panel #2", 100.0 x 200.0 mm, rotated by 90°
           0.0 ms  touch a  down at 50.0,50.0, finger  [Panel]
           0.0 ms  touch a  down at 80.0,10.0, finger  [Panel #2]
          20.0 ms  touch a  treated as a palm at 80.0,10.0  [Panel #2]
          20.0 ms    pair failed: its touch was cancelled  [Panel #2]
          20.0 ms    pair ready  [Panel #2]
          60.0 ms  touch a  up at 80.0,10.0, palm, after 60.0 ms, path 0.0 mm, peak 0 mm/s  [Panel #2]
          60.0 ms  touch a  up at 50.0,50.0, finger, after 60.0 ms, path 0.0 mm, peak 0 mm/s  [Panel]
          60.0 ms    pair failed: landed 1 finger, needs 2 (fingers)  [Panel]
          60.0 ms    pair ready  [Panel]
      """
    #expect(try Self.lines(text, .plain).joined(separator: "\n") == expected)
    let objects = try Self.lines(text, .json).filter { $0.contains("Panel") }
    #expect(objects.allSatisfy { $0.contains("\"device\":\"Panel\"") || $0.contains("\"device\":\"Panel #2\"") })
    let failed = #"""
      "reason":"landed 1 finger, needs 2 (fingers)","device":"Panel","cause":"own","failure":\#
      {"what":"landed","measured":{"value":1.000,"unit":"fingers"},"setting":"fingers",\#
      "limit":{"value":2.000,"unit":"fingers"}}}
      """#
    #expect(objects.contains { $0.hasSuffix(failed) })
  }

  /// A mode that an order switches on is in the line below the order; a mode of the recording has a line of its own.
  @Test func ordersAndModes() throws {
    let text = """
      gestures
        tap = tap
      touches
        0ms    mode media; down a 50,50
        60ms   up a
      """
    let location = FileLocation(file: "b.toml", line: 4, column: 1)
    let action = Action(Effect(run: .shell("louder"), mode: "loud"), on: .run, location: location)
    let bindings = [Binding(gesture: GestureID(0), actions: [action], location: location)]
    let lines = """
           0.0 ms  mode     "media"
           0.0 ms  touch a  down at 50.0,50.0, finger
           0.0 ms    tap tracking
          60.0 ms  touch a  up at 50.0,50.0, finger, after 60.0 ms, path 0.0 mm, peak 0 mm/s
          60.0 ms  tap      tap recognized  1 finger at 50.0,50.0, 1 tap
          60.0 ms    tap run: command "louder", mode "loud" (b.toml:4)
          60.0 ms  mode     "loud"
          60.0 ms    tap ready
      """
    #expect(try Self.lines(text, .plain, bindings: bindings).dropFirst(2).joined(separator: "\n") == lines)
    let expected = #"""
      {"type":"mode","t_ms":0.000,"mode":"media"}
      {"type":"decision","t_ms":0.000,"decision":"tracking","gesture":"tap","device":"touchscreen"}
      {"type":"event","t_ms":60.000,"since_ms":60.000,"gesture":"tap","kind":"tap","state":"recognized","fingers":1,\#
      "device":"touchscreen","x":50.000,"y":50.000,"taps":1}
      {"type":"action","t_ms":60.000,"key":"run","gesture":"tap","command":"louder","mode":"loud",\#
      "file":"b.toml","line":4,"device":"touchscreen"}
      {"type":"mode","t_ms":60.000,"mode":"loud"}
      {"type":"decision","t_ms":60.000,"decision":"ready","gesture":"tap","device":"touchscreen"}
      {"type":"idle","t_ms":60.000,"device":"touchscreen"}
      """#
    let objects = try Self.lines(text, .json, bindings: bindings).filter { !$0.contains("\"frame\"") }
    #expect(objects.dropFirst(3).joined(separator: "\n") == expected)
  }

  /// A pause ends the gestures, but the fingers still lift; the lines say why nothing happens until the gestures resume.
  @Test func aPauseByAGesture() throws {
    let text = """
      gestures
        rest = long-press fingers=2 min-duration=500ms
        tap = tap
      touches
        0ms     down a 50,50 b 70,50
        900ms   up a,b
        2000ms  down a 80,50
        2060ms  up a
      """
    let location = FileLocation(file: "b.toml", line: 4, column: 1)
    let pause = Action(Effect(pause: .toggle), on: .run, location: location)
    let bindings = [Binding(gesture: GestureID(0), actions: [pause], location: location)]
    let lines = try Self.lines(text, .plain, bindings: bindings)
    func isThere(_ words: String) -> Bool { lines.contains { $0.contains(words) } }
    let all = Comment(rawValue: lines.joined(separator: "\n"))
    #expect(isThere("rest cancelled: gestures were paused or resumed, which ends all gestures in progress"), all)
    #expect(lines.count { $0.hasPrefix("   900.0 ms  touch ") && $0.contains(" up at ") } == 2, all)
    #expect(isThere("  2000.0 ms  touch a  down at 80.0,50.0"), all)
    #expect(isThere("  touch a  up at 80.0,50.0, finger, after 60.0 ms, path 0.0 mm"), all)
    #expect(isThere("    tap: no action runs, because gestures are paused; run `gesture-bridge resume`"), all)
  }

  /// `--format trace` prints the lines of `--debug-plain`, except those of touches, devices, modes and rules.
  @Test func theShortTraceIsAPartOfTheFullOne() throws {
    let text = Self.slow.replacing("cancel b", with: "up b")
    let full = try Self.lines(text, .plain)
    let short = try Self.lines(text, .plain, .decisions)
    #expect(short.count >= 3)
    #expect(full.filter(short.contains) == short)
    #expect(try Self.lines(text, .plain, .events).isEmpty)
  }
}
