import GestureCore
import Testing

/// The touches that applications get, as in UIKit.
@Suite struct DeliveryTests {
  private static let tap2 = rule("two", fingers: 2)
  private static let doubleTap = rule("double", taps: 2)

  private static func rule(_ name: String, _ kind: Kind = Tap.kind, fingers: Int = 1, taps: Int = 1) -> GestureRule {
    var rule = GestureRule(name: name, kind: kind)
    rule.settings["fingers"] = .countRange(fingers...fingers)
    if taps > 1 { rule.settings["taps"] = .count(taps) }
    return rule
  }

  @Test func aTapOfTwoFingers() {
    var bench = DeliveryBench(Self.tap2)
    #expect(bench.after("down 1 50,50", "down 2 70,50") == "1 withoutEnd, 2 withoutEnd")
    #expect(bench.after("up 1") == "1 withoutEnd, 2 withoutEnd")
    #expect(bench.after("up 2") == "1 taken, 2 taken")
  }

  @Test func aTapOfTwoFingersThatFails() {
    var bench = DeliveryBench(Self.tap2)
    #expect(bench.after("down 1 50,50", "down 2 70,50", "up 1", "move 2 80,50") == "1 passes, 2 passes")
  }

  /// The first finger of a gesture of several is kept, or not, from the moment it lands.
  @Test func oneFingerOfTwoIsPossibleUntilTheOtherIsLate() {
    var rule = Self.tap2
    rule.delivery.delaysTouchesBegan = true
    var bench = DeliveryBench(rule)
    #expect(bench.after("down 1 50,50") == "1 withheld")
    #expect(bench.after("wait 115") == "1 withheld")
    #expect(bench.after("wait 10") == "1 passes")
  }

  @Test func aContinuousGestureClaimsItsTouchesAsItBegins() {
    var bench = DeliveryBench(Self.rule("pan", Pan.kind))
    #expect(bench.after("down 1 50,50", "move 1 52,50") == "1 withoutEnd")
    #expect(bench.after("move 1 56,50") == "1 taken")
    #expect(bench.after("up 1") == "1 taken")
    #expect(bench.after("down 2 50,50").hasSuffix("2 withoutEnd"), "the next one is another")
  }

  @Test func bothTouchesOfADoubleTap() {
    var bench = DeliveryBench(Self.doubleTap)
    #expect(bench.after("down 1 50,50", "up 1") == "1 withoutEnd")
    #expect(bench.after("wait 80", "down 2 50,50") == "1 withoutEnd, 2 withoutEnd")
    #expect(bench.after("up 2") == "1 taken, 2 taken")
  }

  /// As after a halt of the program: the engine learns of the passed time only with the next finger.
  @Test func aDeadlinesDecisionIsReportedEvenIfAFingerLandsMeanwhile() {
    var bench = DeliveryBench(Self.doubleTap)
    #expect(bench.after("down 1 50,50", "up 1") == "1 withoutEnd")
    #expect(bench.after("late 1000", "down 2 50,50") == "1 passes, 2 withoutEnd")
    var other = DeliveryBench(Self.doubleTap, Self.rule("press", LongPress.kind))
    #expect(other.after("down 1 50,50") == "1 withoutEnd")
    #expect(other.after("late 1000", "up 1", "down 1 90,90", "up 1") == "1 withoutEnd", "another of the same number")
  }

  /// A swipe may begin with slow fingers, but applications don't wait for that.
  @Test func aSwipeThatWithholdsSlowFingersReleasesThem() {
    var swipe = Self.rule("swipe", Swipe.kind)
    swipe.settings["slow-after"] = .quantity(100)
    let slow = ["down 1 50,50"] + (1...30).map { "move 1 \(50 + 0.3 * Double($0)),50" }
    let fast = (1...9).map { "move 1 \(60 + 12 * $0),50" }
    swipe.delivery.delaysTouchesBegan = true
    var bench = DeliveryBench(swipe)
    #expect(slow.prefix(9).map { bench.after($0) }.last == "1 withheld")
    #expect(slow.dropFirst(9).map { bench.after($0) }.last == "1 passes")
    #expect(fast.map { bench.after($0) }.last == "1 passes", "what applications have of it they keep")
    swipe.delivery.delaysTouchesBegan = false
    var other = DeliveryBench(swipe)
    #expect(slow.map { other.after($0) }.last == "1 withoutEnd")
    #expect(fast.map { other.after($0) }.last == "1 taken", "it is still a swipe")
  }

