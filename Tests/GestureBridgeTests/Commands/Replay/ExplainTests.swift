import Foundation
import Support
import Testing

/// `explain` and `replay --diff` as a user runs them.
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
    expectSnapshot(outcome.output, "the rules of this folder", has: "failed at")
    let other = try run("explain", "slow.touches", "--config", "other.toml", "--gesture", "swipe-left")
    expectSnapshot(other.output, "one gesture with other rules", has: "recognized at 240.0 ms")
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
    expectSnapshot(outcome.errors, "a gesture with a typo")
    expectSnapshot(try run("explain", "slow.touches", "--gesture", "zoom").errors, "an unknown gesture")
  }

  @Test func whatCannotBeUsed() throws {
    let missing = try run("explain", "none.touches")
    #expect(missing.status == 1 && missing.output.isEmpty)
    expectSnapshot(missing.errors, "no recording")
    #expect(try run("explain", "slow.touches", "--config", "none.toml").status == 1)
    let other = try run("replay", "slow.touches", "--diff", "none.toml")
    #expect(other.status == 1 && other.output.isEmpty)
    expectSnapshot(other.errors, "no rules")
  }

  @Test func aRecordingWithoutTouches() throws {
    try folder.write("none.touches", "touches\n  0ms wait\n")
    let outcome = try run("explain", "none.touches")
    #expect(outcome.status == 0)
    expectSnapshot(outcome.output, "a recording without touches")
  }

  @Test func theDifference() throws {
    let outcome = try run("replay", "slow.touches", "--diff", "other.toml")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    expectSnapshot(outcome.output, "a difference", has: "failed at")
    let same = try run("replay", "slow.touches", "--config", "other.toml", "--diff", "other.toml")
    #expect(same.status == 0)
    expectSnapshot(same.output, "no difference", has: "No difference")
    let json = try run("replay", "slow.touches", "--diff", "other.toml", "--format", "json")
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
