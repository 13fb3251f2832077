import GestureCore
import Recordings
import Support
import Testing

/// The cases of other recognizers' test suites, tried with the recognizers here.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct PeerVectorTests {
  @Test func everyVectorIsRestatedOnce() {
    #expect(PeerTable.all.map(\.id).sorted() == PeerVector.all.map(\.id).sorted())
  }

  @Test(arguments: PeerTable.all)
  func restated(_ restatement: Restatement) throws {
    let vector = try #require(PeerVector.all.first { $0.id == restatement.id })
    let run = try restatement.run(vector)
    let disagreements =
      restatement.compare?(run)
      ?? PeerExpectation(expect: vector.expect, mm: restatement.source.mm).disagreements(run)
    guard let reason = restatement.otherwise else {
      #expect(disagreements == [], "\(run.journal.decisions)")
      return
    }
    #expect(disagreements != [], "it is as its source wants it; \(reason) is no longer so")
    #expect(!restatement.instead.isEmpty)
    for (what, count) in restatement.instead { #expect(run.count(what) == count, "\(what)") }
  }
}

/// The cases with a different decision here, in full: the same touches, or a few more.
@Suite struct PeerDifferenceTests {
  @Test func aPressWaitsForThePanUntilTheLift() {
    expectScript(
      """
      gestures
        press = long-press min-duration=200ms require-to-fail=pan
        pan   = pan
      touches
        0ms    down a 50,50
        400ms  up a
      expect
        400ms  press began since=200ms
        400ms  press ended
      """)
  }

  @Test func aSecondFingerFailsATapOfOne() {
    #expect(
      story(of: "tap", "0ms down a 50,50\n1ms down b 70,50\n40ms up a,b") == [
        "1.0 ms it failed: landed 2 fingers, allows 1 (fingers)"
      ])
  }

  @Test func farApartIsFartherThanTheLimit() {
    #expect(story(of: "tap fingers=2 max-apart=50mm", "0ms down a 50,50 b 100,50\n5ms up a,b").count == 1)
    #expect(
      story(of: "tap fingers=2 max-apart=50mm", "0ms down a 50,50 b 100.1,50\n5ms up a,b") == [
        "0.0 ms it failed: fingers apart 50.1 mm, allows 50 mm (max-apart)"
      ])
  }

  /// Unless the finger is back within 40 ms.
  @Test func aRotationIsOverWithTheFirstFingerThatLifts() {
    let outcomes = story(
      of: "rotation fingers=2",
      """
      0ms    down a 50,50 b 90,50
      40ms   move a by 0,10 over 80ms; move b by 0,-10 over 80ms
      150ms  up a
      200ms  down c 50,50
      240ms  move b by 0,20 over 80ms; move c by 0,-20 over 80ms
      400ms  up b,c
      """)
    #expect(outcomes.filter { $0.contains("began") }.count == 1)
    #expect(outcomes.filter { $0.contains("ended") } == ["190.0 ms it ended: 2 fingers"])
  }

  /// Android's impulse method gives 5,971 px/s; the last two samples are in one place, 11 ms apart.
  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) func aStopAtTheEndCounts() throws {
    let events = try #require(VelocityCase.events("SwordfishFlingDown"))
    let rules = RuleSet(gestures: [GestureRule(name: "velocity", kind: OnDown.kind)])
    let run = try PeerRun(events, rules, .velocity)
    let velocity = try #require(run.events(of: "velocity").last).values.velocity * (1 / PeerSource.velocity.mm)
    #expect(abs(velocity.y - 3513.5) < 1)
  }
}

extension Restatement: CustomTestStringConvertible {
  var testDescription: String { id }

  func run(_ vector: PeerVector) throws -> PeerRun {
    let text = try gestures.map { "gestures\n" + $0 } ?? (rules == nil ? source.script(vector.setup) : nil)
    let script = try text.map { try TouchScript.read($0, name: id).rules } ?? nil
    let rules = try #require(self.rules ?? script)
    if let touches {
      let recording = try TouchScript.read("touches\n" + touches, name: id).recording
      return try PeerRun(recording.frames, rules, source.deviceClass)
    }
    let events = try #require(self.events ?? vector.events)
    try #require(!events.isEmpty)
    return try PeerRun(events, rules, source)
  }
}

extension VelocityCase {
  /// The samples of a case as events, or nil if the data is absent.
  static func events(_ name: String) -> [PeerVector.Event]? {
    guard let samples = all.first(where: { $0.name == name })?.samples, let first = samples.first,
      let last = samples.last
    else { return nil }
    return [PeerVector.Event(ms: first.ms, action: .down(0, x: first.x, y: first.y))]
      + samples.dropFirst().dropLast().map { PeerVector.Event(ms: $0.ms, action: .move(0, x: $0.x, y: $0.y)) }
      + [PeerVector.Event(ms: last.ms, action: .up(0))]
  }
}
