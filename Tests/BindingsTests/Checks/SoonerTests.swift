import Testing

/// The diagnostics for gestures that another gesture always takes, and for taps that fire before a longer gesture.
struct SoonerTests {
  /// The diagnostics, one per line, for gestures with an action, each given by its lines.
  private func problemText(_ all: String...) -> [String] {
    let gestures = zip(["a", "b", "c"], all).map { "[gesture.\($0)]\nrun = \"x\"\n\($1)\n" }
    return load(gestures.joined()).diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
  }

  private func neverRecognized(_ late: String, by early: String, _ setting: String, line: Int) -> String {
    "\"\(late)\" can never be recognized: \"\(early)\" in line \(line) is the same gesture with a smaller `\(setting)`, so it is "
      + "recognized first | add `require-to-fail = [\"\(late)\"]` to \"\(early)\", or remove one of the two gestures"
  }

  @Test func aLongerDistanceOrRestIsNeverReached() {
    let swipe = "kind = \"swipe\"\nfingers = 3\ndirection = \"left\""
    #expect(
      problemText(swipe, "\(swipe)\nmin-distance = \"40 mm\"") == [
        neverRecognized("b", by: "a", "min-distance", line: 1)
      ])
    #expect(
      problemText("\(swipe)\nmin-distance = \"40 mm\"", swipe) == [
        neverRecognized("a", by: "b", "min-distance", line: 7)
      ])
    let hold = "kind = \"long-press\"\nfingers = 3"
    #expect(
      problemText(hold, "\(hold)\nmin-duration = \"2 s\"") == [neverRecognized("b", by: "a", "min-duration", line: 1)])
    let edge = "kind = \"edge-swipe\"\nedge = \"left\"\ndevice = \"touchscreen\""
    #expect(
      problemText(edge, "\(edge)\nmin-travel = \"60 mm\"") == [neverRecognized("b", by: "a", "min-travel", line: 1)])
  }

  @Test func anEdgeAndItsCorner() {
    let edge = "kind = \"edge-swipe\"\nedge = \"left\"\ndevice = \"touchscreen\""
    let corner = edge.replacing("left", with: "top-left")
    let found =
      "\"b\" and \"a\" in line 1 both begin in the same corner: the one that is recognized first wins | "
      + "add `require-to-fail = [\"b\"]` to \"a\", and `max-angle = \"55 deg\"` to \"b\""
    #expect(problemText(edge, corner) == [found])
    #expect(problemText("\(edge)\nrequire-to-fail = \"b\"", corner) == [])
    #expect(problemText(edge, "\(corner)\nmax-angle = \"55 deg\"")[0].hasSuffix("to \"a\""))
    #expect(problemText(edge, edge.replacing("left", with: "top-right")) == [])
    #expect(problemText(edge, "\(corner)\nfingers = 2") == [])
    #expect(problemText(edge, edge.replacing("left", with: "top")) == [], "two edges")
  }

  @Test func itMayBeReachedAllTheSame() {
    let swipe = "kind = \"swipe\"\nfingers = 3\ndirection = \"left\""
    let long = "\(swipe)\nmin-distance = \"40 mm\""
    #expect(problemText("\(swipe)\nrequire-to-fail = \"b\"", long) == [])
    #expect(problemText("\(swipe)\nsimultaneous-with = \"b\"", long) == [])
    #expect(problemText("\(swipe)\nmin-speed = \"300 mm/s\"", long) == [])
    #expect(problemText("\(swipe)\nmax-angle = \"10 deg\"", long) == [])
    #expect(problemText(swipe, long.replacing("left", with: "right")) == [])
    #expect(problemText(swipe, long.replacing("3", with: "4")) == [])
    #expect(problemText("\(swipe)\ndevice = \"touchpad\"", long) == [])
  }

  @Test func aTapFiresOnTheWayToADoubleTap() {
    let tap = "kind = \"tap\"\nfingers = 2\ndevice = \"touchscreen\""
    let found =
      "\"a\" is recognized before \"b\" in line 6, so both fire | "
      + "add `require-to-fail = [\"b\"]` to \"a\", so that \"a\" waits"
    #expect(problemText(tap, "\(tap)\ntaps = 2") == [found])
    #expect(problemText("\(tap)\nrequire-to-fail = \"b\"", "\(tap)\ntaps = 2") == [])
    let chain = ["require-to-fail = \"b\"", "taps = 2\nrequire-to-fail = \"c\"", "taps = 3"].map { "\(tap)\n\($0)" }
    #expect(problemText(chain[0], chain[1], chain[2]) == [])
    #expect(problemText(tap, "\(tap)\ntaps = 2\nrequired-to-fail-by = \"a\"") == [])
    #expect(problemText(tap, "\(tap)\ntaps = 2\nsimultaneous-with = \"a\"") == [])
    #expect(problemText(tap, "kind = \"tap\"\nfingers = 3\ndevice = \"touchscreen\"\ntaps = 2") == [])
    #expect(problemText(tap, "kind = \"tap\"\nfingers = 2\ndevice = \"touchpad\"\ntaps = 2") == [])
  }

  @Test func noFingersAreSoFarApart() {
    let tap = "kind = \"tap\"\nfingers = 2\ndevice = \"touchscreen\""
    #expect(
      problemText("\(tap)\nmin-apart = \"60 mm\"\nmax-apart = \"40 mm\"") == [
        "with several fingers, this gesture can never happen: `min-apart` is greater than `max-apart` | "
          + "make `min-apart` smaller than `max-apart`"
      ])
    #expect(problemText("\(tap)\nmin-apart = \"20 mm\"\nmax-apart = \"40 mm\"") == [])
    // The default of `max-apart` is 80 mm on touchscreens, and 60 mm on touchpads.
    #expect(
      problemText("kind = \"tap\"\nfingers = 3\nmin-apart = \"70 mm\"").contains(
        "with several fingers, this gesture can never happen on touchpads: `min-apart` is greater than `max-apart` | "
          + "make `min-apart` smaller than `max-apart`"))
  }

  /// A tap of one finger that names no device is not looked for on touchpads.
  @Test func pointingFingersMakeNothing() {
    let pad = "kind = \"tap\"\ndevice = \"touchpad\""
    #expect(problemText("kind = \"tap\"", pad) == [])
    #expect(problemText("kind = \"tap\"\nfingers = 3", "\(pad)\nfingers = 3").count == 1)
  }
}
