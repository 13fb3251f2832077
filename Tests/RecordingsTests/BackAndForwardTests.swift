import Bindings
import GestureCore
import Recordings
import Support
import Testing

/// The cookbook's gestures for back and forward with two fingers: the movements that make them, and other usual
/// movements that make neither.
struct BackAndForwardTests {
  private static func rules() throws -> RuleSet {
    let block = try #require(
      Documentation.blocks(of: "contrib/guide/cookbook.md").first { $0.text.contains("[gesture.flick-back]") })
    let loaded = Rules.load(text: Array(block.text.utf8), file: "cookbook.md")
    return try #require(loaded.rules).ruleSet
  }

  private func made(_ touches: String) throws -> [String] {
    let rules = try Self.rules()
    let recording = try TouchScript.read(
      "touches\n  device pad: touchpad 100x66 mm pointing\n" + touches, name: "script"
    ).recording
    return try Replay.events(recording, rules: rules).map { rules.gestures[$0.gesture.rawValue].name }
  }

  @Test(arguments: [
    ("by 35,0 over 90ms", "flick-back"), ("by 40,6 over 140ms", "flick-back"), ("by 28,-4 over 60ms", "flick-back"),
    ("by -35,0 over 90ms", "flick-forward"), ("by -45,8 over 150ms", "flick-forward"),
  ])
  func aFlickSideways(_ direction: String, _ name: String) throws {
    #expect(try made("0ms down a 45,40 b 58,36\n30ms move a,b \(direction)\n300ms up a,b") == [name])
    // The second finger lands late.
    #expect(try made("0ms down a 45,40\n60ms down b 58,36\n90ms move a,b \(direction)\n400ms up a,b") == [name])
  }

  /// Scrolls down, slanting ones, those sideways that go no farther than a page turns; a pinch.
  @Test(arguments: [
    "30ms move a,b by 0,-35 over 90ms", "30ms move a,b by 25,25 over 90ms", "30ms move a,b by 40,0 over 400ms",
    "30ms move a,b by 15,0 over 60ms", "30ms move a by -20,0 over 100ms; move b by 20,0 over 100ms",
    "30ms move a,b by 12,0 over 60ms\n120ms move a,b by -12,0 over 60ms\n200ms move a,b by 12,0 over 60ms",
  ])
  func aScroll(_ direction: String) throws {
    #expect(try made("0ms down a 45,40 b 58,36\n\(direction)\n600ms up a,b") == [])
  }

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence), arguments: ReferenceData.recordings)
  func nothingThatPeopleDid(_ file: ReferenceFile) throws {
    let events = try Replay.events(try file.read(), rules: try Self.rules())
    #expect(events.isEmpty)
  }
}
