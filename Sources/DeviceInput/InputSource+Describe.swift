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
    let (size, origin) = Self.size(reported: reportedSize(handle), rules: owner.rules()?.size(ofDevice: name))
    var device = Self.device(node.kind, id, name: name, size: size)
    switch node.kind {
    case .touchscreen: device.fingers = Self.fingers(touchCount: libinput_device_touch_get_touch_count(handle))
    case .touchpad: break
    case .pen: if node.tellsPressure { device.capabilities.insert(.pressure) }
    }
    // libinput calibrates tablets only that are screens.
    let isOnScreen = node.kind == .pen && libinput_device_config_calibration_has_matrix(handle) != 0
    return FoundDevice(device: device, node: node.node, sizeOrigin: origin, isOnScreen: isOnScreen)
  }

  /// A device as those of its kind mostly are.
  static func device(_ kind: DeviceKind, _ id: DeviceID, name: String, size: Size) -> Device {
    let (capabilities, fingers): (Capabilities, ClosedRange<Int>) =
      switch kind {
      case .touchscreen: ([.contacts, .places], touchscreenFingers)
      case .touchpad: (.settledFingers, touchpadFingers)
      case .pen: (penCapabilities, penFingers)
      }
    return Device(
      id: id, name: name, deviceClass: kind.deviceClass, size: size, capabilities: capabilities, fingers: fingers)
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

extension UnopenableDevice {
  /// What it is likely to be, once it may be read.
  public var expected: Device {
    InputSource.device(kind, DeviceID(-1), name: name, size: InputSource.fallbackSize)
  }
}
