import Testing

/// What is said of gestures for pens, and of those that only pens can make.
struct PenRuleTests {
  private func said(_ lines: String) -> String {
    report("[gesture.a]\nrun = \"x\"\n\(lines)\n")
  }

  private static let stylus = "receive = { tool = \"stylus\" }"

  @Test(arguments: [
    "kind = \"tap\"", "kind = \"stroke\"\nshape = \"checkmark\"", "kind = \"swipe\"\nfingers = \"1-3\"",
    "kind = \"pan\"\ndevice = \"touchscreen\"", "kind = \"pan\"\ndevice = \"Wacom*\"", "kind = \"force-press\"",
    "kind = \"stroke\"\nshape = \"checkmark\"\nafter = \"force-press\"",
  ])
  func aStylusIsThere(_ lines: String) {
    #expect(said("\(lines)\n\(Self.stylus)") == "")
  }

  /// A touchpad tells of no stylus, so nothing is said of what it could not do with it.
  @Test func aGestureOfAPenIsNoneOfTouchpads() {
    #expect(
      said("kind = \"tap\"\ndevice = \"touchpad\"\n\(Self.stylus)") == """
        bindings.toml:1:1: warning: this gesture can never fire: touchpads have no stylus
          1 | [gesture.a]
            | ^^^^^^^^^^^ a pen is of the class "touchscreen": remove `device`, or `tool`
        """)
    #expect(
      said("kind = \"tap\"\nreceive = { tool = \"stylus\", device = \"touchpad\" }").contains(
        "touchpads have no stylus"))
  }

  @Test(arguments: ["kind = \"pinch\"", "kind = \"swipe\"\nfingers = 3"])
  func aStylusIsOneFinger(_ lines: String) {
    #expect(
      said("\(lines)\n\(Self.stylus)") == """
        bindings.toml:1:1: warning: this gesture can never fire: it needs several fingers, and a stylus is one
          1 | [gesture.a]
            | ^^^^^^^^^^^ write `fingers = 1`, or remove `tool`
        """)
  }

  @Test func onlyPensTellTheirPressure() {
    #expect(said("kind = \"force-press\"") == "")
    #expect(said("kind = \"force-press\"\ndevice = \"touchscreen\"") == "")
    for lines in ["fingers = 2", "receive = { tool = \"finger\" }", "device = \"touchpad\""] {
      #expect(said("kind = \"force-press\"\n\(lines)") == "")
    }
    let onScreens = ["fingers = 2", "receive = { tool = \"finger\" }"].map { "\($0)\ndevice = \"touchscreen\"" }
    let listening = "device = \"touchpad\"\n[device.\"*\"]\nsource = \"libinput\""
    for lines in onScreens + [listening] {
      #expect(
        said("kind = \"force-press\"\n\(lines)") == """
          bindings.toml:1:1: warning: this gesture can never fire: libinput reports pressure only for pens, and a \
          pen can't make it
            1 | [gesture.a]
              | ^^^^^^^^^^^ a pen is one finger on a touchscreen: remove settings that need more fingers or another \
          device
          """)
    }
  }

  /// A pen's gesture and a finger's are two; both make what says nothing of the tool.
  @Test func penAndFingerAreTold() {
    func pair(_ first: String, _ second: String) -> String {
      report(
        "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n\(first)\n[gesture.b]\nkind = \"tap\"\nrun = \"x\"\n\(second)\n")
    }
    #expect(pair(Self.stylus, "receive = { tool = \"finger\" }") == "")
    #expect(pair(Self.stylus, "") == "")
    #expect(pair("", Self.stylus).contains("\"b\" can never be recognized: \"a\" in line 1 includes it"))
  }
}
