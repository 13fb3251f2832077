import Evdev
import GestureCore
import Interception
import Testing

/// The events that a clone sends to its readers for the events of a device.
///
/// Both are written alike, an event between two commas, and each report of the clone is a string of its own:
///
///     slot 1            the next events are of this slot
///     down 5, up        a contact with this tracking id lands in the slot, or lifts
///     x 100, y 200      its place
///     palm, finger      its tool
///     X 100, Y 200      the place of one contact alone, for readers that know no slots
///     one on, touch off a key: `one`, `two` and `three` count the fingers; `touch` is on while any is down; `button`
///     report            the frame is whole
///     drop              events are lost
///
/// Each event of the device takes 1 ms. `2 taken` is the decision of gestures about touch 2 after that, `+300` lets 300
/// ms pass. `drag left` has three fingers drag, `drag ends` and `drag cancelled` end that; likewise `swipe 4`,
/// `pinch 3` and `hold 2` make a gesture of the desktop with this number of contacts. `scroll 2` has two fingers scroll
/// twice as far, `steady 50` has contacts follow their fingers at 50 units.
@Suite struct CloneForwarderTests {
  @Test func whatMayPassPassesAsItCame() {
    #expect(
      run("slot 1, down 5, x 100, y 200, report, x 110, report, up, report") == [
        "slot 1, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "x 110, X 110", "up, one off, touch off",
      ])
  }

  @Test func valuesTheKernelDoesNotRepeatAreTold() {
    #expect(
      run("down 5, x 100, y 200, report, up, report, down 6, y 210, report").last
        == "down 2, y 210, one on, touch on, Y 210")
    #expect(
      run("down 5, x 100, y 200, report, 1 withheld, 2 withheld, up, report, down 6, y 210, report, 2 passes, +1").last
        == "slot 1, down 2, x 100, y 210, one off, two on", "in another slot all of it is news")
  }

  @Test func whatIsSteadiedFollowsAtADistance() {
    #expect(
      run("steady 50, down 5, x 100, y 200, report, x 140, report, x 170, report, x 130, report, up, report") == [
        "slot 1, down 1, x 100, y 200, one on, touch on, X 100, Y 200".replacing("slot 1", with: "slot 0"),
        "x 120, X 120",
        "up, one off, touch off",
      ])
  }

  @Test func fingersAreCountedAsFarAsTheyPass() {
    #expect(
      run("2 withheld, down 5, x 100, y 200, slot 1, down 6, x 300, y 400, report, slot 0, x 110, report, 2 passes, +1")
        == [
          "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "x 110, X 110",
          "slot 1, down 2, x 300, y 400, one off, two on",
        ])
  }

  @Test func whatWasWithheldIsToldFromItsLandingOn() {
    #expect(
      run("1 withheld, down 5, x 100, y 200, report, x 110, report, x 120, report, up, report, 1 passes, +1") == [
        "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "x 120, X 120", "up, one off, touch off",
      ])
  }

  /// The decision is made when the contact lifts.
  @Test func whatIsWithheldToItsEndIsToldWithItsWay() {
    #expect(
      run("1 withheld, down 5, x 100, y 200, report, x 120, report, 1 passes, up, report") == [
        "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "x 120, X 120", "up, one off, touch off",
      ])
  }

  @Test func twoTapsAreToldAsTwo() {
    #expect(
      run(
        """
        1 withheld, 2 withheld, down 5, x 100, y 200, report, up, report, down 6, x 130, report, up, report, 1 passes,  \
        2 passes, +1
        """) == [
          "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "up, one off, touch off",
          "down 2, x 130, one on, touch on, X 130", "up, one off, touch off",
        ])
  }

  @Test func whatIsTakenUnseenIsNeverTold() {
    #expect(run("1 withheld, down 5, x 100, y 200, report, 1 taken, x 110, report, up, report, +300") == [])
  }

  @Test func onATouchscreenWhatIsTakenIsAPalmAndLifts() {
    #expect(
      run("down 5, x 100, y 200, report, 1 taken, x 110, report, x 120, report, up, report") == [
        "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "palm", "up, finger, one off, touch off",
      ])
  }

  /// For a window that gets no cancel, a palm would stay down.
  @Test func withoutCancelsWhatIsTakenLifts() {
    #expect(
      run("down 5, x 100, y 200, report, 1 taken, x 110, report, x 120, report, up, report", .lift) == [
        "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "up, one off, touch off",
      ])
    #expect(run("down 5, x 100, y 200, report, drop", .lift).last == "up, one off, touch off")
  }

  /// libinput 1.31 drops the events of a frame beyond the 64th.
  @Test func manyFingersAtOnceComeInSeveralFrames() {
    let hand = (0..<14).map { "slot \($0), down \($0 + 1), x \($0 * 10 + 5), y \($0 + 7)" }.joined(separator: ", ")
    let frames = run("\(hand), report", slots: 14)
    #expect(frames.map { $0.split(separator: ",").count }.allSatisfy { $0 < 48 } && frames.count == 2)
    for slot in 0..<14 {
      let group = "down \(slot + 1), x \(slot * 10 + 5), y \(slot + 7)"
      #expect(frames.contains { $0.contains("slot \(slot), \(group)") }, "what is one slot's stays together")
    }
    let lifted = run("\(hand), report, \((0..<14).map { "slot \($0), up" }.joined(separator: ", ")), report", slots: 14)
    #expect(lifted.count == 3 && lifted.last?.hasSuffix("touch off") == true)
  }

  /// The next contact in its slot is a finger before it begins: libinput looks at that only then.
  @Test func theNextOneIsNoPalm() {
    #expect(
      run("down 5, x 100, y 200, report, 1 taken, report, up, report, down 6, x 150, report").suffix(2) == [
        "up, finger, one off, touch off", "down 2, x 150, one on, touch on, X 150",
      ])
  }

  /// libinput cancels a swipe that loses one finger for longer than 100 ms; a tap lasts 180 ms from the last landing on.
  @Test func onATouchpadOneFingerGoesFirstAndAllLiftLater() {
    let both = "down 5, x 100, y 200, slot 1, down 6, x 300, y 400, report"
    let begun = "slot 0, down 1, x 100, y 200, slot 1, down 2, x 300, y 400, two on, touch on, X 100, Y 200"
    let taken = "1 taken, 2 taken, x 310, report, up, slot 0, up, report"
    #expect(run("\(both), \(taken), +90", .stillPalm) == [begun, "slot 0, palm"])
    #expect(run("\(both), \(taken), +130", .stillPalm) == [begun, "slot 0, palm", "slot 1, palm"])
    #expect(
      run("\(both), \(taken), +130, +80", .stillPalm) == [
        begun, "slot 0, palm", "slot 1, palm", "slot 0, up, finger, slot 1, up, finger, two off, touch off",
      ])
  }

  /// A tap of 300 ms isn't a click: the touch is taken back, and comes as a quick tap later.
  @Test func onATouchpadATapThatHadToWaitIsToldAnew() {
    let tap = "1 withoutEnd, down 5, x 100, y 200, report, x 102, report, up, report"
    let seen = ["slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "x 102, X 102", "palm"]
    #expect(run(tap, .stillPalm) == seen)
    #expect(
      run("\(tap), +150, 1 passes, +1", .stillPalm) == seen + [
        "up, finger, one off, touch off", "down 2, one on, touch on", "up, one off, touch off",
      ])
    #expect(run("\(tap), +150, 1 taken, +100", .stillPalm) == seen + ["up, finger, one off, touch off"])
    #expect(
      run("\(tap), +250, 1 passes, +1", .stillPalm) == seen + [
        "up, finger, one off, touch off", "down 2, one on, touch on", "up, one off, touch off",
      ])
  }

  /// It wasn't a click by itself, and doesn't become one later.
  @Test func onATouchpadOnlyATapIsToldAnew() {
    let down = "1 withoutEnd, down 5, x 100, y 200, report"
    let end = "up, report, +250, 1 passes, +1"
    let last = "up, finger, one off, touch off"
    #expect(run("\(down), +190, \(end)", .stillPalm).last == last, "too long")
    #expect(run("\(down), x 120, report, \(end)", .stillPalm).last == last, "too far")
    let other = "slot 1, down 6, x 150, y 200, report"
    #expect(
      run("\(down), up, report, +150, \(other), 1 passes, +1", .stillPalm).last
        == "slot 1, down 2, x 150, y 200, one off, two on", "another is down")
  }

  /// A leap would move the pointer far, or be a pinch.
  @Test func onATouchpadWhatWasWithheldBeginsWhereItIs() {
    let moved = "1 withheld, down 5, x 100, y 200, report, x 150, report"
    let begun = "slot 0, down 1, x 150, y 200, one on, touch on, X 150, Y 200"
    let end = "up, finger, one off, touch off"
    #expect(run("\(moved), 1 passes, +1, x 160, report", .stillPalm) == [begun, "x 160, X 160"])
    #expect(run("\(moved), 1 passes, +200, up, report", .stillPalm) == [begun, "palm"], "no tap")
    #expect(run("\(moved), 1 passes, +200, up, report, +250", .stillPalm) == [begun, "palm", end])
    #expect(run("\(moved), 1 passes, +200, +250, up, report", .stillPalm) == [begun, "up, one off, touch off"])
  }

  @Test func onATouchpadAWayThatIsOverIsNotTold() {
    let begun = "1 withheld, down 5, x 100, y 200, report"
    #expect(run("\(begun), x 150, report, up, report, 1 passes, +1", .stillPalm) == [])
    let tap = run("\(begun), x 105, report, up, report, 1 passes, +1", .stillPalm)
    #expect(tap.last == "up, one off, touch off", "a tap is")
  }

  /// In the same slot the second would end the first.
  @Test func anEndThatIsKeptBackKeepsItsSlot() {
    #expect(
      run("1 withoutEnd, down 5, x 100, y 200, report, up, report, down 6, x 130, report, 1 taken, 2 taken, +1") == [
        "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200",
        "slot 1, down 2, x 130, y 200, one off, two on", "slot 0, palm, slot 1, palm",
        "slot 0, up, finger, slot 1, up, finger, two off, touch off",
      ])
  }

  @Test func withoutARoomTheOldestEndIsTold() {
    let tap = "down ID, x 100, y 200, report, up, report"
    let taps = (1...3).map { "\($0) withoutEnd, " + tap.replacing("ID", with: "\($0)") }.joined(separator: ", ")
    #expect(
      run(taps, slots: 2).suffix(2) == ["slot 0, up, two off, one on", "down 3, one off, two on"])
    #expect(run(taps + ", 1 passes, 2 passes, 3 passes, +1", slots: 2).last?.contains("touch off") == true)
  }

  /// A press belongs to the place of the fingers.
  @Test func aButtonLetsThePointerThrough() {
    #expect(
      run("1 withheld, down 5, x 100, y 200, report, button on, report, button off, report") == [
        "slot 0, down 1, x 100, y 200, one on, touch on, X 100, Y 200", "button on", "button off",
      ])
  }

  /// It isn't a tap, however short it is.
  @Test func aContactThatPressedEndsWhenItLifts() {
    #expect(
      run("1 withoutEnd, down 5, x 100, y 200, report, button on, report, button off, report, up, report", .stillPalm)
        .suffix(3) == [
          "button on", "button off", "up, one off, touch off",
        ])
  }

  /// Fingers that a device only counts are forwarded as long as those with places are.
  @Test func fingersThatAreOnlyCountedAreCountedOn() {
    let two = "down 5, x 100, y 200, slot 1, down 6, x 300, y 400, three on, report"
    #expect(run(two, slots: 2).last?.contains("three on") == true)
    #expect(run("1 withheld, " + two, slots: 2).last?.contains("one on") == true)
    #expect(run(two + ", three off, two on, report", slots: 2).last == "three off, two on")
  }

  @Test func lostEventsTakeEverythingBack() {
    #expect(
      run("down 5, x 100, y 200, report, drop, x 110, report, up, report, down 6, report").suffix(3) == [
        "palm", "up, finger, one off, touch off", "down 2, x 110, one on, touch on, X 110",
      ])
  }

  /// The release of a button may be lost: the state is asked for, and sent before the next events.
  @Test func buttonsAreAsTheyAreAfterLostEvents() {
    #expect(run("button on, report, button off, drop") == ["button on", "button off"])
  }

  @Test func aDeadlineIsTheNextThingToDo() {
    var bench = ForwarderBench(.stillPalm, slots: 5)
    #expect(bench.forwarder.deadline == nil)
    bench.obey("down 5, x 100, y 200, report, 1 taken, report")
    #expect(bench.forwarder.deadline == Timestamp(microseconds: 204_000))
    bench.obey("+200")
    #expect(bench.forwarder.deadline == nil)
  }

  private func run(_ text: String, _ retraction: CloneForwarder.Retraction = .palm, slots: Int = 5) -> [String] {
    var bench = ForwarderBench(retraction, slots: slots)
    bench.obey(text)
    return bench.frames
  }
}

