import GestureCore

/// Receives the events of a seat's devices.
public protocol InputSourceDelegate: AnyObject {
  /// Handles an event. After intercepted frames, calls `InputSource.deliver` for touches whose delivery has changed.
  func handle(_ event: SourceEvent)
}

/// An event of a seat's devices. Values larger than a frame are `indirect`, so an event is hardly larger than a frame.
public enum SourceEvent {
  /// The device begins to send frames. A reopened device has a new ID.
  indirect case added(Device)
  /// The device sends no more frames. The delegate must cancel the touches that were down.
  case removed(DeviceID)
  case frame(Frame)
  /// A touch device can't be read; the source has logged the reason.
  indirect case unopenable(UnopenableDevice)
  /// The user took the intercepted device back, although the rules ask for interception. The source has logged this.
  indirect case gaveBack(Device)
}

/// Frames that wait until `next` returns them, the oldest first. Their buffers are reused.
struct FrameQueue {
  private var frames: [Frame] = []
  private var head = 0
  private var count = 0

  /// Adds a frame, and leaves `frame` without touches.
  mutating func take(_ frame: inout Frame) {
    if count == frames.count { frames.append(Frame(device: frame.device, time: frame.time, touches: [])) }
    if !frames[count].touches.isEmpty { frames[count].touches.removeAll(keepingCapacity: true) }
    swap(&frames[count], &frame)
    (frame.device, frame.time, frame.buttons) = (frames[count].device, frames[count].time, frames[count].buttons)
    count += 1
  }

  var isEmpty: Bool { head == count }

  mutating func next() -> Frame? {
    guard head < count else { return nil }
    defer {
      head += 1
      if head == count {
        head = 0
        count = 0
      }
    }
    return frames[head]
  }
}
