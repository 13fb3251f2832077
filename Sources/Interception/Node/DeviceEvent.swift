import Evdev
import GestureCore

/// An event of a device, for the source that combines all devices.
package enum DeviceEvent {
  case frame(Frame)
  case fault(DeviceFault, DeviceID)
  /// The number of contacts whose release a touchpad's firmware has lost.
  case unreleased(Int, DeviceID)
  /// The kernel's buffer was full, and the events in it are lost.
  case lostEvents(DeviceID)
  /// All pending events of a raw node were read.
  case allRead(DeviceID)
  /// A raw node must not be intercepted any longer.
  case givenBack(DeviceID, GiveBack)
  case gone(DeviceID)
}

/// Why the interception of a device ends.
package enum GiveBack {
  /// The user has made the release gesture.
  case wanted
  /// The daemon read nothing for so long that the guard took the device from it.
  case stalled
  /// The guard has ended.
  case unguarded
}
