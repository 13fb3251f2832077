import Testing

/// The settings that distinguish two otherwise equal gestures.
struct ScopeTests {
  private static let zones = """
    [zone.left]
    rect = { width = "50 %" }
    [zone.right]
    rect = { x = "50 %" }
    [zone.knob]
    rect = { width = "20 mm", height = "20 mm" }
    inside = "left"
    [zone.pad]
    rect = { width = "20 mm", height = "20 mm" }
    device = "touchpad"
    ignore = true
    [zone.own]
    rect = { width = "20 mm", height = "20 mm" }
    exclusive = true
    [gesture.user]
    kind = "pinch"
    begin-if = { zone = "left" }
    cannot-prevent = "kind:tap"
    require-to-fail = { gesture = "kind:long-press", when = { zone = "right" } }
    run = "x"
    [gesture.other-user]
    kind = "pinch"
    fingers = 3
    begin-if = { zone = "knob" }
    run = "x"

    """

  /// Only the reports of libinput.
  private static let listening = "[device.\"*\"]\nsource = \"libinput\"\n"

  /// The diagnostics, without line numbers, for gestures with an action, each given by its name and its lines.
  private func problemText(_ all: (name: String, lines: String)...) -> [String] {
    load(Self.zones + all.map { "[gesture.\($0.name)]\nrun = \"x\"\n\($0.lines)\n" }.joined()).diagnostics.map(
      \.message)
  }

