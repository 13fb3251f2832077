import GestureCore
import Recordings
import Testing

@testable import Bindings

/// `feedback = "haptic"`: which events of gestures a hand is to feel.
struct FeltGestureTests {
  /// The events that are felt of a drag whose finger moves every 10 ms, by 3 mm to the right, from 10 to 100 ms, and lifts at 105 ms.
  private func felt(_ rules: String, end: String = "up") throws -> [String] {
    let rules = try #require(load("[gesture.it]\nkind = \"pan\"\nslop = \"1 mm\"\n" + rules).rules)
    var script = "touches\n0ms down a 50,50\n"
    for number in 1...10 { script += "\(10 * number)ms move a by 3,0\n" }
    var felt: [String] = []
    let recording = try TouchScript.read(script + "105ms \(end) a", name: "script").recording
    try Replay.run(recording, rules: rules) { event, orders in
      if rules.isFelt(event, orders) { felt.append("\((event.time.microseconds + 500) / 1000) \(event.state)") }
    }
    return felt
  }

  private static let haptic = "feedback = \"haptic\"\n"

  @Test func onlyWhatIsAskedFor() throws {
    #expect(try felt("run = \"x\"\n" + Self.haptic) == ["10 began"])
    for feedback in ["", "feedback = true\n", "feedback = false\n"] {
      #expect(try felt("run = \"x\"\n" + feedback) == [])
    }
  }

  @Test func eachStep() throws {
    let step = "step = { every = \"9 mm\", right = \"x\" }\n"
    #expect(try felt(step + Self.haptic).map { $0.hasSuffix("changed") } == [true, true, true])
    let others = "step = { every = \"9 mm\", left = \"x\" }\n"
    #expect(try felt(others + Self.haptic) == [], "steps that do nothing are not felt")
  }

  @Test func notEachMovement() throws {
    #expect(try felt("changed = \"x\"\n" + Self.haptic) == [])
    #expect(try felt("changed = { stream = \"x\" }\n" + Self.haptic) == ["10 began"])
  }

  @Test func whatIsDoneAgainAndAtTheEnd() throws {
    #expect(
      try felt("run = { run = \"x\", repeat = \"40 ms\" }\n" + Self.haptic) == ["10 began", "50 changed", "90 changed"])
    #expect(try felt("ended = \"x\"\n" + Self.haptic) == ["105 ended"])
    #expect(try felt("began = { hold = \"Alt\" }\n" + Self.haptic) == ["10 began"], "keys that go up are no deed")
  }

  @Test func nothingThatFails() throws {
    #expect(try felt("cancelled = \"x\"\n" + Self.haptic, end: "cancel") == [])
  }

  @Test func itIsToldForWhichDevices() throws {
    let text = """
      [gesture.a]
      kind = "tap"
      device = "touchpad"
      feedback = "haptic"
      run = "x"

      [gesture.b]
      kind = "tap"
      taps = 2
      feedback = "haptic"
      run = "x"

      [gesture.c]
      kind = "tap"
      taps = 3
      run = "x"
      """
    let rules = try #require(load(text).rules)
    func device(_ deviceClass: DeviceClass) -> Device {
      Device(
        id: DeviceID(1), name: "it", deviceClass: deviceClass, size: Size(width: 100, height: 60),
        capabilities: .contacts)
    }
    #expect(rules.feltGestures(on: device(.touchpad)) == ["a", "b"])
    #expect(rules.feltGestures(on: device(.touchscreen)) == ["b"])
    #expect((0...2).map { rules.feedback(of: GestureID($0)) } == [.felt, .felt, .seen])
  }
}
