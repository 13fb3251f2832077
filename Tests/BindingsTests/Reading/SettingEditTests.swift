import Bindings
import Testing

/// New values for one gesture's settings in the text of a rules file.
struct SettingEditTests {
  private static let rules = """
    # Mine.
    [gesture.next]   # the one I use most
    kind = "swipe"
    min-distance = "12 mm"  # as it came
      run = "true"

    [gesture."to the left"]
    kind = "swipe"
    """

  private func edited(_ settings: [(String, String)], of gesture: String, in text: String = rules) throws -> String {
    let settings = settings.map { (path: [$0.0], value: $0.1) }
    return String(decoding: try SettingEdit(settings, of: gesture, in: Array(text.utf8)).text, as: UTF8.self)
  }

  @Test func aValueThatIsThereIsReplaced() throws {
    #expect(
      try edited([("min-distance", "\"8 mm\"")], of: "next")
        == Self.rules.replacing("min-distance = \"12 mm\"", with: "min-distance = \"8 mm\""))
  }

  @Test func severalAtOnceAndOneThatIsNew() throws {
    let text = try edited([("min-distance", "\"8 mm\""), ("min-speed", "\"54 mm/s\"")], of: "next")
    let before = Self.rules.replacing("12 mm", with: "8 mm").split(separator: "\n", omittingEmptySubsequences: false)
    let after = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      after.filter { !before.contains($0) }.map { $0.trimmingPrefix(while: \.isWhitespace) } == [
        "min-speed = \"54 mm/s\""
      ])
    #expect(before.allSatisfy(after.contains))
  }

  @Test func namesMayNeedQuotes() throws {
    #expect(try edited([("slop", "\"1 mm\"")], of: "to the left").hasSuffix("kind = \"swipe\"\nslop = \"1 mm\""))
  }

  @Test func aBrokenFileIsLeftAsItIs() {
    #expect(throws: SettingEdit.Refusal.notPossible(setting: "slop", .brokenText)) {
      try edited([("slop", "\"1 mm\"")], of: "next", in: "[gesture.next]\nkind = ")
    }
  }
}
