import Bindings
import DeviceInput
import GestureCore

// What `check --devices` says.
extension Message {
  static let nothingToCompare =
    "there is no touch device to compare with, or none that may be opened: `gesture-bridge devices` tells more"
  static let otherDevice = Obstacle.forOthers

  static func possible(_ stand: DeviceComparison.Stand) -> String {
    let all = stand.possible.count + stand.obstacles.count + stand.others.count
    let name = "\(stand.device.name.visible) (\(stand.device.kind.rawValue))"
    return stand.possible.count == all
      ? "\(name): every gesture can be made on it"
      : "\(name): \(stand.possible.count) of \(count(all, "gesture")) can be made on it"
  }

  static func forOtherDevices(_ gestures: [String]) -> String {
    "for other devices: \(gestures.joined(separator: ", "))"
  }

  /// Of gestures that say nothing of the tool.
  static func alsoByPen(_ gestures: [String]) -> String {
    "by the pen as by a finger, as they name no `tool`: \(gestures.joined(separator: ", "))"
  }

  static func unread(_ device: UnopenableDevice) -> String {
    "\(device.name.visible) (\(device.kind.rawValue)): it is not read, `gesture-bridge devices` tells why"
  }

  static func reportedFingers(_ fingers: ClosedRange<Int>) -> String {
    "libinput reports it with \(fingers.lowerBound) to \(fingers.upperBound) fingers only"
  }

  static func onNoDevice(_ gesture: String) -> String {
    "\"\(gesture.visible)\" can be made on none of the devices that are here"
  }

  static func fitsNone(_ gesture: String, _ pattern: String) -> String {
    "\"\(gesture.visible)\" is for the device \"\(pattern.visible)\", and no name here fits that"
  }

  static func sectionFitsNone(_ pattern: String) -> String {
    "[device.\"\(pattern.visible)\"] fits no device that is here"
  }

  static func didYouMean(_ name: String) -> String { "did you mean \"\(name.visible)\"?" }
}
