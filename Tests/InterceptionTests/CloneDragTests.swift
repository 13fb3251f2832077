import Evdev
import GestureCore
import Testing

@testable import Interception

/// The events that a clone sends while three fingers drag, in the words of `CloneForwarderTests`.
@Suite struct CloneDragTests {
  /// Fingers that no reader knows belong to the gesture.
  private static let hand = """
    1 withheld, 2 withheld, 3 withheld, down 5, x 400, y 300, slot 1, down 6, x 450, y 270, slot 2, down 7, x 500, y 300, report, \
    1 taken, 2 taken, 3 taken
    """
  private static let lifted = "slot 0, up, slot 1, up, slot 2, up, report"
  /// The pad is pressed at the centre of the fingers, and another contact continues from there.
  private static let begun = [
    "slot 0, down 1, x 450, y 290, one on, touch on, X 450, Y 290", "button on",
    "slot 1, down 2, x 450, y 290, one off, two on", "slot 0, up, two off, one on",
  ]
  private static let over = ["slot 1, up, one off, touch off", "button off"]

  private func run(_ text: String, slots: Int = 5, isClickpad: Bool = true) -> [String] {
    var bench = ForwarderBench(.stillPalm, slots: slots, isClickpad: isClickpad)
    bench.obey(text)
    return bench.frames
  }

