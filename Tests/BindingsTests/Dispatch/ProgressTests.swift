import GestureCore
import Recordings
import Testing

@testable import Bindings

/// The distance that a gesture moves from one order of an action to the next.
@Suite struct ProgressTests {
  private func orders(_ script: String, _ actions: [Action]) throws -> [Order] {
    let script = try TouchScript.read(script, name: "script")
    let binding = Binding(gesture: GestureID(0), actions: actions, location: .nowhere)
    let rules = Rules(ruleSet: script.rules ?? RuleSet(), bindings: [binding])
    var orders: [Order] = []
    try Replay.run(script.recording, rules: rules) { orders += $1 }
    return orders
  }

  private let drag = """
    gestures
    it = pan slop=2mm
    touches
    0ms    down a 50,50
    8ms    move a by 3,0
    16ms   move a by 4,1
    24ms   move a by 0,2
    32ms   move a by -5,0
    200ms  up a
    """

  /// The distances in the orders of one action add up to the whole movement.
  @Test func eachOrderHasItsShare() throws {
    let orders = try orders(drag, [.run("x", on: .began), .run("y", on: .changed), .run("z", on: .ended)])
    let own = orders.filter { $0.action.trigger == .changed }.map(\.progress.translation)
    #expect(own == [Vector(5, 1), Vector(0, 2), Vector(-5, 0)])
    #expect(orders.first?.progress.translation == Vector(1, 0))
    #expect(orders.last?.progress.translation == Vector(0, 3))
  }

  /// The distance of a skipped order is added to the next one.
  @Test func whatComesTooSoonIsNotLost() throws {
    let orders = try orders(drag, [.run("y", on: .changed, atMostEvery: 10)])
    #expect(orders.map(\.progress.translation) == [Vector(5, 1), Vector(-5, 2)])
  }

  @Test func ofAPinchTheFactor() throws {
    let orders = try orders(
      """
      gestures
      it = pinch
      touches
      0ms    down a 50,50 b 90,50
      8ms    move b by 4,0
      16ms   move b by 8,0
      24ms   move b by 8,0
      200ms  up a,b
      """, [.run("y", on: .changed)])
    let scales = orders.map(\.progress.scale)
    #expect(scales.count == 2)
    #expect(abs(scales.reduce(1, *) - (orders.last?.event.values.scale ?? 0)) < 1e-9)
    #expect(scales.allSatisfy { $0 > 1.1 && $0 < 1.3 })
  }
}
