import Testing

/// The diagnostics for gestures that can't be made, or that another gesture always takes.
struct ReachabilityTests {
  /// Gestures with an action, each given by its name and its lines.
  private func gestures(_ all: (name: String, lines: String)...) -> String {
    report(all.map { "[gesture.\($0.name)]\nrun = \"x\"\n\($0.lines)\n" }.joined())
  }

  @Test func touchpadsAreKnown() {
    expectProblems(
      gestures(
        ("a", "kind = \"swipe\"\ndevice = \"touchpad\""), ("b", "kind = \"tap\"\ndevice = \"touchpad\""),
        ("c", "kind = \"pinch\"\nfingers = 5\ndevice = \"touchpad\""),
        ("d", "kind = \"pan\"\nfingers = \"1-2\"\ndevice = \"touchpad\""),
        ("e", "kind = \"long-press\"\nfingers = 5\ndevice = \"touchpad\"\n[device.\"*\"]\nsource = \"libinput\"")),
      "touchpads are known", "1:1 warning", "5:1 warning", "9:1 warning", "14:1 warning", "19:1 warning")
    #expect(gestures(("a", "kind = \"swipe\"\nfingers = \"2-3\"\ndevice = \"touchpad\"")) == "")
    #expect(gestures(("a", "kind = \"tap\"")) == "")
    for slots in ["", "[device.\"*\"]\nsource = \"auto\"\n", "[device.\"ELAN*\"]\nsource = \"libinput\"\n"] {
      for kind in ["tap", "force-press"] {
        #expect(report(slots + "[gesture.a]\nrun = \"x\"\nkind = \"\(kind)\"\ndevice = \"touchpad\"\n") == "")
      }
    }
    #expect(gestures(("a", "kind = \"tap\"\ndevice = \"ELAN*\"")) == "")
  }

  @Test func edgesInAZoneThatIgnoresTouches() {
    func warning(_ zone: String, _ edge: String) -> String {
      report(
        "[zone.keyboard]\n\(zone)\nignore = true\n[gesture.a]\nrun = \"x\"\nkind = \"edge-swipe\"\nfingers = 1\n"
          + "device = \"touchscreen\"\n\(edge)\n")
    }
    let low = "rect = { y = \"-40 mm\", height = \"40 mm\" }"
    expectProblems(warning(low, "edge = \"bottom\""), "an edge in a zone that ignores touches", "4:1 warning")
    #expect(warning(low, "edge = \"bottom\"\nband = \"50 mm\"") == "")
    #expect(warning(low, "edge = \"left\"") == "")
    #expect(warning(low, "") == "")
    #expect(warning("rect = { y = \"-40 mm\", width = \"90 %\" }", "edge = \"bottom\"") == "")
    #expect(warning(low + "\ndevice = \"touchpad\"", "edge = \"bottom\"") == "")
  }

  @Test func tooFewFingersAreDoubted() {
    expectProblems(
      gestures(("a", "kind = \"hold-and-tap\"\nside = \"between\"")), "too few fingers are doubted", "1:1 warning")
    #expect(gestures(("a", "kind = \"hold-and-tap\"\nside = \"between\"\nfingers = \"2-3\"")) == "")
    #expect(gestures(("a", "kind = \"hold-and-tap\"\nside = \"left\"")) == "")
  }