/// A device's events, sent through a decoder and a forwarder.
struct ForwarderBench {
  /// The words of the kernel's axes and keys.
  private static let axes: [String: UInt16] = [
    "slot": 0x2f, "x": 0x35, "y": 0x36, "tool": 0x37, "down": 0x39, "X": 0, "Y": 1,
  ]
  private static let keys: [String: UInt16] = [
    "button": 0x110, "right": 0x111, "middle": 0x112, "one": 0x145, "touch": 0x14a, "two": 0x14d, "three": 0x14e,
    "four": 0x14f, "five": 0x148,
  ]

  var forwarder: CloneForwarder
  private(set) var frames: [String] = []
  private var decoder = SlotDecoder(
    device: DeviceID(1),
    axes: SurfaceAxes(x: SurfaceAxes.Axis(unitsPerMM: 10), y: SurfaceAxes.Axis(unitsPerMM: 10)))
  private var decisions: [Int32: Delivery] = [:]
  private var now = Timestamp(microseconds: 0)
  private var frame: [String] = []

  /// 100 x 60 mm.
  init(_ retraction: CloneForwarder.Retraction, slots: Int, isClickpad: Bool = true) {
    forwarder = CloneForwarder(
      slots: slots, axes: [0x35, 0x36, 0x37], keys: Set(Self.keys.values), single: [0, 1], retraction: retraction,
      tapReach: [0x35: 13, 0x36: 13],
      surface: CloneSurface(
        x: 0...1000, y: 0...600, unitsPerMM: Vector(10, 10), isClickpad: isClickpad, keys: Set(Self.keys.values)))
    for slot in 0..<slots { decoder.seed(slot: slot, isTouched: false) { _ in 0 } }
    decoder.select(slot: 0)
  }

