import Foundation
import GestureCore
import Support
import Testing

@testable import Bindings

/// Random walks, counted a second time in whole numbers.
struct StepOracleTests {
  /// Half of the movements tremble, some jump, some move exactly to the next mark.
  private func movement(_ random: inout SeededRandom, from place: Int, step: Int) -> Int {
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4: Int.random(in: -200...200, using: &random)
    case 4..<6: Int.random(in: -step...step, using: &random)
    case 6: step * Int.random(in: -3...3, using: &random) - place % step
    default: Int.random(in: -20 * step...20 * step, using: &random)
    }
  }

  @Test(arguments: 0..<40) func distanceEachWayOnBothAxes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let step = Int.random(in: 100...9000, using: &random)
    var counter = Counter(.distance(Double(step) / 1000), [.up: "u", .down: "d", .left: "l", .right: "r"])
    var (across, down) = (StepOracle(step), StepOracle(step))
    var (x, y) = (0, 0)
    // In mm, added up as the movements of a finger are.
    var sum = Vector.zero
    counter.tell(.began)
    for _ in 0..<500 {
      let moved = (movement(&random, from: x, step: step), movement(&random, from: y, step: step))
      (x, y) = (x + moved.0, y + moved.1)
      sum += Vector(Double(moved.0) / 1000, Double(moved.1) / 1000)
      across.go(to: x)
      down.go(to: y)
      counter.tell(.changed) { $0.translation = sum }
    }
    let counts = Dictionary(grouping: counter.ways) { $0 }.mapValues(\.count)
    #expect(
      [.down, .up, .right, .left].map { counts[$0, default: 0] }
        == [down.forth, down.back, across.forth, across.back])
    #expect(down.forth > 20 && down.back > 20)
  }

  @Test(arguments: 0..<20) func angles(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let step = Int.random(in: 500...30_000, using: &random)
    let slop = Int.random(in: -9000...9000, using: &random)
    var counter = Counter(.angle(Double(step) / 1000), [.clockwise: "c", .counterclockwise: "a"])
    var oracle = StepOracle(step)
    var place = 0
    var angle = Double(slop) / 1000
    for number in 0..<500 {
      let moved = movement(&random, from: place, step: step)
      place += moved
      angle += Double(moved) / 1000
      oracle.go(to: place)
      counter.tell(number == 0 ? .began : .changed) {
        $0.rotation = angle
        $0.rotationAtSlop = Double(slop) / 1000
      }
    }
    #expect(counter.ways.count { $0 == .clockwise } == oracle.forth)
    #expect(counter.ways.count { $0 == .counterclockwise } == oracle.back)
  }

  /// The spread in quarters of a step: 4 are one, so that one place in four is exactly at a mark.
  @Test(arguments: 0..<20) func scale(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let share = Double(Int.random(in: 2...40, using: &random)) / 100
    var counter = Counter(.scale(share), [.in: "i", .out: "o"])
    var oracle = StepOracle(4)
    var place = 0
    for number in 0..<500 {
      place = max(-60, min(60, place + Int.random(in: -9...9, using: &random)))
      oracle.go(to: place)
      counter.tell(number == 0 ? .began : .changed) { $0.scale = pow(1 + share, Double(place) / 4) }
    }
    #expect(counter.ways.count { $0 == .out } == oracle.forth)
    #expect(counter.ways.count { $0 == .in } == oracle.back)
    #expect(oracle.forth > 20)
  }
}
