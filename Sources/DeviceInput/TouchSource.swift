import CLinux
import GestureCore
import Glibc

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
  /// What has happened next; nil once the owner knows all. An event is let go of before the next call: its frame shares a
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
  /// From now on the device sends frames. One that comes back has a new number.
  indirect case added(Device)
  /// No more frames come of this device; the owner cancels the touches that were down.
  case removed(DeviceID)
  /// The owner answers with `deliver`, where the device is intercepted, and may answer with `use`.
  case frame(Frame)
  /// A touch device that can't be read; the source has logged it.
  indirect case unopenable(UnopenableDevice)
  /// A device is not intercepted any more, although the rules want it; the source has logged it.
  indirect case gaveBack(Device)
}

extension MotionUse {
  /// So many places of touches may be laid aside without the owner's asking, give or take a batch.
  public static let mostFresh = 512
}

/// What is made of the motion of a device's touches, between one that comes and one that goes.
public enum MotionUse: Sendable {
  /// Gestures follow it.
  case frames
  /// It is only remembered: where the source can, it lays the motion aside, unread, instead of making frames of it.
  case memory
  case nothing
}

/// What one device reports to the source that composes them.
enum DeviceEvent {
  case frame(Frame)
  case fault(DeviceFault, DeviceID)
  /// The number of contacts whose release a touchpad's firmware has lost.
  case unreleased(Int, DeviceID)
  /// The kernel's buffer was full, and what was in it is lost.
  case lostEvents(DeviceID)
  /// A raw node has nothing more to say.
  case allRead(DeviceID)
  /// A raw node is not to be intercepted any more.
  case givenBack(DeviceID, GiveBack)
  case gone(DeviceID)
}

/// Why a device that is intercepted no longer is.
enum GiveBack {
  /// A hand held still on the device asks for it.
  case wanted
  /// Nothing was read for so long that the guard took it.
  case stalled
  /// The guard is gone.
  case unguarded
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

/// A set of descriptors that has a descriptor of its own, which is ready when one of them is.
final class ReadySet {
  let fd: Int32

  /// - Throws: when descriptors have run out.
  init() throws(InputFailure) {
    fd = gb_epoll_create()
    if fd < 0 { throw .dispatch(errno) }
  }

  deinit { close(fd) }

  func add(_ descriptor: Int32) {
    _ = gb_epoll_control(fd, EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, UInt64(descriptor))
  }

  func remove(_ descriptor: Int32) { _ = gb_epoll_control(fd, EPOLL_CTL_DEL, descriptor, 0, 0) }

  /// Calls `serve` with each that is ready; never waits.
  func ready(_ serve: (Int32) -> Void) {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.most) { events in
      let count = Int(gb_epoll_wait(fd, events.baseAddress, Int32(Self.most), 0))
      for index in 0..<max(count, 0) { serve(Int32(truncatingIfNeeded: events[index].data.u64)) }
    }
  }

  /// In one call; what is left is still ready.
  private static let most = 16
}
