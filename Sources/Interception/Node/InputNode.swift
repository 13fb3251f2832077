import Evdev
import GestureCore

/// What a raw node is read from: the kernel, or a script in tests.
package protocol InputNode: AnyObject {
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
  /// Whether it has sent too much that can't be since this was last asked; it is silent then.
  func takeExcess() -> Bool
  /// Asks the kernel for the present state.
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
  /// Grabs the device and makes a clone of it. Nil where something touches it; its state may then be another.
  func intercept(_ axes: SurfaceAxes) throws(InterceptionFailure) -> (any Clone, CloneForwarder)?
}

/// The device that other readers get in place of an intercepted one.
package protocol Clone: AnyObject {
  func write(_ events: [CloneEvent])
  /// Whether the guard ends contacts as ordinary lifts; otherwise they become palms first.
  func liftPlainly(_ isPlain: Bool)
  /// All there was to read of the device is read.
  func beat()
  /// The guard has taken the device away, as nothing was read for too long.
  var hasLost: Bool { get }
  /// The guard is gone and has not acted.
  var isUnguarded: Bool { get }
  /// Ready when the guard has acted or is gone.
  var guardDescriptor: Int32 { get }
}
