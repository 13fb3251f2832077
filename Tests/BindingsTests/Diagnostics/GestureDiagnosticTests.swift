import Testing

/// The diagnostics for the sections of a file and their keys.
struct GestureDiagnosticTests {
  @Test func anUnknownKindIsUnderlined() {
    expectProblems(report("\n\n\n\n\n[gesture.a]\nkind = \"swype\"\n"), "kind = swype", "7:8 error")
    expectProblems(report("[gesture.a]\nkind = \"wave\"\n"), "kind = wave", "2:8 error")
    expectProblems(report("[gesture.a]\nrun = \"x\"\n"), "no kind", "1:1 error")
    expectProblems(report("[gesture.a]\nkind = 3\n"), "kind = 3", "2:8 error")
  }

  @Test func unknownKeysGetTheNearestName() {
    expectProblems(
      report("[gesture.a]\nkind = \"swipe\"\nfingrs = 3\ntaps = 2\nevery = \"6 mm\"\nslop_ = 1\nrun = \"x\"\n"),
      "unknown keys get the nearest name", "3:1 error", "4:1 error", "5:1 error", "6:1 error")
  }

  @Test(arguments: [
    ("every", "every = \"6 mm\", up"), ("left", "every = \"6 mm\", left"), ("in", "every = \"10 %\", in"),
    ("clockwise", "every = \"10 deg\", clockwise"),
  ])
  func aDirectionBelongsInSteps(key: String, example: String) {
    let problem = problemText("[gesture.a]\nkind = \"pinch\"\n\(key) = \"x\"\nrun = \"x\"\n")
    #expect(problem.contains("write `step = { \(example) = \"…\" }`"), "\(problem)")
  }

  @Test func landWithinHasNoEffectWhileFingersHold() {
    let problem = problemText("[gesture.a]\nkind = \"hold-and-tap\"\nland-within = \"50 ms\"\nrun = \"x\"\n")
    #expect(problem.contains("`land-within` has no effect with `min-hold"), "\(problem)")
  }

  @Test func anEdgePanHasNoAxis() {
    let problem = problemText("[gesture.a]\nkind = \"edge-pan\"\naxis = \"vertical\"\nrun = \"x\"\n")
    #expect(problem.contains("for a movement along an edge, use a `pan` with a `zone`"), "\(problem)")
  }

  @Test(arguments: [
    "every = \"6 mm\"", "inside = \"x\"", "mode = \"x\"", "at-most-every = \"50 ms\"",
    "overlap = \"skip\"", "stream = \"x\"",
  ])
  func whatAGestureDoesNotKnowIsAnError(key: String) {
    let name = key.prefix { $0 != " " }
    #expect(
      report("[gesture.a]\nkind = \"pan\"\nrun = \"x\"\n\(key)\n").hasPrefix(
        "bindings.toml:4:1: error: unknown key \"\(name)\"\n"))
  }

  @Test func sectionsAreNamed() {
    expectProblems(
      report("colours = [\"a\"]\n[gestures.a]\n[room.b]\n[next]\nkind = \"tap\"\n[[process]]\n"), "sections are named",
      "1:1 error", "2:2 error", "3:2 error", "4:2 error", "6:3 error")
  }

  @Test func aGestureIsASection() {
    expectProblems(report("gesture = 3\n"), "gesture = 3", "1:1 error")
    expectProblems(
      report("[gesture]\na = \"tap\"\n[[gesture.b]]\nkind = \"tap\"\n"), "gestures without sections", "2:1 error",
      "3:11 error")
    #expect(problemText("[gesture]\n\"my tap\" = 3\n").contains("write `[gesture.\"my tap\"]` on a line of its own"))
  }

  @Test func namesMustBeFitForOthersToUse() {
    expectProblems(
      report("[gesture.\"kind:tap\"]\nkind = \"tap\"\nrun = \"x\"\n[gesture.\"\"]\nkind = \"pan\"\nrun = \"x\"\n"),
      "names must be fit for others to use", "1:10 error", "4:10 error")
  }

  @Test func aDeviceThatLooksLikeAClassIsDoubted() {
    expectProblems(
      report("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\ndevice = \"touch pad\"\n"), "device = touch pad", "4:10 warning"
    )
    expectProblems(report("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\ndevice = \"\"\n"), "an empty device", "4:10 error")
  }

  @Test func aFileWithoutGesturesIsDoubted() {
    expectProblems(report(""), "a file without gestures is doubted", "1:1 warning")
    #expect(load("").rules != nil)
  }
}
