import Evdev
import GestureCore
import Testing

@testable import DeviceInput

extension Device {
  fileprivate static func panel(_ id: Int32) -> Device {
    Device(
      id: DeviceID(id), name: "panel", deviceClass: .touchscreen, size: Size(width: 300, height: 200),
      capabilities: [.contacts, .places])
  }
}

/// One touchscreen's events, and the frames that the reader makes from them.
private struct TouchscreenScript {
  let reader = TouchscreenReader(.panel(3))
  var queue = FrameQueue()
  var frames: [Frame] = []

  mutating func note(_ change: TouchChange, _ slot: Int32, _ ms: Int64) {
    reader.note(change, slot: slot, at: Timestamp(microseconds: ms * 1000), into: &queue)
    take()
  }

  mutating func flush() {
    reader.flush(into: &queue)
    take()
  }

  mutating func cancelAll() {
    reader.cancel(into: &queue)
    take()
  }

  mutating func cancelStuck(_ ms: Int64) -> Bool {
    reader.cancelStuck(at: Timestamp(microseconds: ms * 1000), into: &queue)
  }

  mutating func take() { while let frame = queue.next() { frames.append(frame) } }

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
    var script = TouchscreenScript()
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
    var script = TouchscreenScript()
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
    var script = TouchscreenScript()
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
    var script = TouchscreenScript()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.up, 0, 0)
    script.note(.down(Vector(9, 9)), 0, 0)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0", "0: 0 ended", "0: 0 began 9.0,9.0"])
  }

  @Test func aSecondDownCancelsTheFirst() {
    var script = TouchscreenScript()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.flush()
    script.note(.down(Vector(9, 9)), 0, 8)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0", "8: 0 cancelled", "8: 0 began 9.0,9.0"])
  }

  @Test func aSensorOfOneTouchHasNoSlots() {
    var script = TouchscreenScript()
    script.note(.down(Vector(1, 2)), -1, 0)
    script.flush()
    #expect(script.story == ["0: 0 began 1.0,2.0"])
  }

  @Test func touchesThatAreNotDownAndSlotsThatCannotBeAreIgnored() {
    var script = TouchscreenScript()
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
    let reader = TouchscreenReader(.panel(1))
    var buffers: Set<UInt> = []
    var queue = FrameQueue()
    for slot in 0..<10 {
      reader.note(.down(.zero), slot: Int32(slot), at: Timestamp(microseconds: 0), into: &queue)
    }
    reader.flush(into: &queue)
    _ = queue.next()
    for scan in 1...1000 {
      for slot in 0..<10 {
        let place = Vector(Double(scan), 0)
        reader.note(.motion(place), slot: Int32(slot), at: Timestamp(microseconds: Int64(scan)), into: &queue)
      }
      reader.flush(into: &queue)
      while let frame = queue.next() { buffers.insert(address(of: frame)) }
    }
    // The one that is filled and the one that is read.
    #expect(buffers.count == 2)
  }

  @Test func libinputTimesAreOurs() {
    #expect(Timestamp(libinput: 1_234_567).microseconds == 1_234_567)
    #expect(Timestamp(libinput: .max) == Timestamp(microseconds: .max))
  }

  @Test func whatIsCancelledIsLeftOutUntilItLifts() {
    var script = TouchscreenScript()
    script.note(.down(Vector(1, 2)), 0, 0)
    script.note(.down(Vector(3, 4)), 1, 0)
    script.flush()
    script.cancelAll()
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

  @Test func nothingBeginsWhileItRecovers() {
    var script = TouchscreenScript()
    script.reader.isRecovering = true
    script.note(.down(Vector(1, 2)), 0, 0)
    script.flush()
    script.reader.isRecovering = false
    script.note(.motion(Vector(2, 2)), 0, 8)
    script.note(.up, 0, 16)
    script.note(.down(Vector(5, 6)), 1, 24)
    script.flush()
    #expect(script.story == ["24: 1 began 5.0,6.0"])
  }

  @Test func onlyTouchesThatAreStillForAMinuteAreStuck() {
    var script = TouchscreenScript()
    for slot in 0...2 { script.note(.down(Vector(Double(slot), 2)), Int32(slot), 0) }
    script.flush()
    for slot in 1...2 { script.note(.motion(Vector(9, 2)), Int32(slot), 30_000) }
    script.flush()
    let isStuck = [60_000, 60_001, 60_002].map { script.cancelStuck($0) }
    #expect(isStuck == [false, true, false])
    script.flush()
    #expect(script.story.last == "60001: 0 cancelled")
  }
}

