import GestureCore
import Text

/// A `device` line of a touch script. Declares a device, as in this example, or selects a device: `device pad`.
///
///     device pad: touchpad 100x66 mm pressure fingers=1-5 rotation=90 name="ELAN Touchpad"
struct DeviceLine {
  /// The device's name in the script.
  let alias: String
  /// The device that the line declares, with its unrotated surface. Nil if the line selects a device declared earlier.
  let device: Device?

  /// The size in mm of a touchscreen whose size isn't in the script: the screen of a 14 inch laptop.
  private static let standardScreen = Size(width: 300, height: 190)
  /// The size in mm of a touchpad whose size isn't in the script: about the size of most laptops' touchpads.
  private static let standardPad = Size(width: 100, height: 66)

  static let standardAlias = DeviceClass.touchscreen.rawValue

  static func standard(_ id: DeviceID) -> Device { device(id, standardAlias, .touchscreen) }

  init(_ tokens: inout Tokens, id: DeviceID) throws(RecordingError.Reason) {
    var alias = try tokens.next(.device)
    let isDeclared = alias.hasSuffix(":")
    if isDeclared { alias.removeLast() }
    guard isName(alias) else { throw .badName(alias) }
    self.alias = alias
    guard isDeclared else {
      device = nil
      try tokens.end()
      return
    }
    let className = try tokens.next(.device)
    guard let deviceClass = DeviceClass(rawValue: className) else { throw .unknownClass(className) }
    var device = Self.device(id, alias, deviceClass)
    if let size = tokens.peek, size.utf8.first.map({ $0 <= UInt8(ascii: "9") }) ?? false {
      device.size = try Self.size(try tokens.next(.device))
      _ = tokens.skip("mm")
    }
    while let option = tokens.next() {
      if let degrees = option.after("rotation=") {
        device.rotation = Int(degrees).flatMap(Rotation.init)
        if device.rotation == nil { throw .badRotation(degrees) }
      } else if let name = option.after("name=") {
        // The name may be empty, because some devices have no name.
        device.name = name
      } else {
        try Self.set(option, &device)
      }
    }
    self.device = device
  }

  private static func device(_ id: DeviceID, _ name: String, _ deviceClass: DeviceClass) -> Device {
    let size =
      switch deviceClass {
      case .touchscreen: standardScreen
      case .touchpad: standardPad
      }
    return Device(id: id, name: name, deviceClass: deviceClass, size: size, capabilities: [.contacts, .places])
  }

  private static func size(_ text: String) throws(RecordingError.Reason) -> Size {
    let unitless = text.hasSuffix("mm") ? text.dropLast(2) : Substring(text)
    let parts = unitless.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]) else { throw .badSize(text) }
    let size = Size(width: width, height: height)
    guard size.isOfSurface else { throw .badSize(text) }
    return size
  }

  /// The words for capabilities, in the order of a `device` line. A word with `isLack` means a missing capability.
  private static let words: [(word: String, capability: Capabilities, isLack: Bool)] = [
    ("pressure", .pressure, false), ("no-contacts", .contacts, true), ("no-places", .places, true),
    ("settled-fingers", .settledFingers, false), ("pointing", .pointing, false), ("buttons", .buttons, false),
    ("interception", .interception, false), ("stylus", .stylus, false), ("on-screen", .onScreen, false),
  ]

  private static func set(_ option: String, _ device: inout Device) throws(RecordingError.Reason) {
    if let (_, capability, isLack) = words.first(where: { $0.word == option }) {
      return isLack ? device.capabilities.subtract(capability) : device.capabilities.formUnion(capability)
    }
    guard let fingers = option.after("fingers=").flatMap({ ClosedRange(fingers: $0) }) else {
      throw .unknownOption(option)
    }
    device.fingers = fingers
  }

  /// Returns the line that declares `device`. The size is rounded to 0.001 mm. The line has `rotation` instead of the
  /// device's own rotation, or no rotation if `rotation` is nil.
  static func text(_ device: Device, alias: String, rotation: Rotation? = nil) -> String {
    var words = [
      "device \(alias): \(device.deviceClass.rawValue)",
      "\(decimal(device.size.width, places: 3))x\(decimal(device.size.height, places: 3)) mm",
    ]
    words += Self.words.filter { device.capabilities.contains($0.capability) != $0.isLack }.map(\.word)
    if device.fingers != 1...10 { words.append("fingers=\(device.fingers.lowerBound)-\(device.fingers.upperBound)") }
    if let rotation { words.append("rotation=\(rotation.rawValue)") }
    if device.name != alias { words.append("name=\(quotedToken(device.name))") }
    return words.joined(separator: " ")
  }
}

extension ClosedRange<Int> {
  private static let most = 64

  /// Reads possible numbers of fingers: `1-5`, or `2` for exactly two. Nil for other text and numbers outside 1 to 64.
  fileprivate init?(fingers text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 1,
      first <= last, last <= Self.most
    else { return nil }
    self = first...last
  }
}
