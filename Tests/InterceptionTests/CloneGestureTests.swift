import Evdev
import GestureCore
import Testing

@testable import Interception

/// The events that a clone sends while fingers make a gesture of the desktop, in the words of `CloneForwarderTests`.
@Suite struct CloneGestureTests {
  /// Fingers that no reader knows have moved by 6 mm to the right, and belong to the gesture.
  private static let hand = """
    1 withheld, 2 withheld, 3 withheld, down 5, x 400, y 300, slot 1, down 6, x 450, y 270, slot 2, down 7, x 500, y 300, report, \
    1 taken, 2 taken, 3 taken, slot 0, x 460, slot 1, x 510, slot 2, x 560, report
    """
  private static let lifted = "slot 0, up, slot 1, up, slot 2, up, report"
  /// Their first step is in the direction in which the fingers have moved.
  private static let begun = [
    "slot 0, down 1, x 420, y 290, slot 1, down 2, x 600, y 290, slot 2, down 3, x 480, y 290, slot 3, down 4, x 540, y 290, four on, touch on, X 420, Y 290",
    "slot 0, x 448, slot 1, x 628, slot 2, x 508, slot 3, x 568, X 448",
  ]
  private static let over = "slot 0, up, slot 1, up, slot 2, up, slot 3, up, four off, touch off"

  private func run(_ text: String, slots: Int = 5) -> [String] {
    var bench = ForwarderBench(.stillPalm, slots: slots)
    bench.obey(text)
    return bench.frames
  }

