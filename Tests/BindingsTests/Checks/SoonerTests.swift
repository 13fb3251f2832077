import Testing

/// What is said of gestures that another one always takes, and of taps that fire on the way to others.
struct SoonerTests {
  /// Gestures with an action, each given by its lines; what is said of them, line by line.
  private func said(_ all: String...) -> [String] {
    let gestures = zip(["a", "b", "c"], all).map { "[gesture.\($0)]\nrun = \"x\"\n\($1)\n" }
    return load(gestures.joined()).diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
  }

  private func taken(_ late: String, by early: String, _ setting: String, line: Int) -> String {
    "\"\(late)\" can never be recognized: \"\(early)\" in line \(line) is the same with a smaller `\(setting)`, and comes "
      + "first | add `require-to-fail = [\"\(late)\"]` to \"\(early)\", or remove one of them"
  }

  @Test func aLongerWayOrRestIsNeverReached() {
    let swipe = "kind = \"swipe\"\nfingers = 3\ndirection = \"left\""
    #expect(said(swipe, "\(swipe)\nmin-distance = \"40 mm\"") == [taken("b", by: "a", "min-distance", line: 1)])
    #expect(said("\(swipe)\nmin-distance = \"40 mm\"", swipe) == [taken("a", by: "b", "min-distance", line: 7)])
    let hold = "kind = \"long-press\"\nfingers = 3"
    #expect(said(hold, "\(hold)\nmin-duration = \"2 s\"") == [taken("b", by: "a", "min-duration", line: 1)])
    let edge = "kind = \"edge-swipe\"\nedge = \"left\"\ndevice = \"touchscreen\""
    #expect(said(edge, "\(edge)\nmin-travel = \"60 mm\"") == [taken("b", by: "a", "min-travel", line: 1)])
  }

  @Test func itMayBeReachedAllTheSame() {
    let swipe = "kind = \"swipe\"\nfingers = 3\ndirection = \"left\""
    let long = "\(swipe)\nmin-distance = \"40 mm\""
    #expect(said("\(swipe)\nrequire-to-fail = \"b\"", long) == [])
    #expect(said("\(swipe)\nsimultaneous-with = \"b\"", long) == [])
    #expect(said("\(swipe)\nmin-speed = \"300 mm/s\"", long) == [])
    #expect(said("\(swipe)\nmax-angle = \"10 deg\"", long) == [])
    #expect(said(swipe, long.replacing("left", with: "right")) == [])
    #expect(said(swipe, long.replacing("3", with: "4")) == [])
    #expect(said("\(swipe)\ndevice = \"touchpad\"", long) == [])
  }

  @Test func aTapFiresOnTheWayToADoubleTap() {
    let tap = "kind = \"tap\"\nfingers = 2\ndevice = \"touchscreen\""
    let found =
      "\"a\" is recognized before \"b\" in line 6, so both fire | "
      + "add `require-to-fail = [\"b\"]` to \"a\": then it waits"
    #expect(said(tap, "\(tap)\ntaps = 2") == [found])
    #expect(said("\(tap)\nrequire-to-fail = \"b\"", "\(tap)\ntaps = 2") == [])
    let chain = ["require-to-fail = \"b\"", "taps = 2\nrequire-to-fail = \"c\"", "taps = 3"].map { "\(tap)\n\($0)" }
    #expect(said(chain[0], chain[1], chain[2]) == [])
    #expect(said(tap, "\(tap)\ntaps = 2\nrequired-to-fail-by = \"a\"") == [])
    #expect(said(tap, "\(tap)\ntaps = 2\nsimultaneous-with = \"a\"") == [])
    #expect(said(tap, "kind = \"tap\"\nfingers = 3\ndevice = \"touchscreen\"\ntaps = 2") == [])
    #expect(said(tap, "kind = \"tap\"\nfingers = 2\ndevice = \"touchpad\"\ntaps = 2") == [])
  }

  @Test func noFingersAreSoFarApart() {
    let tap = "kind = \"tap\"\nfingers = 2\ndevice = \"touchscreen\""
    #expect(
      said("\(tap)\nmin-apart = \"60 mm\"\nmax-apart = \"40 mm\"") == [
        "this gesture can never fire: `min-apart` is greater than `max-apart` | "
          + "make `min-apart` the smaller one"
      ])
    #expect(said("\(tap)\nmin-apart = \"20 mm\"\nmax-apart = \"40 mm\"") == [])
  }

  /// A tap of one finger that names no device is not looked for on touchpads.
  @Test func pointingFingersMakeNothing() {
    let pad = "kind = \"tap\"\ndevice = \"touchpad\""
    #expect(said("kind = \"tap\"", pad) == [])
    #expect(said("kind = \"tap\"\nfingers = 3", "\(pad)\nfingers = 3").count == 1)
  }
}