  mutating func obey(_ text: String) {
    for line in text.split(separator: ",") {
      let words = line.split(separator: " ").map(String.init)
      now = now + TimeSpan(milliseconds: 1)
      switch words[0] {
      case "report":
        _ = decoder.decode(type: 0, code: 0, value: 0, time: now)
        forwarder.take(decoder, at: now)
        deliver()
        forwarder.forward(at: now, now: now)
      case "drop":
        _ = decoder.cancelAll(at: now)
        forwarder.dropAll(at: now)
        decoder.seed(slot: 0, isTouched: true) { [0x35: 100, 0x36: 200][$0] ?? 0 }
      case "steady": forwarder.steady(within: [0x35: Int32(words[1]) ?? 0, 0x36: Int32(words[1]) ?? 0])
      case "scroll": forwarder.scroll(by: Double(words[1]) ?? 1)
      case "drag", "swipe", "pinch", "hold":
        deliver()
        perform(words[0], words[1])
        forwarder.advance(to: now)
      case let time where time.hasPrefix("+"):
        now = now + TimeSpan(milliseconds: Double(time.dropFirst()) ?? 0)
        deliver()
        forwarder.advance(to: now)
      default: take(words)
      }
      var events: [CloneEvent] = []
      forwarder.write { events = $0 }
      note(events)
    }
  }

