import Testing

/// What is said about the part of a surface that a zone is.
struct ZoneShapeTests {
  /// The report on a zone that a gesture uses.
  private func zone(_ lines: String) -> String {
    report("[zone.z]\n\(lines)\n[gesture.a]\nkind = \"pan\"\nzone = \"z\"\nrun = \"x\"\n")
  }

  @Test func aZoneHasOneShape() {
    #expect(
      zone("exclusive = true") == """
        bindings.toml:1:1: error: the zone "z" has no position
          1 | [zone.z]
            | ^^^^^^^^ add `rect = {…}`, `edge = "left"` with a `band`, or `corner = "top-left"` with a `size`
        """)
    #expect(
      zone("edge = \"left\"\nband = \"8 mm\"\nrect = {}") == """
        bindings.toml:4:1: error: a zone can't have both `edge` and `rect`
          4 | rect = {}
            | ^^^^ make it two zones
        """)
  }

  @Test func edgesHaveABandAndCornersASize() {
    #expect(
      zone("edge = \"left\"\nsize = \"8 mm\"") == """
        bindings.toml:2:1: error: `edge` needs a `band`
          2 | edge = "left"
            | ^^^^ add a line such as `band = "8 mm"`
        bindings.toml:3:1: error: `size` needs `corner`
          3 | size = "8 mm"
            | ^^^^ remove it
        """)
    #expect(
      zone("corner = \"top-left\"") == """
        bindings.toml:2:1: error: `corner` needs a `size`
          2 | corner = "top-left"
            | ^^^^^^ add a line such as `size = "15 x 10 mm"`
        """)
    #expect(
      zone("edge = \"lfet\"\nband = \"8 mm\"") == """
        bindings.toml:2:8: error: `edge` can't be "lfet"
          2 | edge = "lfet"
            |        ^^^^^^ did you mean "left"?
        """)
    #expect(
      zone("corner = \"middle\"\nsize = \"8 mm\"") == """
        bindings.toml:2:10: error: `corner` can't be "middle"
          2 | corner = "middle"
            |          ^^^^^^^^ it may be top-left, top-right, bottom-left or bottom-right
        """)
  }

  @Test func lengthsHaveAUnitAndARange() {
    #expect(
      zone("rect = { x = 5, y = \"6\", width = \"far\", height = \"2 inch\" }") == """
        bindings.toml:2:14: error: `x` needs a unit
          2 | rect = { x = 5, y = "6", width = "far", height = "2 inch" }
            |              ^ write `x = "5 mm"` or `x = "5 %"`
        bindings.toml:2:21: error: `y` needs a unit
          2 | rect = { x = 5, y = "6", width = "far", height = "2 inch" }
            |                     ^^^ write `y = "6 mm"` or `y = "6 %"`
        bindings.toml:2:34: error: "far" is not a length
          2 | rect = { x = 5, y = "6", width = "far", height = "2 inch" }
            |                                  ^^^^^ write a number with mm or %: `width = "50 %"`
        bindings.toml:2:50: error: "inch" is not a unit of length
          2 | rect = { x = 5, y = "6", width = "far", height = "2 inch" }
            |                                                  ^^^^^^^^ use mm, cm or %: `height = "50 %"`
        """)
    #expect(
      zone("rect = { x = \"120 %\", y = \"-6 m\", width = \"0 mm\", height = \"101 %\" }") == """
        bindings.toml:2:14: error: "120 %" is out of range
          2 | rect = { x = "120 %", y = "-6 m", width = "0 mm", height = "101 %" }
            |              ^^^^^^^ `x` may be -100 to 100 %
        bindings.toml:2:27: error: "m" is not a unit of length
          2 | rect = { x = "120 %", y = "-6 m", width = "0 mm", height = "101 %" }
            |                           ^^^^^^ use mm, cm or %: `y = "10 mm"`
        bindings.toml:2:43: error: "0 mm" is out of range
          2 | rect = { x = "120 %", y = "-6 m", width = "0 mm", height = "101 %" }
            |                                           ^^^^^^ `width` may be more than 0 and up to 5000 mm
        bindings.toml:2:60: error: "101 %" is out of range
          2 | rect = { x = "120 %", y = "-6 m", width = "0 mm", height = "101 %" }
            |                                                            ^^^^^^^ `height` may be more than 0 and up \
        to 100 %
        """)
    #expect(
      zone("edge = \"top\"\nband = true") == """
        bindings.toml:3:8: error: `band` must be a string, not true or false
          3 | band = true
            |        ^^^^ write `band = "8 mm"`
        """)
    #expect(
      zone("corner = \"top-left\"\nsize = \"1 x 2 x 3 mm\"") == """
        bindings.toml:3:8: error: "1 x 2 x 3 mm" is not a length
          3 | size = "1 x 2 x 3 mm"
            |        ^^^^^^^^^^^^^^ write a number with mm or %: `size = "15 x 10 mm"`
        """)
  }

  @Test func rectanglesAreNotEmpty() {
    #expect(
      zone("rect = { x = \"100 %\" }") == """
        bindings.toml:2:14: error: this rectangle is empty: it begins where the surface ends
          2 | rect = { x = "100 %" }
            |              ^^^^^^^ `x` must be less than 100 %
        """)
    #expect(
      zone("rect = { left = \"1 mm\" }") == """
        bindings.toml:2:10: error: unknown key "left"
          2 | rect = { left = "1 mm" }
            |          ^^^^ `rect` has the keys x, y, width and height
        """)
    #expect(
      zone("rect = \"50 %\"") == """
        bindings.toml:2:8: error: `rect` must be a table, not a string
          2 | rect = "50 %"
            |        ^^^^^^ write `rect = { width = "50 %" }`
        """)
  }
}
