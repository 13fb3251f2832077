import Bindings
import Foundation
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The gestures that the user may have meant, among all gestures that failed.
@Suite struct NearMissRankingTests {
  private static func thirteen() throws -> Rules {
    let text = try Fixtures.text("rules/thirteen.toml")
    return try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
  }

  /// The near misses of each attempt, the furthest first; a script without gestures is played to rules of thirteen gestures.
  private func ranked(_ script: String) throws -> [[(gesture: String, entry: NearMissRanking.Entry)]] {
    let read = try TouchScript.read(script, name: "t")
    let rules = try read.rules.map { Rules(ruleSet: $0) } ?? Self.thirteen()
    let set = rules.ruleSet
    return try Replay.attempts(read.recording, rules: rules).sorted { $0.number < $1.number }.map { attempt in
      let device = try #require(read.recording.devices.first { $0.id == attempt.device })
      return NearMissRanking(attempt, set, on: device).entries.map { (set.gestures[$0.miss.gesture.rawValue].name, $0) }
    }
  }

  private func names(_ script: String) throws -> [String] { try ranked(script).flatMap { $0.map(\.gesture) } }

  /// Three fingers on a touchscreen that move by `offset` in `time`.
  private static func three(
    _ offset: String, over time: String, gestures: String = "", lifted lift: String = "380ms"
  ) -> String {
    """
    \(gestures)
    touches
      0ms    down a 150,90 b 165,85 c 180,90
      40ms   move a,b,c by \(offset) over \(time)
      \(lift)  up a,b,c
    """
  }

  /// A hold with its 2 mm of slop, three other directions and two pinches fail as well.
  @Test func aSlowSwipeIsTheOnlyOneThatWasMeant() throws {
    let ranked = try #require(try ranked(Self.three("-20,2", over: "330ms")).first)
    #expect(ranked.map(\.gesture) == ["next-workspace"])
    let entry = try #require(ranked.first?.entry)
    #expect(entry.miss.failure.setting == "min-speed")
    #expect((0.7..<0.8).contains(entry.progress))
  }

  @Test(arguments: [
    ("-9,0", ["next-workspace"]), ("9,0", ["previous-workspace"]), ("0,-9", ["full-screen", "volume"]),
    ("0,9", ["minimize", "volume"]),
  ])
  func aSwipeThatIsThreeMillimetresTooShort(_ offset: String, _ gestures: [String]) throws {
    let ranked = try #require(try ranked(Self.three(offset, over: "60ms", lifted: "110ms")).first)
    #expect(ranked.map(\.gesture) == gestures)
    let entry = try #require(ranked.first?.entry)
    #expect(entry.miss.failure.description == "moved 9 mm, needs 12 mm (min-distance)")
    #expect(abs(entry.progress - 0.75) < 0.01)
  }

  /// The swipe fails because it has slowed down, long before the fingers lift.
  @Test func aHandThatRestsBeforeItLiftsWasFastEnough() throws {
    let ranked = try #require(try ranked(Self.three("-9,0", over: "60ms", lifted: "800ms")).first)
    #expect(ranked.map(\.gesture) == ["next-workspace"])
    #expect(abs((ranked.first?.entry.progress ?? 0) - 0.75) < 0.01)
  }

  @Test(arguments: ["-40,0", "40,3", "2,-40", "0,40"]) func aGoodSwipeIsFollowedByNothing(_ offset: String) throws {
    #expect(try names(Self.three(offset, over: "200ms")) == [])
  }

  @Test func anotherWayIsNotMeant() throws {
    let gestures = "gestures\n  next = swipe fingers=3 direction=left"
    #expect(try names(Self.three("9,0", over: "60ms", gestures: gestures)) == [])
    #expect(try names(Self.three("0,-9", over: "60ms", gestures: gestures)) == [])
    #expect(try names(Self.three("-9,0", over: "60ms", gestures: gestures)) == ["next"])
  }

  @Test(arguments: [("520ms", true), ("700ms", true), ("1200ms", false)])
  func aTapThatIsHeldTooLong(_ lift: String, _ isNear: Bool) throws {
    let script = "gestures\n  it = tap fingers=2\ntouches\n  0ms down a 50,50 b 70,50\n  \(lift) up a,b"
    let found = try #require(try ranked(script).first)
    #expect(found.map(\.gesture) == (isNear ? ["it"] : []))
    #expect(found.allSatisfy { $0.entry.miss.failure.setting == "max-duration" && $0.entry.progress < 1 })
  }

  /// The other direction has changed by the same few mm, and so have two fingers of four.
  @Test func aPinchThatIsTooSmall() throws {
    let script = """
      gestures
        shrink = pinch direction=in min-change=6mm min-scale=0%
        grow = pinch direction=out min-change=6mm min-scale=0%
        turn = rotation
      touches
        0ms    down a 100,90 b 140,90
        20ms   move a by 2,0; move b by -2,0 over 80ms
        200ms  up a,b
      """
    #expect(try names(script) == ["shrink"])
  }

  /// With one finger too few, the rest of the gesture must have been made.
  @Test func aFingerIsMissing() throws {
    let gestures = """
      gestures
        four = swipe fingers=4 direction=left
        pinch = pinch fingers=4
        tap = tap fingers=4
      """
    #expect(try names(Self.three("-40,0", over: "200ms", gestures: gestures)) == ["four"])
    #expect(try names(Self.three("0,40", over: "200ms", gestures: gestures)) == [])
    let tap = "touches\n  0ms down a 50,50 b 65,50 c 80,50\n  80ms up a,b,c"
    #expect(try names("\(gestures)\n\(tap)") == ["tap"])
  }

  /// The whole movement counts, not the distance measured when it crossed a limit.
  @Test func aLimitIsCrossedOnTheWay() throws {
    let gestures = "gestures\n  hold = long-press fingers=3 slop=2mm"
    #expect(try names(Self.three("-2.6,0", over: "60ms", gestures: gestures)) == ["hold"])
    #expect(try names(Self.three("-9,0", over: "60ms", gestures: gestures)) == [])
  }

  /// A gesture that waited for another one to fail doesn't show what was meant; a gesture that waited for none does.
  @Test func whatWasRecognizedWasMeant() throws {
    let scroll = "gestures\n  swipe = swipe fingers=3 direction=left\n  drag = pan fingers=3"
    #expect(try names(Self.three("-20,2", over: "330ms", gestures: scroll)) == [])
    #expect(try names(Self.three("-20,2", over: "330ms", gestures: "\(scroll) require-to-fail=swipe")) == ["swipe"])
  }

  /// The plot's headline, the explanation and the ranking name the same gesture first.
  @Test func anExplanationHasTheSameOrder() throws {
    let script = """
      gestures
        near = swipe fingers=3 direction=left min-distance=11mm
        far = swipe fingers=3 direction=left min-distance=17mm
        farther = swipe fingers=3 direction=left min-distance=19mm
      touches
        0ms    down a 150,90 b 165,85 c 180,90
        40ms   move a,b,c by -10,0 over 60ms
        200ms  up a,b,c
      """
    #expect(try names(script) == ["near", "far", "farther"])
    let read = try TouchScript.read(script, name: "t")
    let explanation = try Explanation(read.recording, rules: Rules(ruleSet: try #require(read.rules)))
    #expect(
      explanation.explainedAttempts.flatMap(\.entries).filter(\.isNear).map { explanation.names.gesture($0.gesture) }
        == ["near", "far", "farther"])
  }
}
