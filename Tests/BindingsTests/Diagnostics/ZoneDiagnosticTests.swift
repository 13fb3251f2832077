import Testing

/// The diagnostics for zones.
struct ZoneDiagnosticTests {
  /// The report on a zone that a gesture uses.
  private func zone(_ lines: String) -> String {
    report("[zone.z]\n\(lines)\n[gesture.a]\nkind = \"pan\"\nzone = \"z\"\nrun = \"x\"\n")
  }

  @Test func whatAZoneDoesNotKnowIsAnError() {
    expectProblems(
      zone("rect = {}\nexlusive = true\ncolour = \"red\"\nignore = 1"), "unknown keys of a zone", "3:1 error",
      "4:1 error", "5:10 error")
    expectProblems(
      report("[zone]\na = 1\n[zone.\"b:c\"]\nrect = {}\nignore = true\n[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n"),
      "zones without a section or a name", "2:1 error", "3:7 error")
  }

  @Test func zonesThatAreNotThereAreErrors() {
    expectProblems(
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
        """), "zones that are not there are errors", "3:10 error", "6:8 error", "7:21 error", "8:52 error")
  }

  @Test func zonesInsideOneAnotherAreErrors() {
    let zones = ["a": "b", "b": "c", "c": "b", "d": "d"].sorted { $0.key < $1.key }
      .map { "[zone.\($0.key)]\nrect = {}\ninside = \"\($0.value)\"\nignore = true\n" }.joined()
    expectProblems(
      report(zones + "[gesture.g]\nkind = \"tap\"\nrun = \"x\"\n"), "zones inside one another are errors", "7:10 error",
      "15:10 error")
  }

  @Test func aZoneThatNothingUsesIsDoubted() {
    let gesture = "[gesture.g]\nkind = \"tap\"\nrun = \"x\"\n"
    expectProblems(report("[zone.a]\nrect = {}\n" + gesture), "a zone that nothing uses is doubted", "1:1 warning")
    #expect(report("[zone.a]\nrect = {}\n[zone.b]\nrect = {}\ninside = \"a\"\nexclusive = true\n" + gesture) == "")
    #expect(report("[zone.a]\nrect = {}\nignore = true\n" + gesture) == "")
    #expect(report("[zone.a]\nrect = {}\n" + gesture + "begin-if = { zone = \"a\" }\n") == "")
  }

  @Test func aZoneInAPartThatCouldNotBeReadIsNotMissed() {
    expectProblems(
      report("[gesture.g]\nkind = \"tap\"\nzone = \"a\"\nrun = \"x\"\n[zone.a\nrect = {}\n"),
      "a zone in a part that could not be read is not missed", "5:1 error")
  }
}
