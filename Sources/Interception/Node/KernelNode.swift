import Base
import Evdev
import GestureCore
import Glibc
import Logging

/// An input device of the kernel, read through libevdev; owns its descriptor.
package final class KernelNode: InputNode {
  package let descriptor: Int32
  package let isWritable: Bool
  let path: String
  let isTouchpad: Bool
  private let device: EvdevDevice
  private let log: Logger
  private let listener: ComplaintListener
  /// The loan of the node from another process, kept because a freed loan ends. Nil if no process lent the node.
  private let loan: AnyObject?

  /// Takes ownership of the descriptor of an open node.
  /// - Throws: if the node isn't an input device; then the descriptor is closed.
  package init(
    _ descriptor: Int32, at path: String, isWritable: Bool, isTouchpad: Bool, loan: AnyObject?, log: Logger,
    now: @escaping () -> Timestamp
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    self.isWritable = isWritable
    self.isTouchpad = isTouchpad
    self.loan = loan
    self.log = log
    listener = ComplaintListener(descriptor, log: log, now: now)
    do throws(SystemError) {
      device = try EvdevDevice(descriptor, listener)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  package var name: String? { device.name }
  var place: String { device.place }
  package var slotCount: Int { device.slotCount }
  package func has(_ type: UInt16, _ code: UInt16) -> Bool { device.has(type, code) }
  package func axis(_ code: UInt16) -> AxisDescription? { device.axis(code) }

  package func next() -> NodeReading { device.next() }
  package func catchUp(_ report: (NodeEvent) -> Void) { device.catchUp(report) }
  package func discard() { device.discard() }
  package func takeExcess() -> Bool { listener.takeExcess() }

  package func readState() {
    device.loseTrack()
    device.catchUp { _ in }
  }

  package var currentSlot: Int32 { device.currentSlot }
  package func value(_ code: UInt16, ofSlot slot: Int) -> Int32 { device.value(code, ofSlot: slot) }
  package var isUntouched: Bool { device.isUntouched }

  /// The time, in ms, for which a device must be silent before a grab, so that the grab doesn't hide a lift.
  private static let stillness: Int32 = 10

  package var isStill: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Self.stillness) == 0
  }

  package func intercept(_ axes: SurfaceAxes) throws(InterceptionFailure) -> (any Clone, CloneForwarder)? {
    guard let made = try GuardedClone(self) else {
      readState()
      return nil
    }
    return (made, made.forwarder(axes))
  }

  package func wakeStoppedGuards() {
    let count = GuardedClone.wakeStoppedGuards()
    if count > 0 { log.warning("\(Self.woken(count))") }
  }

  package static func woken(_ count: Int) -> String {
    "\(count == 1 ? "a process" : "\(count) processes") of an earlier gesture-bridge \(count == 1 ? "was" : "were") stopped (SIGSTOP) and still held intercepted devices; the devices are given back now"
  }
}
