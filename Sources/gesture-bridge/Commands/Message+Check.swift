import Bindings
import DeviceInput
import GestureCore

// What `check --devices` says.
extension Message {
  static let otherDevice = Obstacle.forOthers

  static func forOtherDevices(_ gestures: [String]) -> String {
    "for other devices: \(gestures.joined(separator: ", "))"
  }

  static func unread(_ device: UnopenableDevice) -> String {
    "\(device.name.visible) (\(device.kind.rawValue)): it is not read, `gesture-bridge devices` tells why"
  }

  static func didYouMean(_ name: String) -> String { "did you mean \"\(name.visible)\"?" }
}