  @Test func withoutDelayedEndsNothingIsKept() {
    var rule = Self.doubleTap
    rule.delivery.delaysTouchesEnded = false
    var bench = DeliveryBench(rule)
    #expect(bench.after("down 1 50,50", "up 1") == "1 passes")
    #expect(bench.after("wait 80", "down 2 50,50", "up 2") == "1 taken, 2 taken", "it is too late for the first")
  }

  @Test func aSingleTapIsDeliveredWhenNoSecondIsPossible() {
    var bench = DeliveryBench(Self.doubleTap)
    #expect(bench.after("down 1 50,50", "up 1", "wait 340") == "1 withoutEnd")
    #expect(bench.after("wait 10") == "1 passes")
  }

  @Test func heldGesturesWithholdTouchesToo() {
    var single = Self.rule("single")
    single.relations.requireToFail = [Requirement(.gesture("double"))]
    var double = Self.doubleTap
    double.delivery = DeliverySettings()
    double.delivery.delaysTouchesEnded = false
    var bench = DeliveryBench(single, double)
    #expect(bench.after("down 1 50,50", "up 1") == "1 withoutEnd")
    #expect(bench.after("wait 351") == "1 taken")
  }

  @Test func aGestureThatDoesNotCancelClaimsNothing() {
    var rule = Self.tap2
    rule.delivery.cancelsTouches = false
    var bench = DeliveryBench(rule)
    #expect(bench.after("down 1 50,50", "down 2 70,50", "up 1", "up 2") == "1 passes, 2 passes")
  }

  @Test func aFingerBeyondItsRangeIsNotClaimed() {
    var bench = DeliveryBench(Self.rule("pan", Pan.kind))
    #expect(bench.after("down 1 50,50", "move 1 56,50", "wait 200", "down 2 90,50") == "1 taken, 2 passes")
  }

  @Test func aFingerThatJoinsIsClaimed() {
    var rule = Self.rule("pan", Pan.kind)
    rule.settings["fingers"] = .countRange(1...2)
    var bench = DeliveryBench(rule)
    #expect(bench.after("down 1 50,50", "wait 200", "move 1 56,50", "down 2 90,50") == "1 taken, 2 taken")
  }

  @Test func anObservingGestureWithholdsNothing() {
    var bench = DeliveryBench(Self.rule("hint", Hint.kind))
    #expect(bench.after("down 1 50,50", "wait 100") == "1 passes")
  }

  @Test func ofOtherDevicesEverythingPasses() {
    var bench = DeliveryBench(Self.tap2, capabilities: [.contacts, .places])
    #expect(bench.after("down 1 50,50", "down 2 70,50", "up 1", "up 2") == "1 passes, 2 passes")
  }

  @Test func aPalmIsIgnoredByAllGestures() {
    var bench = DeliveryBench(Self.tap2)
    #expect(bench.after("down 1 50,50", "palm 1") == "1 passes")
  }

  @Test func withoutCancelsATapIsShownLate() {
    var bench = DeliveryBench(Self.rule("tap"), passesCancel: false)
    #expect(bench.after("down 1 50,50") == "1 withheld")
    #expect(bench.after("up 1") == "1 taken")
    #expect(bench.after("down 2 50,50", "move 2 70,50") == "1 taken, 2 passes")
  }

  @Test func withoutCancelsTheRulesDecideAllTheSame() {
    var early = Self.rule("tap")
    early.delivery.delaysTouchesBegan = false
    var bench = DeliveryBench(early, passesCancel: false)
    #expect(bench.after("down 1 50,50") == "1 withoutEnd")
    var late = Self.rule("tap")
    late.delivery.delaysTouchesBegan = true
    var other = DeliveryBench(late)
    #expect(other.after("down 1 50,50") == "1 withheld")
  }

