import Testing

/// The diagnostics for the `when` of an override, and for overrides that hide each other.
struct BindingConditionTests {
  @Test func keysAndValuesAreChecked() {
    expectProblems(
      problemText(gesture(#"run = "x""#) + binding(#"when = { mod = "x", tool = "finger" }"#, #"run = "y""#)),
      "unknown keys of when", "6:10 error", "6:21 error")
    expectProblems(
      problemText(
        gesture(#"run = "x""#) + binding(#"when = "x""#, #"run = "y""#)
          + binding(#"when = { app = "", mode = [], fingers = 12, direction = "lft" }"#, #"run = "y""#)),
      "values of when", "6:8 error", "10:16 error", "10:27 error", "10:41 error", "10:57 error")
    expectProblems(
      problemText(gesture(#"run = "x""#) + binding(#"when = { zone = "z" }"#, #"run = "y""#)), "an unknown zone",
      "6:17 error")
  }

  @Test func aBindingMayBeForSeveralGestures() {
    expectProblems(
      problemText(
        "[[override]]\ngesture = []\nrun = \"x\"\n[[override]]\ngesture = [\"a\", \"a\", \"b\", 3]\nrun = \"x\"\n"
          + gesture(#"run = "x""#)), "gestures that are missing or named twice", "2:11 error", "5:17 error",
      "5:22 error", "5:27 error")
    expectProblems(
      problemText(
        "[[override]]\ngesture = [\"a\", \"b\"]\nchanged = \"x\"\nwhen = { zone = \"z\" }\n"
          + gesture(#"run = "x""#, kind: "tap") + gesture(#"run = "x""#, "fingers = 2", kind: "tap", name: "b")),
      "each gesture is checked", "3:1 warning", "4:17 error")
  }

  @Test func aBindingThatIsAlwaysChosenReplacesTheOther() {
    expectProblems(
      problemText(
        gesture(#"run = "x""#) + binding("when = { fingers = 1 }", #"run = "y""#)
          + binding("when = { fingers = 1 }", #"run = "y""#) + binding(#"when = { fingers = "1-2" }"#, #"run = "y""#)),
      "the same condition", "8:1 warning", "12:1 warning")
    expectProblems(
      problemText(
        gesture(#"run = "x""#) + binding(#"when = { direction = "up" }"#, #"run = "y""#)
          + binding(#"when = { direction = ["up", "down"] }"#, #"run = "y""#)
          + binding(#"when = { direction = "left" }"#, #"run = "y""#)), "one direction of several", "8:1 warning")
    expectProblems(
      problemText(binding(#"run = "y""#) + binding(#"run = "z""#) + gesture()), "no condition", "4:1 warning")
  }

  @Test func aBindingThatIsChosenLessOftenReplacesNothing() {
    #expect(
      problemText(
        gesture(#"run = "x""#) + binding("when = { fingers = 1 }", #"run = "y""#)
          + binding(#"when = { fingers = 1, device = "touchpad" }"#, "also = true", #"run = "y""#)
          + binding(#"when = { device = "touchscreen" }"#, #"run = "z""#)) == "")
    #expect(
      problemText(
        gesture(#"run = "x""#) + binding(#"when = { direction = ["up", "down"] }"#, #"run = "y""#)
          + binding(#"when = { direction = "up" }"#, #"run = "y""#)) == "")
    #expect(
      problemText(gesture() + binding(#"when = { direction = "up" }"#, #"run = "y""#) + binding(#"run = "z""#)) == "")
  }

  @Test func aConditionInTheGestureIsForItsOwnActions() {
    let own = gesture(#"run = "x""#, #"when = { app = "a" }"#)
    #expect(problemText(own + binding(#"run = "y""#)) == "")
    expectProblems(
      problemText(own + binding(#"when = { app = "a" }"#, #"run = "y""#)), "the gesture's condition again",
      "5:1 warning")
    expectProblems(
      problemText(gesture(#"when = { app = "a" }"#) + binding(#"run = "y""#)), "a condition without actions",
      "3:1 warning")
  }

  @Test func fingersTheGestureNeverHas() {
    expectProblems(
      problemText(gesture("fingers = 3") + binding("when = { fingers = 2 }", #"run = "y""#)), "two of three fingers",
      "6:10 warning")
    expectProblems(
      problemText(gesture() + binding("when = { fingers = 2 }", #"run = "y""#)), "two of one finger", "5:10 warning")
    expectProblems(
      problemText(gesture(#"fingers = "2-3""#, "begin-if = { fingers = 4 }", #"run = "x""#)),
      "four of two to three fingers",
      "4:14 warning")
    #expect(problemText(gesture(#"fingers = "2-3""#, "begin-if = { fingers = 3 }", #"run = "x""#)) == "")
  }

  @Test func devicesAndZonesTheGestureIsNotOn() {
    expectProblems(
      problemText(gesture(#"device = "touchscreen""#) + binding(#"when = { device = "touchpad" }"#, #"run = "y""#)),
      "on touchpads", "6:10 warning")
    #expect(
      problemText(gesture(#"device = "touchscreen""#) + binding(#"when = { device = "ELAN*" }"#, #"run = "y""#)) == "")
    expectProblems(
      problemText(
        gesture(#"device = "touchpad""#, "fingers = 3")
          + binding(#"when = { device = "touchscreen", zone = "z" }"#, #"run = "y""#)
          + "[zone.z]\nrect = {}\n[device.\"*\"]\nsource = \"libinput\"\n"), "on touchscreens and in a zone",
      "7:10 warning", "7:34 warning")
    expectProblems(
      problemText(
        gesture(#"device = "touchscreen""#) + binding(#"when = { zone = "z" }"#, #"run = "y""#)
          + "[zone.z]\nrect = {}\ndevice = \"touchpad\"\n"), "in a zone of touchpads", "6:10 warning")
  }

  @Test func directionsTheGestureNeverHas() {
    expectProblems(
      problemText(
        gesture(#"direction = "left""#, #"run = "x""#, kind: "swipe")
          + binding(#"when = { direction = ["up", "right"] }"#, #"run = "y""#)), "up or right", "7:10 warning")
    expectProblems(
      problemText(
        gesture(#"direction = "straight""#, #"run = "x""#, #"begin-if = { direction = "up-left" }"#, kind: "swipe")),
      "up-left of four", "5:14 warning")
    expectProblems(
      problemText(gesture(#"run = "x""#, kind: "tap") + binding(#"when = { direction = "up" }"#, #"run = "y""#)),
      "the direction of a tap", "6:10 warning")
    expectProblems(
      problemText(gesture(#"run = "x""#, kind: "long-press") + binding(#"when = { direction = "up" }"#, #"run = "y""#)),
      "the direction of a long-press", "6:10 warning")
    expectProblems(
      problemText(
        gesture(#"run = "x""#, #"edge = "left""#, kind: "edge-swipe")
          + binding(#"when = { direction = "left" }"#, #"run = "y""#)), "the direction of an edge-swipe", "7:10 warning"
    )
    expectProblems(
      problemText(
        gesture(#"run = "x""#, #"axis = "vertical""#) + binding(#"when = { direction = "left" }"#, #"run = "y""#)),
      "across the axis", "7:10 warning")
  }

  @Test func directionsTheGestureMayHave() {
    #expect(
      problemText(
        gesture(#"direction = "any-of-8""#, #"run = "x""#, kind: "swipe")
          + binding(#"when = { direction = "up" }"#, #"run = "y""#)) == "")
    #expect(
      problemText(
        gesture(#"run = "x""#, #"edge = "any-corner""#, kind: "edge-pan")
          + binding(#"when = { direction = "up-left" }"#, #"run = "y""#)) == "")
    #expect(
      problemText(
        gesture(#"run = "x""#, #"axis = "vertical""#, #"require-to-fail = "b""#)
          + binding(#"when = { direction = "left" }"#, #"run = "y""#) + gesture(#"run = "x""#, kind: "tap", name: "b"))
        == "")
  }
}
