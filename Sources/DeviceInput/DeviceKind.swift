import GestureCore

/// The touch devices that are watched, each read in its own way.
public enum DeviceKind: String, CaseIterable, Sendable {
  case touchscreen, touchpad
  /// What a pen draws on: the panel of a laptop, or a tablet beside the keyboard.
  case pen

  /// Whose defaults hold. A pen is somewhere on its surface, and touches it from down to up, as fingers do on a screen.
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
  init?(ofSeat seat: String, keys: KeyBits = KeyBits(""), _ property: (String) -> String?) {
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

  /// What a node that is read must not be. udev's rule for touch devices names the same.
  private static let others = [
    "ID_INPUT_KEYBOARD", "ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK", "ID_INPUT_TRACKBALL", "ID_INPUT_JOYSTICK",
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