  @Test func differentZonesKeepGesturesApart() {
    #expect(problemText(("a", "kind = \"tap\"\nzone = \"left\""), ("b", "kind = \"tap\"\nzone = \"right\"")) == [])
    #expect(problemText(("a", "kind = \"tap\""), ("b", "kind = \"tap\"\nzone = \"left\"")) == [])
    #expect(problemText(("a", "kind = \"tap\"\nzone = \"left\""), ("b", "kind = \"tap\"")) == [])
    #expect(
      problemText(("a", "kind = \"tap\"\nzone = \"left\""), ("b", "kind = \"tap\"\nreceive = { zone = \"left\" }")) == [
        "\"b\" can't be distinguished from \"a\" in line 26: both gestures accept the same touches"
      ])
  }

  /// Gestures that differ only by `when` need an override.
  @Test func whenNeedsAnOverride() {
    let rules = "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n[gesture.b]\nkind = \"tap\"\nrun = \"y\"\n"
    #expect(
      load(rules + "when = { app = \"mpv\" }\n").diagnostics.map(\.fix)
        == [
          "replace this section with an `[[override]]` that has `gesture = \"a\"`, and the `when` and the actions of \"b\""
        ])
    #expect(load(rules).diagnostics.first?.fix?.hasPrefix("change one of the two gestures") == true)
  }

  @Test func conditionsKeepGesturesApart() {
    let finger = "kind = \"tap\"\nreceive = { tool = \"finger\" }"
    #expect(problemText(("a", finger), ("b", "kind = \"tap\"\nreceive = { tool = \"stylus\" }")) == [])
    #expect(problemText(("a", finger), ("b", "kind = \"tap\"")) == [])
    #expect(
      problemText(("a", "kind = \"tap\""), ("b", finger)) == [
        "\"b\" can never be recognized: \"a\" in line 26 accepts everything that \"b\" accepts, and comes first"
      ])
    #expect(
      problemText(
        ("a", "kind = \"tap\"\ndevice = \"touchscreen\""),
        ("b", "kind = \"tap\"\nreceive = { device = \"touchscreen\" }"))
        == ["\"b\" can't be distinguished from \"a\" in line 26: both gestures accept the same touches"])
    #expect(
      problemText(("a", "kind = \"swipe\"\nbegin-if = { direction = \"up\" }"), ("b", "kind = \"swipe\"")) == [])
    #expect(
      problemText(("a", "kind = \"swipe\""), ("b", "kind = \"swipe\"\nbegin-if = { direction = \"up\" }")) == [
        "\"b\" can never be recognized: \"a\" in line 26 accepts everything that \"b\" accepts, and comes first"
      ])
    #expect(problemText(("a", "kind = \"tap\""), ("b", "kind = \"tap\"\nexclusive-touch-type = false")) == [])
  }

  @Test func relationsByTagKeepGesturesApart() {
    #expect(
      problemText(("a", "kind = \"tap\"\ntags = \"x\""), ("b", "kind = \"tap\"\nsimultaneous-with = \"tag:x\"")) == [])
    #expect(
      problemText(
        ("a", "kind = \"tap\"\ntags = \"x\"\ncannot-prevent = \"tag:x\""), ("b", "kind = \"tap\"\ntags = \"x\""))
        == [])
    #expect(
      problemText(("a", "kind = \"tap\"\ntags = \"x\""), ("b", "kind = \"tap\"\ntags = \"x\"")) == [
        "\"b\" can't be distinguished from \"a\" in line 26: both gestures accept the same touches"
      ])
    // Two gestures with one tag that can happen at the same time, and a third without the tag.
    #expect(
      problemText(
        ("a", "kind = \"tap\"\ntags = \"x\"\nsimultaneous-with = \"tag:x\""),
        ("b", "kind = \"tap\"\ntags = \"x\"\nsimultaneous-with = \"tag:x\""), ("c", "kind = \"tap\"")) == [
          "\"c\" can't be distinguished from \"a\" in line 26: both gestures accept the same touches"
        ])
    #expect(
      problemText(("a", "kind = \"tap\"\nprevents = \"b\""), ("b", "kind = \"tap\"")) == [
        "\"b\" can't be distinguished from \"a\" in line 26: both gestures accept the same touches"
      ])
  }

  @Test func aDragInAnOuterScopeBeginsBeforeASwipe() {
    func pair(_ swipe: String, _ drag: String) -> [String] {
      problemText(("swipe", "kind = \"swipe\"\n\(swipe)"), ("drag", "kind = \"pan\"\n\(drag)"))
    }
    let shadow =
      "\"swipe\" can never be recognized: the pan \"drag\" in line 30 begins before the fingers complete the swipe"
    #expect(pair("zone = \"knob\"", "zone = \"left\"") == [shadow])
    #expect(pair("zone = \"knob\"", "") == [shadow])
    #expect(pair("zone = \"own\"", "") == [])
    #expect(pair("zone = \"left\"", "zone = \"knob\"") == [])
    #expect(pair("", "zone = \"left\"") == [])
    #expect(pair("", "receive = { tool = \"stylus\" }") == [])
    #expect(pair("receive = { tool = \"stylus\" }", "") == [shadow])
    #expect(pair("tags = \"x\"", "require-to-fail = \"tag:x\"") == [])
    #expect(pair("required-to-fail-by = \"kind:pan\"", "") == [])
    #expect(pair("", "cannot-prevent = \"swipe\"") == [])
    #expect(pair("", "prevents = \"swipe\"") == [shadow])
  }

  @Test func touchpadsHaveNoPlaces() {
    let zoned = "[zone.z]\nrect = {}\n[gesture.a]\nkind = \"pan\"\nfingers = 3\nzone = \"z\"\nrun = \"x\"\n"
    let there = """
      this gesture can never happen on a touchpad: libinput does not report positions on touchpads
      """
    #expect(report(zoned + "device = \"touchpad\"\n") == "")
    expectProblems(
      report(zoned + "device = \"touchpad\"\n" + Self.listening), "touchpads have no places", "3:1 warning")
    #expect(
      load(zoned + "receive = { device = \"touchpad\" }\n" + Self.listening).diagnostics.map(\.message) == [there])
    #expect(problemText(("a", "kind = \"pan\"\nfingers = 3\nzone = \"pad\"\n\(Self.listening)")) == [there])
    #expect(report(zoned) == "")
    let begins = zoned.replacing("zone = \"z\"\n", with: "begin-if = { zone = \"z\" }\n")
    #expect(load(begins + "device = \"touchpad\"\n" + Self.listening).diagnostics.map(\.message) == [there])
    #expect(report(begins) == "")
    #expect(
      load(
        "[gesture.a]\nkind = \"border\"\ndevice = \"touchpad\"\nrun = \"x\"\n" + Self.listening, kinds: TestKinds.kinds
      ).diagnostics.map(\.message) == [there])
  }

  @Test func whatOnlySomeSettingsNeedIsNamed() {
    func problemText(_ setting: String) -> String {
      report(
        "[gesture.a]\nkind = \"rest\"\ndevice = \"touchpad\"\nrun = \"x\"\n\(setting)\n\(Self.listening)",
        kinds: TestKinds.kinds)
    }
    #expect(problemText("") == "")
    expectProblems(problemText("taps = 1"), "taps on a touchpad", "1:1 warning")
    expectProblems(problemText("firm = true"), "a firm finger", "1:1 warning")
  }

  @Test func aGestureForNoDeviceIsDoubted() {
    expectProblems(
      report(
        "[zone.z]\nrect = {}\ndevice = \"touchpad\"\n[gesture.a]\nkind = \"pan\"\nzone = \"z\"\ndevice = \"touchscreen\"\n"
          + "run = \"x\"\n"), "a gesture for no device is doubted", "4:1 warning")
  }
}
