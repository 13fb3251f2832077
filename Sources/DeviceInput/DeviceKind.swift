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
  /// A node that also types or points is left alone, even if it is a touch device besides: reading it would mean reading
  /// what is typed. Keys alone (`ID_INPUT_KEY`) are common on touchscreens, for volume and power, and no keyboard. A
  /// tablet's finger surface is called a tablet too, and is none; neither are the buttons beside its surface, its pad.
  /// `property` gives a property's value, nil where the node has none of that name.
  init?(ofSeat seat: String, _ property: (String) -> String?) {
    func has(_ name: String) -> Bool { property(name) == "1" }
    guard property("ID_SEAT") ?? "seat0" == seat else { return nil }
    guard !has("ID_INPUT_KEYBOARD"), !has("ID_INPUT_MOUSE"), !has("LIBINPUT_IGNORE_DEVICE") else { return nil }
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
