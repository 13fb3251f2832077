import Testing

/// What is said about the value of a setting.
struct SettingDiagnosticTests {
  /// The report on one setting of a gesture, without its file name and place.
  private func said(_ kind: String, _ setting: String) -> String {
    let lines = report("[gesture.a]\nkind = \"\(kind)\"\nrun = \"x\"\n\(setting)\n").split(separator: "\n")
    guard lines.count == 3 else { return lines.joined(separator: "\n") }
    let fix = lines[2].drop { $0 != "^" }.drop { $0 == "^" }.dropFirst()
    return lines[0].dropFirst("bindings.toml:4:".count).drop { $0 != ":" }.dropFirst(2) + " / " + fix
  }

  @Test func unitsAreAskedFor() {
    #expect(said("tap", "slop = 3") == "error: `slop` needs a unit / write `slop = \"3 mm\"`")
    #expect(said("tap", "slop = 2.5") == "error: `slop` needs a unit / write `slop = \"2.5 mm\"`")
    #expect(said("tap", "slop = \"3\"") == "error: `slop` needs a unit / write `slop = \"3 mm\"`")
    #expect(
      said("tap", "max-duration = 300") == "error: `max-duration` needs a unit / write `max-duration = \"300 ms\"`")
    #expect(
      said("tap", "max-duration = 0.3") == "error: `max-duration` needs a unit / write `max-duration = \"0.3 s\"`")
    #expect(said("swipe", "min-speed = 80") == "error: `min-speed` needs a unit / write `min-speed = \"80 mm/s\"`")
    #expect(said("swipe", "max-angle = 25") == "error: `max-angle` needs a unit / write `max-angle = \"25 deg\"`")
    #expect(said("pinch", "min-scale = 5") == "error: `min-scale` needs a unit / write `min-scale = \"5 %\"`")
  }

  @Test func wrongUnitsAreNamed() {
    #expect(
      said("tap", "slop = \"3 inch\"") == "error: \"inch\" is not a unit of length / use mm or cm: `slop = \"3 mm\"`")
    #expect(
      said("tap", "max-duration = \"3 mm\"")
        == "error: \"mm\" is not a unit of time / use ms or s: `max-duration = \"500 ms\"`")
    #expect(
      said("swipe", "min-speed = \"3 mm\"")
        == "error: \"mm\" is not a unit of speed / use mm/s or cm/s: `min-speed = \"80 mm/s\"`")
    #expect(
      said("swipe", "max-angle = \"1 rad\"")
        == "error: \"rad\" is not a unit of angle / use deg: `max-angle = \"40 deg\"`")
    #expect(
      said("pinch", "min-scale = \"1 x\"") == "error: \"x\" is not a unit of share / use %: `min-scale = \"5 %\"`")
  }

  @Test func textThatIsNoQuantityIsShown() {
    #expect(
      said("tap", "slop = \"far\"") == "error: \"far\" is not a length / write a number and its unit: `slop = \"3 mm\"`"
    )
    #expect(
      said("tap", "max-duration = \"\"")
        == "error: \"\" is not a time / write a number and its unit: `max-duration = \"500 ms\"`")
    #expect(
      said("swipe", "min-speed = \"fast\"")
        == "error: \"fast\" is not a speed / write a number and its unit: `min-speed = \"80 mm/s\"`")
    #expect(
      said("swipe", "max-angle = \"wide\"")
        == "error: \"wide\" is not an angle / write a number and its unit: `max-angle = \"40 deg\"`")
    #expect(
      said("pinch", "min-scale = \"half\"")
        == "error: \"half\" is not a share / write a number and its unit: `min-scale = \"5 %\"`")
  }

  @Test func rangesAreNamed() {
    #expect(said("tap", "slop = \"51 mm\"") == "error: \"51 mm\" is out of range / `slop` may be 0 to 50 mm")
    #expect(said("tap", "taps = 6") == "error: 6 is out of range / `taps` may be 1 to 5")
    #expect(
      said("pinch", "fingers = 1")
        == "error: 1 is out of range / `fingers` may be 2 to 10, or a range such as \"2-3\"")
    #expect(
      said("tap", "fingers = \"2-30\"")
        == "error: \"2-30\" is out of range / `fingers` may be 1 to 10, or a range such as \"2-3\"")
    #expect(
      said("tap", "fingers = 9223372036854775807")
        == "error: 9223372036854775807 is out of range / `fingers` may be 1 to 10, or a range such as \"2-3\"")
  }

  @Test func typesAreNamedAndTheFixKeepsTheValue() {
    #expect(said("tap", "taps = \"2\"") == "error: `taps` must be a whole number, not a string / write `taps = 2`")
    #expect(
      said("tap", "taps = 2.0") == "error: `taps` must be a whole number, not a decimal number / write `taps = 2`")
    #expect(
      said("pan", "strict-fingers = \"true\"")
        == "error: `strict-fingers` must be true or false, not a string / write `strict-fingers = true`")
    #expect(
      said("pan", "strict-fingers = 1")
        == "error: `strict-fingers` must be true or false, not a whole number / write `strict-fingers = false`")
    #expect(
      said("swipe", "direction = 4")
        == "error: `direction` must be a string, not a whole number / write `direction = \"4\"`")
    #expect(
      said("pan", "slop = true") == "error: `slop` must be a string, not true or false / write `slop = \"2.5 mm\"`")
    #expect(said("pan", "slop = [1]") == "error: `slop` must be a string, not a list / write `slop = \"2.5 mm\"`")
    #expect(said("pan", "slop = {}") == "error: `slop` must be a string, not a table / write `slop = \"2.5 mm\"`")
    #expect(
      said("pan", "slop = 2026-01-01") == "error: `slop` must be a string, not a date / write `slop = \"2.5 mm\"`")
    #expect(
      said("pan", "fingers = 2.5")
        == "error: `fingers` must be a whole number or a range, not a decimal number / write `fingers = 1`")
    #expect(
      said("pan", "priority = \"high\"")
        == "error: `priority` must be a whole number, not a string / write `priority = 1`")
    #expect(
      said("pan", "device = 1")
        == "error: `device` must be a string, not a whole number / write `device = \"touchscreen\"`")
  }

  @Test func choicesAndRangesAreNamed() {
    #expect(said("swipe", "direction = \"lfet\"") == "error: `direction` can't be \"lfet\" / did you mean \"left\"?")
    #expect(
      said("pan", "axis = \"diagonal\"")
        == "error: `axis` can't be \"diagonal\" / it may be any, horizontal or vertical")
    #expect(
      said("pan", "fingers = \"two\"")
        == "error: \"two\" is not a number or a range / write `fingers = 3` or `fingers = \"2-3\"`")
  }
}
