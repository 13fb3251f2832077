import Evdev
import GestureCore
import Testing

/// What a clone is told of what a device says, in the kernel's events: codes in hexadecimal, keys with a k.
///
/// Each event is 1 ms; `2 taken` is what gestures say of touch 2 from then on, `+300` lets 300 ms pass.
@Suite struct ConveyorTests {
  @Test func whatMayPassPassesAsItCame() {
    #expect(
      run("2f 1, 39 5, 35 100, 36 200, syn, 35 110, syn, 39 -1, syn") == [
        "2f 1, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "35 110, 0 110", "39 -1, k145 0, k14a 0",
      ])
  }

  @Test func valuesTheKernelDoesNotRepeatAreTold() {
    #expect(
      run("39 5, 35 100, 36 200, syn, 39 -1, syn, 39 6, 36 210, syn").last
        == "39 2, 36 210, k145 1, k14a 1, 1 210")
    #expect(
      run("39 5, 35 100, 36 200, syn, 1 withheld, 2 withheld, 39 -1, syn, 39 6, 36 210, syn, 2 passes, +1").last
        == "2f 1, 39 2, 35 100, 36 210, k145 0, k14d 1", "in another slot all of it is news")
  }

  @Test func fingersAreCountedAsFarAsTheyPass() {
    #expect(
      run("2 withheld, 39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 400, syn, 2f 0, 35 110, syn, 2 passes, +1") == [
        "2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "35 110, 0 110",
        "2f 1, 39 2, 35 300, 36 400, k145 0, k14d 1",
      ])
  }

  @Test func whatWasWithheldIsToldFromItsLandingOn() {
    #expect(
      run("1 withheld, 39 5, 35 100, 36 200, syn, 35 110, syn, 35 120, syn, 39 -1, syn, 1 passes, +1") == [
        "2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "35 120, 0 120", "39 -1, k145 0, k14a 0",
      ])
  }

  @Test func twoTapsAreToldAsTwo() {
    #expect(
      run(
        """
        1 withheld, 2 withheld, 39 5, 35 100, 36 200, syn, 39 -1, syn, 39 6, 35 130, syn, 39 -1, syn, 1 passes, \
        2 passes, +1
        """) == [
          "2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "39 -1, k145 0, k14a 0",
          "39 2, 35 130, k145 1, k14a 1, 0 130", "39 -1, k145 0, k14a 0",
        ])
  }

  @Test func whatIsTakenUnseenIsNeverTold() {
    #expect(run("1 withheld, 39 5, 35 100, 36 200, syn, 1 taken, 35 110, syn, 39 -1, syn, +300") == [])
  }

  @Test func onATouchscreenWhatIsTakenIsAPalmAndLifts() {
    #expect(
      run("39 5, 35 100, 36 200, syn, 1 taken, 35 110, syn, 35 120, syn, 39 -1, syn") == [
        "2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "37 2", "39 -1, 37 0, k145 0, k14a 0",
      ])
  }

  /// The next contact in its slot is a finger before it begins: libinput looks at that only then.
  @Test func theNextOneIsNoPalm() {
    #expect(
      run("39 5, 35 100, 36 200, syn, 1 taken, syn, 39 -1, syn, 39 6, 35 150, syn").suffix(2) == [
        "39 -1, 37 0, k145 0, k14a 0", "39 2, 35 150, k145 1, k14a 1, 0 150",
      ])
  }

  /// libinput cancels a swipe that loses one finger for longer than 100 ms; a tap lasts 180 ms from the last landing on.
  @Test func onATouchpadOneFingerGoesFirstAndAllLiftLater() {
    let both = "39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 400, syn"
    let begun = "2f 0, 39 1, 35 100, 36 200, 2f 1, 39 2, 35 300, 36 400, k14d 1, k14a 1, 0 100, 1 200"
    let taken = "1 taken, 2 taken, 35 310, syn, 39 -1, 2f 0, 39 -1, syn"
    #expect(run("\(both), \(taken), +90", .stillPalm) == [begun, "2f 0, 37 2"])
    #expect(run("\(both), \(taken), +130", .stillPalm) == [begun, "2f 0, 37 2", "2f 1, 37 2"])
    #expect(
      run("\(both), \(taken), +130, +80", .stillPalm) == [
        begun, "2f 0, 37 2", "2f 1, 37 2", "2f 0, 39 -1, 37 0, 2f 1, 39 -1, 37 0, k14d 0, k14a 0",
      ])
  }

  /// A tap of 300 ms is no click: the touch is taken back, and is a quick tap later.
  @Test func onATouchpadATapThatHadToWaitIsToldAnew() {
    let tap = "1 withoutEnd, 39 5, 35 100, 36 200, syn, 35 102, syn, 39 -1, syn"
    let seen = ["2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "35 102, 0 102", "37 2"]
    #expect(run(tap, .stillPalm) == seen)
    #expect(
      run("\(tap), +150, 1 passes, +1", .stillPalm) == seen + [
        "39 -1, 37 0, k145 0, k14a 0", "39 2, k145 1, k14a 1", "39 -1, k145 0, k14a 0",
      ])
    #expect(run("\(tap), +150, 1 taken, +100", .stillPalm) == seen + ["39 -1, 37 0, k145 0, k14a 0"])
    #expect(
      run("\(tap), +250, 1 passes, +1", .stillPalm) == seen + [
        "39 -1, 37 0, k145 0, k14a 0", "39 2, k145 1, k14a 1", "39 -1, k145 0, k14a 0",
      ])
  }

  /// It was no click by itself, and is none later.
  @Test func onATouchpadOnlyATapIsToldAnew() {
    let down = "1 withoutEnd, 39 5, 35 100, 36 200, syn"
    let end = "39 -1, syn, +250, 1 passes, +1"
    let last = "39 -1, 37 0, k145 0, k14a 0"
    #expect(run("\(down), +190, \(end)", .stillPalm).last == last, "too long")
    #expect(run("\(down), 35 120, syn, \(end)", .stillPalm).last == last, "too far")
    let other = "2f 1, 39 6, 35 150, 36 200, syn"
    #expect(
      run("\(down), 39 -1, syn, +150, \(other), 1 passes, +1", .stillPalm).last
        == "2f 1, 39 2, 35 150, 36 200, k145 0, k14d 1", "another is down")
  }

  /// A leap would throw the pointer, or be a pinch.
  @Test func onATouchpadWhatWasWithheldBeginsWhereItIs() {
    let moved = "1 withheld, 39 5, 35 100, 36 200, syn, 35 150, syn"
    let begun = "2f 0, 39 1, 35 150, 36 200, k145 1, k14a 1, 0 150, 1 200"
    let end = "39 -1, 37 0, k145 0, k14a 0"
    #expect(run("\(moved), 1 passes, +1, 35 160, syn", .stillPalm) == [begun, "35 160, 0 160"])
    #expect(run("\(moved), 1 passes, +200, 39 -1, syn", .stillPalm) == [begun, "37 2"], "no tap")
    #expect(run("\(moved), 1 passes, +200, 39 -1, syn, +250", .stillPalm) == [begun, "37 2", end])
    #expect(run("\(moved), 1 passes, +200, +250, 39 -1, syn", .stillPalm) == [begun, "39 -1, k145 0, k14a 0"])
  }

  @Test func onATouchpadAWayThatIsOverIsNotTold() {
    let begun = "1 withheld, 39 5, 35 100, 36 200, syn"
    #expect(run("\(begun), 35 150, syn, 39 -1, syn, 1 passes, +1", .stillPalm) == [])
    let tap = run("\(begun), 35 105, syn, 39 -1, syn, 1 passes, +1", .stillPalm)
    #expect(tap.last == "39 -1, k145 0, k14a 0", "a tap is")
  }

  /// In the same slot the second would end the first.
  @Test func anEndThatIsKeptBackKeepsItsSlot() {
    #expect(
      run("1 withoutEnd, 39 5, 35 100, 36 200, syn, 39 -1, syn, 39 6, 35 130, syn, 1 taken, 2 taken, +1") == [
        "2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200",
        "2f 1, 39 2, 35 130, 36 200, k145 0, k14d 1", "2f 0, 37 2, 2f 1, 37 2",
        "2f 0, 39 -1, 37 0, 2f 1, 39 -1, 37 0, k14d 0, k14a 0",
      ])
  }

  @Test func withoutARoomTheOldestEndIsTold() {
    let tap = "39 ID, 35 100, 36 200, syn, 39 -1, syn"
    let taps = (1...3).map { "\($0) withoutEnd, " + tap.replacing("ID", with: "\($0)") }.joined(separator: ", ")
    #expect(
      run(taps, slots: 2).suffix(2) == ["2f 0, 39 -1, k14d 0, k145 1", "39 3, k145 0, k14d 1"])
    #expect(run(taps + ", 1 passes, 2 passes, 3 passes, +1", slots: 2).last?.contains("k14a 0") == true)
  }

  /// A press is meant for where the fingers are.
  @Test func aButtonLetsThePointerThrough() {
    #expect(
      run("1 withheld, 39 5, 35 100, 36 200, syn, k110 1, syn, k110 0, syn") == [
        "2f 0, 39 1, 35 100, 36 200, k145 1, k14a 1, 0 100, 1 200", "k110 1", "k110 0",
      ])
  }

  /// It is no tap, however short it is.
  @Test func aContactThatPressedEndsWhenItLifts() {
    #expect(
      run("1 withoutEnd, 39 5, 35 100, 36 200, syn, k110 1, syn, k110 0, syn, 39 -1, syn", .stillPalm).suffix(3) == [
        "k110 1", "k110 0", "39 -1, k145 0, k14a 0",
      ])
  }

  /// Fingers that a device only counts are there as long as those it follows pass.
  @Test func fingersThatAreOnlyCountedAreCountedOn() {
    let two = "39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 400, k14e 1, syn"
    #expect(run(two, slots: 2).last?.contains("k14e 1") == true)
    #expect(run("1 withheld, " + two, slots: 2).last?.contains("k145 1") == true)
    #expect(run(two + ", k14e 0, k14d 1, syn", slots: 2).last == "k14e 0, k14d 1")
  }

  @Test func lostEventsTakeEverythingBack() {
    #expect(
      run("39 5, 35 100, 36 200, syn, drop, 35 110, syn, 39 -1, syn, 39 6, syn").suffix(3) == [
        "37 2", "39 -1, 37 0, k145 0, k14a 0", "39 2, 35 110, k145 1, k14a 1, 0 110",
      ])
  }

  /// What was lost may be the release of a button; it is asked for, and told before the rest goes on.
  @Test func buttonsAreAsTheyAreAfterLostEvents() {
    #expect(run("k110 1, syn, k110 0, drop") == ["k110 1", "k110 0"])
  }

  @Test func aDeadlineIsTheNextThingToDo() {
    var bench = ConveyorBench(.stillPalm, slots: 5)
    #expect(bench.conveyor.deadline == nil)
    bench.obey("39 5, 35 100, 36 200, syn, 1 taken, syn")
    #expect(bench.conveyor.deadline == Timestamp(microseconds: 204_000))
    bench.obey("+200")
    #expect(bench.conveyor.deadline == nil && !bench.conveyor.isHolding)
  }

  private func run(_ text: String, _ retraction: Conveyor.Retraction = .palm, slots: Int = 5) -> [String] {
    var bench = ConveyorBench(retraction, slots: slots)
    bench.obey(text)
    return bench.frames
  }
}

