import Foundation
import Support
import Testing

/// A finger rests on a mocked device, and the commands of a hint get the names of the possible gestures.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveHintTests {
  private static func rules(_ actions: String) -> String {
    """
    [gesture.guide]
    kind = "hint"
    fingers = "1-5"
    after = "hold 300 ms"
    \(actions)

    [gesture.next]
    kind = "swipe"
    direction = "left"
    run = "true"

    [gesture.back]
    kind = "swipe"
    direction = "right"
    run = "true"

    [gesture.two]
    kind = "swipe"
    fingers = 2
    """
  }

  @Test func aCommandGetsTheNames() throws {
    let bed = try Bed.started(
      Self.rules("run = \(Bed.notes("$GESTURE_HINTS"))\nended = \(Bed.notes("ended [$GESTURE_HINTS]"))"))
    try bed.perform("down event0 a 150,100")
    try bed.awaitNotes(1)
    #expect(bed.ran == ["next back"], Comment(rawValue: bed.log))
    try bed.expect(["ended []"], after: "up event0")
    // Fingers that move at once get no hint.
    try bed.expect([], after: "play event0 swipe left fingers=1\nwait 400ms")
  }

  @Test func aStreamGetsObjectsAndHearsOfTheEnd() throws {
    let reader = "'''while IFS= read -r line; do printf '%s\\n' \"$line\" >> \"$RAN\"; done'''"
    let bed = try Bed.started(Self.rules("changed = { stream = \(reader) }"))
    try bed.perform("down event0 a 150,100\nwait 400ms\nmove event0 a by -40,0 over 120ms\nwait 200ms")
    try bed.awaitNotes(2)
    let lines = try bed.ran.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.first?["state"] as? String == "began", Comment(rawValue: bed.log))
    #expect(lines.last?["state"] as? String == "ended")
    let hints = try #require(lines.first?["hints"] as? [[String: Any]])
    #expect(hints.map { $0["name"] as? String } == ["next", "back"])
    #expect(hints.map { $0["directions"] as? [String] } == [["left"], ["right"]])
    #expect(hints.allSatisfy { $0["does"] as? String == "true" })
    #expect((lines.last?["hints"] as? [Any])?.isEmpty == true)
    // The swipe has hidden it, though the finger is still down.
    #expect(bed.log.contains("swipe recognized"), Comment(rawValue: bed.log))
    try bed.perform("up event0")
  }
}
