import Evdev
import GestureCore

/// What one device reports to the source that composes them.
package enum DeviceEvent {
  case frame(Frame)
  case fault(DeviceFault, DeviceID)
  /// The number of contacts whose release a touchpad's firmware has lost.
  case unreleased(Int, DeviceID)
  /// The kernel's buffer was full, and what was in it is lost.
  case lostEvents(DeviceID)
  /// All events of a raw node are read.
  case allRead(DeviceID)
  /// A raw node is not to be intercepted any more.
  case givenBack(DeviceID, GiveBack)
  case gone(DeviceID)
}

/// Why a device that is intercepted no longer is.
package enum GiveBack {
  /// A hand held still on the device asks for it.
  case wanted
  /// Nothing was read for so long that the guard took it.
  case stalled
  /// The guard is gone.
  case unguarded
}
