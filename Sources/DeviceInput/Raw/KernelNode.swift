import CLibevdev
import Evdev
import GestureCore
import Glibc

/// One input event of a device.
struct NodeEvent: Equatable {
  var type: UInt16
  var code: UInt16
  var value: Int32
  var time: Timestamp

  init(_ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Timestamp) {
    self.type = type
    self.code = code
    self.value = value
    self.time = time
  }

  init(_ event: input_event) {
    self.init(
      event.type, event.code, event.value,
      Timestamp(microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)))
  }
}

/// What reading a node comes upon.
enum NodeReading {
  case event(NodeEvent)
  /// The kernel's buffer was full, and what was in it is lost.
  case lost(Timestamp)
  case nothing
  case gone
}

/// What a raw node is read from: the kernel, or a script in tests.
protocol InputNode: AnyObject {
  /// Ready to be read when there is something to read.
  var descriptor: Int32 { get }
  var name: String? { get }
  /// 0 or less where the node has no slots.
  var slotCount: Int { get }
  func has(_ type: UInt16, _ code: UInt16) -> Bool
  func axis(_ code: UInt16) -> AxisDescription?

  func next() -> NodeReading
  /// After lost events: takes over how all is now, and tells what has changed.
  func catchUp(_ tell: (NodeEvent) -> Void)
  /// Asks the kernel anew how all is.
  func askAnew()
  /// Reads what there is, and forgets it.
  func discard()
  /// The slot that the next events are about, and what the slots have, as far as events were read.
  var currentSlot: Int32 { get }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32
  /// Whether nothing is down, neither contact nor key, as far as events were read.
  var isUntouched: Bool { get }

  /// Whether it may be given back to other readers in good order.
  var isWritable: Bool { get }
  /// Waits a moment; false as soon as the device has something to say.
  var isStill: Bool { get }
  /// Grabs the device and makes a clone of it; nil where something touches it.
  func intercept(tapReach: [UInt16: Int32]) throws(Interception.Failure) -> (any Clone, CloneForwarder)?
}

/// What stands for an intercepted device with other readers.
protocol Clone: AnyObject {
  func write(_ events: [CloneEvent])
  /// All there was to read of the device is read.
  func beat()
  /// The guard has taken the device away, as nothing was read for too long.
  var hasLost: Bool { get }
}

/// A node of the kernel. It owns the descriptor.
final class KernelNode: InputNode {
  let descriptor: Int32
  /// Only a program that may write can refresh what others know of the device, once it is given back.
  let isWritable: Bool
  let node: TouchNode
  private let device: EvdevDevice

  /// Opens a node; `mayIntercept` if it may be intercepted later.
  /// - Throws: when it can't be opened, or is no input device.
  init(_ node: TouchNode, mayIntercept: Bool) throws(Refusal) {
    let opened = mayIntercept ? open(node.node, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
    isWritable = opened >= 0
    descriptor = isWritable ? opened : open(node.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { throw .mayNotOpen(errno) }
    self.node = node
    do throws(EvdevDevice.Errno) {
      device = try EvdevDevice(descriptor)
    } catch {
      close(descriptor)
      throw .notUnderstood
    }
    device.useMonotonicClock()
  }

  deinit { close(descriptor) }

  var name: String? { device.name }
  var place: String { device.place }
  var slotCount: Int { device.slotCount }
  func has(_ type: UInt16, _ code: UInt16) -> Bool { device.has(type, code) }
  func axis(_ code: UInt16) -> AxisDescription? { device.axis(code) }

  func next() -> NodeReading { device.next() }
  func catchUp(_ tell: (NodeEvent) -> Void) { device.catchUp(tell) }
  func discard() { device.discard() }

  func askAnew() {
    device.loseTrack()
    device.catchUp { _ in }
  }

  var currentSlot: Int32 { device.currentSlot }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 { device.value(code, ofSlot: slot) }
  var isUntouched: Bool { device.isUntouched }

  /// In ms: the kernel knows of a lift a moment before it reports it, and to take the device in between would keep the lift
  /// from other readers. No frame takes so long.
  private static let stillness: Int32 = 10

  var isStill: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Self.stillness) == 0
  }

  func intercept(tapReach: [UInt16: Int32]) throws(Interception.Failure) -> (any Clone, CloneForwarder)? {
    guard let made = try Interception(self) else { return nil }
    return (made, made.forwarder(tapReach: tapReach))
  }
}
