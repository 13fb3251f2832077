import GestureCore

/// An input node that is a touch device of our seat, as udev tells of it; nothing has opened it yet.
struct TouchNode: Equatable {
  /// For example /dev/input/event5.
  var node: String
  var name: String
  var deviceClass: DeviceClass
  /// When udev first saw the device; empty where it doesn't say.
  var plugged: String

  /// Whether this is another device than the one that had the same node before, its removal having gone unheard.
  func replaces(_ other: TouchNode) -> Bool {
    !plugged.isEmpty && !other.plugged.isEmpty && plugged != other.plugged
  }
}

extension DeviceClass {
  /// What an input node is by its udev properties; nil for all that has to be left alone.
  ///
  /// A node that also types or points is left alone, even if it is a touch device besides: reading it would mean reading
  /// what is typed. Keys alone (`ID_INPUT_KEY`) are common on touchscreens, for volume and power, and no keyboard.
  /// `property` gives a property's value, nil where the node has none of that name.
  init?(ofSeat seat: String, _ property: (String) -> String?) {
    func has(_ name: String) -> Bool { property(name) == "1" }
    guard property("ID_SEAT") ?? "seat0" == seat else { return nil }
    guard !has("ID_INPUT_KEYBOARD"), !has("ID_INPUT_MOUSE"), !has("LIBINPUT_IGNORE_DEVICE") else { return nil }
    if has("ID_INPUT_TOUCHPAD") {
      self = .touchpad
    } else if has("ID_INPUT_TOUCHSCREEN") {
      self = .touchscreen
    } else {
      return nil
    }
  }
}
