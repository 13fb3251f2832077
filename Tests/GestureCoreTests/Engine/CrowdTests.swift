import GestureCore
import Support
import Testing

/// However many rules there are, a frame is shown only to gestures whose fingers are down.
@Suite struct CrowdTests {
  private static let others = 990

  /// The number of movements that are shown to 10 gestures of two fingers, and to all other gestures.
  private func looks(_ change: (Int, inout GestureRule) -> Void) throws -> (few: Int, others: Int) {
    let few = Tally()
    let others = Tally()
    var rules = RuleSet(gestures: (0..<10).map { rule("few-\($0)", few) })
    rules.zones = [Zone(name: "corner", shape: .corner(.topLeft, width: .millimetres(20), height: .millimetres(20)))]
    for index in 0..<Self.others {
      var rule = rule("other-\(index)", others)
      change(index, &rule)
      rules.gestures.append(rule)
    }
    var bench = try CoreBench(rules: rules)
    bench.frame(0, down(1, 100), down(2, 130))
    for step in 1...100 { bench.frame(Double(step) * 8, move(1, 100 + Double(step) / 2), move(2, 130)) }
    return (few.looks, others.looks)
  }

  private func rule(_ name: String, _ tally: Tally) -> GestureRule {
    let kind = Kind(
      name: "onlooker", summary: "Looks on.", isDiscrete: true, settings: [], make: { _ in Onlooker(tally) })
    return GestureRule(name: name, kind: kind, settings: ["fingers": .countRange(2...2)])
  }

  @Test func gesturesOfOtherFingersAreNotShownAny() throws {
    let looks = try looks { index, rule in
      let count = 3 + index % 8
      rule.settings["fingers"] = .countRange(count...count)
    }
    #expect(looks == (1000, 0))
  }

  @Test func gesturesOfOtherZonesAreNotShownAny() throws {
    #expect(try looks { $1.receive.zone = "corner" } == (1000, 0))
  }

  @Test func gesturesOfOtherDevicesAreNotShownAny() throws {
    #expect(try looks { $1.device = .deviceClass(.touchpad) } == (1000, 0))
  }

  @Test func allThatMatchAreShownAll() throws {
    #expect(try looks { _, _ in } == (1000, 99_000))
  }
}

/// Counts; a test is on one thread, so nothing guards the number.
private final class Tally: @unchecked Sendable {
  var looks = 0
}

/// Stays undecided and counts its calls.
private struct Onlooker: Recognizer {
  static let kind = Kind(
    name: "onlooker", summary: "Looks on.", isDiscrete: true, settings: [], make: { Onlooker($0) })

  private let tally: Tally

  init(_ settings: Settings) { tally = Tally() }
  init(_ tally: Tally) { self.tally = tally }

  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    tally.looks += 1
    return .nothing
  }

  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal { .fail(Failure("lifted")) }
  mutating func reset() {}
  func values(_ touches: TouchGroup) -> GestureValues { GestureValues() }
}
