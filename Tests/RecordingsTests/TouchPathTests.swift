import GestureCore
@testable import Recordings
import Testing

/// The path of a touch: its length and its greatest speed.
@Suite struct TouchPathTests {
  @Test func thereAndBack() {
    var path = TouchPath(at: Vector(10, 10), Timestamp(microseconds: 0))
    for step in 1...20 {
      let x = step <= 10 ? 10.0 + Double(step) : 30.0 - Double(step)
      path.move(to: Vector(x, 10), at: Timestamp(microseconds: Int64(step) * 8000))
    }
    #expect(path.position == Vector(10, 10))
    #expect(abs(path.length - 20) < 1e-9)
    #expect(abs(path.peakSpeed - 125) < 1e-9)
    #expect(path.began == Timestamp(microseconds: 0))
  }

  /// A jump is measured from where the touch rested before; two reports at one time have no speed.
  @Test func aJump() {
    var path = TouchPath(at: Vector(10, 10), Timestamp(microseconds: 0))
    path.move(to: Vector(30, 10), at: Timestamp(microseconds: 100_000))
    #expect(abs(path.peakSpeed - 200) < 1e-9)
    path.move(to: Vector(31, 10), at: Timestamp(microseconds: 100_000))
    #expect(abs(path.peakSpeed - 210) < 1e-9)
  }

  @Test func anInvalidPositionIsIgnored() {
    var path = TouchPath(at: Vector(10, 10), Timestamp(microseconds: 0))
    path.move(to: Vector(.nan, 10), at: Timestamp(microseconds: 8000))
    #expect(path.position == Vector(10, 10) && path.length == 0 && path.peakSpeed == 0)
  }
}