/// A device's events on their way through a decoder and a conveyor.
private struct ConveyorBench {
  var conveyor: Conveyor
  private(set) var frames: [String] = []
  private var decoder = SlotDecoder(
    device: DeviceID(1),
    axes: SurfaceAxes(x: SurfaceAxes.Axis(unitsPerMM: 10), y: SurfaceAxes.Axis(unitsPerMM: 10)))
  private var said: [Int32: Delivery] = [:]
  private var now = Timestamp(microseconds: 0)
  private var frame: [String] = []

  init(_ retraction: Conveyor.Retraction, slots: Int) {
    conveyor = Conveyor(
      slots: slots, axes: [0x35, 0x36, 0x37], keys: [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f], single: [0, 1],
      retraction: retraction, tapReach: [0x35: 13, 0x36: 13])
    for slot in 0..<slots { conveyor.seed(slot: slot) { $0 == 0x39 ? -1 : 0 } }
    conveyor.select(slot: 0)
  }

  mutating func obey(_ text: String) {
    for line in text.split(separator: ",") {
      let words = line.split(separator: " ")
      now = now + TimeSpan(milliseconds: 1)
      switch words[0] {
      case "syn":
        _ = decoder.event(type: 0, code: 0, value: 0, time: now)
        conveyor.carry(at: now, now: now, touch: decoder.touch(inSlot:)) { said[$0] ?? .passes }
      case "drop":
        _ = decoder.cancelAll(at: now)
        conveyor.dropAll(at: now)
        conveyor.seed(slot: 0) { [0x35: 100, 0x36: 200, 0x39: 5][$0] ?? 0 }
      case let time where time.hasPrefix("+"):
        now = now + TimeSpan(milliseconds: Double(time.dropFirst()) ?? 0)
        conveyor.settle(at: now) { said[$0] ?? .passes }
      default: take(words)
      }
      var events: [CloneEvent] = []
      conveyor.take { events = $0 }
      note(events)
    }
  }

  private mutating func take(_ words: [Substring]) {
    let deliveries = ["passes": Delivery.passes, "withoutEnd": .withoutEnd, "withheld": .withheld, "taken": .taken]
    if let delivery = deliveries[String(words[1])] { return said[Int32(words[0]) ?? 0] = delivery }
    let isKey = words[0].hasPrefix("k")
    let code = UInt16(words[0].drop { $0 == "k" }, radix: 16) ?? 0
    let value = Int32(words[1]) ?? 0
    conveyor.note(isKey ? 1 : 3, code, value)
    _ = decoder.event(type: isKey ? 1 : 3, code: code, value: value, time: now)
  }

  private mutating func note(_ events: [CloneEvent]) {
    for event in events {
      if event.type == 0 {
        frames.append(frame.joined(separator: ", "))
        frame = []
      } else {
        frame.append("\(event.type == 1 ? "k" : "")\(String(event.code, radix: 16)) \(event.value)")
      }
    }
  }
}
