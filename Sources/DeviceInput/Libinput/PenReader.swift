import Evdev
import GestureCore

/// Reads a pen. The tip of a tool that writes becomes a stylus touch. Everything else is ignored.
final class PenReader: LibinputReader {
  /// The ID of every touch: a surface detects only one pen at a time.
  private static let id: Int32 = 0

  var isRecovering = false
  private let bounds: PlausibleBounds
  private var isDown = false
  private var frame: Frame

  init(_ device: Device) {
    bounds = PlausibleBounds(device.size)
    frame = Frame(device: device.id, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(1)
  }

  func read(_ event: LibinputEvent, into frames: inout FrameQueue) -> DeviceFault? {
    switch event {
    case .tip(isDown: false, _, let pen): end(.ended, at: pen.time, &frames)
    case .tip(isDown: true, let writes, let pen):
      if writes, !isRecovering { return note(.began, pen, &frames) }
    case .penMoved(let pen):
      if isDown { return note(.moved, pen, &frames) }
    case .proximity(let time): end(.ended, at: time, &frames)
    case .touch, .touchFrame, .gestureBegan, .gestureMoved, .gestureEnded, .pointer: break
    }
    return nil
  }

  func cancel(into frames: inout FrameQueue) { end(.cancelled, at: frame.time, &frames) }

  /// Sends a change of the tip. If the tip is far beyond the surface, cancels the touch and returns a fault.
  private func note(
    _ phase: Touch.Phase, _ pen: LibinputEvent.PenState, _ frames: inout FrameQueue
  ) -> DeviceFault? {
    guard bounds.contains(pen.place) else {
      cancel(into: &frames)
      return .offSurface
    }
    // The driver has lost the previous lift.
    if phase == .began { end(.cancelled, at: pen.time, &frames) }
    isDown = true
    send(phase, pen.place, pen.pressure, pen.time, &frames)
    return nil
  }

  private func end(_ phase: Touch.Phase, at time: Timestamp, _ frames: inout FrameQueue) {
    guard isDown else { return }
    isDown = false
    send(phase, .zero, nil, time, &frames)
  }

  private func send(
    _ phase: Touch.Phase, _ place: Vector, _ pressure: Double?, _ time: Timestamp, _ frames: inout FrameQueue
  ) {
    frame.time = time
    frame.touches.append(Touch(id: Self.id, phase: phase, position: place, tool: .stylus, pressure: pressure))
    frames.take(&frame)
  }
}
