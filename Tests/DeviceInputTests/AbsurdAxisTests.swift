import Evdev
import Testing

@testable import DeviceInput

@Suite struct AbsurdAxisTests {
  private func found(_ ranges: [UInt16: (Int32, Int32)]) -> AbsurdAxis? {
    let axes = { (code: UInt16) in
      ranges[code].map { AxisDescription(minimum: $0.0, maximum: $0.1, resolution: 0) }
    }
    return AbsurdAxis(slots: axes) ?? AbsurdAxis(surface: axes)
  }

  @Test func slots() {
    #expect(found([:]) == nil)
    for last in [0, 1, 4, 9, 63] as [Int32] { #expect(found([Codes.slot: (0, last)]) == nil) }
    for last in [.min, -5, -1, 64, .max] as [Int32] { #expect(found([Codes.slot: (0, last)]) == .lastSlot(last)) }
  }

  @Test func places() {
    let names = [
      Codes.absX: "ABS_X", Codes.absY: "ABS_Y", Codes.positionX: "ABS_MT_POSITION_X",
      Codes.positionY: "ABS_MT_POSITION_Y",
    ]
    for (code, name) in names {
      #expect(found([code: (4000, 0)]) == .range(axis: name, minimum: 4000, maximum: 0))
      #expect(found([code: (.min, .max)]) == nil)
      #expect(found([code: (-100, 100)]) == nil)
      #expect(found([code: (0, 0)]) == nil, "libinput refuses it itself, and the kernel says so of what is not there")
    }
    #expect(found([Codes.trackingID: (0, -1)]) == nil, "drivers differ, and nothing goes by it")
  }
}
