import Evdev
import GestureCore

/// An event of a device, for the source that combines all devices.
package enum DeviceEvent {
  case frame(Frame)
  case fault(DeviceFault, DeviceID)
  /// The number of contacts whose lift the touchpad's firmware has not reported.
  case unreleased(Int, DeviceID)
  /// The kernel's buffer was full, and the events in it are lost.
  case lostEvents(DeviceID)
  /// A device that waited for its interception is now intercepted.
  case intercepted(DeviceID)
  /// The interception of the device must end, or has failed.
  case givenBack(DeviceID, GiveBack)
  case gone(DeviceID)

  var endsReading: Bool {
    switch self {
    case .givenBack, .gone: true
    case .frame, .fault, .unreleased, .lostEvents, .intercepted: false
    }
  }
}

/// Why the interception of a device ends, or why it could not begin.
package enum GiveBack: Equatable {
  /// The device waited for its interception, which failed.
  case failed(InterceptionFailure)
  /// The user has made the gesture that gives the device back.
  case wanted
  /// The daemon read nothing for too long, so the guard gave the device back.
  case stalled
  case unguarded
}