  @Test func theFingersMayComeFromTheDefaults() {
    #expect(
      gestures(("a", "kind = \"swipe\"\ndevice = \"touchpad\"\n[defaults.touchpad]\nswipe.fingers = 3")) == "")
  }

  @Test func gesturesThatAreTheSameAreErrors() {
    expectProblems(
      gestures(("a", "kind = \"tap\""), ("b", "kind = \"tap\"\ntaps = 1\npriority = -1")),
      "gestures that are the same are errors", "4:1 error")
    #expect(gestures(("a", "kind = \"tap\""), ("b", "kind = \"tap\"\nsimultaneous-with = \"a\"")) == "")
    #expect(gestures(("a", "kind = \"tap\"\nsimultaneous-with = \"kind:tap\""), ("b", "kind = \"tap\"")) == "")
    #expect(gestures(("a", "kind = \"tap\"\ntaps = 2"), ("b", "kind = \"tap\"\nrequire-to-fail = \"a\"")) == "")
    #expect(gestures(("a", "kind = \"tap\"\nslop = \"4 mm\""), ("b", "kind = \"tap\"")) == "")
    #expect(
      gestures(("a", "kind = \"swipe\"\ndirection = \"up-left\""), ("b", "kind = \"swipe\"\ndirection = \"up-right\""))
        == "")
    #expect(
      gestures(("a", "kind = \"tap\"\ndevice = \"touchscreen\""), ("b", "kind = \"tap\"\ndevice = \"ELAN*\"")) == "")
  }

  @Test func equalOnlyByDefaultIsNotEqualWhereADeviceSectionMayChangeIt() {
    #expect(
      gestures(
        ("a", "kind = \"tap\"\ndevice = \"touchscreen\"\nslop = \"3 mm\""),
        ("b", "kind = \"tap\"\ndevice = \"touchscreen\"\n[device.\"ELAN*\"]\ntap.slop = \"5 mm\"")) == "")
  }

  @Test func aGestureInsideAWiderOneIsDoubted() {
    expectProblems(
      gestures(
        ("a", "kind = \"swipe\"\nfingers = \"3-4\"\npriority = 7"),
        ("b", "kind = \"swipe\"\nfingers = 3\ndirection = \"left\"")), "what a wider gesture takes is doubted",
      "6:1 warning")
    #expect(
      gestures(("a", "kind = \"tap\"\nfingers = 3"), ("b", "kind = \"tap\"\nfingers = 3\ndevice = \"ELAN*\""))
        .hasPrefix(
          "bindings.toml:5:1: warning: \"b\" can never be recognized: \"a\" in line 1 accepts everything that \"b\" accepts, and comes first\n"
        ))
    #expect(gestures(("b", "kind = \"swipe\"\ndirection = \"left\""), ("a", "kind = \"swipe\"")) == "")
    #expect(
      gestures(("a", "kind = \"swipe\""), ("b", "kind = \"swipe\"\ndirection = \"left\"\npriority = 1")) == "")
    #expect(
      gestures(("a", "kind = \"swipe\"\ndevice = \"touchpad\"\nfingers = 3"), ("b", "kind = \"swipe\"\nfingers = 3"))
        == "")
    #expect(
      gestures(("a", "kind = \"swipe\"\ndirection = \"any-of-8\""), ("b", "kind = \"swipe\"\ndirection = \"left\""))
        == "")
  }

  @Test func aDragBeginsBeforeASwipe() {
    expectProblems(
      gestures(
        ("swipe", "kind = \"swipe\"\ndirection = \"right\""), ("drag", "kind = \"pan\"\naxis = \"horizontal\"")),
      "a drag begins before a swipe", "1:1 warning")
    #expect(
      gestures(("swipe", "kind = \"swipe\""), ("drag", "kind = \"pan\"\nrequire-to-fail = \"swipe\"")) == "")
    #expect(
      gestures(("swipe", "kind = \"swipe\""), ("drag", "kind = \"pan\"\nsimultaneous-with = \"swipe\"")) == "")
    #expect(gestures(("swipe", "kind = \"swipe\""), ("drag", "kind = \"pan\"\nfingers = 2")) == "")
    #expect(gestures(("swipe", "kind = \"swipe\""), ("drag", "kind = \"pan\"\nslop = \"15 mm\"")) == "")
    #expect(
      gestures(
        ("swipe", "kind = \"swipe\"\nmin-distance = \"30 mm\"\ndevice = \"touchscreen\""),
        ("edge", "kind = \"edge-pan\"\nedge-first = false\ndevice = \"touchscreen\"")) == "")
    #expect(
      gestures(
        ("swipe", "kind = \"swipe\"\nfingers = 3"),
        ("drag", "kind = \"pan\"\nfingers = 3\ndevice = \"touchscreen\"")) == "")
    #expect(
      gestures(("swipe", "kind = \"swipe\"\ndirection = \"up\""), ("drag", "kind = \"pan\"\naxis = \"horizontal\""))
        == "")
  }

  @Test func aRequirementThatLastsUntilTheFingersLiftIsDoubted() {
    expectProblems(
      gestures(
        ("hold", "kind = \"long-press\"\nrequire-to-fail = [\"double\", \"kind:pan\", \"swipe\"]"),
        ("double", "kind = \"tap\"\ntaps = 2"), ("drag", "kind = \"pan\"\nrequire-to-fail = \"swipe\""),
        ("swipe", "kind = \"swipe\"")), "a requirement that lasts until the fingers lift is doubted", "4:30 warning",
      "4:42 warning")
    #expect(
      gestures(("tap", "kind = \"tap\"\nrequire-to-fail = \"drag\""), ("drag", "kind = \"pan\"")) == "")
    #expect(
      gestures(
        ("swipe", "kind = \"swipe\"\ndirection = \"up\"\nrequire-to-fail = \"drag\""),
        ("drag", "kind = \"pan\"\naxis = \"horizontal\"")) == "")
    #expect(
      gestures(
        ("hold", "kind = \"long-press\"\nfingers = 2\nrequire-to-fail = \"drag\""), ("drag", "kind = \"pan\"")) == "")
  }

  @Test func aRequirementThatLastsIsDoubtedWhicheverSideSaysIt() {
    expectProblems(
      gestures(
        ("hold", "kind = \"long-press\"\ntags = \"still\""), ("tap", "kind = \"tap\"\ntags = \"still\""),
        ("drag", "kind = \"pan\"\nrequired-to-fail-by = [\"tap\", \"tag:still\"]")),
      "a requirement that lasts is doubted whichever side says it", "12:31 warning")
    #expect(
      gestures(
        ("hold", "kind = \"long-press\"\nrequire-to-fail = \"tag:quick\""),
        ("drag", "kind = \"pan\"\ntags = \"quick\"")
      ).hasPrefix(
        "bindings.toml:4:19: warning: \"hold\" waits until the fingers lift: \"drag\", a pan, can't fail earlier\n"))
    #expect(
      gestures(
        ("zoom", "kind = \"pinch\"\ndirection = \"in\"\nrequire-to-fail = \"other\""),
        ("other", "kind = \"pinch\"\ndirection = \"out\"")) == "")
    #expect(
      gestures(
        ("zoom", "kind = \"pinch\"\nrequire-to-fail = \"other\""),
        ("other", "kind = \"pan\"\nfingers = 2\naxis = \"vertical\"")
      ).hasPrefix(
        "bindings.toml:4:19: warning: \"zoom\" waits until the fingers lift: \"other\", a pan, can't fail earlier\n"))
  }

  @Test func whatCouldNotBeReadIsNotCompared() {
    let text = gestures(("a", "kind = \"tap\""), ("b", "kind = \"tap\"\ntaps = \"two\""))
    #expect(!text.contains("distinguished from"))
    #expect(
      !gestures(("a", "kind = \"tap\""), ("b", "kind = \"tap\"\n[defaults]\ntap.slop = 3")).contains(
        "distinguished from"))
  }
}
