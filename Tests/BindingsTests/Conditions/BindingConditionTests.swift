import Testing

/// What is said about the `when` of a binding, and about bindings that stand in each other's way.
struct BindingConditionTests {
  @Test func keysAndValuesAreChecked() {
    #expect(
      said(gesture(#"run = "x""#) + binding(#"when = { mod = "x", tool = "finger" }"#, #"run = "y""#)) == """
        6:10 error: unknown key "mod" | did you mean "mode"?
        6:21 error: unknown key "tool" | `when` has the keys \(conditionKeys(in: .binding))
        """)
    #expect(
      said(
        gesture(#"run = "x""#) + binding(#"when = "x""#, #"run = "y""#)
          + binding(#"when = { app = "", mode = [], fingers = 12, direction = "lft" }"#, #"run = "y""#)) == """
          6:8 error: `when` must be a table, not a string | write `when = { mode = "default" }`
          10:16 error: `app` is empty | give it a name, or remove it
          10:27 error: `mode` is empty | give it a name, or remove it
          10:41 error: 12 is out of range | `fingers` may be 1 to 10, or a range such as "2-3"
          10:57 error: `direction` can't be "lft" | did you mean "left"?
          """)
    #expect(
      said(gesture(#"run = "x""#) + binding(#"when = { zone = "z" }"#, #"run = "y""#)) == """
        6:17 error: there is no zone "z" | add a `[zone.z]`
        """)
  }

  @Test func aBindingMayBeForSeveralGestures() {
    #expect(
      said(
        "[[binding]]\ngesture = []\nrun = \"x\"\n[[binding]]\ngesture = [\"a\", \"a\", \"b\", 3]\nrun = \"x\"\n"
          + gesture(#"run = "x""#)) == """
          2:11 error: this binding has no `gesture` | add `gesture = "NAME"`, with the NAME of a `[gesture.NAME]`
          5:17 error: "a" is named twice | name it once
          5:22 error: there is no gesture "b" | write the name of an existing one, or add a `[gesture.b]`
          5:27 error: `gesture` must be a list of names, not numbers | put each name in quotes
          """)
    #expect(
      said(
        "[[binding]]\ngesture = [\"a\", \"b\"]\nchanged = \"x\"\nwhen = { zone = \"z\" }\n"
          + gesture(#"run = "x""#, kind: "tap") + gesture(#"run = "x""#, "fingers = 2", kind: "tap", name: "b")) == """
          3:1 warning: `changed` never happens: a tap is recognized once and has no duration | use `run`
          4:17 error: there is no zone "z" | add a `[zone.z]`
          """)
  }

  @Test func whatIsChosenWhereverAnotherOneWouldBeTakesItsPlace() {
    #expect(
      said(
        gesture(#"run = "x""#) + binding("when = { fingers = 1 }", #"run = "y""#)
          + binding("when = { fingers = 1 }", #"run = "y""#) + binding(#"when = { fingers = "1-2" }"#, #"run = "y""#))
          == """
          8:1 warning: this replaces the actions of "a" in line 4, which never run | add `also = true` to run both
          12:1 warning: this replaces the actions of "a" in line 8, which never run | add `also = true` to run both
          """)
    #expect(
      said(
        gesture(#"run = "x""#) + binding(#"when = { direction = "up" }"#, #"run = "y""#)
          + binding(#"when = { direction = ["up", "down"] }"#, #"run = "y""#)
          + binding(#"when = { direction = "left" }"#, #"run = "y""#)) == """
          8:1 warning: this replaces the actions of "a" in line 4, which never run | add `also = true` to run both
          """)
    #expect(
      said(binding(#"run = "y""#) + binding(#"run = "z""#) + gesture()) == """
        4:1 warning: this replaces the actions of "a" in line 1, which never run | add `also = true` to run both
        """)
  }

  @Test func whatIsChosenLessOftenTakesNoPlace() {
    #expect(
      said(
        gesture(#"run = "x""#) + binding("when = { fingers = 1 }", #"run = "y""#)
          + binding(#"when = { fingers = 1, device = "touchpad" }"#, "also = true", #"run = "y""#)
          + binding(#"when = { device = "touchscreen" }"#, #"run = "z""#)) == "")
    #expect(
      said(
        gesture(#"run = "x""#) + binding(#"when = { direction = ["up", "down"] }"#, #"run = "y""#)
          + binding(#"when = { direction = "up" }"#, #"run = "y""#)) == "")
    #expect(said(gesture() + binding(#"when = { direction = "up" }"#, #"run = "y""#) + binding(#"run = "z""#)) == "")
  }

  @Test func fingersTheGestureNeverHas() {
    #expect(
      said(gesture("fingers = 3") + binding("when = { fingers = 2 }", #"run = "y""#)) == """
        6:10 warning: `fingers` is never true: "a" has 3 fingers; this binding is never used | change it, or remove it
        """)
    #expect(
      said(gesture() + binding("when = { fingers = 2 }", #"run = "y""#)) == """
        5:10 warning: `fingers` is never true: "a" has 1 finger; this binding is never used | change it, or remove it
        """)
    #expect(
      said(gesture(#"fingers = "2-3""#, "begin-if = { fingers = 4 }", #"run = "x""#)) == """
        4:14 warning: `fingers` is never true: "a" has 2 to 3 fingers; this gesture never fires | change it, or \
        remove it
        """)
    #expect(said(gesture(#"fingers = "2-3""#, "begin-if = { fingers = 3 }", #"run = "x""#)) == "")
  }

  @Test func devicesAndZonesTheGestureIsNotOn() {
    #expect(
      said(gesture(#"device = "touchscreen""#) + binding(#"when = { device = "touchpad" }"#, #"run = "y""#)) == """
        6:10 warning: `device` is never true: "a" is only made on touchscreens; this binding is never used | change \
        it, or remove it
        """)
    #expect(said(gesture(#"device = "touchscreen""#) + binding(#"when = { device = "ELAN*" }"#, #"run = "y""#)) == "")
    #expect(
      said(
        gesture(#"device = "touchpad""#, "fingers = 3")
          + binding(#"when = { device = "touchscreen", zone = "z" }"#, #"run = "y""#)
          + "[zone.z]\nrect = {}\n[device.\"*\"]\nsource = \"libinput\"\n") == """
          7:10 warning: `device` is never true: "a" is only made on touchpads; this binding is never used | change \
          it, or remove it
          7:34 warning: `zone` is never true: "a" is made on touchpads, and libinput reports no positions on them; this \
          binding is never used | change it, or remove it
          """)
    #expect(
      said(
        gesture(#"device = "touchscreen""#) + binding(#"when = { zone = "z" }"#, #"run = "y""#)
          + "[zone.z]\nrect = {}\ndevice = \"touchpad\"\n") == """
          6:10 warning: `zone` is never true: "a" is made on devices that don't have this zone; this \
          binding is never used | change it, or remove it
          """)
  }

  @Test func directionsTheGestureNeverHas() {
    #expect(
      said(
        gesture(#"direction = "left""#, #"run = "x""#, kind: "swipe")
          + binding(#"when = { direction = ["up", "right"] }"#, #"run = "y""#)) == """
          7:10 warning: `direction` is never true: "a" only goes left; this binding is never used | change it, or \
          remove it
          """)
    #expect(
      said(gesture(#"direction = "4""#, #"run = "x""#, #"begin-if = { direction = "up-left" }"#, kind: "swipe")) == """
        5:14 warning: `direction` is never true: "a" only goes right, down, left or up; this gesture never fires | \
        change it, or remove it
        """)
    #expect(
      said(gesture(#"run = "x""#, kind: "tap") + binding(#"when = { direction = "up" }"#, #"run = "y""#)) == """
        6:10 warning: `direction` is never true: "a", a tap, has no direction; this binding is never used | change \
        it, or remove it
        """)
    #expect(
      said(gesture(#"run = "x""#, kind: "long-press") + binding(#"when = { direction = "up" }"#, #"run = "y""#)) == """
        6:10 warning: `direction` is never true: "a", a long-press, has no direction; this binding is never used | \
        change it, or remove it
        """)
    #expect(
      said(
        gesture(#"run = "x""#, #"edge = "left""#, kind: "edge-swipe")
          + binding(#"when = { direction = "left" }"#, #"run = "y""#)) == """
          7:10 warning: `direction` is never true: "a" only goes right; this binding is never used | change it, or \
          remove it
          """)
    #expect(
      said(gesture(#"run = "x""#, #"axis = "vertical""#) + binding(#"when = { direction = "left" }"#, #"run = "y""#))
        == """
        7:10 warning: `direction` is never true: "a" begins by going down or up; this binding is never used | change \
        it, or remove it
        """)
  }

  @Test func directionsTheGestureMayHave() {
    #expect(
      said(
        gesture(#"direction = "8""#, #"run = "x""#, kind: "swipe")
          + binding(#"when = { direction = "up" }"#, #"run = "y""#)) == "")
    #expect(
      said(
        gesture(#"run = "x""#, #"edge = "any-corner""#, kind: "edge-pan")
          + binding(#"when = { direction = "up-left" }"#, #"run = "y""#)) == "")
    #expect(
      said(
        gesture(#"run = "x""#, #"axis = "vertical""#, #"require-to-fail = "b""#)
          + binding(#"when = { direction = "left" }"#, #"run = "y""#) + gesture(#"run = "x""#, kind: "tap", name: "b"))
        == "")
  }
}
