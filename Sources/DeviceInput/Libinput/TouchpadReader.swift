import Evdev
import GestureCore

/// Reads a touchpad: libinput's gestures become virtual touches.
final class TouchpadReader: LibinputReader {
  var isRecovering = false
  private var touches: VirtualTouches
  private var travel: FingerTravel?
  /// Queries the touchpad's slots. Nil after `look` has tried to create `travel`, or if no slots are available. A query
  /// in `init` would delay the start.
  private var unasked: (any SlotQuery)?

  init(_ device: Device, _ kernel: (any SlotQuery)?) {
    unasked = kernel
    touches = VirtualTouches(device: device.id, centre: Vector(device.size.width / 2, device.size.height / 2))
  }

  var deadline: Timestamp? { touches.deadline }

  /// Looks for fingers that landed or lifted, unless `touches.isMoving`.
  func look() {
    guard !touches.isMoving else { return }
    if let unasked {
      travel = FingerTravel(unasked)
      self.unasked = nil
    }
    travel?.look()
  }

  /// Never returns a fault: libinput itself checks the positions of fingers.
  func read(_ event: LibinputEvent, into frames: inout FrameQueue) -> DeviceFault? {
    switch event {
    case .gestureBegan(let gesture, let fingers, let time):
      guard !isRecovering else { break }
      let movement = gesture == .swipe ? travel?.meanMovement(ofFingers: fingers) : nil
      touches.begin(gesture, fingers: fingers, movement: movement, at: time, into: &frames)
    case .gestureMoved(let delta, let scale, let turn, let time):
      touches.update(by: delta, scale: scale, turn: turn, at: time, into: &frames)
    case .gestureEnded(let cancelled, let time):
      let wasMoving = touches.isMoving
      touches.end(cancelled: cancelled, at: time, into: &frames)
      if wasMoving { look() }
    case .pointer(let time): touches.leave(at: time, into: &frames)
    case .touch, .touchFrame, .tip, .penMoved, .proximity: break
    }
    return nil
  }

  func cancel(into frames: inout FrameQueue) { touches.cancel(into: &frames) }

  func advance(to time: Timestamp, into frames: inout FrameQueue) { touches.advance(to: time, into: &frames) }
}
