import GestureCore

/// Something that touches come from: libinput, the slots of raw nodes, or all devices of a seat.
///
/// The owner waits on `descriptors` and until `nextDeadline`. It calls `read` for a descriptor that is ready, and, when the
/// deadline has come and all descriptors were read, `advance`. After each call of the source it pulls `next` until that is nil.
public protocol TouchSource: AnyObject {
  associatedtype Event

  /// Each is ready to be read when there is something to `read`.
  var descriptors: [Int32] { get }
  /// Reads what a descriptor has to say; never waits.
  /// - Throws: when no device can be read any more.
  func read(_ descriptor: Int32) throws(InputFailure)
  /// What has happened next; nil once the owner knows all. An event is released before the next call: its frame shares a
  /// buffer with the source, which is used again.
  func next() -> Event?
  /// When `advance` has something to do although nothing came.
  var nextDeadline: Timestamp? { get }
  /// Does what is due by `time`.
  func advance(to time: Timestamp)
}

extension TouchSource {
  /// Reads all descriptors.
  public func read() throws(InputFailure) {
    for descriptor in descriptors { try read(descriptor) }
  }
}

/// What the devices of a seat report.
///
/// Nearly all events are frames. Other large payloads are indirect, so that a frame is not copied with room for them.
public enum SourceEvent {
  /// The device begins to send frames. One that comes back has a new number.
  indirect case added(Device)
  /// No more frames come of this device; the owner cancels the touches that were down.
  case removed(DeviceID)
  /// The owner answers with `deliver`, if the device is intercepted.
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
