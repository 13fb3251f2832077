import GestureCore
import Recordings
import Support
import Testing

/// Conditions that are tested after gestures have begun give the results that `begin-if` would have given.
@Suite struct DeviceConditionsTests {
  private static let zones = """
    zones
      left = edge=left band=100mm
      strip = edge=left band=300mm inside=left
      pad = edge=left band=100mm device=touchpad

    """

  /// A drag of two fingers to the left, from 120 to 90 mm; the first one is a stylus.
  private static let touches = """
    touches
      DEVICE
      0ms   mode work; app firefox; output DP-1; modifiers ctrl
      0ms   down a 120,80; stylus a; down b 120,120
      8ms   move a,b by -30,0 over 80ms
      200ms up a,b
    """

  private static let conditions: [String] = [
    "", "mode=work", "mode=play", "app=fire*", "app=xterm", "output=DP-?", "output=HDMI*", "modifiers=ctrl",
    "modifiers=shift", "zone=left", "zone=strip", "zone=pad", "tool=stylus", "tool=finger",
    "device=touchscreen", "device=touchpad", "device=scr*", "fingers=2", "fingers=3-4", "direction=left",
    "direction=up,right",
  ]

  private static let devices = [
    "device screen: touchscreen", "device pad: touchpad", "device screen: touchscreen 200x300 mm rotation=90",
  ]

  @Test(arguments: conditions, devices) func asBeginIf(_ words: String, _ device: String) throws {
    for gesture in ["swipe fingers=2 min-distance=5mm", "pan fingers=2 slop=25mm"] {
      try compare(words, gesture, device)
    }
  }

  private func compare(_ words: String, _ gesture: String, _ device: String) throws {
    let touches = Self.touches.replacing("DEVICE", with: device)
    func played(_ gesture: String) throws -> (rules: RuleSet, recording: Recording, began: [GestureEvent]) {
      let script = try TouchScript.read(
        Self.zones + "gestures\nit = \(gesture) exclusive-touch-type=false\n" + touches, name: "script")
      var rules = try #require(script.rules)
      // Rules files test these conditions only at a landing; the core can also test them when a gesture begins.
      if gesture.contains("receive.") {
        rules.gestures[0].beginIf = rules.gestures[0].receive
        rules.gestures[0].receive = Condition()
      }
      let events = try Replay.events(script.recording, rules: rules)
      return (rules, script.recording, events.filter { [.began, .recognized].contains($0.state) })
    }
    let isOfLanding = words.hasPrefix("tool") || words.hasPrefix("device")
    let gated = try played(words.isEmpty ? gesture : "\(gesture) \(isOfLanding ? "receive" : "begin-if").\(words)")
    let plain = try played(gesture)
    let event = try #require(plain.began.first)
    #expect(event.tool == .stylus)
    let screen = try #require(plain.recording.devices.first)
    let condition = try #require(gated.rules.gestures.first?.beginIf)
    let conditions = DeviceConditions([Condition(), condition], plain.rules, on: screen)
    let context = try #require(plain.recording.contexts.last?.context)
    #expect(conditions.holds(0, for: event, in: context))
    #expect(conditions.holds(1, for: event, in: context) == !gated.began.isEmpty)
    #expect(condition.statementCount == (words.isEmpty ? 0 : 1))
  }

  /// A fact has a value in the session or in the gesture; the engine need not know its name.
  @Test func aFactOfOnesOwn() throws {
    let weekday = Fact(ofSession: "weekday")
    let reach = Fact(ofGesture: "reach") { .number(-$0.translation.x) }
    let script = try TouchScript.read(
      "gestures\nit = swipe fingers=2 min-distance=5mm exclusive-touch-type=false\n"
        + Self.touches.replacing("DEVICE", with: Self.devices[0]), name: "script")
    let rules = try #require(script.rules)
    let event = try #require(Replay.events(script.recording, rules: rules).first)
    let screen = try #require(script.recording.devices.first)
    let tests: [(Fact, Condition.Test, holds: Bool)] = [
      (weekday, .oneOf(["saturday", "sunday"]), true), (weekday, .like("mon*"), false),
      (weekday, .likeAny(["mon*", "s*"]), true), (weekday, .likeAny(["mon*"]), false), (weekday, .flags(1), false),
      (reach, .numbers(1...200), true), (reach, .numbers(300...400), false), (reach, .counts(1...200), false),
      (Fact(ofSession: "weather"), .like("*"), false),
      // Only names of applications are compared without regard to case.
      (.app, .like("google-*"), true), (.app, .likeAny(["x", "GOOGLE-CHROME"]), true),
      (weekday, .like("Sunday"), false),
    ]
    var context = Context()
    context[weekday] = .text("sunday")
    context[.app] = .text("Google-chrome")
    for (fact, test, holds) in tests {
      var condition = Condition()
      condition[fact] = test
      #expect(DeviceConditions([condition], rules, on: screen).holds(0, for: event, in: context) == holds, "\(test)")
      #expect(condition.statementCount == 1)
    }
  }

