import Evdev
import GestureCore

/// A touch device of the seat, as udev describes it.
struct TouchNode: Equatable {
  var node: String
  var name: String
  var kind: DeviceKind
  /// The kernel's list of the device's axes, as in sysfs: `capabilities/abs`.
  var axes = ""
  /// Whether a udev rule gives the node to the seat's user (tag `uaccess`).
  var isGivenToUsers = false
  /// When udev first saw the device, as udev writes it; empty if unknown.
  var plugged: String
  var connection = ""
  /// Whether the device also has keyboard keys. The device is read without these keys, and only if rules permit.
  var hasKeys = false

  /// The greatest number of fingers that the device can report with BTN_TOOL keys; 0 without these keys.
  var countedFingers = 0

  var identity: DeviceIdentity { DeviceIdentity(name, kind.deviceClass, connection: connection) }

  /// Whether the node has a new device: udev first saw this device and `other` at different times. False if unknown.
  func replaces(_ other: TouchNode) -> Bool { !plugged.isEmpty && !other.plugged.isEmpty && plugged != other.plugged }

  /// Whether the kernel lists a pressure axis for the device. libinput knows this axis only after a pen has come near.
  var reportsPressure: Bool { CapabilityBits(axes).has(Codes.absPressure) }
}

public enum DeviceKind: String, CaseIterable, Sendable {
  case touchscreen, touchpad
  /// A surface for a pen: a screen that detects a pen, or a graphics tablet.
  case pen

  /// The class of this kind. A pen counts as a touchscreen.
  public var deviceClass: DeviceClass {
    switch self {
    case .touchscreen, .pen: .touchscreen
    case .touchpad: .touchpad
    }
  }

  /// The name of the tool that touches the device, as rules write it.
  public var tool: String {
    switch self {
    case .touchscreen, .touchpad: "finger"
    case .pen: "stylus"
    }
  }

  /// The kind of an input node by its udev properties. Nil for nodes of other seats, keyboards, nodes with a property
  /// in `others`, the buttons of graphics tablets, and nodes that aren't touch devices. Volume and power buttons
  /// (`ID_INPUT_KEY`) don't make a touchscreen a keyboard.
  init?(ofSeat seat: String, keys: CapabilityBits = CapabilityBits(""), _ property: (String) -> String?) {
    func has(_ name: String) -> Bool { property(name) == "1" }
    guard property("ID_SEAT") ?? "seat0" == seat else { return nil }
    guard !Self.others.contains(where: has), !keys.canType else { return nil }
    if has("ID_INPUT_TABLET_PAD") { return nil }
    if has("ID_INPUT_TOUCHPAD") {
      self = .touchpad
    } else if has("ID_INPUT_TOUCHSCREEN") {
      self = .touchscreen
    } else if has("ID_INPUT_TABLET") {
      self = .pen
    } else {
      return nil
    }
  }

  static let keyboard = "ID_INPUT_KEYBOARD"

  /// Nodes with any of these properties aren't read. gesture-bridge's udev rule tests the same `ID_INPUT` properties.
  private static let others = [
    keyboard, "ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK", "ID_INPUT_TRACKBALL", "ID_INPUT_JOYSTICK",
    "LIBINPUT_IGNORE_DEVICE",
  ]
}

extension Device {
  public var kind: DeviceKind {
    if capabilities.contains(.stylus) { return .pen }
    return switch deviceClass {
    case .touchscreen: .touchscreen
    case .touchpad: .touchpad
    }
  }
}

/// A device's codes of one event type, such as its keys. Read from the hexadecimal list in sysfs.
struct CapabilityBits: Equatable {
  /// The bits, in words of the kernel's size, the lowest word first.
  private let words: [UInt]

  init(_ text: String) { words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 } }

  func has(_ code: UInt16) -> Bool {
    let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
    return words.indices.contains(word) && words[word] & 1 << UInt(bit) != 0
  }

  /// Whether the device can type words or numbers. udev's `ID_INPUT_KEYBOARD` marks only keyboards with all keys of the
  /// left half. gesture-bridge's udev rule can't count keys, so it skips nodes with any letter or digit key.
  var canType: Bool { Self.typing.count(where: has) > Self.mostTyping }

  /// A device with more letter and digit keys than this can type.
  private static let mostTyping = 3

  /// The keys of letters and digits, including keypad digits and KEY_NUMERIC_0 to 9. Source: linux/input-event-codes.h.
  private static let typing = typingRanges.flatMap { $0 }
  private static let typingRanges: [ClosedRange<UInt16>] = [
    2...11, 16...25, 30...38, 44...50, 71...73, 75...77, 79...82, 0x200...0x209,
  ]
}
