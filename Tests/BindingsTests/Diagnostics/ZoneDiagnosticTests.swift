import Testing

/// What is said about zones.
struct ZoneDiagnosticTests {
  /// The report on a zone that a gesture uses.
  private func zone(_ lines: String) -> String {
    report("[zone.z]\n\(lines)\n[gesture.a]\nkind = \"pan\"\nzone = \"z\"\nrun = \"x\"\n")
  }

  @Test func whatAZoneDoesNotKnowIsAnError() {
    #expect(
      zone("rect = {}\nexlusive = true\ncolour = \"red\"\nignore = 1") == """
        bindings.toml:3:1: error: unknown key "exlusive"
          3 | exlusive = true
            | ^^^^^^^^ did you mean "exclusive"?
        bindings.toml:4:1: error: unknown key "colour"
          4 | colour = "red"
            | ^^^^^^ a zone has the keys rect, edge, corner, band, size, inside, device, exclusive, ignore and \
        multi-touch
        bindings.toml:5:10: error: `ignore` must be true or false, not a whole number
          5 | ignore = 1
            |          ^ write `ignore = true`
        """)
    #expect(
      report("[zone]\na = 1\n[zone.\"b:c\"]\nrect = {}\nignore = true\n[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n")
        == """
        bindings.toml:2:1: error: "a" must be a section, not a whole number
          2 | a = 1
            | ^ write `[zone.a]` on a line of its own
        bindings.toml:3:7: error: "b:c" can't be the name of a zone
          3 | [zone."b:c"]
            |       ^^^^^ use letters, digits and `-`, without `:` or control characters
        """)
  }

  @Test func zonesThatAreNotThereAreErrors() {
    #expect(
      report(
        """
        [zone.left-half]
        rect = { width = "50 %" }
        inside = "left-haf"
        [gesture.a]
        kind = "pan"
        zone = "letf-half"
        begin-if = { zone = "attic" }
        require-to-fail = { gesture = "b", when = { zone = "cellar" } }
        run = "x"
        [gesture.b]
        kind = "swipe"
        receive = { zone = "left-half" }
        run = "x"
        """) == """
          bindings.toml:3:10: error: there is no zone "left-haf"
            3 | inside = "left-haf"
              |          ^^^^^^^^^^ did you mean "left-half"?
          bindings.toml:6:8: error: there is no zone "letf-half"
            6 | zone = "letf-half"
              |        ^^^^^^^^^^^ did you mean "left-half"?
          bindings.toml:7:21: error: there is no zone "attic"
            7 | begin-if = { zone = "attic" }
              |                     ^^^^^^^ add a `[zone.attic]`
          bindings.toml:8:52: error: there is no zone "cellar"
            8 | require-to-fail = { gesture = "b", when = { zone = "cellar" } }
              |                                                    ^^^^^^^^ add a `[zone.cellar]`
          """)
  }

  @Test func zonesInsideOneAnotherAreErrors() {
    let zones = ["a": "b", "b": "c", "c": "b", "d": "d"].sorted { $0.key < $1.key }
      .map { "[zone.\($0.key)]\nrect = {}\ninside = \"\($0.value)\"\nignore = true\n" }.joined()
    #expect(
      report(zones + "[gesture.g]\nkind = \"tap\"\nrun = \"x\"\n") == """
        bindings.toml:7:10: error: `inside` is circular: b -> c -> b
          7 | inside = "c"
            |          ^^^ remove one of them
        bindings.toml:15:10: error: `inside` is circular: d -> d
          15 | inside = "d"
             |          ^^^ remove it
        """)
  }

  @Test func aZoneThatNothingUsesIsDoubted() {
    let gesture = "[gesture.g]\nkind = \"tap\"\nrun = \"x\"\n"
    #expect(
      report("[zone.a]\nrect = {}\n" + gesture) == """
        bindings.toml:1:1: warning: no gesture uses the zone "a"
          1 | [zone.a]
            | ^^^^^^^^ name it in a gesture: `zone = "a"`
        """)
    #expect(report("[zone.a]\nrect = {}\n[zone.b]\nrect = {}\ninside = \"a\"\nexclusive = true\n" + gesture) == "")
    #expect(report("[zone.a]\nrect = {}\nignore = true\n" + gesture) == "")
    #expect(report("[zone.a]\nrect = {}\n" + gesture + "begin-if = { zone = \"a\" }\n") == "")
  }

  @Test func aZoneInAPartThatCouldNotBeReadIsNotMissed() {
    #expect(
      report("[gesture.g]\nkind = \"tap\"\nzone = \"a\"\nrun = \"x\"\n[zone.a\nrect = {}\n") == """
        bindings.toml:5:1: error: unterminated table header
          5 | [zone.a
            | ^^^^^^^ close it with `]`
        """)
  }
}
