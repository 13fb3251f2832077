import Bindings
import GestureCore
import Testing

/// The diagnostics for drawings that another gesture takes.
struct DrawingTests {
  /// A gesture with an action.
  private func gesture(_ name: String, _ kind: String, _ lines: String...) -> String {
    (["[gesture.\(name)]", "kind = \"\(kind)\"", "run = \"x\""] + lines).joined(separator: "\n") + "\n"
  }

  private func stroke(_ name: String, _ path: String, _ lines: String...) -> String {
    gesture(name, "stroke", (["path = \"\(path)\""] + lines).joined(separator: "\n"))
  }

  /// Which gesture waits for which without a declared relation; no diagnostic reports it.
  private func waits(_ text: String) -> [String] {
    let loaded = load(text)
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    guard let rules = loaded.rules else { return [] }
    let gestures = rules.ruleSet.gestures
    return gestures.indices.flatMap { index in
      Delays(rules).requirements(of: GestureID(index)).map {
        "\(gestures[index].name) for \(gestures[$0.rawValue].name)"
      }
    }
  }

  @Test func aPathWaitsForThoseThatItBegins() {
    let waiting = ["short for long"]
    let long = stroke("long", "down right up")
    #expect(waits(long + stroke("short", "down right")) == waiting)
    #expect(waits(stroke("short", "down right") + long) == waiting)
    #expect(waits(long + stroke("short", "down right", "require-to-fail = \"long\"")) == waiting)
    #expect(
      waits(stroke("long", "down right up", "required-to-fail-by = \"short\"") + stroke("short", "down right"))
        == waiting)
    #expect(waits(long + stroke("other", "right up")) == [])
    #expect(waits(long + stroke("other", "down left")) == [])
    #expect(waits(stroke("short", "circle-cw") + stroke("long", "circle-cw right")) == waiting)
    #expect(waits(stroke("short", "circle-cw") + stroke("long", "circle-ccw right")) == [])
    let looks = gesture("long", "stroke", "shape = \"star\"")
    #expect(waits(looks + stroke("short", "down right")) == waiting)
    #expect(waits(looks + gesture("other", "stroke", "shape = \"checkmark\"")) == [])
  }

  @Test func relationsLetItGoOut() {
    let long = stroke("long", "down right up")
    for relation in ["simultaneous-with", "cannot-be-prevented-by"] {
      #expect(waits(long + stroke("short", "down right", "\(relation) = \"long\"")) == [])
    }
    for relation in ["simultaneous-with", "cannot-prevent"] {
      #expect(waits(stroke("long", "down right up", "\(relation) = \"short\"") + stroke("short", "down right")) == [])
    }
    #expect(
      waits(stroke("long", "down right up", "require-to-fail = \"short\"") + stroke("short", "down right"))
        == ["long for short"])
  }

  @Test func shippedShapesAreDrawingsToo() {
    // A condition or setting without an effect doesn't make two gestures different.
    #expect(
      problemText(
        stroke("a", "down up") + stroke("b", "down up") + "[defaults]\nstroke.tolerance = \"120 %\"\n"
      ).contains("error: \"b\" can't be distinguished"))
    let (one, other) = (
      gesture("a", "stroke", "shape = \"checkmark\""), gesture("b", "stroke", "shape = \"checkmark\"")
    )
    #expect(
      problemText(one + other)
        == "5:1 error: \"b\" can't be distinguished from \"a\" in line 1: both gestures accept the same touches | "
        + "change one of the two gestures, or let both happen: `simultaneous-with = [\"a\"]`")
  }

  @Test func onlyWhereBothAreLookedFor() {
    let long = stroke("long", "down right up")
    #expect(waits(long + stroke("short", "down right", "fingers = 3")) == [])
    #expect(waits(long + stroke("short", "down right", "fingers = \"1-3\"")) == ["short for long"])
    #expect(waits(long + stroke("short", "down right", "device = \"touchscreen\"")) == ["short for long"])
    #expect(
      waits(
        stroke("long", "down right up", "device = \"touchpad\"")
          + stroke("short", "down right", "device = \"touchscreen\"")) == [])
    let (one, other) = ("receive = { mode = \"m\" }", "receive = { mode = \"n\" }")
    let modes = [("m", 4), ("n", 5)].map {
      "[gesture.to-\($0)]\nkind = \"tap\"\nfingers = \($1)\nrun = { mode = \"\($0)\" }\n"
    }
    #expect(waits(stroke("long", "down right up", one) + stroke("short", "down right", other) + modes.joined()) == [])
  }

  @Test func lengthsThatDistinguishPaths() {
    func waits(_ long: String, _ short: String) -> Bool {
      !self.waits(stroke("long", long) + stroke("short", short)).isEmpty
    }
    #expect(waits("right down up", "right:1 down:2"))
    #expect(waits("right:1 down:1 up", "right:2 down:2"))
    // While the longer line is drawn, it has the length of the shorter one at some time.
    #expect(waits("right:1 down:4 up", "right:1 down:1"))
    #expect(!waits("right:1 down:1 up", "right:1 down:4"))
    #expect(!waits("right:1 down:4 left up", "right:1 down:1 left"))
  }

  @Test func bothWays() {
    func waits(_ long: String, _ short: String) -> Bool { !self.waits(long + short).isEmpty }
    let either = "either-way = true"
    #expect(waits(stroke("long", "up right down"), stroke("short", "left down", either)))
    #expect(waits(stroke("long", "left up down", either), stroke("short", "up down")))
    #expect(!waits(stroke("long", "left up right"), stroke("short", "left down")))
    #expect(waits(stroke("long", "left up right"), stroke("short", "down right", either)))
  }

  @Test func theSameDrawingWithOtherLimits() {
    let warning =
      "6:1 warning: \"b\" can never be recognized: \"a\" in line 1 is the same drawing with wider limits | "
      + "add `require-to-fail = [\"b\"]` to \"a\", or remove one of the two gestures"
    let narrow = stroke("b", "up down")
    #expect(problemText(stroke("a", "up down", "max-angle = \"40 deg\"") + narrow) == warning)
    #expect(problemText(stroke("a", "up down", "min-length = \"5 mm\"") + narrow) == warning)
    let both = stroke("a", "up left", "either-way = true")
    #expect(problemText(both + stroke("b", "up left", "max-angle = \"20 deg\"")) == warning)
    #expect(problemText(both + stroke("b", "up left", "max-angle = \"40 deg\"")) == "")
    #expect(problemText(stroke("a", "up down", "max-angle = \"20 deg\"") + narrow) == "")
    #expect(problemText(stroke("a", "up down", "max-angle = \"40 deg\"\nmin-length = \"20 mm\"") + narrow) == "")
    // The first one in the file wins, unless the other one is complete earlier.
    #expect(problemText(narrow + stroke("a", "up down", "max-angle = \"40 deg\"")) == "")
    #expect(
      problemText(narrow + stroke("a", "up down", "min-length = \"5 mm\"")).hasPrefix(
        "1:1 warning: \"b\" can never be recognized"))
  }

  @Test func swipesOnTheWay() {
    func problemText(_ drawing: String, _ swipe: String...) -> String {
      BindingsTests.problemText(
        gesture("draw", "stroke", drawing) + gesture("flick", "swipe", swipe.joined(separator: "\n")))
    }
    let warning =
      "1:1 warning: if \"draw\" is drawn quickly, the swipe \"flick\" in line 5 fires first | "
      + "add `require-to-fail = [\"draw\"]` to \"flick\""
    #expect(problemText("path = \"right up\"", "") == warning)
    #expect(problemText("path = \"right up\"", "direction = \"horizontal\"") == warning)
    #expect(problemText("path = \"down-right up\"", "direction = \"any-of-8\"") == warning)
    #expect(problemText("path = \"right up\"", "direction = \"any-of-8\"") == warning)
    #expect(problemText("path = \"down-right up-right\"", "direction = \"straight\"") == "")
    #expect(problemText("path = \"right up\"", "direction = \"up\"") == "")
    #expect(problemText("path = \"right up\"\neither-way = true", "direction = \"down\"").contains("fires first"))
    #expect(problemText("path = \"circle-cw\"", "direction = \"up\"") == "")
    #expect(problemText("path = \"circle-cw\"", "") == warning)
    #expect(problemText("path = \"right up\"", "require-to-fail = \"draw\"") == "")
    #expect(problemText("path = \"right up\"", "require-to-fail = \"kind:stroke\"") == "")
    #expect(problemText("path = \"right up\"", "fingers = 2") == "")
  }

  @Test func dragsBeginBeforeAnyDrawing() {
    #expect(
      problemText(stroke("draw", "down-right up-right") + gesture("drag", "pan", ""))
        == "1:1 warning: \"draw\" can never be recognized: the pan \"drag\" in line 5 begins before the fingers "
        + "complete the stroke | add `require-to-fail = [\"draw\"]` to \"drag\"")
    #expect(
      problemText(stroke("draw", "down-right up-right") + gesture("drag", "pan", "require-to-fail = \"draw\"")) == "")
  }

  @Test func pressesThatBeginWhileFingersRest() {
    func problemText(_ rest: String, _ press: String...) -> String {
      BindingsTests.problemText(
        stroke("draw", "down up", "after = \"\(rest)\"") + gesture("hold", "long-press", press.joined(separator: "\n")))
    }
    let warning =
      "1:1 warning: \"draw\" can never be recognized: the long-press \"hold\" in line 6 begins before the fingers "
      + "complete the stroke | add `require-to-fail = [\"draw\"]` to \"hold\""
    #expect(problemText("hold 500 ms", "") == warning)
    #expect(problemText("hold 499 ms", "") == "")
    #expect(problemText("hold 700 ms", "min-duration = \"800 ms\"") == "")
    #expect(problemText("hold 700 ms", "taps = 1") == "")
    #expect(problemText("hold 700 ms", "require-to-fail = \"draw\"") == "")
    #expect(problemText("landing", "") == "")
  }

  @Test func whatWaitsForADrawing() throws {
    let loaded = load(
      stroke("draw", "right up", "after = \"hold 300 ms\"\nmax-duration = \"2 s\"")
        + gesture("flick", "swipe", "require-to-fail = \"draw\""))
    let rules = try #require(loaded.rules)
    #expect(loaded.diagnostics.isEmpty)
    let delays = Delays(rules)
    #expect(delays.wait(for: GestureID(0), holding: GestureID(1)).longest == .atMost(TimeSpan(milliseconds: 2300)))
  }
}
