import Evdev
import GestureCore
import Testing

@testable import Interception

/// The events that a clone sends while two fingers scroll by another distance or in another direction than they move,
/// in the words of `CloneForwarderTests`.
@Suite struct CloneScrollTests {
  private static let two = "down 5, x 400, y 300, slot 1, down 6, x 600, y 300, report"
  private static let landed =
    "slot 0, down 1, x 400, y 300, slot 1, down 2, x 600, y 300, two on, touch on, X 400, Y 300"

  private func run(_ text: String) -> [String] {
    var bench = ForwarderBench(.stillPalm, slots: 5)
    bench.obey(text)
    return bench.frames
  }

  private func moved(_ factor: Double, _ moves: String) -> [String] {
    let frames = run("scroll \(factor), \(Self.two), \(moves)")
    #expect(frames.first == Self.landed)
    return Array(frames.dropFirst())
  }

  private static let down = "slot 0, y 310, slot 1, y 310, report"

  @Test func bothGoSoManyTimesAsFar() {
    #expect(moved(1, Self.down) == ["slot 0, y 310, slot 1, y 310, Y 310"])
    #expect(moved(2, Self.down) == ["slot 0, y 320, slot 1, y 320, Y 320"])
    #expect(moved(0.5, Self.down) == ["slot 0, y 305, slot 1, y 305, Y 305"])
    #expect(moved(-1.5, Self.down) == ["slot 0, y 285, slot 1, y 285, Y 285"])
  }

  /// Or slow fingers would not scroll at all.
  @Test func nothingIsLostByWholeUnits() {
    let steps = (1...10).map { "slot 0, y \(300 + $0), slot 1, y \(300 + $0), report" }.joined(separator: ", ")
    #expect(moved(0.3, steps).last == "slot 0, y 303, slot 1, y 303, Y 303")
  }

  /// Fingers that move apart still pinch if scrolling is faster or reversed; if it is slower, so is the pinch.
  @Test func whatGoesApartGoesApart() {
    let apart = "slot 0, x 390, slot 1, x 610, report"
    #expect(moved(3, apart) == ["slot 0, x 390, slot 1, x 610, X 390"])
    #expect(moved(-1, apart) == ["slot 0, x 390, slot 1, x 610, X 390"])
    #expect(moved(0.5, apart) == ["slot 0, x 395, slot 1, x 605, X 395"])
  }

  @Test func oneFingerPointsAndThreeSwipeAsEver() {
    #expect(run("scroll 2, down 5, x 400, y 300, report, y 310, report").last == "y 310, Y 310")
    let third = "slot 2, down 7, x 500, y 200, report, slot 0, y 320, slot 1, y 320, slot 2, y 210, report"
    #expect(
      moved(2, "\(Self.down), \(third)").last == "slot 0, y 330, slot 1, y 330, slot 2, y 210, Y 330",
      "none of them leaps as it lands")
  }

  @Test func aFingerThatStaysPointsFromWhereItIs() {
    #expect(moved(2, "\(Self.down), slot 1, up, report, slot 0, y 305, report").last == "slot 0, y 315, Y 315")
    #expect(
      moved(2, "\(Self.down), up, report, slot 0, up, report, down 8, x 100, y 100, report").last
        == "down 3, x 100, y 100, one on, touch on, X 100, Y 100", "the next one is where it is")
  }

  /// libinput accepts places beyond the pad, but would treat two contacts that land again as another gesture.
  @Test func thePadDoesNotEndForThem() {
    #expect(
      moved(3, "slot 0, y 370, slot 1, y 370, report, slot 0, y 440, slot 1, y 440, report").last
        == "slot 0, y 720, slot 1, y 720, Y 720")
    #expect(moved(-3, "slot 0, y 420, slot 1, y 420, report") == ["slot 0, y -60, slot 1, y -60, Y -60"])
  }
}
