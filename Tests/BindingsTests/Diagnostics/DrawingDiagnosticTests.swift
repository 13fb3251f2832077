import Testing

/// The diagnostics for the settings of a drawn gesture.
struct DrawingDiagnosticTests {
  private static let check = "path = \"down-right up-right\""

  /// The diagnostics for a stroke with these lines.
  private func stroke(_ lines: String...) -> String {
    problemText((["[gesture.a]", "kind = \"stroke\"", "run = \"x\""] + lines).joined(separator: "\n"))
  }

  @Test func aGestureHasOneDrawing() {
    expectProblems(report("[gesture.a]\nkind = \"stroke\"\nrun = \"x\"\n"), "no drawing", "1:1 error")
    expectProblems(
      report("[gesture.a]\nkind = \"stroke\"\n\(Self.check)\nshape = \"checkmark\"\nrun = \"x\"\n"), "path and shape",
      "4:1 error")
    expectProblems(
      stroke("shape = \"checkmark\"", "templates = []", Self.check), "three drawings", "5:1 error", "5:13 error",
      "6:1 error")
    // A setting with an error in it is not reported as missing.
    #expect(!stroke("path = down").contains("needs one of"))
    #expect(stroke("shape = \"checkmark\"") == "")
    #expect(stroke(Self.check) == "")
  }

  @Test func paths() {
    let paths = [
      #""down-rigth""#, #""circle""#, #""up zigzag""#, #""up down:far""#, #""up up""#,
      #""up down up down up down up down up""#, #""""#, #"["down:1", "up:2"]"#, "3",
    ]
    expectErrors(paths, "paths", at: "4:8 error: ") { stroke("path = \($0)") }
  }

  @Test func shapes() {
    expectErrors([#""chekmark""#, #""none""#, "true"], "shapes", at: "4:9 error: ") { stroke("shape = \($0)") }
  }

  @Test func starts() {
    func after(_ value: String) -> String { stroke(Self.check, "after = \(value)") }
    let values = [
      #""300 ms""#, #""hold 300""#, #""0.5""#, "300", "0.5", "true", #""hold 20 ms""#, #""hold""#, #""soon""#,
      #""forcepress""#,
    ]
    expectErrors(values, "starts", at: "5:9 error: ", problemText: after)
    #expect(after("\"landing\"") == "")
    #expect(after("\"hold 0.3 s\"") == "")
  }

  @Test func noDrawingIsADefault() {
    let gesture = "[gesture.a]\nkind = \"stroke\"\n\(Self.check)\nrun = \"x\"\n"
    for setting in ["path", "shape", "templates"] {
      let fix =
        "error: `\(setting)` can be set only in a gesture's own section | move `\(setting)` to a section `[gesture.NAME]`"
      #expect(problemText(gesture + "[defaults]\nstroke.\(setting) = \"up\"") == "6:8 \(fix)")
      #expect(problemText(gesture + "[defaults.touchpad]\nstroke.\(setting) = \"up\"") == "6:8 \(fix)")
      #expect(problemText(gesture + "[device.\"*\"]\nstroke.\(setting) = \"up\"") == "6:8 \(fix)")
      #expect(problemText(gesture + "[defaults]\n\(setting) = \"up\"") == "6:1 \(fix)")
    }
    #expect(problemText(gesture + "[defaults]\nstroke.after = \"hold 300 ms\"\nstroke.rotation = \"30 deg\"") == "")
    expectProblems(problemText(gesture + "[defaults]\nstroke = 3"), "no drawing is a default", "6:10 error")
  }

  @Test func settingsThatChangeNothing() {
    expectProblems(
      stroke(Self.check, "tolerance = \"120 %\"", "rotation = \"30 deg\""), "tolerance and rotation of a path",
      "5:1 warning", "6:1 warning")
    expectProblems(stroke("shape = \"checkmark\"", "slack = \"3 mm\""), "slack of a shape", "5:1 warning")
    expectProblems(stroke("path = \"right left\"", "either-way = true"), "either-way of a line", "5:1 warning")
    expectProblems(
      stroke(Self.check, "slop = \"3 mm\"", "min-pressure = \"30 %\""), "slop and pressure from the landing on",
      "5:1 warning", "6:1 warning")
    expectProblems(
      stroke(Self.check, "after = \"hold 300 ms\"", "slop = \"3 mm\"", "min-pressure = \"30 %\""),
      "pressure after a rest", "7:1 warning")
    expectProblems(stroke(Self.check, "spread = \"3 mm\""), "spread of one finger", "5:1 warning")
    #expect(stroke(Self.check, "fingers = \"1-2\"", "spread = \"3 mm\"", "either-way = true") == "")
  }

  @Test func aLineIsASwipe() {
    expectProblems(stroke("path = \"right\""), "a line is a swipe", "4:1 warning")
    #expect(stroke("path = \"right\"", "after = \"hold 300 ms\"") == "")
    #expect(stroke("path = \"circle-cw\"") == "")
  }

  @Test func valuesThatDevicesCannotReport() {
    expectProblems(
      stroke(Self.check, "after = \"force-press\"", "receive = { tool = \"finger\" }", "device = \"touchscreen\""),
      "a firm finger on a touchscreen", "1:1 warning")
    expectProblems(
      stroke(Self.check, "device = \"touchpad\"", "[device.\"*\"]", "source = \"libinput\""),
      "one finger on a touchpad", "1:1 warning")
    #expect(stroke(Self.check, "device = \"touchpad\"", "fingers = 3") == "")
    #expect(stroke(Self.check, "zone = \"z\"", "[zone.z]", "rect = { y = \"50 %\" }") == "")
  }
}
