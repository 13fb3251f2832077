import Bindings
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The comparison of two rules files on one recording, to the letter.
@Suite struct ComparisonTests {
  private func compare(_ first: String, _ second: String, _ touches: String) throws -> Comparison {
    func side(_ name: String, _ gestures: String) throws -> Comparison.Side {
      let read = try TouchScript.read("gestures\n\(gestures)\ntouches\n\(touches)", name: "t")
      return try Comparison.Side(name, read.recording, Rules(ruleSet: try #require(read.rules)))
    }
    return Comparison(try side("one.toml", first), try side("two.toml", second))
  }

  private static let slow = "0ms down a 150,90 b 165,85 c 180,90\n40ms move a,b,c by -20,2 over 330ms\n400ms up a,b,c"
  private static let swipe = "next = swipe fingers=3 direction=left"
  private static let drag = "\ndrag = pan fingers=3 require-to-fail=next"

  @Test func whatOnlyOneSideMakes() throws {
    let comparison = try compare(
      "\(Self.swipe)\(Self.drag)\nold = tap", "\(Self.swipe) min-speed=50mm/s\(Self.drag)\nnew = tap", Self.slow)
    expectSnapshot(comparison.text, "what only one side makes", has: "failed at", "20.1 mm")
  }

  @Test func whatComesEarlierOrLater() throws {
    let both = try compare(
      "\(Self.swipe) min-speed=50mm/s", "\(Self.swipe) min-speed=50mm/s min-distance=14mm", Self.slow)
    #expect(
      both.text.hasSuffix(
        "\n  next  one.toml: recognized at 240.0 ms\n        two.toml: recognized at 272.0 ms, 32.0 ms later\n"))
    let pan = "0ms down a 50,50 b 70,50\n16ms move a,b by 30,0 over 160ms\n200ms up a\n400ms up b"
    expectSnapshot(
      try compare("it = pan fingers=2 slop=20mm", "it = pan fingers=1-2", pan).text, "a pan of fewer fingers",
      has: "96.0 ms", "160.0 ms")
  }

  @Test func whyTheOtherSideDoesNot() throws {
    let tap = "0ms down a 50,50\n60ms up a"
    #expect(
      try compare("it = tap", "other = long-press", tap).text.hasSuffix(
        "    two.toml: the rules do not have this gesture\n"))
    #expect(
      try compare("it = tap device=touchpad", "it = tap", tap).text.hasSuffix(
        "  it  one.toml: the gesture is for other devices\n      two.toml: recognized at 60.0 ms\n"))
  }

  /// If an attempt has several tries, the one without a result counts.
  @Test func whyItDoesNotOnceMore() throws {
    let taps = "0ms down a 50,50\n40ms up a\n200ms down a 50,50\n260ms up a"
    expectSnapshot(
      try compare("it = tap", "it = tap max-duration=50ms\ndouble = tap taps=2", taps).text, "why it does not once more"
    )
  }

  @Test func whereNothingDiffers() throws {
    expectSnapshot(
      try compare(Self.swipe, "\(Self.swipe) min-speed=70mm/s", Self.slow).text, "where nothing differs",
      has: "No difference")
    #expect(try compare(Self.swipe, Self.swipe, "0ms wait").matchedAttempts.isEmpty)
  }

  /// A rule with a longer wait sees one attempt where the other rules see two.
  @Test func attemptsOfBothSidesAreOneWhereTheyOverlap() throws {
    let taps = "0ms down a 50,50\n60ms up a\n200ms down a 80,90\n260ms up a\n2000ms down a 50,50\n2060ms up a"
    let comparison = try compare("it = tap", "it = tap require-to-fail=double\ndouble = tap taps=2", taps)
    #expect(comparison.matchedAttempts.map(\.number) == [1, 2])
    #expect(comparison.matchedAttempts.first?.differences.map(\.gesture) == ["it", "it"])
    #expect(comparison.matchedAttempts.first?.differences.map { $0.first?.time?.microseconds } == [60_000, 260_000])
  }

  @Test func asJSON() throws {
    expectSnapshot(
      try compare(Self.swipe, "\(Self.swipe) min-speed=50mm/s", Self.slow).json(recording: "t").text, "as JSON")
  }
}
