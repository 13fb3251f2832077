import Foundation
import GestureCore
import Support
import Testing

@testable import Bindings

/// Random walks, counted a second time in whole numbers.
struct StepOracleTests {
  /// Half of the movements tremble, some jump, some move exactly to the next mark.
  private func movement(_ random: inout SeededRandom, from position: Int, step: Int) -> Int {
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4: Int.random(in: -200...200, using: &random)
    case 4..<6: Int.random(in: -step...step, using: &random)
    case 6: step * Int.random(in: -3...3, using: &random) - position % step
    default: Int.random(in: -20 * step...20 * step, using: &random)
    }
  }

  @Test(arguments: 0..<40) func distanceInEachDirectionOnBothAxes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let step = Int.random(in: 100...9000, using: &random)
    var counter = Counter(.distance(Double(step) / 1000), [.up: "u", .down: "d", .left: "l", .right: "r"])
    var (across, down) = (StepOracle(step), StepOracle(step))
    var (x, y) = (0, 0)
    // In mm, added up as the movements of a finger are.
    var sum = Vector.zero
    counter.send(.began)
    for _ in 0..<500 {
      let moved = (movement(&random, from: x, step: step), movement(&random, from: y, step: step))
      (x, y) = (x + moved.0, y + moved.1)
      sum += Vector(Double(moved.0) / 1000, Double(moved.1) / 1000)
      across.go(to: x)
      down.go(to: y)
      counter.send(.changed) { $0.translation = sum }
    }
    let counts = Dictionary(grouping: counter.directions) { $0 }.mapValues(\.count)
    #expect(
      [.down, .up, .right, .left].map { counts[$0, default: 0] }
        == [down.forward, down.backward, across.forward, across.backward])
    #expect(down.forward > 20 && down.backward > 20)
  }

  @Test(arguments: 0..<20) func angles(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let step = Int.random(in: 500...30_000, using: &random)
    let slop = Int.random(in: -9000...9000, using: &random)
    var counter = Counter(.angle(Double(step) / 1000), [.clockwise: "c", .counterclockwise: "a"])
    var oracle = StepOracle(step)
    var position = 0
    var angle = Double(slop) / 1000
    for number in 0..<500 {
      let moved = movement(&random, from: position, step: step)
      position += moved
      angle += Double(moved) / 1000
      oracle.go(to: position)
      counter.send(number == 0 ? .began : .changed) {
        $0.rotation = angle
        $0.rotationAtSlop = Double(slop) / 1000
      }
    }
    #expect(counter.directions.count { $0 == .clockwise } == oracle.forward)
    #expect(counter.directions.count { $0 == .counterclockwise } == oracle.backward)
  }

  /// The spread in quarters of a step: 4 are one, so that one place in four is exactly at a mark.
  @Test(arguments: 0..<20) func scale(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let share = Double(Int.random(in: 2...40, using: &random)) / 100
    var counter = Counter(.scale(share), [.in: "i", .out: "o"])
    var oracle = StepOracle(4)
    var position = 0
    for number in 0..<500 {
      position = max(-60, min(60, position + Int.random(in: -9...9, using: &random)))
      oracle.go(to: position)
      counter.send(number == 0 ? .began : .changed) { $0.scale = pow(1 + share, Double(position) / 4) }
    }
    #expect(counter.directions.count { $0 == .out } == oracle.forward)
    #expect(counter.directions.count { $0 == .in } == oracle.backward)
    #expect(oracle.forward > 20)
  }
}
