import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The sentence of an explanation about the movement of the fingers.
@Suite struct HandMotionTests {
  @Test(arguments: [
    ("0ms down a 50,50\n60ms up a", "1 finger, held still"),
    ("0ms down a 50,50 b 80,50\n8ms move a,b by -9.4,0 over 80ms\n100ms up a,b", "2 fingers, moved 9.4 mm left"),
    (
      "0ms down a 50,50\n8ms move a by 20,0\n16ms move a by -18,0\n60ms up a",
      "1 finger, moved 20 mm right and came back"
    ),
    ("0ms down a 50,50 b 80,50\n8ms move a by -6,0; move b by 6,0\n60ms up a,b", "2 fingers, spread by 12 mm"),
    ("0ms down a 50,50 b 80,50\n8ms move a by 3,0; move b by -3,0\n60ms up a,b", "2 fingers, closed by 6 mm"),
    (
      "0ms down a 50,50 b 90,50\n8ms move a to 70,30; move b to 70,70\n60ms up a,b", "2 fingers, turned 90° clockwise"
    ),
    (
      "0ms down a 50,50 b 90,50\n8ms move a to 70,70; move b to 70,30\n60ms up a,b",
      "2 fingers, turned 90° counterclockwise"
    ),
    ("0ms down a 50,50; palm a\n60ms up a", "1 palm"),
    ("0ms down a 50,50 b 90,90\n20ms palm b\n60ms up a,b", "2 fingers and 1 palm, held still"),
    ("0ms down a 50,50\n60ms up a\n200ms down a 90,50\n260ms up a", "1 finger, held still"),
  ])
  func inWords(_ touches: String, _ words: String) throws {
    let recording = try TouchScript.read("touches\n\(touches)", name: "t").recording
    let device = try #require(recording.devices.first)
    #expect(HandMotion(recording.frames, on: Surface(RuleSet(), of: device)).words == words)
  }

  /// As the user sees it, not as the sensor counts.
  @Test func onATurnedSurface() throws {
    let device = "device s: touchscreen 300x190 mm rotation=90"
    let touches = "0ms down a 50,50\n8ms move a by 0,-10\n60ms up a"
    let script = try TouchScript.read("gestures\nit = pan\ntouches\n\(device)\n\(touches)", name: "t")
    let rules = try #require(script.rules)
    let screen = try #require(script.recording.devices.first)
    #expect(HandMotion(script.recording.frames, on: Surface(rules, of: screen)).words == "1 finger, moved 10 mm right")
  }
}
