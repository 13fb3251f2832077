import GestureCore
import Recordings
import Support
import Testing

/// Clicks that people made on clickpads of several fingers.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct RecordedClickTests {
  @Test(arguments: [
    ("bcm5974.three-finger-click", [1, 2, 3]), ("CyPS2 Cypress Trackpad.two_finger_press", [2]),
    ("CyPS2 Cypress Trackpad.three_finger_press", [3]), ("CyPS2 Cypress Trackpad.two_finger_tap", []),
    ("AlpsPS2 ALPS GlidePoint.2-finger-tap", []),
  ])
  func theirFingersAreCounted(_ name: String, _ fingers: [Int]) throws {
    let path = "evemu/touchpads/\(name).events"
    let file = try #require(ReferenceData.recordings.first { $0.path == path })
    var click = GestureRule(name: "click", kind: Click.kind, settings: ["fingers": .countRange(1...5)])
    click.device = .deviceClass(.touchpad)
    let recording = try file.read()
    let rules = RuleSet(gestures: [click])
    let clicks = try Replay.events(recording, rules: rules).map(\.values.fingers)
    #expect(clicks == fingers)
    // Written as a script it has the same clicks.
    let again = try TouchScript.read(recording.touchScript, name: "again").recording
    #expect(try Replay.events(again, rules: rules).map(\.values.fingers) == fingers)
  }
}