  /// An unknown value neither holds nor is certainly excluded; with `acceptsUnknown` the condition holds.
  @Test func exclusions() throws {
    let weekday = Fact(ofSession: "weekday")
    let script = try TouchScript.read(
      "gestures\nit = swipe fingers=2 min-distance=5mm exclusive-touch-type=false\n"
        + Self.touches.replacing("DEVICE", with: Self.devices[0]), name: "script")
    let rules = try #require(script.rules)
    let event = try #require(Replay.events(script.recording, rules: rules).first)
    let screen = try #require(script.recording.devices.first)
    for (value, strict, lenient) in [("sunday", false, false), ("monday", true, true), (nil, false, true)] {
      var context = Context()
      context[weekday] = value.map { .text($0) }
      var conditions = [Condition](repeating: Condition(), count: 3)
      conditions[0].exclude(weekday, .oneOf(["saturday", "sunday"]))
      conditions[1].exclude(weekday, .oneOf(["saturday", "sunday"]), acceptsUnknown: true)
      conditions[2].exclude(.fingers, .counts(2...3))
      let found = DeviceConditions(conditions, rules, on: screen)
      #expect(found.holds(0, for: event, in: context) == strict && found.holds(1, for: event, in: context) == lenient)
      #expect(!found.holds(2, for: event, in: context))
    }
  }

  @Test func aConditionThatExcludesMoreHoldsLessOften() {
    let weekday = Fact(ofSession: "weekday")
    var (narrow, wide, lenient) = (Condition(), Condition(), Condition())
    narrow.exclude(weekday, .oneOf(["saturday", "sunday"]))
    wide.exclude(weekday, .oneOf(["sunday"]))
    lenient.exclude(weekday, .oneOf(["sunday"]), acceptsUnknown: true)
    #expect(wide.holds(whenever: narrow) && !narrow.holds(whenever: wide))
    #expect(lenient.holds(whenever: narrow) && lenient.holds(whenever: wide) && !wide.holds(whenever: lenient))
    #expect(!wide.holds(whenever: Condition()) && Condition().holds(whenever: wide))
    #expect(wide.statementCount == 1 && !wide.isEmpty && wide.ignoringSession.isEmpty)
  }

  @Test func theOrderOfStatementsDoesNotMatter() {
    let weekday = Fact(ofSession: "weekday")
    var (one, other) = (Condition(), Condition())
    one.modes = ["a"]
    one[weekday] = .oneOf(["sunday"])
    other[weekday] = .oneOf(["sunday"])
    #expect(!other.holds(whenever: Condition()) && !other.holds(whenever: other.ignoringSession))
    other.modes = ["a"]
    #expect(one == other && one.holds(whenever: other))
    other[weekday] = .oneOf(["saturday", "sunday"])
    #expect(other.holds(whenever: one) && !one.holds(whenever: other))
    #expect(one.ignoringSession.isEmpty)
  }

  @Test func statementsAreCounted() {
    var condition = Condition()
    #expect(condition.statementCount == 0)
    condition.device = .name("*")
    condition.zone = "left"
    condition.tool = .finger
    condition.modes = ["a", "b"]
    #expect(condition.statementCount == 4)
    condition.app = "*"
    condition.output = "*"
    condition.modifiers = []
    condition.fingers = 1...10
    condition.directions = []
    #expect(condition.statementCount == 9)
  }
}
