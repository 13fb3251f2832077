import Testing

/// The diagnostics for the part of a surface that a zone covers.
struct ZoneShapeTests {
  /// The report on a zone that a gesture uses.
  private func zone(_ lines: String) -> String {
    report("[zone.z]\n\(lines)\n[gesture.a]\nkind = \"pan\"\nzone = \"z\"\nrun = \"x\"\n")
  }

  @Test func aZoneHasOneShape() {
    expectProblems(zone("exclusive = true"), "no shape", "1:1 error")
    expectProblems(zone("edge = \"left\"\nband = \"8 mm\"\nrect = {}"), "two shapes", "4:1 error")
  }

  @Test func edgesHaveABandAndCornersASize() {
    expectProblems(zone("edge = \"left\"\nsize = \"8 mm\""), "an edge without a band", "2:1 error", "3:1 error")
    expectProblems(zone("corner = \"top-left\""), "a corner without a size", "2:1 error")
    expectProblems(zone("edge = \"lfet\"\nband = \"8 mm\""), "edge = lfet", "2:8 error")
    expectProblems(zone("corner = \"middle\"\nsize = \"8 mm\""), "corner = middle", "2:10 error")
  }

  @Test func lengthsHaveAUnitAndARange() {
    expectProblems(
      zone("rect = { x = 5, y = \"6\", width = \"far\", height = \"2 inch\" }"), "lengths without a unit", "2:14 error",
      "2:21 error", "2:34 error", "2:50 error")
    expectProblems(
      zone("rect = { x = \"120 %\", y = \"-6 m\", width = \"0 mm\", height = \"101 %\" }"), "lengths out of range",
      "2:14 error", "2:27 error", "2:43 error", "2:60 error")
    expectProblems(zone("edge = \"top\"\nband = true"), "band = true", "3:8 error")
    expectProblems(zone("corner = \"top-left\"\nsize = \"1 x 2 x 3 mm\""), "three lengths", "3:8 error")
  }

  @Test func rectanglesAreNotEmpty() {
    expectProblems(zone("rect = { x = \"100 %\" }"), "an empty rectangle", "2:14 error")
    expectProblems(zone("rect = { left = \"1 mm\" }"), "rect with left", "2:10 error")
    expectProblems(zone("rect = \"50 %\""), "rect = 50 %", "2:8 error")
  }
}
