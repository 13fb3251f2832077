import GestureCore
import Testing
import Text

/// Numbers as people read them.
@Suite struct MeasureTests {
  @Test(arguments: [
    (0.0, 0, false, "0"), (-0.0, 2, true, "0.00"), (1.25, 1, false, "1.3"), (-1.25, 1, false, "-1.3"),
    (2.0, 3, false, "2"), (2, 3, true, "2.000"), (0.049, 1, false, "0"), (-0.049, 1, false, "0"),
    (-0.049, 1, true, "0.0"), (9.96, 1, false, "10"), (0.001, 3, false, "0.001"), (1234.5, 0, false, "1235"),
    (1.0000001, 9, false, "1"), (5, -1, false, "5"), (.nan, 1, false, "nan"), (.infinity, 1, false, "inf"),
    (-.infinity, 1, false, "-inf"), (1e18, 0, false, "1000000000000000000"), (1e300, 3, false, "1e+300"),
  ])
  func decimals(value: Double, places: Int, padded: Bool, text: String) {
    #expect(decimal(value, places: places, padded: padded) == text)
  }

  @Test func measures() {
    #expect(Measure.mm(4.24).description == "4.2 mm")
    #expect(Measure.mm(3).description == "3 mm")
    #expect(Measure(TimeSpan(milliseconds: 499.6)).description == "500 ms")
    #expect(Measure.speed(79.5).description == "80 mm/s")
    #expect(Measure.degrees(25.4).description == "25°")
    #expect(Measure.percent(8).description == "8 %")
    #expect(Measure.fingers(1).description == "1 finger")
    #expect(Measure.fingers(3).description == "3 fingers")
    #expect(Measure.taps(1).description == "1 tap")
    #expect(Measure.taps(2).description == "2 taps")
  }

  @Test func failures() {
    #expect(Failure("moved", .mm(4.2), "slop", .mm(3)).description == "moved 4.2 mm, allows 3 mm (slop)")
    #expect(Failure("landed", .fingers(1), "fingers", .fingers(3)).description == "landed 1 finger, needs 3 (fingers)")
    #expect(Failure("spread by", .mm(4)).description == "spread by 4 mm")
    #expect(Failure("lifted").description == "lifted")
    #expect(
      Failure("landed", .mm(30), detail: "to the right", "side", choice: "left").description
        == "landed 30 mm to the right, needs side left")
    #expect(
      Failure("landed", detail: "in line", "side", choice: "left").description == "landed in line, needs side left")
    let went = Gauge.stay("moved", .degrees(53), detail: "away from straight inward", within: "max-angle", .degrees(45))
    #expect(Failure(went).description == "moved 53° away from straight inward, allows 45° (max-angle)")
    var turned = Gauge.stay("turned", .degrees(20), within: "max-angle", .degrees(18))
    turned.circumstance = .atItsSpeed
    #expect(Failure(turned).description == "turned 20°, allows 18° (max-angle at the swipe's speed)")
  }

  /// The direction in which the setting would have to be changed.
  @Test func looseningDirections() {
    #expect(Failure("moved", .mm(4), "slop", .mm(3)).loosening == .raise)
    #expect(Failure("moved", .mm(4), "min-distance", .mm(12)).loosening == .lower)
    #expect(Failure("held", .mm(4), "slop", .mm(4)).loosening == .raise)
    #expect(Failure("spread by", .mm(4)).loosening == nil)
    #expect(Failure(.stay("held", .mm(4), within: "slop", .mm(4))).loosening == .raise)
    #expect(Failure(.reach("moved", .mm(4), "slop", .mm(4))).loosening == .lower)
    let failure = Failure(.reach("slowed to", .speed(31), "min-speed", .speed(80)), needing: .speed(62))
    #expect(failure.needed == .speed(62) && !failure.isOpenEnded)
  }

  @Test func timesNeverOverflow() {
    let far = Timestamp(microseconds: .max)
    #expect(far == .never)
    #expect(far + TimeSpan(microseconds: .max) == .never)
    #expect((Timestamp(microseconds: .min) - far).microseconds < 0)
    #expect(TimeSpan(milliseconds: 1e300).microseconds > 0)
    #expect(TimeSpan(milliseconds: 1.5).seconds == 0.0015)
    #expect(TimeSpan(milliseconds: .nan) == TimeSpan(microseconds: 0))
  }
}