  @Test func threeFingersAreOneWithTheButtonDown() {
    #expect(
      run(
        "\(Self.hand), drag left, slot 0, x 406, slot 1, x 456, slot 2, x 506, report, x 512, report, \(Self.lifted), drag ends, +500"
      )
        == Self.begun + ["slot 1, x 456, X 456", "x 458, X 458", "up, one off, touch off", "button off"],
      "it goes as far as the fingers do on average")
  }

  /// Fingers that join or lift don't count as movement.
  @Test func fingersThatComeOrGoMoveNothing() {
    let frames = run(
      "\(Self.hand), drag left, slot 3, down 8, x 900, y 500, report, 4 taken, x 903, report, up, report, slot 0, up, report, slot 1, x 455, report"
    )
    #expect(frames == Self.begun + ["slot 1, x 451, X 451", "x 453, X 453"])
  }

  private static let known = """
    down 5, x 400, y 300, slot 1, down 6, x 450, y 270, slot 2, down 7, x 500, y 300, report, 1 taken, 2 taken, 3 taken, drag left, \
    x 503, report
    """

  /// By then libinput has cancelled a swipe.
  @Test func onAClickpadItBeginsOnceWhatIsTakenBackIsPalms() {
    let frames = run("\(Self.known), +130, x 506, report")
    #expect(
      frames.dropFirst() == [
        "slot 0, palm", "slot 1, palm, slot 2, palm", "slot 3, down 4, x 451, y 290, three off, four on",
        "slot 0, up, finger, four off, three on, X 450, Y 270", "slot 1, up, finger, three off, two on, X 500, Y 300",
        "slot 2, up, finger, two off, one on, X 451, Y 290", "button on",
        "slot 0, down 5, x 451, y 290, one off, two on",
        "slot 3, up, two off, one on", "slot 0, x 452, X 452",
      ])
  }

  /// On other pads a tap must become impossible first, which takes time too.
  @Test func otherwiseItBeginsOnceWhatWasTakenBackIsGone() {
    let frames = run("\(Self.known), +130, +200, x 506, report", isClickpad: false)
    #expect(frames.suffix(4).map { $0.contains("touch off") } == [true, false, false, false], "\(frames)")
    #expect(frames.suffix(2).first == "button on", "\(frames)")
  }

  /// By place and by number of fingers: libinput uses one of the two.
  @Test func aClickpadIsPressedWhereAndWithAsManyFingersAsTheButtonTakes() {
    #expect(
      run("\(Self.hand), drag right") == [
        "slot 0, down 1, x 800, y 570, one on, touch on, X 800, Y 570", "slot 1, down 2, x 700, y 570, one off, two on",
        "button on",
        "slot 2, down 3, x 450, y 290, two off, three on", "slot 0, up, three off, two on, X 700",
        "slot 1, up, two off, one on, X 450, Y 290",
      ])
    #expect(run("\(Self.hand), drag middle").dropFirst(2).first == "slot 2, down 3, x 800, y 570, two off, three on")
    #expect(
      run("\(Self.hand), drag middle", slots: 3).last == "slot 0, down 4, x 450, y 290, one on, touch on, X 450, Y 290")
  }

  @Test func aTouchpadWithButtonsPressesThem() {
    #expect(
      run("\(Self.hand), drag right, \(Self.lifted), drag cancelled", isClickpad: false) == [
        "slot 0, down 1, x 450, y 290, one on, touch on, X 450, Y 290", "right on", "palm",
        "up, finger, one off, touch off", "right off",
      ], "what ends so soon must be no tap")
  }

  @Test func fingersThatComeBackInTimeDragOn() {
    let again = "down 8, x 300, y 300, slot 1, down 9, x 350, y 270, slot 0, down 10, x 400, y 300, report"
    let frames = run(
      "\(Self.hand), drag left, \(Self.lifted), drag ends, +300, 4 passes, 5 passes, 6 passes, \(again), 4 taken, 5 taken, 6 taken, drag left, slot 0, x 403, report, \(Self.lifted), drag ends, +498"
    )
    #expect(frames == Self.begun + ["slot 1, x 451, X 451"])
  }

  @Test func theButtonGoesUpWhenTheyDont() {
    let locked = "\(Self.hand), drag left, \(Self.lifted), drag ends"
    #expect(run("\(locked), +498") == Self.begun)
    #expect(run("\(locked), +500") == Self.begun + Self.over)
    #expect(run("\(Self.hand), drag left, \(Self.lifted), drag cancelled") == Self.begun + Self.over)
    #expect(run("\(Self.hand), drag left, drop") == Self.begun + Self.over)
  }

  @Test func whatIsNoDragEndsOne() {
    let locked = "\(Self.hand), drag left, \(Self.lifted), drag ends, +100"
    #expect(
      Array(run("\(locked), down 8, x 300, y 300, report, x 320, report")[4...]) == Self.over + [
        "slot 2, down 3, x 320, y 300, one on, touch on, X 320, Y 300"
      ])
    #expect(
      run("\(locked), down 8, x 300, y 300, report, up, report").suffix(2) == [
        "slot 2, down 3, x 300, y 300, one on, touch on, X 300, Y 300", "up, one off, touch off",
      ])
  }

  /// A finger that has tapped meanwhile doesn't become a click later.
  @Test func otherFingersWaitOrAreForgotten() {
    let extra = "slot 3, down 8, x 700, y 200, report, up, report"
    #expect(run("\(Self.hand), drag left, \(extra), \(Self.lifted), drag ends, +500, +300") == Self.begun + Self.over)
  }

  @Test func whereThePadEndsTheFingerLandsInItsMiddle() {
    let frames = run(
      "\(Self.hand), drag left, slot 0, x 900, slot 1, x 950, slot 2, x 1000, report, slot 0, x 1000, slot 1, x 1050, slot 2, x 1100, report, x 1103, report"
    )
    #expect(
      frames == Self.begun + [
        "slot 1, x 950, X 950", "slot 0, down 3, x 500, y 240, one off, two on",
        "slot 1, up, two off, one on, X 500, Y 240",
        "slot 0, x 501, X 501",
      ])
  }

  @Test func aDeadlineEndsTheLock() {
    var bench = ForwarderBench(.stillPalm, slots: 5)
    bench.obey("\(Self.hand), drag left, \(Self.lifted), drag ends")
    #expect(bench.forwarder.deadline != nil)
    bench.obey("+500")
    #expect(bench.forwarder.deadline == nil)
  }
}
