import GestureCore
import Support
import Testing

/// Prevention in one direction, in all its forms, and its effect on gestures that have begun.
@Suite struct PreventionTests {
  @Test func preventsBeatsSimultaneity() {
    #expect(
      restLines(
        actor("one", "60 recognize", simultaneous: [.gesture("two")]) { $0.relations.prevents = [.gesture("two")] },
        actor("two", "90 recognize"))
        == ["60.0 ms one recognized: 1 finger", "60.0 ms two failed: excluded by one"])
  }

  /// In the other direction the two still run side by side.
  @Test func preventionHasOneDirection() {
    #expect(
      restLines(
        actor("one", "90 recognize", simultaneous: [.gesture("two")]) { $0.relations.prevents = [.gesture("two")] },
        actor("two", "60 recognize"))
        == ["60.0 ms two recognized: 1 finger", "90.0 ms one recognized: 1 finger"])
  }

  @Test func preventsCancelsAGestureThatHasBegun() {
    #expect(
      restLines(
        actor("drag", "30 begin", simultaneous: [.gesture("stop")]),
        actor("stop", "60 recognize") { $0.relations.prevents = [.gesture("drag")] })
        == [
          "30.0 ms drag began: 1 finger", "60.0 ms stop recognized: 1 finger",
          "60.0 ms drag cancelled: excluded by stop", "60.0 ms drag cancelled: 1 finger",
        ])
  }

  @Test func nothingElseEndsAGestureThatHasBegun() {
    #expect(
      restLines(actor("drag", "30 begin", simultaneous: [.gesture("stop")]), actor("stop", "60 recognize"))
        == ["30.0 ms drag began: 1 finger", "60.0 ms stop recognized: 1 finger", "200.0 ms drag ended: 0 fingers"])
  }

  @Test(arguments: ["cannot-prevent", "cannot-be-prevented-by"])
  func aGestureThatCannotPreventLetsTheOtherContinue(_ side: String) {
    #expect(
      restLines(
        actor("one", "60 recognize") { if side == "cannot-prevent" { $0.relations.cannotPrevent = [.tag("calm")] } },
        actor("two", "90 recognize") {
          $0.tags = ["calm"]
          if side == "cannot-be-prevented-by" { $0.relations.cannotBePreventedBy = [.kind("stand-in")] }
        })
        == ["60.0 ms one recognized: 1 finger", "90.0 ms two recognized: 1 finger"])
  }

  /// The prohibition wins: as in UIKit, where both sides have to agree.
  @Test func cannotBePreventedByBeatsPrevents() {
    #expect(
      restLines(
        actor("one", "60 recognize") { $0.relations.prevents = [.gesture("two")] },
        actor("two", "90 recognize") { $0.relations.cannotBePreventedBy = [.gesture("one")] })
        == ["60.0 ms one recognized: 1 finger", "90.0 ms two recognized: 1 finger"])
  }

  @Test func requiredToFailByIsARequirementDeclaredByTheOtherSide() {
    #expect(
      restLines(
        actor("first", "90 fail") { $0.relations.requiredToFailBy = [Requirement(.tag("late"))] },
        actor("second", "60 recognize") { $0.tags = ["late"] })
        == ["90.0 ms first failed: gave up", "90.0 ms second recognized: 1 finger"])
  }

  /// A finger that joins a drag belongs to it, also if it lands in a zone that has a gesture of its own.
  @Test func aFingerThatJoinsIsClaimed() {
    var rules = RuleSet(
      gestures: [
        actor("drag", "30 begin") { $0.settings["fingers"] = .countRange(1...2) },
        actor("inner", "60 recognize") { $0.receive.zone = "right" },
      ])
    rules.zones = [Zone(name: "right", shape: .edge(.right, band: .percent(50)))]
    let touches = "0ms down a 20,20\\n200ms down b 200,20\\n300ms up a,b".replacing("\\n", with: "\n")
    #expect(
      story("touches\n\(touches)", rules: rules)
        == [
          "120.0 ms drag began: 1 finger", "200.0 ms inner failed: excluded by drag", "300.0 ms drag ended: 0 fingers",
        ])
  }
}