  @Test func withoutCancelsOnlyTouchesThatCouldBeClaimedAreDelayed() {
    var rule = Self.rule("tap")
    rule.delivery.cancelsTouches = false
    var bench = DeliveryBench(rule, passesCancel: false)
    #expect(bench.after("down 1 50,50") == "1 withoutEnd")
    var hint = DeliveryBench(Self.rule("hint", Hint.kind), passesCancel: false)
    #expect(hint.after("down 1 50,50", "wait 100") == "1 passes")
  }

  /// libinput handles the palms of a touchpad.
  @Test func withoutCancelsATouchpadIsAsEver() {
    var rule = Self.rule("tap")
    rule.device = .deviceClass(.touchpad)
    var bench = DeliveryBench(rule, deviceClass: .touchpad, passesCancel: false)
    #expect(bench.after("down 1 50,50") == "1 withoutEnd")
  }

  /// Numbers of touches come again, and so do the bits by which the core knows them.
  @Test func nothingIsLeftOfEarlierTouches() {
    var bench = DeliveryBench(Self.rule("tap"))
    for _ in 0..<200 {
      #expect(bench.after("down 1 50,50") == "1 withoutEnd")
      #expect(bench.after("up 1") == "1 taken")
      _ = bench.after("wait 500")
    }
    #expect(bench.after("down 1 50,50", "move 1 70,50", "up 1") == "1 passes")
  }
}

/// An engine with one device, and every touch that it has got.
private struct DeliveryBench {
  private var engine: Engine
  private var now = Timestamp(microseconds: 0)
  private var touches: [Int32] = []
  /// The last delivery that was reported for each touch.
  private var deliveries: [Int32: Delivery] = [:]

  init(
    _ rules: GestureRule..., capabilities: Capabilities = [.contacts, .places, .interception],
    deviceClass: DeviceClass = .touchscreen, passesCancel: Bool = true
  ) {
    var set = RuleSet(gestures: rules)
    set.passesCancel = passesCancel
    guard var engine = try? Engine(rules: set) else { preconditionFailure("the rules are sound") }
    engine.add(
      Device(
        id: DeviceID(1), name: "screen", deviceClass: deviceClass, size: Size(width: 300, height: 190),
        capabilities: capabilities))
    self.engine = engine
  }

  /// The delivery of each touch after these events, 10 ms apart: `down ID X,Y`, `move`, `palm`, `up`, `wait MS`; with
  /// `late MS` time passes without a call of the engine.
  mutating func after(_ lines: String...) -> String {
    for line in lines {
      let words = line.split(separator: " ")
      if words[0] == "late" {
        now = now + TimeSpan(milliseconds: Double(words[1]) ?? 0)
        continue
      }
      guard words[0] != "wait" else {
        now = now + TimeSpan(milliseconds: Double(words[1]) ?? 0)
        _ = engine.advance(to: now)
        noteChanges()
        continue
      }
      now = now + TimeSpan(milliseconds: 10)
      let phases: [Substring: Touch.Phase] = ["down": .began, "up": .ended]
      let position = words.count > 2 ? words[2].split(separator: ",").map { Double($0) ?? 0 } : [0.0, 0.0]
      let id = Int32(words[1]) ?? 0
      _ = engine.process(
        Frame(
          device: DeviceID(1), time: now,
          touches: [
            Touch(
              id: id, phase: phases[words[0]] ?? .moved, position: Vector(position[0], position[1]),
              tool: words[0] == "palm" ? .palm : .finger)
          ]))
      if words[0] == "down" {
        touches.removeAll { $0 == id }
        touches.append(id)
        deliveries[id] = .passes
      }
      noteChanges()
    }
    return touches.map { "\($0) \(deliveries[$0] ?? .passes)" }.joined(separator: ", ")
  }

  private mutating func noteChanges() {
    var changes: [DeliveryChange] = []
    engine.deliveryChanges(of: DeviceID(1), into: &changes)
    for change in changes { deliveries[change.touch] = change.delivery }
  }
}
