import GestureCore
@testable import Recordings
import Testing

/// The facts about a touch when it ends: the length of its path and its greatest speed.
@Suite struct PathSoFarTests {
  @Test func thereAndBack() {
    var journey = PathSoFar(at: Vector(10, 10), Timestamp(microseconds: 0))
    for step in 1...20 {
      let x = step <= 10 ? 10.0 + Double(step) : 30.0 - Double(step)
      journey.move(to: Vector(x, 10), at: Timestamp(microseconds: Int64(step) * 8000))
    }
    #expect(journey.place == Vector(10, 10))
    #expect(abs(journey.way - 20) < 1e-9)
    #expect(abs(journey.peakSpeed - 125) < 1e-9)
    #expect(journey.began == Timestamp(microseconds: 0))
  }

  /// A jump is measured from the place where the touch rested before; a second report at the same time has no speed of
  /// its own.
  @Test func aJump() {
    var journey = PathSoFar(at: Vector(10, 10), Timestamp(microseconds: 0))
    journey.move(to: Vector(30, 10), at: Timestamp(microseconds: 100_000))
    #expect(abs(journey.peakSpeed - 200) < 1e-9)
    journey.move(to: Vector(31, 10), at: Timestamp(microseconds: 100_000))
    #expect(abs(journey.peakSpeed - 210) < 1e-9)
  }

  @Test func whatIsNoPlaceIsNoMovement() {
    var journey = PathSoFar(at: Vector(10, 10), Timestamp(microseconds: 0))
    journey.move(to: Vector(.nan, 10), at: Timestamp(microseconds: 8000))
    #expect(journey.place == Vector(10, 10) && journey.way == 0 && journey.peakSpeed == 0)
  }
}
