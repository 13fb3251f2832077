import GestureCore
import Testing

@testable import DeviceInput

/// One touchscreen's events, and the frames that came of them.
private struct Script {
  var collector = TouchFrames(device: DeviceID(3))
  var frames: [Frame] = []

  mutating func note(_ change: TouchFrames.Change, _ slot: Int32, _ ms: Int64) {
    collector.note(change, slot: slot, at: Timestamp(microseconds: ms * 1000)) { frames.append($0) }
  }

  mutating func flush() { collector.flush { frames.append($0) } }

  /// For each frame its time in ms, then slot and phase of each touch, and its place unless it ends.
  var story: [String] {
    frames.map { frame in
      let touches = frame.touches.map { touch in
        let isOver = touch.phase == .ended || touch.phase == .cancelled
        return "\(touch.id) \(touch.phase)" + (isOver ? "" : " \(touch.position.x),\(touch.position.y)")
      }
      return "\(frame.time.microseconds / 1000): " + touches.joined(separator: "; ")
    }
  }
}

@Suite struct TouchFramesTests {
  @Test func oneScanIsOneFrame() {
    var script = Script()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.down(Vector(3, 4)), 1, 0)
    #expect(script.frames.isEmpty)
    script.flush()
    script.flush()
    script.note(.motion(Vector(1, 3)), 0, 8)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0; 1 began 3.0,4.0", "8: 0 moved 1.0,3.0"])
    #expect(script.frames.allSatisfy { $0.device == DeviceID(3) })
  }

  @Test func upAndCancelAreToldWithoutAPlace() {
    var script = Script()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.down(Vector(3, 4)), 1, 0)
    script.flush()
    script.note(.motion(Vector(5, 6)), 1, 8)
    script.flush()
    script.note(.up, 0, 16)
    script.note(.cancel, 1, 16)
    script.flush()
    #expect(script.story.last == "16: 0 ended; 1 cancelled")
  }

  @Test func aMotionJoinsWhatTheFrameSaysOfItsTouch() {
    var script = Script()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.motion(Vector(2, 2)), 0, 0)
    script.flush()
    script.note(.motion(Vector(3, 2)), 0, 8)
    script.note(.motion(Vector(4, 2)), 0, 8)
    script.note(.up, 0, 8)
    script.flush()
    #expect(script.story == ["0: 0 began 2.0,2.0", "8: 0 moved 4.0,2.0; 0 ended"])
  }

  @Test func downAndUpAtOnceAreTwoFrames() {
    var script = Script()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.up, 0, 0)
    script.note(.down(Vector(9, 9)), 0, 0)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0", "0: 0 ended", "0: 0 began 9.0,9.0"])
  }

  @Test func aSecondDownCancelsTheFirst() {
    var script = Script()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.flush()
    script.note(.down(Vector(9, 9)), 0, 8)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0", "8: 0 cancelled", "8: 0 began 9.0,9.0"])
  }

  @Test func aSensorOfOneTouchHasNoSlots() {
    var script = Script()
    script.note(.down(Vector(1, 2)), -1, 0)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0"])
  }

  @Test func touchesThatAreNotDownAndSlotsThatCannotBeAreIgnored() {
    var script = Script()
    script.note(.motion(Vector(1, 2)), 0, 0)
    script.note(.up, 0, 0)
    script.note(.cancel, 5, 0)
    script.note(.down(Vector(1, 2)), 64, 0)
    script.note(.down(Vector(1, 2)), .max, 0)
    script.flush()
    #expect(script.frames.isEmpty)
    script.note(.down(Vector(1, 2)), .min, 0)
    script.note(.down(Vector(1, 2)), 63, 0)
    script.flush()
    #expect(script.frames.last?.touches.map(\.id) == [0, 63])
  }

  @Test func framesCostNoAllocation() {
    var collector = TouchFrames(device: DeviceID(1))
    var buffers: Set<UInt> = []
    for slot in 0..<10 { collector.note(.down(.zero), slot: Int32(slot), at: Timestamp(microseconds: 0)) { _ in } }
    for scan in 1...1000 {
      for slot in 0..<10 {
        let place = Vector(Double(scan), 0)
        collector.note(.motion(place), slot: Int32(slot), at: Timestamp(microseconds: Int64(scan))) { _ in }
      }
      collector.flush { buffers.insert(address(of: $0)) }
    }
    #expect(buffers.count == 1)
  }

  @Test func libinputTimesAreOurs() {
    #expect(Timestamp(libinput: 1_234_567).microseconds == 1_234_567)
    #expect(Timestamp(libinput: .max) == Timestamp(microseconds: .max))
  }

  @Test func whatIsCancelledIsLeftOutUntilItLifts() {
    var script = Script()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.down(Vector(3, 4)), 1, 0)
    script.flush()
    script.collector.cancelAll { script.frames.append($0) }
    script.note(.motion(Vector(2, 2)), 0, 8)
    script.note(.up, 0, 16)
    script.flush()
    script.note(.down(Vector(5, 6)), 0, 24)
    script.flush()
    #expect(
      script.story == [
        "0: 0 began 1.0,2.0; 1 began 3.0,4.0", "0: 0 cancelled; 1 cancelled", "24: 0 began 5.0,6.0",
      ])
  }

  @Test func nothingBeginsWhileItIsDeaf() {
    var script = Script()
    script.collector.isDeaf = true
    script.note(.down(Vector(1, 2)), 0, 0)
    script.flush()
    script.collector.isDeaf = false
    script.note(.motion(Vector(2, 2)), 0, 8)
    script.note(.up, 0, 16)
    script.note(.down(Vector(5, 6)), 1, 24)
    script.flush()
    #expect(script.story == ["24: 1 began 5.0,6.0"])
  }

  @Test func onlyTouchesThatAreStillForAMinuteAreStuck() {
    var script = Script()
    for slot in 0...2 { script.note(.down(Vector(Double(slot), 2)), Int32(slot), 0) }
    script.flush()
    script.note(.motion(Vector(9, 2)), 1, 30_000)
    script.flush()
    script.collector.stir(slot: 2, at: Timestamp(microseconds: 30_000_000))
    func landing(_ ms: Int64) -> Bool {
      script.collector.cancelStuck(at: Timestamp(microseconds: ms * 1000)) { script.frames.append($0) }
    }
    let isStuck = [60_000, 60_001, 60_002].map { landing($0) }
    #expect(isStuck == [false, true, false])
    script.flush()
    #expect(script.story.last == "60001: 0 cancelled")
  }
}
