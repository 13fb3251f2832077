import GestureCore
import Support
import Testing

/// Of several recognized at the same instant, with the same priority and in zones of the same depth, the nearest wins.
@Suite struct DistanceTests {
  private let near = actor("near", "60 recognize", distance: 0.1)
  private let far = actor("far", "60 recognize", distance: 0.3)

  private static let nearWins = ["60.0 ms near recognized: 1 finger", "60.0 ms far failed: excluded by near"]

  @Test func theNearestWins() {
    #expect(restLines(near, far) == Self.nearWins)
    #expect(restLines(far, near) == Self.nearWins)
  }

  @Test func ofThree() {
    let nearest = actor("nearest", "60 recognize", distance: 0)
    for order in [[near, far, nearest], [far, near, nearest], [nearest, far, near], [far, nearest, near]] {
      let lines = story("touches\n0ms down x 9,9\n200ms up x", rules: RuleSet(gestures: order))
      #expect(lines.first == "60.0 ms nearest recognized: 1 finger" && lines.count == 3)
    }
  }

  @Test func equallyNearTheFirstInTheFileWins() {
    let other = actor("other", "60 recognize", distance: 0.3)
    #expect(restLines(far, other).first == "60.0 ms far recognized: 1 finger")
    #expect(restLines(other, far).first == "60.0 ms other recognized: 1 finger")
  }

  /// A gesture without a distance is not compared, so only the order in the file counts for it.
  @Test func gesturesWithoutDistanceKeepTheirPosition() {
    let plain = actor("plain", "60 recognize")
    #expect(restLines(plain, far, near).first == "60.0 ms plain recognized: 1 finger")
    #expect(restLines(far, plain, near).first == "60.0 ms near recognized: 1 finger")
    #expect(restLines(far, near, plain).first == "60.0 ms near recognized: 1 finger")
  }

  @Test func priorityComesBeforeDistance() {
    let first = actor("first", "60 recognize", distance: 0.9, priority: 1)
    #expect(restLines(near, first).first == "60.0 ms first recognized: 1 finger")
  }

  @Test func theInnerZoneComesBeforeDistance() {
    let whole = Zone(
      name: "whole", shape: .rectangle(x: .millimetres(0), y: .millimetres(0), width: nil, height: nil))
    let inner = actor("inner", "60 recognize", distance: 0.9) { $0.receive.zone = "whole" }
    let lines = story(
      "touches\n0ms down x 9,9\n200ms up x", rules: RuleSet(gestures: [near, inner], zones: [whole]))
    #expect(lines.first == "60.0 ms inner recognized: 1 finger")
  }

  @Test func anEarlierOneWinsHoweverFar() {
    let earlier = actor("earlier", "50 recognize", distance: 0.9)
    #expect(restLines(near, earlier).first == "50.0 ms earlier recognized: 1 finger")
  }

  /// Continuous gestures are compared too.
  @Test func theNearestBegins() {
    let other = actor("other", "60 begin", distance: 0.05)
    #expect(restLines(near, other).first == "60.0 ms other began: 1 finger")
  }

  @Test func theNextNearestBeginsIfTheNearestMayNot() {
    let odd = actor("odd", "60 recognize", distance: 0) { $0.beginIf.modes = ["odd"] }
    let lines = restLines(far, near, odd)
    #expect(lines.contains("60.0 ms near recognized: 1 finger"))
    #expect(lines.contains("60.0 ms odd failed: may not begin") || lines.contains { $0.contains("odd failed") })
  }

  // MARK: Held

  @Test func releasedTogetherTheNearestWins() {
    let first = actor("first", "40 recognize", distance: 0.3, requires: [.gesture("late")])
    let second = actor("second", "60 recognize", distance: 0.1, requires: [.gesture("late")])
    let late = actor("late", "120 fail")
    for rules in [[first, second, late], [second, first, late]] {
      let lines = story("touches\n0ms down x 9,9\n200ms up x", rules: RuleSet(gestures: rules))
      #expect(lines.contains("120.0 ms second recognized: 1 finger"))
      #expect(lines.contains("120.0 ms first failed: excluded by second"))
    }
  }

  @Test func waitingForFingersTogetherTheNearestWins() {
    let pair = actor("pair", "10 fail") { $0.settings["fingers"] = .countRange(2...2) }
    let lines = restLines(far, near, pair, touches: "0ms down x 9,9\n300ms up x")
    #expect(
      lines.contains("120.0 ms near recognized: 1 finger") && lines.contains("120.0 ms far failed: excluded by near"))
  }

  @Test func withoutSharedTouchesBothSucceed() {
    let simultaneous = actor("beside", "60 recognize", distance: 0.3, simultaneous: [.gesture("near")])
    #expect(
      restLines(simultaneous, near) == ["60.0 ms near recognized: 1 finger", "60.0 ms beside recognized: 1 finger"])
  }
}
