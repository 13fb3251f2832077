import Bindings
import GestureCore
import Testing

/// What is said about drawings that another gesture takes.
struct DrawingTests {
  /// A gesture with an action.
  private func gesture(_ name: String, _ kind: String, _ lines: String...) -> String {
    (["[gesture.\(name)]", "kind = \"\(kind)\"", "run = \"x\""] + lines).joined(separator: "\n") + "\n"
  }

  private func stroke(_ name: String, _ path: String, _ lines: String...) -> String {
    gesture(name, "stroke", (["path = \"\(path)\""] + lines).joined(separator: "\n"))
  }

  private func beginsAlike(_ line: Int, _ name: String, _ other: String, _ otherLine: Int) -> String {
    "\(line):1 warning: \"\(name)\" begins like \"\(other)\" in line \(otherLine), which fires before it is drawn to "
      + "its end | add `require-to-fail = [\"\(name)\"]` to \"\(other)\""
  }

  @Test func aPathThatIsTheBeginningOfAnother() {
    let warning = beginsAlike(1, "long", "short", 5)
    let long = stroke("long", "down right up")
    #expect(said(long + stroke("short", "down right")) == warning)
    #expect(
      report(long + stroke("short", "down right")) == """
        bindings.toml:1:1: warning: "long" begins like "short" in line 5, which fires before it is drawn to its end
          1 | [gesture.long]
            | ^^^^^^^^^^^^^^ add `require-to-fail = ["long"]` to "short"
        """)
    #expect(said(long + stroke("short", "down right", "require-to-fail = \"long\"")) == "")
    #expect(said(long + stroke("short", "down right", "require-to-fail = \"kind:stroke\"", "priority = 1")) == "")
    #expect(
      said(stroke("long", "down right up", "required-to-fail-by = \"short\"") + stroke("short", "down right")) == "")
    #expect(said(long + stroke("short", "down right", "simultaneous-with = \"long\"")) == "")
    #expect(said(long + stroke("other", "right up")) == "")
    #expect(said(long + stroke("other", "down left")) == "")
    #expect(said(stroke("a", "circle-cw") + stroke("b", "circle-cw right")) == beginsAlike(5, "b", "a", 1))
    #expect(said(stroke("a", "circle-cw") + stroke("b", "circle-ccw right")) == "")
  }

  @Test func shippedShapesAreDrawingsToo() {
    #expect(
      said(stroke("zigzag", "down-right up-right down-right") + gesture("check", "stroke", "shape = \"checkmark\""))
        == beginsAlike(1, "zigzag", "check", 5))
    #expect(
      said(stroke("a", "down-right:1 up-right:2") + gesture("b", "stroke", "shape = \"checkmark\""))
        == "5:1 error: \"b\" can never be told from \"a\" in line 1: both look for the same | "
        + "change one of them, or let both happen: `simultaneous-with = [\"a\"]`")
    // What changes nothing tells nothing apart.
    #expect(
      said(
        stroke("a", "down up") + stroke("b", "down up") + "[defaults]\nstroke.tolerance = \"120 %\"\n"
      ).contains("error: \"b\" can never be told"))
  }

  @Test func onlyWhereBothAreLookedFor() {
    let long = stroke("long", "down right up")
    #expect(said(long + stroke("short", "down right", "fingers = 3")) == "")
    #expect(said(long + stroke("short", "down right", "fingers = \"1-3\"")) == beginsAlike(1, "long", "short", 5))
    #expect(
      said(long + stroke("short", "down right", "device = \"touchscreen\"")) == beginsAlike(1, "long", "short", 5))
    #expect(said(long + stroke("short", "down right", "device = \"ELAN*\"")) == "")
    #expect(said(long + stroke("short", "down right", "exclusive-touch-type = false")) == "")
    let zone = "[zone.z]\nrect = { y = \"50 %\" }\n"
    #expect(said(zone + long + stroke("short", "down right", "zone = \"z\"")) == "")
    #expect(
      said(zone + stroke("long", "down right up", "zone = \"z\"") + stroke("short", "down right"))
        == beginsAlike(3, "long", "short", 8))
  }

  @Test func whatComesBeforeThemCounts() {
    func said(_ long: String, _ short: String) -> String {
      BindingsTests.said(
        stroke("long", "down right up", "after = \"\(long)\"") + stroke("short", "down right", "after = \"\(short)\""))
    }
    let warning = beginsAlike(1, "long", "short", 6)
    #expect(said("rest 300 ms", "landing") == warning)
    #expect(said("rest 300 ms", "rest 0.3 s") == warning)
    #expect(said("rest 500 ms", "rest 300 ms") == warning)
    #expect(said("rest 300 ms", "rest 500 ms") == "")
    #expect(said("landing", "rest 300 ms") == "")
  }

  @Test func lengthsThatTellPathsApart() {
    func said(_ long: String, _ short: String) -> String {
      BindingsTests.said(stroke("long", long) + stroke("short", short))
    }
    let warning = beginsAlike(1, "long", "short", 5)
    #expect(said("right down up", "right:1 down:2") == warning)
    #expect(said("right:1 down:1 up", "right:2 down:2") == warning)
    // On the way to the longer line it has the length of the shorter one.
    #expect(said("right:1 down:4 up", "right:1 down:1") == warning)
    #expect(said("right:1 down:1 up", "right:1 down:4") == "")
    #expect(said("right:1 down:4 left up", "right:1 down:1 left") == "")
  }

  @Test func bothWays() {
    let long = stroke("long", "up right down")
    #expect(said(long + stroke("short", "left down", "either-way = true")) == beginsAlike(1, "long", "short", 5))
    #expect(
      said(stroke("long", "left up down", "either-way = true") + stroke("short", "up down"))
        == beginsAlike(1, "long", "short", 6))
    #expect(said(stroke("long", "left up right") + stroke("short", "left down")) == "")
    #expect(
      said(stroke("long", "left up right") + stroke("short", "down right", "either-way = true"))
        == beginsAlike(1, "long", "short", 5))
  }

  @Test func theSameDrawingWithOtherLimits() {
    let warning =
      "6:1 warning: \"b\" can never be recognized: \"a\" in line 1 is the same drawing, with wider limits | "
      + "add `require-to-fail = [\"b\"]` to \"a\", or remove one of them"
    let narrow = stroke("b", "up down")
    #expect(said(stroke("a", "up down", "max-angle = \"40 deg\"") + narrow) == warning)
    #expect(said(stroke("a", "up down", "min-length = \"5 mm\"") + narrow) == warning)
    let both = stroke("a", "up left", "either-way = true")
    #expect(said(both + stroke("b", "up left", "max-angle = \"20 deg\"")) == warning)
    #expect(said(both + stroke("b", "up left", "max-angle = \"40 deg\"")) == "")
    #expect(said(stroke("a", "up down", "max-angle = \"20 deg\"") + narrow) == "")
    #expect(said(stroke("a", "up down", "max-angle = \"40 deg\"\nmin-length = \"20 mm\"") + narrow) == "")
    // The one that stands first goes first, unless the other is complete before.
    #expect(said(narrow + stroke("a", "up down", "max-angle = \"40 deg\"")) == "")
    #expect(
      said(narrow + stroke("a", "up down", "min-length = \"5 mm\"")).hasPrefix(
        "1:1 warning: \"b\" can never be recognized"))
  }

  @Test func swipesOnTheWay() {
    func said(_ drawing: String, _ swipe: String...) -> String {
      BindingsTests.said(gesture("draw", "stroke", drawing) + gesture("flick", "swipe", swipe.joined(separator: "\n")))
    }
    let warning =
      "1:1 warning: who draws \"draw\" quickly makes the swipe \"flick\" in line 5, which fires on the way | "
      + "add `require-to-fail = [\"draw\"]` to \"flick\""
    #expect(said("path = \"right up\"", "") == warning)
    #expect(said("path = \"right up\"", "direction = \"horizontal\"") == warning)
    #expect(said("path = \"down-right up\"", "direction = \"8\"") == warning)
    #expect(said("path = \"right up\"", "direction = \"8\"") == warning)
    #expect(said("path = \"down-right up-right\"", "direction = \"4\"") == "")
    #expect(said("path = \"right up\"", "direction = \"up\"") == "")
    #expect(said("path = \"right up\"\neither-way = true", "direction = \"down\"").contains("which fires on the way"))
    #expect(said("path = \"circle-cw\"", "direction = \"up\"") == "")
    #expect(said("path = \"circle-cw\"", "") == warning)
    #expect(said("path = \"right up\"", "require-to-fail = \"draw\"") == "")
    #expect(said("path = \"right up\"", "require-to-fail = \"kind:stroke\"") == "")
    #expect(said("path = \"right up\"", "fingers = 2") == "")
  }

  @Test func dragsBeginBeforeAnyDrawing() {
    #expect(
      said(stroke("draw", "down-right up-right") + gesture("drag", "pan", ""))
        == "1:1 warning: \"draw\" can never be recognized: the pan \"drag\" in line 5 begins before any stroke of its "
        + "fingers | add `require-to-fail = [\"draw\"]` to \"drag\"")
    #expect(said(stroke("draw", "down-right up-right") + gesture("drag", "pan", "require-to-fail = \"draw\"")) == "")
  }

  @Test func pressesThatBeginWhileFingersRest() {
    func said(_ rest: String, _ press: String...) -> String {
      BindingsTests.said(
        stroke("draw", "down up", "after = \"\(rest)\"") + gesture("hold", "long-press", press.joined(separator: "\n")))
    }
    let warning =
      "1:1 warning: \"draw\" can never be recognized: the long-press \"hold\" in line 6 begins before any stroke of its "
      + "fingers | add `require-to-fail = [\"draw\"]` to \"hold\""
    #expect(said("rest 500 ms", "") == warning)
    #expect(said("rest 499 ms", "") == "")
    #expect(said("rest 700 ms", "min-duration = \"800 ms\"") == "")
    #expect(said("rest 700 ms", "taps = 1") == "")
    #expect(said("rest 700 ms", "require-to-fail = \"draw\"") == "")
    #expect(said("landing", "") == "")
  }

  @Test func whatWaitsForADrawing() throws {
    let loaded = load(
      stroke("draw", "right up", "after = \"rest 300 ms\"\nmax-duration = \"2 s\"")
        + gesture("flick", "swipe", "require-to-fail = \"draw\""))
    let rules = try #require(loaded.rules)
    #expect(loaded.diagnostics.isEmpty)
    #expect(
      rules.longestDelay(of: GestureID(0), holding: GestureID(1)) == .atMost(TimeSpan(milliseconds: 2300)))
  }
}
