import Evdev
import GestureCore

/// Reads a pen: its tip as a touch of a stylus.
///
/// Only what writes makes touches: an eraser rubs out, and a mouse on a tablet points. Buttons, tilt and a pen that is
/// only near are not looked at. libinput reports that the tip has lifted before it reports that the pen is gone.
final class PenReader: LibinputReader {
  var isRecovering = false
  private let bounds: PlausibleBounds
  private var touch: PenTouch

  init(_ device: Device) {
    bounds = PlausibleBounds(device.size)
    touch = PenTouch(device: device.id)
  }

  func read(_ event: LibinputEvent, into frames: inout FrameQueue) -> DeviceFault? {
    switch event {
    case .tip(isDown: false, _, let pen): touch.note(.up, time: pen.time, into: &frames)
    case .tip(isDown: true, let writes, let pen):
      if writes, !isRecovering { return note(.down, pen, &frames) }
    case .penMoved(let pen):
      if touch.isDown { return note(.motion, pen, &frames) }
    case .proximity(let time): touch.note(.up, time: time, into: &frames)
    case .touch, .touchFrame, .gestureBegan, .gestureMoved, .gestureEnded, .pointer: break
    }
    return nil
  }

  func cancel(into frames: inout FrameQueue) { touch.cancel(into: &frames) }

  /// The tip is down, where it can be.
  private func note(
    _ change: PenTouch.Change, _ pen: LibinputEvent.PenState, _ frames: inout FrameQueue
  ) -> DeviceFault? {
    guard bounds.contains(pen.place) else {
      touch.cancel(into: &frames)
      return .offSurface
    }
    touch.note(change, at: pen.place, pressure: pen.pressure, time: pen.time, into: &frames)
    return nil
  }
}

/// Makes a touch of a pen's tip: it begins when the tip comes down and ends when that lifts; a pen in the air is nothing.
struct PenTouch {
  /// What the tip did.
  enum Change {
    case down
    case motion
    case up
  }

  /// A surface knows one pen at a time.
  private static let id: Int32 = 0

  private(set) var isDown = false
  /// Used again and again, so that a frame costs no allocation.
  private var frame: Frame

  init(device: DeviceID) {
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(1)
  }

  /// One change, where the tip is (in mm) and how hard it presses, from 0 to 1, where the pen tells it.
  mutating func note(
    _ change: Change, at place: Vector = .zero, pressure: Double? = nil, time: Timestamp, into frames: inout FrameQueue
  ) {
    switch change {
    case .down:
      // A driver's fault: the up went missing.
      if isDown { send(.cancelled, .zero, nil, time, into: &frames) }
      isDown = true
      send(.began, place, pressure, time, into: &frames)
    case .motion:
      if isDown { send(.moved, place, pressure, time, into: &frames) }
    case .up:
      guard isDown else { return }
      isDown = false
      send(.ended, .zero, nil, time, into: &frames)
    }
  }

  /// Cancels the touch; the tip makes another one only when it has lifted.
  mutating func cancel(into frames: inout FrameQueue) {
    guard isDown else { return }
    isDown = false
    send(.cancelled, .zero, nil, frame.time, into: &frames)
  }

  private mutating func send(
    _ phase: Touch.Phase, _ place: Vector, _ pressure: Double?, _ time: Timestamp, into frames: inout FrameQueue
  ) {
    frame.time = time
    frame.touches.append(Touch(id: Self.id, phase: phase, position: place, tool: .stylus, pressure: pressure))
    frames.take(&frame)
  }
}