/// The reader, with libinput's reports given as values.
@Suite struct TouchscreenReaderTests {
  private let reader = TouchscreenReader(.panel(3))

  private func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: ms * 1000) }

  /// The phases of the frames made from these events, and the faults.
  private func read(_ events: LibinputEvent...) -> (frames: [String], faults: [DeviceFault]) {
    var queue = FrameQueue()
    var frames: [String] = []
    let faults = events.compactMap { reader.read($0, into: &queue) }
    while let frame = queue.next() {
      frames.append(frame.touches.map { "\($0.id) \($0.phase)" }.joined(separator: "; "))
    }
    return (frames, faults)
  }

  @Test func touchesFromDownToUp() {
    let down = read(
      .touch(.down(Vector(1, 2)), slot: 0, at: time(0)), .touch(.down(Vector(9, 9)), slot: 1, at: time(0)), .touchFrame)
    #expect(down.frames == ["0 began; 1 began"])
    let up = read(.touch(.up, slot: 0, at: time(8)), .touch(.cancel, slot: 1, at: time(8)), .touchFrame)
    #expect(up.frames == ["0 ended; 1 cancelled"])
    #expect(down.faults.isEmpty && up.faults.isEmpty)
  }

  @Test func aTouchFarBeyondTheSurfaceIsNone() {
    let far = read(.touch(.down(Vector(451, 0)), slot: 0, at: time(0)), .touchFrame)
    #expect(far.frames.isEmpty && far.faults == [.offSurface])
    _ = read(.touch(.down(Vector(1, 2)), slot: 0, at: time(8)), .touchFrame)
    let away = read(
      .touch(.motion(Vector(.nan, 0)), slot: 0, at: time(16)), .touchFrame,
      .touch(.motion(Vector(2, 2)), slot: 0, at: time(24)), .touchFrame)
    #expect(away.frames == ["0 cancelled"] && away.faults == [.offSurface], "it is left out until it lifts")
  }

  @Test func aStuckTouchIsCancelledAsAnotherLands() {
    _ = read(
      .touch(.down(Vector(1, 2)), slot: 0, at: time(0)), .touch(.down(Vector(9, 9)), slot: 1, at: time(0)), .touchFrame)
    _ = read(.touch(.motion(Vector(41, 30)), slot: 1, at: time(30_000)), .touchFrame)
    let late = read(.touch(.down(Vector(5, 5)), slot: 2, at: time(61_000)), .touchFrame)
    #expect(late.frames == ["0 cancelled; 2 began"] && late.faults == [.stuckTouch])
  }

  @Test func afterLostEventsItReportsNothing() {
    _ = read(.touch(.down(Vector(1, 2)), slot: 0, at: time(0)), .touchFrame)
    var queue = FrameQueue()
    reader.cancel(into: &queue)
    #expect(queue.next()?.touches.map(\.phase) == [.cancelled])
    reader.isRecovering = true
    #expect(read(.touch(.down(Vector(1, 2)), slot: 1, at: time(8)), .touchFrame).frames.isEmpty)
  }

  @Test func eventsOfOtherDevicesAreOfNoConcern() {
    #expect(
      read(.pointer(at: time(0)), .proximity(at: time(0)), .gestureEnded(cancelled: false, at: time(0))).frames.isEmpty)
    #expect(reader.deadline == nil)
  }
}
