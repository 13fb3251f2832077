import Foundation
import Support
import Testing

/// `explain` and `replay --diff` as a person runs them.
struct ExplainTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      "slow.touches",
      """
      touches
        0ms    down a 150,90 b 165,85 c 180,90
        40ms   move a,b,c by -20,2 over 330ms
        400ms  up a,b,c
      """)
    try folder.write("bindings.toml", Self.rules(""))
    try folder.write("other.toml", Self.rules("min-speed = \"50 mm/s\""))
  }

  private static func rules(_ line: String) -> String {
    "[gesture.swipe-left]\nkind = \"swipe\"\nfingers = 3\ndirection = \"left\"\n\(line)\nrun = \"true\"\n"
  }

  private func run(_ arguments: String...) throws -> Program.Outcome { try Program.run(arguments, in: folder) }

  @Test func theRulesOfThisFolder() throws {
    let outcome = try run("explain", "slow.touches")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        attempt 1, 0.0 ms to 400.0 ms, touchscreen "touchscreen": 3 fingers, moved
            20.1 mm left
          nothing was recognized
          near misses, the nearest first:
            swipe-left  failed at 400.0 ms: moved at 61 mm/s, needs 80 mm/s (min-speed)
                        with touchscreen.min-speed = "54 mm/s" it would have been
                        recognized

        """)
    let other = try run("explain", "slow.touches", "--config", "other.toml", "--gesture", "swipe-left")
    #expect(
      other.output.hasSuffix(
        """
          swipe-left recognized at 240.0 ms
                 0.0 ms  tracking
               240.0 ms  recognized: 3 fingers at 152.9,89.5, left, moved -12.1,1.2 mm,
                         at -60.6,6.1 mm/s
               400.0 ms  ready

        """))
  }

  @Test func asJSON() throws {
    let outcome = try run("explain", "slow.touches", "--json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let document = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(Set(document.keys) == ["recording", "gesture", "devices", "attempts", "ignored"])
    #expect(document["recording"] as? String == "slow.touches")
  }

  @Test func anUnknownGesture() throws {
    let outcome = try run("explain", "slow.touches", "--gesture", "swipe-lef")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        gesture-bridge: error: there is no gesture "swipe-lef" in bindings.toml; did you mean "swipe-left"?

        """)
    #expect(
      try run("explain", "slow.touches", "--gesture", "zoom").errors
        == "gesture-bridge: error: there is no gesture \"zoom\" in bindings.toml\n")
  }

  @Test func whatCannotBeUsed() throws {
    let missing = try run("explain", "none.touches")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(
      missing.errors
        == "gesture-bridge: error: can't read none.touches: No such file or directory\n")
    #expect(try run("explain", "slow.touches", "--config", "none.toml").status == 1)
    let other = try run("replay", "slow.touches", "--diff", "none.toml")
    #expect(other.status == 1 && other.output.isEmpty)
    #expect(other.errors == "gesture-bridge: error: can't read none.toml: No such file or directory\n")
  }

  @Test func aRecordingWithoutTouches() throws {
    try folder.write("none.touches", "touches\n  0ms wait\n")
    let outcome = try run("explain", "none.touches")
    #expect(outcome.status == 0)
    #expect(outcome.output == "none.touches: no finger lands in it, so there is nothing to explain\n")
  }

  @Test func theDifference() throws {
    let outcome = try run("replay", "slow.touches", "--diff", "other.toml")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        attempt 1, 0.0 ms to 400.0 ms, touchscreen "touchscreen": 3 fingers, moved
            20.1 mm left
          swipe-left  bindings.toml: failed at 400.0 ms: moved at 61 mm/s, needs 80 mm/s
                      (min-speed)
                      other.toml: recognized at 240.0 ms

        """)
    let same = try run("replay", "slow.touches", "--config", "other.toml", "--diff", "other.toml")
    #expect(same.status == 0)
    #expect(
      same.output == """
        Nothing differs: other.toml and other.toml make the same gestures of it, at the
          same times.

        """)
    let json = try run("replay", "slow.touches", "--diff", "other.toml", "--json")
    let document = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(Set(document.keys) == ["recording", "first", "second", "attempts"])
  }

  @Test(arguments: [["explain", "slow.touches"], ["replay", "slow.touches", "--diff", "other.toml"]])
  func twiceByteForByteTheSame(_ arguments: [String]) throws {
    let first = try Program.run(arguments, in: folder)
    #expect(first.status == 0 && !first.output.isEmpty)
    #expect(try Program.run(arguments, in: folder) == first)
  }
}
