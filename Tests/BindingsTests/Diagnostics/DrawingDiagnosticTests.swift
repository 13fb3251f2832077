import GestureCore
import Testing

/// What is said about the settings of a drawn gesture.
struct DrawingDiagnosticTests {
  private static let check = "path = \"down-right up-right\""

  /// What is said of a stroke with these lines.
  private func stroke(_ lines: String...) -> String {
    said((["[gesture.a]", "kind = \"stroke\"", "run = \"x\""] + lines).joined(separator: "\n"))
  }

  @Test func aGestureHasOneDrawing() {
    #expect(
      report("[gesture.a]\nkind = \"stroke\"\nrun = \"x\"\n") == """
        bindings.toml:1:1: error: a stroke needs one of `path`, `shape` and `templates`
          1 | [gesture.a]
            | ^^^^^^^^^^^ add a line such as `path = "down-right up-right"`, `shape = "checkmark"` or `templates = \
        ["star"]`
        """)
    #expect(
      report("[gesture.a]\nkind = \"stroke\"\n\(Self.check)\nshape = \"checkmark\"\nrun = \"x\"\n") == """
        bindings.toml:4:1: error: `shape` can't be used together with `path`
          4 | shape = "checkmark"
            | ^^^^^ remove one of the two
        """)
    #expect(
      stroke("shape = \"checkmark\"", "templates = []", Self.check) == """
        5:1 error: `templates` can't be used together with `shape` | remove one of the two
        5:13 error: `templates` has 0 names | write 1 to 16 names of learned drawings
        6:1 error: `path` can't be used together with `shape` | remove one of the two
        """)
    // What could not be read is there all the same.
    #expect(!stroke("path = down").contains("needs one of"))
    #expect(stroke("shape = \"checkmark\"") == "")
    #expect(stroke(Self.check) == "")
  }

  @Test func paths() {
    #expect(
      stroke("path = \"down-rigth\"")
        == "4:8 error: \"down-rigth\" is not a part of a path | did you mean \"down-right\"?"
    )
    #expect(
      stroke("path = \"circle\"")
        == "4:8 error: \"circle\" is not a part of a path | write \"circle-cw\" or \"circle-ccw\"")
    #expect(
      stroke("path = \"up zigzag\"")
        == "4:8 error: \"zigzag\" is not a part of a path | the parts are right, down-right, down, down-left, left, "
        + "up-left, up, up-right, circle-cw and circle-ccw")
    #expect(
      stroke("path = \"up down:far\"") == "4:8 error: \"down:far\" has no valid length | "
        + "write a number of 0.1 to 10 after the colon, such as `up-right:2`")
    #expect(
      stroke("path = \"up up\"")
        == "4:8 error: \"up\" follows itself | write it once: the end of the first can't be seen")
    #expect(
      stroke("path = \"up down up down up down up down up\"")
        == "4:8 error: `path` has 9 parts | at most 8 can be told apart")
    #expect(stroke("path = \"\"") == "4:8 error: `path` is empty | write `path = \"down-right up-right\"`")
    #expect(
      stroke("path = [\"down:1\", \"up:2\"]")
        == "4:8 error: `path` must be a string, not a list | write `path = \"down:1 up:2\"`")
    #expect(
      stroke("path = 3")
        == "4:8 error: `path` must be a string, not a whole number | write `path = \"down-right up-right\"`")
  }

  @Test func shapes() {
    #expect(stroke("shape = \"chekmark\"") == "4:9 error: `shape` can't be \"chekmark\" | did you mean \"checkmark\"?")
    let names = StrokeShape.allCases.filter { $0 != .none }.map(\.rawValue)
    let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    #expect(stroke("shape = \"none\"") == "4:9 error: `shape` can't be \"none\" | it may be \(list)")
    #expect(
      stroke("shape = true") == "4:9 error: `shape` must be a string, not true or false | write `shape = \"checkmark\"`"
    )
  }

  @Test func starts() {
    func after(_ value: String) -> String { stroke(Self.check, "after = \(value)") }
    let write = "write `after = \"rest 300 ms\"`"
    #expect(after("\"300 ms\"") == "5:9 error: `after` can't be \"300 ms\" | \(write)")
    #expect(after("\"rest 300\"") == "5:9 error: `after` can't be \"rest 300\" | \(write)")
    #expect(after("\"0.5\"") == "5:9 error: `after` can't be \"0.5\" | write `after = \"rest 0.5 s\"`")
    #expect(after("300") == "5:9 error: `after` must be a string, not a whole number | \(write)")
    #expect(
      after("0.5") == "5:9 error: `after` must be a string, not a decimal number | write `after = \"rest 0.5 s\"`")
    #expect(after("true") == "5:9 error: `after` must be a string, not true or false | \(write)")
    #expect(
      after("\"rest 20 ms\"") == "5:9 error: `after` can't be \"rest 20 ms\" | "
        + "a rest may be 50 ms to 10 s long: `after = \"rest 300 ms\"`")
    let all = "it may be landing, force-press or a rest: `after = \"rest 300 ms\"`"
    #expect(after("\"rest\"") == "5:9 error: `after` can't be \"rest\" | \(all)")
    #expect(after("\"soon\"") == "5:9 error: `after` can't be \"soon\" | \(all)")
    #expect(after("\"forcepress\"") == "5:9 error: `after` can't be \"forcepress\" | did you mean \"force-press\"?")
    #expect(after("\"landing\"") == "")
    #expect(after("\"rest 0.3 s\"") == "")
  }

  @Test func noDrawingIsADefault() {
    let gesture = "[gesture.a]\nkind = \"stroke\"\n\(Self.check)\nrun = \"x\"\n"
    for setting in ["path", "shape", "templates"] {
      let fix = "error: `\(setting)` can't be set in defaults | move it to a `[gesture.NAME]`"
      #expect(said(gesture + "[defaults]\nstroke.\(setting) = \"up\"") == "6:8 \(fix)")
      #expect(said(gesture + "[defaults.touchpad]\nstroke.\(setting) = \"up\"") == "6:8 \(fix)")
      #expect(said(gesture + "[device.\"*\"]\nstroke.\(setting) = \"up\"") == "6:8 \(fix)")
      #expect(said(gesture + "[defaults]\n\(setting) = \"up\"") == "6:1 \(fix)")
    }
    #expect(said(gesture + "[defaults]\nstroke.after = \"rest 300 ms\"\nstroke.rotation = \"30 deg\"") == "")
    #expect(
      said(gesture + "[defaults]\nstroke = 3")
        == "6:10 error: `stroke` is a kind of gesture, not a setting | "
        + "set one of its settings: `stroke.after = \"rest 300 ms\"`")
  }

  @Test func settingsThatChangeNothing() {
    let value = "with `path = \"down-right up-right\"` | leave it out"
    #expect(
      stroke(Self.check, "tolerance = \"120 %\"", "rotation = \"30 deg\"") == """
        5:1 warning: `tolerance` has no effect \(value)
        6:1 warning: `rotation` has no effect \(value)
        """)
    #expect(
      stroke("shape = \"checkmark\"", "slack = \"3 mm\"")
        == "5:1 warning: `slack` has no effect with `shape = \"checkmark\"` | leave it out")
    #expect(
      stroke("path = \"right left\"", "either-way = true")
        == "5:1 warning: `either-way` has no effect with `path = \"right left\"` | leave it out")
    #expect(
      stroke(Self.check, "slop = \"3 mm\"", "min-pressure = \"30 %\"") == """
        5:1 warning: `slop` has no effect with `after = "landing"` | leave it out
        6:1 warning: `min-pressure` has no effect with `after = "landing"` | leave it out
        """)
    #expect(
      stroke(Self.check, "after = \"rest 300 ms\"", "slop = \"3 mm\"", "min-pressure = \"30 %\"")
        == "7:1 warning: `min-pressure` has no effect with `after = \"rest 300 ms\"` | leave it out")
    #expect(
      stroke(Self.check, "spread = \"3 mm\"")
        == "5:1 warning: `spread` has no effect with `fingers = 1` | leave it out")
    #expect(stroke(Self.check, "fingers = \"1-2\"", "spread = \"3 mm\"", "either-way = true") == "")
  }

  @Test func aLineIsASwipe() {
    #expect(
      stroke("path = \"right\"") == "4:1 warning: a single line is a swipe, which also has a minimum speed | "
        + "write `kind = \"swipe\"` and `direction = \"right\"`")
    #expect(stroke("path = \"right\"", "after = \"rest 300 ms\"") == "")
    #expect(stroke("path = \"circle-cw\"") == "")
  }

  @Test func whatDevicesCannotTell() {
    #expect(
      stroke(Self.check, "after = \"force-press\"", "receive = { tool = \"finger\" }", "device = \"touchscreen\"")
        == "1:1 warning: this gesture can never fire: libinput reports pressure only for pens, "
        + "and a pen can't make it | "
        + "let the fingers rest instead: `after = \"rest 300 ms\"`")
    #expect(
      stroke(Self.check, "device = \"touchpad\"", "[device.\"*\"]", "source = \"libinput\"")
        == "1:1 warning: this gesture can never fire on a touchpad: libinput reports no 1-finger strokes there | "
        + "there a stroke can have 3 to 4 fingers")
    #expect(stroke(Self.check, "device = \"touchpad\"", "fingers = 3") == "")
    #expect(stroke(Self.check, "zone = \"z\"", "[zone.z]", "rect = { y = \"50 %\" }") == "")
  }
}
