import Evdev
import GestureCore
import Support
import Testing

/// The kernel's protocols, event by event: 10 units are a mm, times are numbers of events.
@Suite struct SlotDecoderTests {
  @Test func aContactFromDownToUp() {
    #expect(
      run("39 5, 35 100, 36 200, syn, 35 110, syn, syn, 39 -1, syn") == [
        "began 1 at 10,20", "moved 1 at 11,20", "ended 1 at 11,20",
      ])
  }

  @Test func slotsAreContactsOfTheirOwn() {
    #expect(
      run("2f 0, 39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 400, syn, 2f 0, 39 -1, 2f 1, 36 410, syn") == [
        "began 1 at 10,20; began 2 at 30,40", "ended 1 at 10,20; moved 2 at 30,41",
      ])
  }

  @Test func valuesTheKernelDoesNotRepeatAreKept() {
    #expect(
      run("39 5, 35 100, 36 200, syn, 39 -1, syn, 39 6, 36 210, syn") == [
        "began 1 at 10,20", "ended 1 at 10,20", "began 2 at 10,21",
      ])
  }

  @Test func anotherTrackingIDIsAnUpAndADown() {
    #expect(
      run("39 5, 35 100, 36 200, syn, 39 6, 35 500, syn") == [
        "began 1 at 10,20", "ended 1 at 10,20; began 2 at 50,20",
      ])
  }

  @Test func aContactFromBeforeTheFirstEventBeginsWhenItsPositionIsKnown() {
    #expect(run("35 100, syn, 36 200, syn, 35 110, syn, 39 -1, syn").first == "began 1 at 10,20")
    #expect(run("35 100, syn, 35 110, syn") == [])
  }

  @Test func aSlotNoDeviceHasIsIgnored() {
    #expect(run("2f 99, 39 5, 35 1, 36 1, syn, 2f -1, 39 5, 35 1, 36 1, syn") == [])
  }

  @Test func eachFrameHasTheButtons() {
    let axis = SurfaceAxes.Axis(unitsPerMM: 10)
    var decoder = SlotDecoder(
      device: DeviceID(0), axes: SurfaceAxes(x: axis, y: axis, pressure: nil), reportsButtons: true)
    let events: [(UInt16, UInt16, Int32)] = [
      (3, 0x39, 5), (3, 0x35, 100), (3, 0x36, 200), (0, 0, 0), (1, 0x110, 1), (0, 0, 0), (0, 0, 0), (3, 0x35, 110),
      (1, 0x112, 1), (0, 0, 0), (1, 0x110, 0), (0, 0, 0), (0, 3, 0), (0, 0, 0),
    ]
    var reported: [Buttons] = []
    for (number, event) in events.enumerated() {
      let time = Timestamp(microseconds: Int64(number))
      if let frame = decoder.decode(type: event.0, code: event.1, value: event.2, time: time) {
        reported.append(frame.buttons)
      }
    }
    #expect(reported == [[], .left, [.left, .middle], .middle, []])
  }

  @Test func hoveringIsNoContact() {
    #expect(
      run("39 5, 35 100, 36 200, 3b 3, syn, 3b 0, syn, 3b 2, syn, 3b 0, syn") == [
        "began 1 at 10,20", "ended 1 at 10,20", "began 2 at 10,20",
      ])
  }

  @Test func toolsArePalmsAndPens() {
    #expect(
      run("39 5, 35 100, 36 200, 37 1, syn, 37 2, syn, 37 0, syn") == [
        "began 1 at 10,20 stylus", "moved 1 at 10,20 palm", "moved 1 at 10,20",
      ])
  }

  @Test func pressureIsFrom0To1() {
    #expect(
      run("39 5, 35 100, 36 200, 3a 50, syn, 3a 100, syn, 3a 500, syn", pressure: 0...200) == [
        "began 1 at 10,20 pressure 0.25", "moved 1 at 10,20 pressure 0.5", "moved 1 at 10,20 pressure 1",
      ])
  }

  @Test func droppedEventsCancelEveryTouch() {
    #expect(
      run("39 5, 35 100, 36 200, syn, dropped, 35 900, 39 -1, syn, 35 120, syn, 36 210, syn, 39 -1, syn") == [
        "began 1 at 10,20", "cancelled 1 at 10,20", "began 2 at 12,21", "ended 2 at 12,21",
      ])
  }

  @Test func slotsAskedForAfterDroppedEventsBeginAgain() {
    #expect(
      run("39 5, 35 100, 36 200, syn, dropped, syn, 2f 0, 39 -1, 2f 1, 39 7, 35 300, 36 300, syn") == [
        "began 1 at 10,20", "cancelled 1 at 10,20", "began 2 at 30,30",
      ])
  }

  @Test func aContactThatLandedUnseenIsIgnoredUntilItLifts() {
    var decoder = decoder(.slots, nil)
    decoder.seed(slot: 0, isTouched: true) { $0 == 0x35 ? 100 : $0 == 0x36 ? 200 : nil }
    decoder.seed(slot: 1, isTouched: false) { $0 == 0x35 ? 300 : $0 == 0x36 ? 400 : nil }
    decoder.select(slot: 0)
    #expect(feed("35 110, syn, 39 -1, syn", &decoder) == [])
    #expect(feed("39 7, syn", &decoder) == ["began 1 at 11,20"])
    // The kernel does not repeat the values that the slot had before.
    #expect(feed("2f 1, 39 8, 35 310, syn", &decoder) == ["began 2 at 31,40"])
  }

  @Test func anInvalidTouchIsCancelledAndIgnoredUntilItLifts() {
    var decoder = decoder(.slots, nil)
    _ = feed("2f 0, 39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 400, syn", &decoder)
    let frame = decoder.ignore(at: Timestamp(microseconds: 9)) { $0.position.x > 20 }
    #expect(frame.map(describe) == "9 cancelled 2 at 30,40")
    #expect(feed("35 310, syn, 39 -1, syn, 39 9, syn", &decoder) == ["began 3 at 31,40"])
    #expect(decoder.ignore(at: Timestamp(microseconds: 9)) { _ in false } == nil)
  }

  // MARK: Contacts that the firmware does not release

  private static let two = "2f 0, 39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 400, syn"

  /// The second contact stops in the scan in which the first one lifts, and is not released.
  @Test func aContactThatStoppedAsAnotherLiftedIsDeadAfterTwoSeconds() {
    var decoder = decoder(.slots, nil, stillness: .touchpad)
    _ = feed("\(Self.two), 35 310, syn, 2f 0, 39 -1, syn, +2001, 39 7, 35 150, syn", &decoder).last
    #expect(decoder.deadTouches == 1)
    #expect(feed("35 160, syn, 39 -1, syn", &decoder) == ["moved 3 at 16,20", "ended 3 at 16,20"])
    // Not before.
    var other = self.decoder(.slots, nil, stillness: .touchpad)
    let story = feed("\(Self.two), 35 310, syn, 2f 0, 39 -1, syn, +1990, 39 7, 35 150, syn", &other)
    #expect(story.last == "began 3 at 15,20")
  }

  @Test func aDeadContactIsCancelledBeforeTheOtherLands() {
    var decoder = decoder(.slots, nil, stillness: .touchpad)
    let story = feed("\(Self.two), 2f 0, 39 -1, syn, +2001, 39 7, 35 150, syn", &decoder)
    #expect(story.last == "cancelled 2 at 30,40; began 3 at 15,20")
  }

  /// A finger that rests stops at its own time.
  @Test func aRestingFingerIsAliveForFiveSeconds() {
    for (pause, isDead) in [(4900, false), (5100, true)] {
      var decoder = decoder(.slots, nil, stillness: .touchpad)
      _ = feed("2f 0, 39 5, 35 100, 36 200, syn, +\(pause), 2f 1, 39 6, 35 300, 36 400, syn", &decoder)
      #expect((decoder.deadTouches == 1) == isDead)
    }
    // It trembles as another one lifts.
    var decoder = decoder(.slots, nil, stillness: .touchpad)
    let story = feed("\(Self.two), 2f 0, 39 -1, 2f 1, 35 301, syn, +3000, 2f 0, 39 7, 35 150, syn", &decoder)
    #expect(story.last == "began 3 at 15,20")
  }

  /// A touchpad that counts more fingers than it has slots counts by itself.
  @Test func theDevicesOwnCountConfirmsContacts() {
    for (count, isDead) in [("fingers2 1", false), ("one 1", true)] {
      var decoder = decoder(.slots, nil, slotCount: 2, highestCount: 3, stillness: .touchpad)
      _ = feed("\(Self.two), 2f 0, 39 -1, syn, +20000, 39 7, 35 150, \(count), syn", &decoder)
      #expect((decoder.deadTouches == 1) == isDead, "\(count)")
    }
    // The kernel counts dead contacts too.
    var decoder = decoder(.slots, nil, slotCount: 2, highestCount: 2, stillness: .touchpad)
    _ = feed("\(Self.two), 2f 0, 39 -1, syn, +20000, 39 7, 35 150, fingers2 1, syn", &decoder)
    #expect(decoder.deadTouches == 1)
  }

  @Test func aDeadContactThatChangesLandsAgain() {
    var decoder = decoder(.slots, nil, stillness: .touchpad)
    _ = feed("\(Self.two), 2f 0, 39 -1, syn, +2001, 39 7, 35 150, syn", &decoder)
    #expect(feed("2f 1, 35 310, syn, 39 -1, syn", &decoder) == ["began 4 at 31,40", "ended 4 at 31,40"])
  }

  @Test func aDeadContactThatLiftsIsForgotten() {
    var decoder = decoder(.slots, nil, stillness: .touchpad)
    _ = feed("\(Self.two), 2f 0, 39 -1, syn, +2001, 39 7, 35 150, syn", &decoder)
    #expect(feed("2f 1, 39 -1, syn, 39 9, syn", &decoder) == ["began 4 at 30,40"])
  }

  /// Contacts of dirt or water.
  @Test func aTouchscreensContactIsDeadAfterAMinuteUntilItLifts() {
    var decoder = decoder(.slots, nil)
    _ = feed("\(Self.two), 2f 0, 39 -1, syn, +59000, 39 7, 35 150, syn", &decoder)
    #expect(decoder.deadTouches == 0)
    #expect(feed("39 -1, syn, +61000, 39 8, syn", &decoder).last == "cancelled 2 at 30,40; began 4 at 15,20")
    #expect(feed("2f 1, 35 310, syn, 39 -1, syn", &decoder) == [])
  }

  @Test func fingersThatAreCountedButNotTrackedMoveAlong() {
    var decoder = decoder(.slots, nil, slotCount: 2)
    #expect(
      feed(
        "2f 0, 39 5, 35 100, 36 200, 2f 1, 39 6, 35 300, 36 200, fingers3 1, syn, 35 400, syn, fingers3 0, fingers2 1, syn, "
          + "fingers2 0, 39 -1, 2f 0, 39 -1, syn", &decoder) == [
          "began 1 at 10,20; began 2 at 30,20; began 3 at 35,20", "moved 2 at 40,20; moved 3 at 40,20",
          "ended 3 at 40,20", "ended 1 at 10,20; ended 2 at 40,20",
        ])
  }

  @Test func aDeviceThatTracksAllItsFingersGetsNoneAdded() {
    var decoder = decoder(.slots, nil, slotCount: 5)
    #expect(feed("2f 0, 39 5, 35 100, 36 200, fingers3 1, syn", &decoder) == ["began 1 at 10,20"])
  }

  @Test func droppedEventsCancelThoseThatAreCountedToo() {
    var decoder = decoder(.slots, nil, slotCount: 1)
    #expect(
      feed("39 5, 35 100, 36 200, fingers2 1, syn, dropped, syn", &decoder) == [
        "began 1 at 10,20; began 2 at 25,20", "cancelled 1 at 10,20; cancelled 2 at 25,20",
      ])
  }

  @Test func singleTouchDevices() {
    #expect(
      run("0 100, 1 200, syn, touch 1, syn, 0 110, syn, touch 0, syn, touch 1, syn", .single) == [
        "began 1 at 10,20", "moved 1 at 11,20", "ended 1 at 11,20", "began 2 at 11,20",
      ])
  }

  @Test func aPenIsAStylusWhereItWrites() {
    var decoder = decoder(.single, 0...200, isPen: true)
    let stroke = "pen 1, 0 100, 1 200, syn, 18 50, touch 1, syn, 0 110, syn, touch 0, syn, 0 120, syn, pen 0, syn"
    #expect(
      feed(stroke, &decoder) == [
        "began 1 at 10,20 stylus pressure 0.25", "moved 1 at 11,20 stylus pressure 0.25",
        "ended 1 at 11,20 stylus pressure 0.25",
      ])
    #expect(feed("rubber 1, touch 1, syn, 0 130, syn, touch 0, rubber 0, syn", &decoder) == [])
    #expect(feed("pen 1, touch 1, syn", &decoder) == ["began 2 at 13,20 stylus pressure 0.25"])
    #expect(feed("lens 1, syn", &decoder) == ["ended 2 at 13,20 stylus pressure 0.25"])
  }

  @Test func anonymousContactsArePairedByDistance() {
    #expect(
      run(
        "35 100, 36 100, mt, 35 500, 36 500, mt, syn, 35 510, 36 500, mt, 35 90, 36 100, mt, syn, 35 90, 36 100, mt, syn, mt, syn",
        .anonymous) == [
          "began 1 at 10,10; began 2 at 50,50", "moved 1 at 9,10; moved 2 at 51,50", "ended 2 at 51,50",
          "ended 1 at 9,10",
        ])
  }

  @Test func anonymousContactsFarAwayAreOthers() {
    #expect(
      run("35 100, 36 100, mt, syn, 35 900, 36 900, mt, syn", .anonymous) == [
        "began 1 at 10,10", "ended 1 at 10,10; began 2 at 90,90",
      ])
  }

  @Test func anonymousContactsWithTrackingIDs() {
    #expect(
      run("39 1, 35 100, 36 100, mt, 39 2, 35 110, 36 100, mt, syn, 39 2, 35 100, 36 100, mt, syn", .anonymous) == [
        "began 1 at 10,10; began 2 at 11,10", "ended 1 at 10,10; moved 2 at 10,10",
      ])
  }

  @Test func anonymousContactsOfNoWidthDoNotTouch() {
    #expect(
      run("30 5, 35 100, 36 100, mt, syn, 30 0, 35 100, 36 100, mt, syn", .anonymous) == [
        "began 1 at 10,10", "ended 1 at 10,10",
      ])
  }

  @Test func moreAnonymousContactsThanHandsHave() {
    let contacts = (0..<40).map { "35 \($0 * 1000), 36 0, mt" }.joined(separator: ", ")
    #expect(run("\(contacts), syn", .anonymous).first?.split(separator: ";").count == 16)
  }

  @Test func extremesDoNotTrap() {
    let extremes = "39 2147483647, 35 2147483647, 36 -2147483648, 3a -2147483648, 3b -2147483648, syn"
    #expect(run(extremes, pressure: 0...255).count == 1)
  }

  @Test func cancelAllReportsEachTouchOnce() {
    var decoder = decoder(.slots, nil)
    #expect(decoder.cancelAll(at: Timestamp(microseconds: 0)) == nil)
    _ = feed("39 5, 35 1, 36 1, syn", &decoder)
    #expect(decoder.isTouched)
    #expect(decoder.cancelAll(at: Timestamp(microseconds: 9)).map(describe) == "9 cancelled 1 at 0.1,0.1")
    #expect(!decoder.isTouched)
  }

  private func run(_ text: String, _ scheme: ContactScheme = .slots, pressure: ClosedRange<Double>? = nil) -> [String] {
    var decoder = decoder(scheme, pressure)
    return feed(text, &decoder)
  }

  private func decoder(
    _ scheme: ContactScheme, _ pressure: ClosedRange<Double>?, isPen: Bool = false, slotCount: Int? = nil,
    highestCount: Int = 5, stillness: StillnessRule = .touchscreen
  ) -> SlotDecoder {
    let axis = SurfaceAxes.Axis(unitsPerMM: 10)
    return SlotDecoder(
      device: DeviceID(0), axes: SurfaceAxes(x: axis, y: axis, pressure: pressure), scheme: scheme, isPen: isPen,
      slotCount: slotCount, highestCount: highestCount, stillness: stillness)
  }

  /// `CODE VALUE` of EV_ABS events, `touch VALUE`, `pen VALUE`, `rubber VALUE`, `lens VALUE`, `fingers2 VALUE`, `syn`, `mt`,
  /// `dropped`, and `+MS` for a pause; returns the decoder's output, without times.
  private func feed(_ text: String, _ decoder: inout SlotDecoder) -> [String] {
    var lines: [String] = []
    var pause: Int64 = 0
    for (number, word) in text.split(separator: ",").enumerated() {
      let parts = word.split(separator: " ")
      if let ms = parts.first.flatMap({ $0.hasPrefix("+") ? Int64($0.dropFirst()) : nil }) {
        pause += ms * 1000
        continue
      }
      let value = parts.count > 1 ? Int32(parts[1]) ?? 0 : 0
      let (type, code): (UInt16, UInt16) =
        switch parts[0] {
        case "syn": (0, 0)
        case "mt": (0, 2)
        case "dropped": (0, 3)
        case "touch": (1, 0x14a)
        case "pen": (1, 0x140)
        case "rubber": (1, 0x141)
        case "lens": (1, 0x147)
        case "one": (1, 0x145)
        case "fingers2": (1, 0x14d)
        case "fingers3": (1, 0x14e)
        default: (3, UInt16(parts[0], radix: 16) ?? 0)
        }
      let time = Timestamp(microseconds: Int64(number) + pause)
      guard let frame = decoder.decode(type: type, code: code, value: value, time: time) else { continue }
      lines.append(describe(frame).split(separator: " ", maxSplits: 1).last.map(String.init) ?? "")
    }
    return lines
  }
}
