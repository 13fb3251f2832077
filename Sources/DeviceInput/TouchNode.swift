import Evdev
import GestureCore

/// An input node that is a touch device of our seat, as udev describes it; nothing has opened it yet.
struct TouchNode: Equatable {
  /// For example /dev/input/event5.
  var node: String
  var name: String
  var kind: DeviceKind
  /// The kernel's list of the axes it has, as sysfs shows it: `capabilities/abs`.
  var axes = ""
  /// Whether a udev rule gives it to the user who is logged in at the seat: the tag `uaccess`.
  var isGivenToUsers = false
  /// When udev first saw the device; empty where it doesn't say.
  var plugged: String
  /// See `DeviceIdentity.connection`.
  var connection = ""
  /// Whether it also has the keys of a keyboard. Then it is read only if the rules allow it, and without these keys.
  var hasKeys = false

  /// How many fingers its keys can count; 0 where it has none of these keys.
  var countedFingers = 0

  /// By what rules know it.
  var identity: DeviceIdentity { DeviceIdentity(name, kind.deviceClass, connection: connection) }

  /// Whether this is another device than the one that had the same node before, its removal having gone unheard.
  func replaces(_ other: TouchNode) -> Bool {
    !plugged.isEmpty && !other.plugged.isEmpty && plugged != other.plugged
  }

  /// Whether it reports how hard it is pressed. libinput knows that of a pen only once the pen has been near.
  var tellsPressure: Bool { CapabilityBits(axes).has(Codes.absPressure) }
}

/// The touch devices that are watched, each read in its own way.
public enum DeviceKind: String, CaseIterable, Sendable {
  case touchscreen, touchpad
  /// What a pen draws on: the panel of a laptop, or a tablet beside the keyboard.
  case pen

  /// The class whose defaults hold. A pen is somewhere on its surface, and touches it from down to up, as fingers do on a screen.
  public var deviceClass: DeviceClass {
    switch self {
    case .touchscreen, .pen: .touchscreen
    case .touchpad: .touchpad
    }
  }

  /// What touches it, as rules name that.
  public var tool: String {
    switch self {
    case .touchscreen, .touchpad: "finger"
    case .pen: "stylus"
    }
  }

  /// What an input node is by its udev properties; nil for all that has to be left alone.
  ///
  /// A node that also types, points or plays is left alone, even if it is a touch device besides: reading it would mean
  /// reading what is typed. Some buttons (`ID_INPUT_KEY`) are common on touchscreens, for volume and power, and no keyboard.
  /// A tablet's finger surface is called a tablet too, and is none; neither are the buttons beside its surface, its pad.
  /// `property` gives a property's value, nil where the node has none of that name.
  init?(ofSeat seat: String, keys: CapabilityBits = CapabilityBits(""), _ property: (String) -> String?) {
    func has(_ name: String) -> Bool { property(name) == "1" }
    guard property("ID_SEAT") ?? "seat0" == seat else { return nil }
    guard !Self.others.contains(where: has), !keys.type else { return nil }
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

  /// udev's property of a keyboard.
  static let keyboard = "ID_INPUT_KEYBOARD"

  /// What a node that is read must not be. udev's rule for touch devices names the same.
  private static let others = [
    keyboard, "ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK", "ID_INPUT_TRACKBALL", "ID_INPUT_JOYSTICK",
    "LIBINPUT_IGNORE_DEVICE",
  ]
}

extension Device {
  /// What to call it.
  public var kind: DeviceKind {
    if capabilities.contains(.stylus) { return .pen }
    return switch deviceClass {
    case .touchscreen: .touchscreen
    case .touchpad: .touchpad
    }
  }
}

/// The codes of one type that a node has, as sysfs lists them: `capabilities/key` and others, in hexadecimal.
struct CapabilityBits: Equatable {
  /// Words of the kernel's size, the lowest first.
  private let words: [UInt]

  init(_ text: String) {
    words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }

  func has(_ code: UInt16) -> Bool {
    let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
    return words.indices.contains(word) && words[word] & 1 << UInt(bit) != 0
  }

  /// Whether words or numbers can be typed with it, whatever udev calls it: it calls a keyboard only what has all the
  /// keys of the left half of one. Only this decides for the daemon and the service that lends devices. udev's rule can't
  /// count, and gives no node with any of these keys to users.
  var type: Bool { Self.typing.count(where: has) > Self.mostTyping }

  /// More keys for letters and digits spell something. Fewer are single buttons.
  private static let mostTyping = 3

  /// KEY_1 to KEY_0, KEY_Q to KEY_P, KEY_A to KEY_L, KEY_Z to KEY_M, the digits of the keypad, and KEY_NUMERIC_0 to
  /// KEY_NUMERIC_9. Source: linux/input-event-codes.h.
  private static let typing = typingRanges.flatMap { $0 }
  private static let typingRanges: [ClosedRange<UInt16>] = [
    2...11, 16...25, 30...38, 44...50, 71...73, 75...77, 79...82, 0x200...0x209,
  ]
}
