import Testing

/// The diagnostics for the value of a setting.
struct SettingDiagnosticTests {
  /// The report on one setting of a gesture, such as "tap: slop = 3", without its file name and place.
  private func problemText(_ input: String) -> String {
    let parts = input.split(separator: ": ", maxSplits: 1)
    let lines = report("[gesture.a]\nkind = \"\(parts[0])\"\nrun = \"x\"\n\(parts[1])\n").split(separator: "\n")
    guard lines.count == 3 else { return lines.joined(separator: "\n") }
    let fix = lines[2].drop { $0 != "^" }.drop { $0 == "^" }.dropFirst()
    return lines[0].dropFirst("bindings.toml:4:".count).drop { $0 != ":" }.dropFirst(2) + " / " + fix
  }

  @Test func unitsAreAskedFor() {
    expectErrors(
      [
        "tap: slop = 3",
        "tap: slop = 2.5",
        #"tap: slop = "3""#,
        "tap: max-duration = 300",
        "tap: max-duration = 0.3",
        "swipe: min-speed = 80",
        "swipe: max-angle = 25",
        "pinch: min-scale = 5",
      ], "units are asked for", problemText: problemText)
  }

  @Test func wrongUnitsAreNamed() {
    expectErrors(
      [
        #"tap: slop = "3 inch""#,
        #"tap: max-duration = "3 mm""#,
        #"swipe: min-speed = "3 mm""#,
        #"swipe: max-angle = "1 rad""#,
        #"pinch: min-scale = "1 x""#,
      ], "wrong units are named", problemText: problemText)
  }

  @Test func textThatIsNoQuantityIsShown() {
    expectErrors(
      [
        #"tap: slop = "far""#,
        #"tap: max-duration = """#,
        #"swipe: min-speed = "fast""#,
        #"swipe: max-angle = "wide""#,
        #"pinch: min-scale = "half""#,
      ], "text that is no quantity is shown", problemText: problemText)
  }

  @Test func rangesAreNamed() {
    expectErrors(
      [
        #"tap: slop = "51 mm""#,
        "tap: taps = 6",
        "pinch: fingers = 1",
        #"tap: fingers = "2-30""#,
        "tap: fingers = 9223372036854775807",
      ], "ranges are named", problemText: problemText)
  }

  @Test func typesAreNamedAndTheFixKeepsTheValue() {
    expectErrors(
      [
        #"tap: taps = "2""#,
        "tap: taps = 2.0",
        #"pan: strict-fingers = "true""#,
        "pan: strict-fingers = 1",
        "swipe: direction = 4",
        "pan: slop = true",
        "pan: slop = [1]",
        "pan: slop = {}",
        "pan: slop = 2026-01-01",
        "pan: fingers = 2.5",
        #"pan: priority = "high""#,
        "pan: device = 1",
      ], "types are named and the fix keeps the value", problemText: problemText)
  }

  @Test func choicesAndRangesAreNamed() {
    expectErrors(
      [
        #"swipe: direction = "lfet""#,
        #"pan: axis = "diagonal""#,
        #"pan: fingers = "two""#,
      ], "choices and ranges are named", problemText: problemText)
  }
}
