import Evdev
import GestureCore
import Testing

@testable import DeviceInput

private let tablet = Device(
  id: DeviceID(4), name: "pen", deviceClass: .touchscreen, size: Size(width: 300, height: 200),
  capabilities: DeviceDefaults.penCapabilities)

/// The movements of a pen, and the frames made from them.
private struct Strokes {
  enum Tip { case down, motion, up }

  private let reader = PenReader(tablet)
  private var queue = FrameQueue()
  private(set) var frames: [Frame] = []

  mutating func note(_ tip: Tip, _ x: Double = 0, pressure: Double? = nil, at ms: Int64) {
    let pen = LibinputEvent.PenState(
      place: Vector(x, 5), pressure: pressure, time: Timestamp(microseconds: ms * 1000))
    _ = reader.read(tip == .motion ? .penMoved(pen) : .tip(isDown: tip == .down, writes: true, pen), into: &queue)
    take()
  }

  mutating func cancel() {
    reader.cancel(into: &queue)
    take()
  }

  private mutating func take() { while let frame = queue.next() { frames.append(frame) } }

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

@Suite struct PenStrokeTests {
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
    let reader = PenReader(tablet)
    var queue = FrameQueue()
    var buffers: Set<UInt> = []
    for time in 0..<1000 {
      let pen = LibinputEvent.PenState(
        place: Vector(Double(time) / 10, 0), pressure: 0.5, time: Timestamp(microseconds: Int64(time)))
      _ = reader.read(time == 0 ? .tip(isDown: true, writes: true, pen) : .penMoved(pen), into: &queue)
      while let frame = queue.next() { buffers.insert(address(of: frame)) }
    }
    // The one that is filled and the one that is read.
    #expect(buffers.count == 2)
  }
}

/// The reader, with libinput's reports given as values.
@Suite struct PenReaderTests {
  private let reader = PenReader(tablet)

  private func pen(_ x: Double, _ ms: Int64) -> LibinputEvent.PenState {
    LibinputEvent.PenState(place: Vector(x, 5), pressure: 0.5, time: Timestamp(microseconds: ms * 1000))
  }

  /// The phases and faults that these events result in.
  private func read(_ events: LibinputEvent...) -> (phases: [Touch.Phase], faults: [DeviceFault]) {
    var queue = FrameQueue()
    var phases: [Touch.Phase] = []
    let faults = events.compactMap { reader.read($0, into: &queue) }
    while let frame = queue.next() { phases += frame.touches.map(\.phase) }
    return (phases, faults)
  }

  @Test func theTipMakesATouch() {
    let stroke = read(
      .penMoved(pen(9, 0)), .tip(isDown: true, writes: true, pen(10, 8)), .penMoved(pen(11, 16)),
      .tip(isDown: false, writes: true, pen(11, 24)), .penMoved(pen(12, 32)))
    #expect(stroke.phases == [.began, .moved, .ended] && stroke.faults.isEmpty)
  }

  @Test func aPenThatIsGoneHasLifted() {
    let gone = Timestamp(microseconds: 16_000)
    #expect(read(.tip(isDown: true, writes: true, pen(10, 8)), .proximity(at: gone)).phases == [.began, .ended])
  }

  @Test func onlyWhatWritesMakesTouches() {
    #expect(read(.tip(isDown: true, writes: false, pen(10, 0)), .penMoved(pen(11, 8))).phases.isEmpty)
  }

  @Test func whatIsFarAwayIsLeftOutUntilItLifts() {
    let away = read(
      .tip(isDown: true, writes: true, pen(10, 0)), .penMoved(pen(1000, 8)), .penMoved(pen(11, 16)),
      .tip(isDown: false, writes: true, pen(11, 24)))
    #expect(away.phases == [.began, .cancelled] && away.faults == [.offSurface])
  }

  @Test func noTouchBeginsWhileItIsDeaf() {
    reader.isRecovering = true
    #expect(read(.tip(isDown: true, writes: true, pen(10, 0)), .penMoved(pen(11, 8))).phases.isEmpty)
  }
}
