import GestureCore
import Testing

/// What is said about `[defaults]` and `[device."…"]`.
struct OverrideDiagnosticTests {
  /// All kinds, as a sentence lists them.
  private let kinds = Catalogue.kinds.dropLast().map(\.name).joined(separator: ", ") + " and hint"
  private let gesture = "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n"

  @Test func settingsStandBelowTheirKind() {
    #expect(
      report(
        gesture + """
          [defaults]
          slop = "3 mm"
          pam.slop = "3 mm"
          other.slop = "3 mm"
          swipe = 3
          tap.slap = "3 mm"
          tap.direction = "left"
          long-press.slop = 2
          tuochpad = {}
          """) == """
          bindings.toml:5:1: error: "slop" is a setting of a kind, and the kind is missing
            5 | slop = "3 mm"
              | ^^^^ put the kind before it: `tap.slop = …`
          bindings.toml:6:1: error: unknown key "pam"
            6 | pam.slop = "3 mm"
              | ^^^ did you mean "pan"?
          bindings.toml:7:1: error: unknown key "other"
            7 | other.slop = "3 mm"
              | ^^^^^ the keys here are not-in, touchscreen, touchpad, \(kinds)
          bindings.toml:8:9: error: `swipe` is a kind of gesture, not a setting
            8 | swipe = 3
              |         ^ set one of its settings: `swipe.direction = "any"`
          bindings.toml:9:5: error: unknown key "slap"
            9 | tap.slap = "3 mm"
              |     ^^^^ did you mean "slop"?
          bindings.toml:10:5: error: a tap has no "direction"
            10 | tap.direction = "left"
               |     ^^^^^^^^^ that is a setting of swipe, pinch, rotation and hold-and-swipe
          bindings.toml:11:19: error: `slop` needs a unit
            11 | long-press.slop = 2
               |                   ^ write `slop = "2 mm"`
          bindings.toml:12:1: error: unknown key "tuochpad"
            12 | tuochpad = {}
               | ^^^^^^^^ did you mean "touchpad"?
          """)
  }

  @Test func classesOfDeviceAreSections() {
    #expect(
      report(gesture + "[defaults]\ntouchpad = 3\ntouchscreen.tpa.slop = \"3 mm\"\n") == """
        bindings.toml:5:1: error: `defaults.touchpad` must be a section, not a whole number
          5 | touchpad = 3
            | ^^^^^^^^ write `[defaults.touchpad]` on a line of its own
        bindings.toml:6:13: error: unknown key "tpa"
          6 | touchscreen.tpa.slop = "3 mm"
            |             ^^^ did you mean "tap"?
        """)
    #expect(
      report("defaults = 3\ndevice = \"x\"\n" + gesture) == """
        bindings.toml:1:1: error: `defaults` must be a section, not a whole number
          1 | defaults = 3
            | ^^^^^^^^ write `[defaults]` on a line of its own
        bindings.toml:2:1: error: `device` needs names below it
          2 | device = "x"
            | ^^^^^^ write a section such as `[device.touchpad]`
        """)
  }

  @Test func aDeviceIsReadInOneOfThreeWays() {
    for source in ["libinput", "raw", "auto"] {
      #expect(report(gesture + "[device.\"a\"]\nsource = \"\(source)\"\n") == "")
    }
    #expect(
      report(
        gesture + """
          [device."a"]
          source = "row"
          [device."b"]
          source = "kernel"
          [device."c"]
          source = true
          """) == """
          bindings.toml:5:10: error: "row" is not a source
            5 | source = "row"
              |          ^^^^^ did you mean "raw"?
          bindings.toml:7:10: error: "kernel" is not a source
            7 | source = "kernel"
              |          ^^^^^^^^ it may be "libinput", "raw" or "auto"
          bindings.toml:9:10: error: `source` must be a string, not true or false
            9 | source = true
              |          ^^^^ write `source = "raw"`
          """)
  }

  @Test func whoInterceptsReadsSlots() {
    #expect(report(gesture + "[device.\"a\"]\nintercept = true\nsource = \"auto\"\n") == "")
    #expect(report(gesture + "[device.\"a\"]\nintercept = false\nsource = \"libinput\"\n") == "")
    let wrong = "[device.\"a\"]\nintercept = true\nsource = \"libinput\"\n[device.\"b\"]\nintercept = 1\n"
    #expect(
      report(gesture + wrong) == """
        bindings.toml:6:10: error: `intercept` needs the device's own slots, and libinput does not report them
          6 | source = "libinput"
            |          ^^^^^^^^^^ take this line away, or write `source = "raw"`
        bindings.toml:8:13: error: `intercept` must be true or false, not a whole number
          8 | intercept = 1
            |             ^ write `intercept = true`
        """)
  }

  @Test func whatBecomesOfTouchesMattersOnlyWhereTheyAreIntercepted() {
    let kept = gesture + "delays-touches-began = true\n"
    #expect(report(kept + "[device.\"a\"]\nintercept = true\n") == "")
    #expect(
      report(kept + "[device.\"a\"]\nintercept = false\n") == """
        bindings.toml:4:24: warning: `delays-touches-began` has no effect: no device has `intercept = true`, so \
        applications get all touches
          4 | delays-touches-began = true
            |                        ^^^^ add `[device.touchscreen]` or `[device.touchpad]` with `intercept = true`, or remove this line
        """)
  }

  @Test func aClassOfDeviceHasASectionToo() {
    #expect(report(gesture + "[device.touchpad]\nsource = \"raw\"\n[device.touchscreen]\ntap.slop = \"4 mm\"\n") == "")
    #expect(
      report(gesture + "[device.Touchpad]\nsource = \"raw\"\n[device.pen]\ntap.slop = \"4 mm\"\n") == """
        bindings.toml:4:9: warning: "Touchpad" is read as the name of a device
          4 | [device.Touchpad]
            |         ^^^^^^^^ did you mean "touchpad"?
        bindings.toml:6:9: warning: "pen" is read as the name of a device
          6 | [device.pen]
            |         ^^^ a pen is of the class "touchscreen": write `[device.touchscreen]`, or the pen's name
        """)
  }

  /// Keys are only ever withheld of one device, by its name.
  @Test func whichDeviceMayHaveKeys() {
    #expect(report(gesture + "[device.\"Panel 7\"]\nallow-keys = true\n") == "")
    #expect(report(gesture + "[device.\"*\"]\nallow-keys = false\nintercept = true\n") == "")
    let wrong = ["touchscreen", "\"Panel*\"", "\"Panel ?\""].map { "[device.\($0)]\nallow-keys = true\n" }.joined()
    let several = """
      error: `allow-keys` is for one device, and this section may match several
      """
    let found = load(gesture + wrong).diagnostics
    #expect(found.map { "\($0.severity): \($0.message)" } == [several, several, several])
    #expect(
      report(gesture + "[device.\"Panel\"]\nallow-keys = true\nintercept = true\n") == """
        bindings.toml:5:14: error: a device with keys can't be intercepted: applications would lose the keys
          5 | allow-keys = true
            |              ^^^^ remove `intercept = true`, or `allow-keys`
        """)
  }

  /// `rotation` is how the surface is turned, and a kind of gesture too.
  @Test func aDeviceIsTurnedOrSetsRotations() {
    let turned = "[device.\"a\"]\nrotation = \"90 deg\"\n"
    #expect(report(gesture + turned + "[device.\"b\"]\nrotation.min-angle = \"20 deg\"\n") == "")
    #expect(
      report(gesture + "[device.\"b\"]\nrotation.min-angel = \"20 deg\"\n") == """
        bindings.toml:5:10: error: unknown key "min-angel"
          5 | rotation.min-angel = "20 deg"
            |          ^^^^^^^^^ did you mean "min-angle"?
        """)
  }

  @Test func devicesHaveASizeAndARotation() {
    #expect(
      report(
        gesture + """
          [device."a"]
          size = "100 mm"
          rotation = "45 deg"
          [device."b"]
          size = "1 x 100 mm"
          rotation = 90
          [device."c"]
          size = 100
          rotation = 45
          [device."d"]
          size = "100 x 100"
          rotation = "90"
          [device."e"]
          rotation = true
          width = 3
          [device]
          f = 3
          "".tap.slop = "3 mm"
          """) == """
          bindings.toml:5:8: error: "100 mm" is not a size
            5 | size = "100 mm"
              |        ^^^^^^^^ write width x height and a unit: `size = "256 x 144 mm"`
          bindings.toml:6:12: error: "45 deg" is not a rotation
            6 | rotation = "45 deg"
              |            ^^^^^^^^ write `rotation = "90 deg"`; it may be 0, 90, 180 or 270 deg
          bindings.toml:8:8: error: "1 x 100 mm" is out of range
            8 | size = "1 x 100 mm"
              |        ^^^^^^^^^^^^ each side may be 10 to 5000 mm
          bindings.toml:9:12: error: `rotation` needs a unit
            9 | rotation = 90
              |            ^^ write `rotation = "90 deg"`
          bindings.toml:11:8: error: `size` must be a string, not a whole number
            11 | size = 100
               |        ^^^ write `size = "256 x 144 mm"`
          bindings.toml:12:12: error: "45" is not a rotation
            12 | rotation = 45
               |            ^^ write `rotation = "90 deg"`; it may be 0, 90, 180 or 270 deg
          bindings.toml:14:8: error: "100 x 100" is not a size
            14 | size = "100 x 100"
               |        ^^^^^^^^^^^ write width x height and a unit: `size = "256 x 144 mm"`
          bindings.toml:15:12: error: "90" is not a rotation
            15 | rotation = "90"
               |            ^^^^ write `rotation = "90 deg"`; it may be 0, 90, 180 or 270 deg
          bindings.toml:17:12: error: `rotation` must be a string, not true or false
            17 | rotation = true
               |            ^^^^ write `rotation = "90 deg"`
          bindings.toml:18:1: error: unknown key "width"
            18 | width = 3
               | ^^^^^ the keys here are size, rotation, output, source, intercept, allow-keys, accommodations, \(kinds)
          bindings.toml:20:1: error: "f" must be a section, not a whole number
            20 | f = 3
               | ^ write `[device."f"]` on a line of its own
          bindings.toml:21:1: error: `device` is empty
            21 | "".tap.slop = "3 mm"
               | ^^ write part of a device's name with `*` around it; `gesture-bridge devices` lists them
          """)
  }
}