  @Test func fourContactsGoWhereThreeFingersGo() {
    #expect(
      run(
        "\(Self.hand), swipe 4, slot 0, x 466, slot 1, x 516, slot 2, x 566, y 303, report, \(Self.lifted), swipe ends, +500"
      )
        == Self.begun + [
          "slot 0, x 454, y 291, slot 1, x 634, y 291, slot 2, x 514, y 291, slot 3, x 574, y 291, X 454, Y 291",
          Self.over,
        ])
  }

  /// Fingers that join or lift don't count as movement.
  @Test func fingersThatComeOrGoMoveNothing() {
    let frames = run(
      "\(Self.hand), swipe 4, slot 3, down 8, x 900, y 500, report, 4 taken, x 903, report, up, report, slot 0, up, report, slot 1, x 515, report"
    )
    #expect(
      frames == Self.begun + [
        "slot 0, x 449, slot 1, x 629, slot 2, x 509, slot 3, x 569, X 449",
        "slot 0, x 451, slot 1, x 631, slot 2, x 511, slot 3, x 571, X 451",
      ])
  }

  /// libinput cancels a gesture that loses a finger for 100 ms, and ends one that loses all at once.
  @Test func cancelledItLosesOneContactFirst() {
    let frames = run("\(Self.hand), swipe 4, swipe cancelled, +119, +2, +200")
    #expect(
      frames == Self.begun + [
        "slot 0, palm", "slot 1, palm, slot 2, palm, slot 3, palm",
        "slot 0, up, finger, slot 1, up, finger, slot 2, up, finger, slot 3, up, finger, four off, touch off",
      ])
    #expect(run("\(Self.hand), swipe 4, +300, drop").contains { $0.hasSuffix("touch off") })
  }

  private static let known = """
    down 5, x 400, y 300, slot 1, down 6, x 450, y 270, slot 2, down 7, x 500, y 300, report, 1 taken, 2 taken, 3 taken, swipe 4, \
    x 503, report
    """

  /// By then libinput has cancelled the gesture that it saw. The new contacts land with a frame of the device, early
  /// enough for libinput to see no jump.
  @Test func itBeginsOnceWhatIsTakenBackIsPalms() {
    let frames = run("\(Self.known), +130, x 506, report")
    #expect(
      frames.dropFirst() == [
        "slot 0, palm", "slot 1, palm, slot 2, palm",
        "slot 0, up, finger, slot 1, up, finger, slot 2, up, finger, three off, touch off",
        "slot 0, down 4, x 362, y 290, slot 1, down 5, x 542, y 290, slot 2, down 6, x 422, y 290, slot 3, down 7, x 482, y 290, four on, touch on, X 362, Y 290",
        "slot 0, x 390, slot 1, x 570, slot 2, x 450, slot 3, x 510, X 390",
      ])
  }

  @Test func oneThatIsOverBeforeItBeginsIsNone() {
    let frames = run("\(Self.known), swipe ends, slot 0, up, slot 1, up, slot 2, up, report, +130, +200")
    #expect(!frames.contains { $0.contains("four on") })
  }

  /// The contacts land outside the areas where readers expect palms and thumbs, and all in one row: at a border the row
  /// becomes shorter, and still moves with the fingers.
  @Test func contactsLandWhereThereIsRoom() {
    let corner = """
      1 withheld, 2 withheld, 3 withheld, down 5, x 10, y 590, slot 1, down 6, x 30, y 590, slot 2, down 7, x 50, y 590, 1 taken, \
      2 taken, 3 taken, report, swipe 3
      """
    let frames = run(corner)
    let landed = "slot 0, down 1, x 150, y 420, slot 1, down 2, x 270, y 420, slot 2, down 3, x 210"
    #expect(frames.first?.hasPrefix(landed) == true)
    #expect(frames.last == "slot 0, y 443, slot 1, y 443, slot 2, y 443, Y 443", "down: the hand has not moved")
    let toTheRight = "slot 0, x 770, slot 1, x 790, slot 2, x 810, report"
    #expect(run("\(corner), \(toTheRight)").last == "slot 0, x 940, slot 1, x 1000, slot 2, x 970, X 940")
  }

  @Test func contactsStayOnThePad() {
    let corner = """
      1 withheld, 2 withheld, 3 withheld, down 5, x 10, y 300, slot 1, down 6, x 30, y 300, slot 2, down 7, x 50, y 300, 1 taken, \
      2 taken, 3 taken, report, swipe 3, slot 0, x 950, slot 1, x 970, slot 2, x 990, report
      """
    let frames = run("\(corner), slot 0, x 710, slot 1, x 730, slot 2, x 750, report")
    #expect(frames.dropLast().last == "slot 0, x 1000, slot 1, x 1000, slot 2, x 1000, X 1000")
    #expect(frames.last == "slot 0, x 850, slot 1, x 970, slot 2, x 910, X 850", "back where the hand is")
  }

  /// Two fingers, 20 mm from each other, that pinch or turn.
  private static let pair = """
    1 withheld, 2 withheld, down 5, x 400, y 300, slot 1, down 6, x 600, y 300, 1 taken, 2 taken, report, pinch 2
    """

  @Test func aPinchFollowsScaleTurnAndCentre() {
    let begun = [
      "slot 0, down 1, x 436, y 206, slot 1, down 2, x 564, y 334, two on, touch on, X 436, Y 206",
      "slot 0, x 424, y 194, slot 1, x 576, y 346, X 424, Y 194",
    ]
    #expect(
      run("\(Self.pair), slot 0, x 300, slot 1, x 700, report") == begun + [
        "slot 0, x 347, y 117, slot 1, x 653, y 423, X 347, Y 117"
      ])
    #expect(
      run("\(Self.pair), slot 0, x 500, y 200, slot 1, x 500, y 400, report") == begun + [
        "slot 0, x 576, slot 1, x 424, X 576"
      ], "clockwise by 90 degrees")
    #expect(
      run("\(Self.pair), slot 0, x 410, slot 1, x 610, report") == begun + ["slot 0, x 434, slot 1, x 586, X 434"])
    #expect(
      run("\(Self.pair), slot 0, up, report, slot 1, x 620, report") == begun + ["slot 0, x 444, slot 1, x 596, X 444"],
      "one finger alone neither pinches nor turns")
  }

  /// The outer ones are the topmost and the lowest, and first.
  @Test func aPinchOfMoreIsALine() {
    let frames = run("\(Self.hand), pinch 3")
    #expect(
      frames.first
        == "slot 0, down 1, x 436, y 206, slot 1, down 2, x 564, y 334, slot 2, down 3, x 500, y 270, three on, touch on, X 436, Y 206"
    )
    #expect(frames.last == "slot 0, x 420, y 190, slot 1, x 580, y 350, X 420, Y 190")
  }

  @Test func aHoldRestsAndIsNoTap() {
    let begun =
      "slot 0, down 1, x 450, y 290, slot 1, down 2, x 570, y 290, slot 2, down 3, x 510, y 290, three on, touch on, X 450, Y 290"
    let held = "\(Self.hand), hold 3, slot 0, x 463, report"
    let up = "slot 0, up, slot 1, up, slot 2, up, three off, touch off"
    #expect(run("\(held), +200, hold ends") == [begun, up])
    #expect(
      run("\(held), +100, hold ends") == [
        begun, "slot 0, palm, slot 1, palm, slot 2, palm",
        "slot 0, up, finger, slot 1, up, finger, slot 2, up, finger, three off, touch off",
      ])
    #expect(
      run("\(held), +100, hold cancelled").dropFirst().first == "slot 0, palm, slot 1, palm, slot 2, palm",
      "no reader knows it as a hold yet")
    #expect(
      run("\(held), +200, hold cancelled").dropFirst().prefix(2) == [
        "slot 0, palm", "up, finger, three off, two on, X 570",
      ])
  }

  /// A drag of these fingers ends first, and the reverse.
  @Test func oneTaskAtATime() {
    let frames = run("\(Self.hand), drag left, swipe 4")
    #expect(frames.contains("button off") && frames.last == Self.begun.last)
    #expect(run("\(Self.hand), swipe 4, drag left, +130, +200").contains("button on"))
  }

  @Test func whatADeviceCantDo() {
    let bench = ForwarderBench(.stillPalm, slots: 3)
    #expect(bench.forwarder.obstacle(to: .gesture(.swipe, contacts: 3)) == nil)
    #expect(bench.forwarder.obstacle(to: .gesture(.swipe, contacts: 4)) == .slots(3))
  }

  /// Other fingers wait until it is over.
  @Test func otherFingersWait() {
    let frames = run("\(Self.hand), swipe 4, slot 3, down 8, x 700, y 200, report, x 720, report, swipe ends, +1")
    #expect(frames.dropFirst(2).first == Self.over)
    #expect(frames.last?.contains("x 720, y 200, one on, touch on") == true, "\(frames)")
  }
}
