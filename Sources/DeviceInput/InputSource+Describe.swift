import CLibinput
import GestureCore

extension InputSource {
  /// For a touchscreen nobody knows the size of: about a 14-inch panel.
  static let fallbackSize = Size(width: 300, height: 190)
  /// libinput tells of no gesture of five fingers, and of one finger only that it holds.
  static let touchpadFingers = 1...4
  static let touchscreenFingers = 1...10
  /// A pen is as one finger.
  static let penFingers = 1...1
  static let penCapabilities: Capabilities = [.contacts, .places, .stylus]

  /// What there is to say of a device libinput has opened.
  func describe(_ node: TouchNode, _ handle: OpaquePointer, _ id: DeviceID) -> FoundDevice {
    let name = libinput_device_get_name(handle).map { String(cString: $0) } ?? node.name
    let (size, origin) = Self.size(reported: reportedSize(handle), rules: owner.deviceSize(name))
    let device =
      switch node.kind {
      case .touchscreen:
        Device(
          id: id, name: name, deviceClass: .touchscreen, size: size, capabilities: [.contacts, .places],
          fingers: Self.fingers(touchCount: libinput_device_touch_get_touch_count(handle)))
      case .touchpad:
        Device(
          id: id, name: name, deviceClass: .touchpad, size: size, capabilities: [.settledFingers],
          fingers: Self.touchpadFingers)
      case .pen:
        Device(
          id: id, name: name, deviceClass: node.kind.deviceClass, size: size,
          capabilities: node.tellsPressure ? Self.penCapabilities.union(.pressure) : Self.penCapabilities,
          fingers: Self.penFingers)
      }
    // libinput calibrates tablets only that are screens.
    let isOnScreen = node.kind == .pen && libinput_device_config_calibration_has_matrix(handle) != 0
    return FoundDevice(device: device, node: node.node, sizeOrigin: origin, isOnScreen: isOnScreen)
  }

  /// The hardware's own size goes first, then what the rules say.
  static func size(reported: Size?, rules: Size?) -> (Size, SizeOrigin) {
    if let reported, isUsable(reported) { return (reported, .device) }
    if let rules, isUsable(rules) { return (rules, .rules) }
    return (fallbackSize, .fallback)
  }

  /// libinput's count is 0 or less where it does not know.
  static func fingers(touchCount count: Int32) -> ClosedRange<Int> {
    count > 0 ? 1...Int(count) : touchscreenFingers
  }

  private static func isUsable(_ size: Size) -> Bool {
    size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
  }

  private func reportedSize(_ handle: OpaquePointer) -> Size? {
    var width = 0.0
    var height = 0.0
    guard libinput_device_get_size(handle, &width, &height) == 0 else { return nil }
    return Size(width: width, height: height)
  }
}
