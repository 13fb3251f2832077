import Evdev
import GestureCore

/// The source of a `RawNode`'s events: a device of the kernel, or a script in tests.
package protocol InputNode: AnyObject {
  var descriptor: Int32 { get }
  var name: String? { get }
  /// The number of slots; 0 or less if the node has no slots.
  var slotCount: Int { get }
  func has(_ type: UInt16, _ code: UInt16) -> Bool
  func axis(_ code: UInt16) -> AxisDescription?

  func next() -> NodeReading
  /// Reads the kernel's current state after events were lost, and reports the changes.
  func catchUp(_ report: (NodeEvent) -> Void)
  /// Whether the node was silenced because of too many errors. Returns true only once.
  func takeExcess() -> Bool
  /// Reads the current state from the kernel, without reporting changes.
  func readState()
  func discard()
  /// The slot to which the next events belong, according to the events read before.
  var currentSlot: Int32 { get }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32
  /// Whether no contact and no key is down, as known from events.
  var isUntouched: Bool { get }

  /// Whether the node is open for writing, which interception requires.
  var isWritable: Bool { get }
  /// Whether the device sends nothing during a short wait.
  var isStill: Bool { get }
  /// Grabs and clones the device. Nil if it is touched or has just sent events; the node's state may then have changed.
  func intercept(_ axes: SurfaceAxes) throws(InterceptionFailure) -> (any Clone, CloneForwarder)?
  func wakeStoppedGuards()
}

/// The device that other readers get in place of an intercepted device.
package protocol Clone: AnyObject {
  func write(_ events: [CloneEvent])
  /// Sets how the guard ends contacts: with a plain lift if `isPlain` is true, otherwise as palms.
  func liftPlainly(_ isPlain: Bool)
  /// Reports to the guard that all pending events of the device were read.
  func beat()
  /// Whether the guard has given the device back, because nothing was read for too long.
  var hasLost: Bool { get }
  /// Whether the guard has ended without giving the device back.
  var isUnguarded: Bool { get }
  /// A descriptor that becomes readable when the guard has given the device back, or has ended.
  var guardDescriptor: Int32 { get }
}
