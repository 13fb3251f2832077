import Evdev
import GestureCore
import Support
import Testing

/// The contacts that count as palms on a pad of 100 x 60 mm whose steps are 0.1 mm.
@Suite struct PalmRuleTests {
  private static let size = Size(width: 100, height: 60)

  @Test func aLongContactIsAPalmAndStaysOne() {
    #expect(run([(0, ["39 1", "35 500", "36 300", "30 80"])]) == ["began finger"])
    #expect(
      run([(0, ["39 1", "35 500", "36 300", "30 80"]), (8, ["30 212"]), (16, ["30 80", "35 510"])])
        == ["began finger", "moved palm", "moved palm"])
    #expect(run([(0, ["39 1", "35 500", "36 300", "30 212"])], lengths: 0) == ["began finger"])
  }

  @Test func aHardPressIsAPalmOnAPadThatReportsPressure() {
    #expect(run([(0, ["39 1", "35 500", "36 300", "3a 199"])]) == ["began finger"])
    #expect(run([(0, ["39 1", "35 500", "36 300", "3a 200"])]) == ["began palm"])
    #expect(run([(0, ["39 1", "35 500", "36 300", "3a 200"])], pressure: (255, 4)) == ["began finger"])
    #expect(run([(0, ["39 1", "35 500", "36 300", "3a 900"])], pressure: (1023, 0)) == ["began finger"])
  }

  @Test func whatRestsAtTheBorderIsNoFinger() {
    let thumb = ["39 1", "35 500", "36 550"]
    #expect(
      run([(0, thumb), (900, ["35 510"]), (1000, ["35 500"])]) == ["began finger", "moved finger", "moved palm"])
    // Once it has been elsewhere, it is used.
    #expect(
      run([(0, thumb), (500, ["35 560"]), (2100, ["35 500"])]) == ["began finger", "moved finger", "moved finger"])
    #expect(run([(0, ["39 1", "35 500", "36 300"]), (2100, ["35 510"])]) == ["began finger", "moved finger"])
    // The next contact of the slot starts as a finger again.
    #expect(
      run([(0, thumb), (2000, ["35 510"]), (2100, ["39 -1"]), (2200, ["39 2"])]) == [
        "began finger", "moved palm", "ended palm", "began finger",
      ])
  }

  @Test func fingersThatAreAllHeldStillAreNoThumb() {
    let contacts = ["2f 0", "39 1", "35 500", "36 550", "2f 1", "39 2", "35 500", "36 300"]
    let still = (2100 as Int64, ["2f 0", "35 510"])
    #expect(run([(0, contacts), still]) == ["began finger", "began finger", "moved finger"])
    // The other contact moves, and this one only rests.
    #expect(
      run([(0, contacts), (500, ["2f 1", "35 600"]), still]) == [
        "began finger", "began finger", "moved finger", "moved palm",
      ])
  }

  @Test func whatTheDriverCallsAPalmIsOneAtOnce() {
    #expect(
      run([(0, ["39 1", "35 500", "36 300", "37 2"]), (8, ["37 0"])]) == ["began palm", "moved finger"])
  }

  /// Each report: milliseconds, and the values of EV_ABS events of one slot.
  private func run(
    _ reports: [(Int64, [String])], lengths: Int32 = 10, pressure: (maximum: Int32, resolution: Int32) = (255, 0)
  ) -> [String] {
    let axis = SurfaceAxes.Axis(unitsPerMM: 10)
    let rule = PalmRule(size: Self.size) { code in
      switch code {
      case 0x30: AxisDescription(minimum: 0, maximum: 1000, resolution: lengths)
      case 0x3a: AxisDescription(minimum: 0, maximum: pressure.maximum, resolution: pressure.resolution)
      default: nil
      }
    }
    var decoder = SlotDecoder(device: DeviceID(0), axes: SurfaceAxes(x: axis, y: axis), palms: rule)
    var reported: [String] = []
    for (milliseconds, values) in reports {
      let time = Timestamp(microseconds: milliseconds * 1000)
      for value in values {
        let words = value.split(separator: " ")
        _ = decoder.decode(type: 3, code: UInt16(words[0], radix: 16) ?? 0, value: Int32(words[1]) ?? 0, time: time)
      }
      guard let frame = decoder.decode(type: 0, code: 0, value: 0, time: time) else { continue }
      reported += frame.touches.map { "\($0.phase) \($0.tool)" }
    }
    return reported
  }
}