  private mutating func deliver() {
    for (touch, delivery) in decisions { forwarder.deliver(DeliveryChange(touch: touch, delivery: delivery)) }
  }

  private mutating func perform(_ task: String, _ word: String) {
    let buttons = ["left": DragButton.left, "middle": .middle, "right": .right]
    let kinds = ["swipe": CloneGestureKind.swipe, "pinch": .pinch, "hold": .hold]
    let change: CloneTaskChange? =
      switch word {
      case "ends": .ends
      case "cancelled": .isCancelled
      default:
        if let kind = kinds[task] {
          Int(word).map { .begins(.gesture(kind, contacts: $0)) }
        } else {
          buttons[word].map { .begins(.drag($0, fingers: 3, lock: TimeSpan(milliseconds: 500))) }
        }
      }
    if let change { forwarder.perform(change, at: now) }
  }

  private mutating func take(_ words: [String]) {
    let deliveries = ["passes": Delivery.passes, "withoutEnd": .withoutEnd, "withheld": .withheld, "taken": .taken]
    if words.count == 2, let delivery = deliveries[words[1]] { return decisions[Int32(words[0]) ?? 0] = delivery }
    if let key = Self.keys[words[0]] { return event(1, key, words[1] == "on" ? 1 : 0) }
    if words[0] == "up" { return event(3, 0x39, -1) }
    event(3, Self.axes[words[0]] ?? 0, Int32(words[1]) ?? 0)
  }

  private mutating func event(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    _ = decoder.decode(type: type, code: code, value: value, time: now)
    if type == 1 || code < 0x2f { forwarder.read(type, code, value) }
  }

  private mutating func note(_ events: [CloneEvent]) {
    for event in events {
      if event.type == 0 {
        frames.append(frame.joined(separator: ", "))
        frame = []
      } else {
        frame.append(word(for: event))
      }
    }
  }

  private func word(for event: CloneEvent) -> String {
    let word = (event.type == 1 ? Self.keys : Self.axes).first { $0.value == event.code }?.key ?? "\(event.code)"
    return switch (word, event.value) {
    case ("down", -1): "up"
    case ("tool", 2): "palm"
    case ("tool", 0): "finger"
    default: event.type == 1 ? "\(word) \(event.value == 1 ? "on" : "off")" : "\(word) \(event.value)"
    }
  }
}
