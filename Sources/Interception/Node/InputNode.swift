import Evdev
import GestureCore

/// The input of a raw node: the kernel, or a script in tests.
package protocol InputNode: AnyObject {
  /// Readable when there is something to read.
  var descriptor: Int32 { get }
  var name: String? { get }
  /// 0 or less if the node has no slots.
  var slotCount: Int { get }
  func has(_ type: UInt16, _ code: UInt16) -> Bool
  func axis(_ code: UInt16) -> AxisDescription?

  func next() -> NodeReading
  /// After lost events: adopts the kernel's current state, and reports the changes.
  func catchUp(_ tell: (NodeEvent) -> Void)
  /// Whether the node has been silenced for too many errors since the last call.
  func takeExcess() -> Bool
  /// Asks the kernel for the current state.
  func askAnew()
  /// Reads and discards all pending events.
  func discard()
  /// The slot of the next events; like the slots' values, it is known from the events that were read.
  var currentSlot: Int32 { get }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32
  /// Whether no contact and no key is down, as known from the events that were read.
  var isUntouched: Bool { get }

  /// Whether the node is open for writing, so that it can be given back to other readers with its state refreshed.
  var isWritable: Bool { get }
  /// Waits a moment; returns false as soon as the device sends something.
  var isStill: Bool { get }
  /// Grabs the device and makes a clone of it. Nil if something touches the device; its state may have changed then.
  func intercept(_ axes: SurfaceAxes) throws(InterceptionFailure) -> (any Clone, CloneForwarder)?
  /// Continues stopped guards that keep devices of a process that has ended.
  func wakeStoppedGuards()
}

/// The device that other readers get in place of an intercepted one.
package protocol Clone: AnyObject {
  func write(_ events: [CloneEvent])
  /// Sets whether the guard ends contacts as ordinary lifts; otherwise they become palms first.
  func liftPlainly(_ isPlain: Bool)
  /// Tells the guard that all pending events of the device were read.
  func beat()
  /// Whether the guard has taken the device away, because nothing was read for too long.
  var hasLost: Bool { get }
  /// Whether the guard has ended without acting.
  var isUnguarded: Bool { get }
  /// Readable when the guard has acted or has ended.
  var guardDescriptor: Int32 { get }
}
