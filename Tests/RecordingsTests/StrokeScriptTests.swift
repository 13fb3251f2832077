import GestureCore
import Recordings
import Testing

/// Drawn gestures in touch scripts, whose settings have no blanks.
@Suite struct StrokeScriptTests {
  private func settings(_ line: String) throws -> [String: SettingValue] {
    let script = try TouchScript.read("gestures\n  draw = stroke \(line)\ntouches\n  0ms down a 1,1\n", name: "f")
    return try #require(script.rules?.gestures.first).settings
  }

  @Test func commasStandForBlanks() throws {
    let path = SettingValue.path(try StrokePath("down-right:1 up-right:2"))
    #expect(try settings("path=down-right:1,up-right:2") == ["path": path])
    #expect(try settings("\"path=down-right:1 up-right:2\"") == ["path": path])
    #expect(try settings("path=\"down-right:1, up-right:2\"") == ["path": path])
  }

  @Test func aColonStandsForTheBlankOfARest() throws {
    let rest = SettingValue.start(.hold(TimeSpan(milliseconds: 300)))
    for text in ["after=hold:300ms", "after=hold:0.3s", "after=\"hold 300 ms\""] {
      #expect(try settings("shape=checkmark \(text)")["after"] == rest, "\(text)")
    }
    #expect(try settings("shape=checkmark after=force-press")["after"] == .start(.forcePress))
  }

  @Test func theDrawingIsFound() throws {
    let text = """
      gestures
        check = stroke path=down-right,up-right after=hold:300ms
      touches
        0ms down a 50,50
        400ms move a by 12,12 over 120ms
        520ms move a by 12,-12 over 120ms
        700ms up a
      """
    let script = try TouchScript.read(text, name: "f")
    let events = try Replay.events(script.recording, rules: try #require(script.rules))
    #expect(events.map(\.state) == [.recognized])
  }
}
