import GestureCore
import Testing

@testable import DeviceInput

/// What a pen did, and the frames that came of it.
private struct Strokes {
  private var touch = PenTouch(device: DeviceID(4))
  private(set) var frames: [Frame] = []

  mutating func note(_ change: PenTouch.Change, _ x: Double = 0, pressure: Double? = nil, at ms: Int64) {
    touch.note(change, at: Vector(x, 5), pressure: pressure, time: Timestamp(microseconds: ms * 1000)) {
      frames.append($0)
    }
  }

  mutating func cancel() { touch.cancel { frames.append($0) } }

  /// For each frame its time in ms, then the phase, and the place and pressure unless it ends.
  var story: [String] {
    frames.map { frame in
      let touches = frame.touches.map { touch in
        let isOver = touch.phase == .ended || touch.phase == .cancelled
        let pressure = touch.pressure.map { " \($0)" } ?? ""
        return "\(touch.phase)" + (isOver ? "" : " \(touch.position.x),\(touch.position.y)\(pressure)")
      }
      return "\(frame.time.microseconds / 1000): " + touches.joined(separator: "; ")
    }
  }
}

@Suite struct PenTouchTests {
  @Test func theTipIsATouchOfAStylus() {
    var pen = Strokes()
    pen.note(.down, 10, pressure: 0.25, at: 0)
    pen.note(.motion, 11, pressure: 0.5, at: 8)
    pen.note(.motion, 12, at: 16)
    pen.note(.up, at: 24)
    #expect(pen.story == ["0: began 10.0,5.0 0.25", "8: moved 11.0,5.0 0.5", "16: moved 12.0,5.0", "24: ended"])
    #expect(pen.frames.allSatisfy { $0.device == DeviceID(4) && $0.touches.map(\.tool) == [.stylus] })
    #expect(Set(pen.frames.flatMap(\.touches).map(\.id)).count == 1)
  }

  @Test func inTheAirItIsNothing() {
    var pen = Strokes()
    pen.note(.motion, 10, at: 0)
    pen.note(.up, at: 8)
    #expect(pen.story == [])
    pen.note(.down, 10, at: 16)
    pen.note(.up, at: 24)
    pen.note(.up, at: 24)
    pen.note(.motion, 12, at: 32)
    #expect(pen.story == ["16: began 10.0,5.0", "24: ended"])
  }

  @Test func whatIsCancelledIsLeftOutUntilItLifts() {
    var pen = Strokes()
    pen.cancel()
    pen.note(.down, 10, at: 0)
    pen.cancel()
    pen.note(.motion, 12, at: 8)
    pen.note(.up, at: 16)
    pen.note(.down, 20, at: 24)
    #expect(pen.story == ["0: began 10.0,5.0", "0: cancelled", "24: began 20.0,5.0"])
  }

  @Test func aSecondDownCancelsTheFirst() {
    var pen = Strokes()
    pen.note(.down, 10, at: 0)
    pen.note(.down, 20, at: 8)
    pen.note(.up, at: 16)
    #expect(pen.story == ["0: began 10.0,5.0", "8: cancelled", "8: began 20.0,5.0", "16: ended"])
  }

  @Test func framesCostNoAllocation() {
    var touch = PenTouch(device: DeviceID(1))
    var buffers: Set<UInt> = []
    for time in 0..<1000 {
      touch.note(
        time == 0 ? .down : .motion, at: Vector(Double(time), 0), pressure: 0.5,
        time: Timestamp(microseconds: Int64(time))
      ) { buffers.insert(address(of: $0)) }
    }
    #expect(buffers.count == 1)
  }
}
