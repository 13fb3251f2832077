import Testing

/// The diagnostics for gestures for pens, and for gestures that only pens can make.
struct PenRuleTests {
  private func problemText(_ lines: String) -> String {
    report("[gesture.a]\nrun = \"x\"\n\(lines)\n")
  }

  private static let stylus = "receive = { tool = \"stylus\" }"

  @Test(arguments: [
    "kind = \"tap\"", "kind = \"stroke\"\nshape = \"checkmark\"", "kind = \"swipe\"\nfingers = \"1-3\"",
    "kind = \"pan\"\ndevice = \"touchscreen\"", "kind = \"pan\"\ndevice = \"Wacom*\"", "kind = \"force-press\"",
    "kind = \"stroke\"\nshape = \"checkmark\"\nafter = \"force-press\"",
  ])
  func aStylusIsThere(_ lines: String) {
    #expect(problemText("\(lines)\n\(Self.stylus)") == "")
  }

  /// A touchpad doesn't report a stylus, so a gesture of a pen has no diagnostics about touchpads.
  @Test func aGestureOfAPenIsNoneOfTouchpads() {
    expectProblems(
      problemText("kind = \"tap\"\ndevice = \"touchpad\"\n\(Self.stylus)"), "a gesture of a pen is none of touchpads",
      "1:1 warning")
    #expect(
      problemText("kind = \"tap\"\nreceive = { tool = \"stylus\", device = \"touchpad\" }").contains(
        "touchpads have no stylus"))
  }

  @Test(arguments: ["kind = \"pinch\"", "kind = \"swipe\"\nfingers = 3"])
  func aStylusIsOneFinger(_ lines: String) {
    expectProblems(problemText("\(lines)\n\(Self.stylus)"), "a stylus counts as one finger", "1:1 warning")
  }

  @Test func onlyPensReportPressure() {
    #expect(problemText("kind = \"force-press\"") == "")
    #expect(problemText("kind = \"force-press\"\ndevice = \"touchscreen\"") == "")
    for lines in ["fingers = 2", "receive = { tool = \"finger\" }", "device = \"touchpad\""] {
      #expect(problemText("kind = \"force-press\"\n\(lines)") == "")
    }
    let onScreens = ["fingers = 2", "receive = { tool = \"finger\" }"].map { "\($0)\ndevice = \"touchscreen\"" }
    let listening = "device = \"touchpad\"\n[device.\"*\"]\nsource = \"libinput\""
    for lines in onScreens + [listening] {
      expectProblems(problemText("kind = \"force-press\"\n\(lines)"), "only pens tell their pressure", "1:1 warning")
    }
  }

  /// A pen's gesture and a finger's are different; a gesture without a tool is made by both.
  @Test func penAndFingerAreReported() {
    func pair(_ first: String, _ second: String) -> String {
      report(
        "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n\(first)\n[gesture.b]\nkind = \"tap\"\nrun = \"x\"\n\(second)\n")
    }
    #expect(pair(Self.stylus, "receive = { tool = \"finger\" }") == "")
    #expect(pair(Self.stylus, "") == "")
    #expect(
      pair("", Self.stylus).contains(
        "\"b\" can never be recognized: \"a\" in line 1 accepts everything that \"b\" accepts"))
  }
}
