import Examples
import GestureCore
import Support
import Testing

@Suite struct ChevronTests {
  private func rules(_ tip: String) -> RuleSet {
    RuleSet(gestures: [GestureRule(name: "more", kind: Chevron.kind, settings: ["tip": .choice(tip)])])
  }

  /// The log of one chevron with these strokes, after the finger has landed at 50,50.
  private func chevron(_ strokes: String, tip: String = "right") -> [String] {
    story("touches\n0ms down a 50,50\n\(strokes)", rules: rules(tip))
  }

  @Test func beginsWithTheSecondStrokeAndFollowsTheFinger() {
    expectScript(
      """
      touches
        0ms    down a 50,50
        20ms   move a by 8,8 over 80ms
        120ms  move a by -8,8 over 80ms
        300ms  move a by 0,20 over 160ms
        500ms  up a
      expect
        184ms  more began dx=0.0 dy=0.0 direction=right
        500ms  more ended dx=-1.6 dy=21.6 since=184ms
      """, rules: rules("right"))
  }

  @Test func theTipMayPointLeft() {
    let strokes = "20ms move a by -8,8 over 80ms\n120ms move a by 8,8 over 80ms\n220ms up a"
    #expect(
      chevron(strokes, tip: "left") == ["184.0 ms more began: 1 finger", "220.0 ms more ended: 1 finger"])
    #expect(chevron(strokes) == ["44.0 ms more failed: went out 0 mm, needs 8 mm (min-stroke)"])
  }

  @Test func eachStrokeMustBeLongEnough() {
    #expect(
      chevron("20ms move a by 5,5 over 80ms\n120ms move a by -8,8 over 80ms")
        == ["144.0 ms more failed: went out 7.1 mm, needs 8 mm (min-stroke)"])
    #expect(
      chevron("20ms move a by 8,8 over 80ms\n120ms move a by -5,5 over 80ms\n300ms up a")
        == ["300.0 ms more failed: came back 7.1 mm, needs 8 mm (min-stroke)"])
    #expect(chevron("20ms move a by 8,8\n90ms up a") == ["90.0 ms more failed: lifted before it turned back"])
  }

  @Test func mayNotGoUp() {
    #expect(
      chevron("20ms move a by 8,8\n40ms move a by -3,1\n60ms move a by -1,-2.5")
        == ["60.0 ms more failed: went up 2.5 mm, allows 2 mm (slack)"])
  }

  @Test func strokesMustLeanAsTheyShould() {
    #expect(chevron("20ms move a by 9,0.5") == ["20.0 ms more failed: leaned 42°, allows 40° (max-angle)"])
    #expect(
      chevron("20ms move a by 8,8\n40ms move a by -9,0.5") == [
        "40.0 ms more failed: leaned 42°, allows 40° (max-angle)"
      ])
  }

  @Test func hasItsTimeUntilItBegins() {
    #expect(
      chevron("20ms move a by 8,8\n2500ms up a") == [
        "2000.0 ms more failed: took 2000 ms, allows 2000 ms (max-duration)"
      ])
    #expect(
      chevron("20ms move a by 8,8\n40ms move a by -8,8\n2500ms up a")
        == ["40.0 ms more began: 1 finger", "2500.0 ms more ended: 1 finger"])
  }

  @Test func aCheckMarkIsNoChevron() {
    let both = RuleSet(gestures: [
      GestureRule(name: "more", kind: Chevron.kind), GestureRule(name: "tick", kind: CheckMark.kind),
    ])
    #expect(
      story(
        "touches\n0ms down a 50,50\n20ms move a by 8,8 over 80ms\n120ms move a by 12,-12 over 80ms\n300ms up a",
        rules: both)
        == ["136.0 ms more failed: went up 2.4 mm, allows 2 mm (slack)", "168.0 ms tick recognized: 1 finger"])
  }
}
