import Testing

/// The diagnostics for `[defaults]` and `[device."…"]`.
struct OverrideDiagnosticTests {
  private let gesture = "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n"

  @Test func settingsStandBelowTheirKind() {
    expectProblems(
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
          """), "settings stand below their kind", "5:1 error", "6:1 error", "7:1 error", "8:9 error", "9:5 error",
      "10:5 error", "11:19 error", "12:1 error")
  }

  @Test func classesOfDeviceAreSections() {
    expectProblems(
      report(gesture + "[defaults]\ntouchpad = 3\ntouchscreen.tpa.slop = \"3 mm\"\n"), "classes without a section",
      "5:1 error", "6:13 error")
    expectProblems(
      report("defaults = 3\ndevice = \"x\"\n" + gesture), "defaults and device without a section", "1:1 error",
      "2:1 error")
  }

  @Test func aDeviceIsReadInOneOfThreeWays() {
    for source in ["libinput", "raw", "auto"] {
      #expect(report(gesture + "[device.\"a\"]\nsource = \"\(source)\"\n") == "")
    }
    expectProblems(
      report(
        gesture + """
          [device."a"]
          source = "row"
          [device."b"]
          source = "kernel"
          [device."c"]
          source = true
          """), "a device is read in one of three ways", "5:10 error", "7:10 error", "9:10 error")
  }

  @Test func whoInterceptsReadsSlots() {
    #expect(report(gesture + "[device.\"a\"]\nintercept = true\nsource = \"auto\"\n") == "")
    #expect(report(gesture + "[device.\"a\"]\nintercept = false\nsource = \"libinput\"\n") == "")
    let wrong = "[device.\"a\"]\nintercept = true\nsource = \"libinput\"\n[device.\"b\"]\nintercept = 1\n"
    expectProblems(report(gesture + wrong), "who intercepts reads slots", "6:10 error", "8:13 error")
  }

  @Test func whatBecomesOfTouchesMattersOnlyWhereTheyAreIntercepted() {
    let kept = gesture + "delays-touches-began = true\n"
    #expect(report(kept + "[device.\"a\"]\nintercept = true\n") == "")
    expectProblems(
      report(kept + "[device.\"a\"]\nintercept = false\n"),
      "what becomes of touches matters only where they are intercepted", "4:24 warning")
  }

  @Test func aClassOfDeviceHasASectionToo() {
    #expect(report(gesture + "[device.touchpad]\nsource = \"raw\"\n[device.touchscreen]\ntap.slop = \"4 mm\"\n") == "")
    expectProblems(
      report(gesture + "[device.Touchpad]\nsource = \"raw\"\n[device.pen]\ntap.slop = \"4 mm\"\n"),
      "a class of device has a section too", "4:9 warning", "6:9 warning")
  }

  /// Keys are only ever withheld of one device, by its name.
  @Test func whichDeviceMayHaveKeys() {
    #expect(report(gesture + "[device.\"Panel 7\"]\nallow-keys = true\n") == "")
    #expect(report(gesture + "[device.\"*\"]\nallow-keys = false\nintercept = true\n") == "")
    let wrong = ["touchscreen", "\"Panel*\"", "\"Panel ?\""].map { "[device.\($0)]\nallow-keys = true\n" }.joined()
    let several = """
      error: `allow-keys` is for one device, and this section may match several devices
      """
    let found = load(gesture + wrong).diagnostics
    #expect(found.map { "\($0.severity): \($0.message)" } == [several, several, several])
    expectProblems(
      report(gesture + "[device.\"Panel\"]\nallow-keys = true\nintercept = true\n"), "which device may have keys",
      "5:14 error")
  }

  /// `turned` is how the surface is turned; `rotation` is only a kind of gesture.
  @Test func aDeviceIsTurnedOrSetsRotations() {
    let turned = "[device.\"a\"]\nturned = \"90 deg\"\n"
    #expect(report(gesture + turned + "[device.\"b\"]\nrotation.min-angle = \"20 deg\"\n") == "")
    expectProblems(
      report(gesture + "[device.\"b\"]\nrotation.min-angel = \"20 deg\"\n"), "a device is turned or sets rotations",
      "5:10 error")
  }

  @Test func devicesHaveASizeAndARotation() {
    expectProblems(
      report(
        gesture + """
          [device."a"]
          size = "100 mm"
          turned = "45 deg"
          [device."b"]
          size = "1 x 100 mm"
          turned = 90
          [device."c"]
          size = 100
          turned = 45
          [device."d"]
          size = "100 x 100"
          turned = "90"
          [device."e"]
          turned = true
          width = 3
          [device]
          f = 3
          "".tap.slop = "3 mm"
          """), "devices have a size and a rotation", "5:8 error", "6:10 error", "8:8 error", "9:10 error",
      "11:8 error", "12:10 error", "14:8 error", "15:10 error", "17:10 error", "18:1 error", "20:1 error", "21:1 error")
  }
}
