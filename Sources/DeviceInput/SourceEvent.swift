import GestureCore

/// Gets what the devices of a seat report.
public protocol InputSourceDelegate: AnyObject {
  /// Handles one event, in the order in which they happened. The owner of an intercepted device answers a frame with `InputSource.deliver`.
  func handle(_ event: SourceEvent)
}

/// What the devices of a seat report.
///
/// Nearly all events are frames. Other large payloads are indirect, so that a frame is not copied with room for them.
public enum SourceEvent {
  /// The device begins to send frames. One that comes back has a new number.
  indirect case added(Device)
  /// No more frames come of this device; the owner cancels the touches that were down.
  case removed(DeviceID)
  case frame(Frame)
  /// A touch device that can't be read; the source has logged it.
  indirect case unopenable(UnopenableDevice)
  /// A device is not intercepted any more, although the rules want it; the source has logged it.
  indirect case gaveBack(Device)
}

/// Frames on their way to the owner, in buffers that are used again and again.
struct FrameQueue {
  private var frames: [Frame] = []
  private var head = 0
  private var count = 0

  /// Adds a frame, which has no touches afterwards: the two exchange their memory.
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
