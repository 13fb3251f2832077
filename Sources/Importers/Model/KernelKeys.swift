import Bindings

/// The rules' names for the kernel's keys: X's names, or short names such as `Ctrl`. The tables omit the prefix `KEY_`.
enum KernelKeys {
  private static let symbols = [
    "LEFTCTRL": "Ctrl", "RIGHTCTRL": "Control_R", "LEFTALT": "Alt", "RIGHTALT": "AltGr", "LEFTSHIFT": "Shift",
    "RIGHTSHIFT": "Shift_R", "LEFTMETA": "Super", "RIGHTMETA": "Super_R", "ENTER": "Return", "KPENTER": "KP_Enter",
    "KPPLUS": "KP_Add", "KPMINUS": "KP_Subtract", "KPASTERISK": "KP_Multiply", "KPSLASH": "KP_Divide",
    "KPDOT": "KP_Decimal", "ESC": "Escape", "PAGEUP": "Prior", "PAGEDOWN": "Next", "SYSRQ": "Print",
    "CAPSLOCK": "Caps_Lock",
    "COMPOSE": "Menu",
    "LEFTBRACE": "bracketleft", "RIGHTBRACE": "bracketright", "DOT": "period", "VOLUMEUP": "XF86AudioRaiseVolume",
    "VOLUMEDOWN": "XF86AudioLowerVolume", "MUTE": "XF86AudioMute", "MICMUTE": "XF86AudioMicMute",
    "PLAYPAUSE": "XF86AudioPlay", "NEXTSONG": "XF86AudioNext", "PREVIOUSSONG": "XF86AudioPrev",
    "STOPCD": "XF86AudioStop", "BRIGHTNESSUP": "XF86MonBrightnessUp", "BRIGHTNESSDOWN": "XF86MonBrightnessDown",
    "BACK": "XF86Back", "FORWARD": "XF86Forward", "REFRESH": "XF86Refresh", "HOMEPAGE": "XF86HomePage",
    "SCREENLOCK": "XF86ScreenSaver", "COFFEE": "XF86ScreenSaver", "MAIL": "XF86Mail", "CALC": "XF86Calculator",
    "SLEEP": "XF86Sleep", "DASHBOARD": "XF86LaunchA", "SCALE": "XF86LaunchA", "ALL_APPLICATIONS": "XF86LaunchB",
  ]

  /// The names of keys by their numbers in linux/input-event-codes.h.
  private static let numbers: [Int: String] = {
    let rows: KeyValuePairs<Int, String> = [
      1: "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL",
      30: "A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT",
      56: "LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10", 87: "F11 F12", 96: "KPENTER RIGHTCTRL",
      99: "SYSRQ RIGHTALT",
      102: "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE", 113: "MUTE VOLUMEDOWN VOLUMEUP",
      125: "LEFTMETA RIGHTMETA COMPOSE", 158: "BACK FORWARD", 163: "NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD",
      224: "BRIGHTNESSDOWN BRIGHTNESSUP",
    ]
    return rows.reduce(into: [:]) { names, row in
      for (offset, name) in row.value.split(separator: " ").enumerated() { names[row.key + offset] = String(name) }
    }
  }()

  static func symbol(_ number: Int) -> String? { numbers[number].flatMap(symbol(of:)) }

  /// The rules' name for the kernel's key `name`, which can begin with `KEY_`. Nil if `name` is unknown.
  static func symbol(of name: String) -> String? {
    let name = name.uppercased().hasPrefix("KEY_") ? String(name.uppercased().dropFirst(4)) : name.uppercased()
    if let symbol = symbols[name] { return symbol }
    let small = name.lowercased()
    if name.count > 1, let symbol = KeySymbol(name: small) { return symbol.xkbName ?? small }
    return KeySymbol(name: small).map { _ in small }
  }
}
