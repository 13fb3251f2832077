import Testing

@testable import GestureCore
@testable import Recordings

/// Lines with values that are lists: the corners of a drawing, and the gestures of a hint.
@Suite struct ListLineTests {
  private let names = Names(
    RuleSet(gestures: [
      GestureRule(name: "done", kind: Stroke.kind), GestureRule(name: "guide", kind: Hint.kind),
      GestureRule(name: "next", kind: Swipe.kind),
    ]), devices: [])

  private func event(
    _ gesture: Int, _ state: RecognizerState, corners: [Vector] = [], hints: [Int] = []
  ) -> GestureEvent {
    var values = GestureValues()
    values.fingers = 1
    values.corners = corners
    values.hints = hints.map(GestureID.init)
    let time = Timestamp(microseconds: 5000)
    return GestureEvent(
      time: time, since: time, device: DeviceID(1), gesture: GestureID(gesture), state: state,
      duration: TimeSpan(milliseconds: 5), tool: .finger, values: values)
  }

  private func json(_ event: GestureEvent, _ key: String) -> String? {
    let parts = names.json(event).split(separator: ",\"\(key)\":")
    return parts.count == 2 ? "\(key):\(parts[1].dropLast())" : nil
  }

  @Test func corners() {
    let one = event(0, .recognized, corners: [Vector(10, 20.25)])
    #expect(names.line(one).hasSuffix("moved 0.0,0.0 mm, corner at 10.0,20.3"))
    #expect(json(one, "corners") == "corners:[[10.000,20.250]]")
    let two = event(0, .recognized, corners: [Vector(10, 20), Vector(-1, 3)])
    #expect(names.line(two).hasSuffix("moved 0.0,0.0 mm, corners at 10.0,20.0 and -1.0,3.0"))
    #expect(json(two, "corners") == "corners:[[10.000,20.000],[-1.000,3.000]]")
    #expect(names.line(event(0, .recognized)).hasSuffix("moved 0.0,0.0 mm"))
    #expect(json(event(0, .recognized), "corners") == "corners:[]")
    #expect(json(event(2, .recognized), "corners") == nil)
  }

  @Test func hints() {
    let began = event(1, .began, hints: [0, 2])
    #expect(names.line(began).hasSuffix("1 finger at 0.0,0.0, done or next possible"))
    #expect(json(began, "hints") == "hints:[\"done\",\"next\"]")
    #expect(names.line(event(1, .changed, hints: [2])).hasSuffix("1 finger at 0.0,0.0, next possible"))
    #expect(names.line(event(1, .ended)).hasSuffix("1 finger at 0.0,0.0"))
    #expect(json(event(1, .ended), "hints") == "hints:[]")
  }
}
