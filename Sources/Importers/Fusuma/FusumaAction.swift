import Bindings
import Text

/// The command that replaces an action of fusuma's file, with notes for the user.
struct FusumaAction {
  let command: ImportedCommand
  let notes: [String]

  /// The keys of actions in fusuma's file; fusuma uses the first of these keys that is present.
  static let keys = ["command", "sendkey", "workspace", "window", "shortcut"]

  init(_ entry: YAMLEntry) throws(ImportRefusal) {
    switch entry.key {
    case "command": (command, notes) = (try Self.shell(entry.value), [])
    case "sendkey": (command, notes) = (try Self.presses(entry.value), [])
    case "shortcut":
      guard let keys = entry.value.word else { throw ImportRefusal(ImportWording.emptyCommand) }
      guard let command = OwnAction.keys([keys]) else { throw ImportRefusal(ImportWording.unknownKey(keys)) }
      (self.command, notes) = (command, [])
    case "workspace": (command, notes) = (try Self.workspace(entry.value), [])
    case "window": (command, notes) = try Self.window(entry.value)
    default: throw ImportRefusal(ImportWording.noSuchAction(entry.key))
    }
  }

  private static func shell(_ value: YAMLNode) throws(ImportRefusal) -> ImportedCommand {
    guard let text = value.word, !text.allSatisfy(\.isWhitespace) else {
      throw ImportRefusal(ImportWording.emptyCommand)
    }
    let names = ["move_x", "move_y", "unaccelerated_x", "unaccelerated_y", "zoom", "rotate"]
    if let name = names.first(where: { text.includes("$\($0)") || text.includes("${\($0)") }) {
      throw ImportRefusal(FusumaWording.filledIn(name))
    }
    return .shell(text)
  }

  /// Returns a command that presses one key combination after another.
  private static func presses(_ value: YAMLNode) throws(ImportRefusal) -> ImportedCommand {
    guard let combinations = value.words else { throw ImportRefusal(FusumaWording.oddKeys) }
    guard !combinations.isEmpty else { throw ImportRefusal(ImportWording.emptyCommand) }
    var chords: [String] = []
    for combination in combinations {
      let names = combination.split(separator: "+").all { KernelKeys.symbol(of: String($0).trimmingSpace) } ?? []
      guard !names.isEmpty else { throw ImportRefusal(ImportWording.unknownKey(combination)) }
      chords.append(names.joined(separator: "+"))
    }
    guard let command = OwnAction.keys(chords) else {
      throw ImportRefusal(ImportWording.unknownKey(combinations.joined(separator: ", ")))
    }
    return command
  }

  private static func workspace(_ value: YAMLNode) throws(ImportRefusal) -> ImportedCommand {
    switch value.word {
    case "next", "right", "down": OwnAction.nextWorkspace
    case "prev", "previous", "left", "up": OwnAction.previousWorkspace
    default: throw ImportRefusal(ImportWording.noSuchAction("workspace " + (value.word ?? "…").trimmingSpace))
    }
  }

  private static func window(_ value: YAMLNode) throws(ImportRefusal) -> (ImportedCommand, [String]) {
    let (word, change): (String, String?) =
      if let first = value.entries.first {
        (first.key, first.value.word)
      } else if value.list == nil, let word = value.word {
        (word, "toggle")
      } else {
        ("", nil)
      }
    switch (word, change) {
    case ("next", _): return (moveWindow(by: "+ 1"), [ImportWording.needs("xdotool")])
    case ("prev", _): return (moveWindow(by: "- 1"), [ImportWording.needs("xdotool")])
    case ("close", _): return (OwnAction.window("close"), [])
    case ("fullscreen", "toggle"?): return (OwnAction.window("fullscreen"), [])
    case ("maximized", "toggle"?): return (OwnAction.window("maximize"), [])
    case ("fullscreen", "add"?), ("fullscreen", "remove"?):
      return (state("fullscreen", change ?? ""), [ImportWording.needs("wmctrl")])
    case ("maximized", "add"?), ("maximized", "remove"?):
      return (state("maximized_vert,maximized_horz", change ?? ""), [ImportWording.needs("wmctrl")])
    default: throw ImportRefusal(ImportWording.noSuchAction("window " + "\(word) \(change ?? "")".trimmingSpace))
    }
  }

  private static func state(_ state: String, _ change: String) -> ImportedCommand {
    .direct(["wmctrl", "-r", ":ACTIVE:", "-b", "\(change),\(state)"])
  }

  /// Returns a command that moves the window to another desktop, and switches to that desktop.
  private static func moveWindow(by step: String) -> ImportedCommand {
    .shell(
      "d=$(($(xdotool get_desktop) \(step))); xdotool getactivewindow set_desktop_for_window $d && xdotool set_desktop $d"
    )
  }
}

/// X's names for the kernel's keys, which are named as in linux/input-event-codes.h without `KEY_`.
enum KernelKeys {
  private static let symbols = [
    "LEFTCTRL": "Ctrl", "RIGHTCTRL": "Control_R", "LEFTALT": "Alt", "RIGHTALT": "AltGr", "LEFTSHIFT": "Shift",
    "RIGHTSHIFT": "Shift_R", "LEFTMETA": "Super", "RIGHTMETA": "Super_R", "ENTER": "Return", "KPENTER": "KP_Enter",
    "ESC": "Escape", "PAGEUP": "Prior", "PAGEDOWN": "Next", "SYSRQ": "Print", "CAPSLOCK": "Caps_Lock",
    "COMPOSE": "Menu",
    "LEFTBRACE": "bracketleft", "RIGHTBRACE": "bracketright", "DOT": "period", "VOLUMEUP": "XF86AudioRaiseVolume",
    "VOLUMEDOWN": "XF86AudioLowerVolume", "MUTE": "XF86AudioMute", "MICMUTE": "XF86AudioMicMute",
    "PLAYPAUSE": "XF86AudioPlay", "NEXTSONG": "XF86AudioNext", "PREVIOUSSONG": "XF86AudioPrev",
    "STOPCD": "XF86AudioStop", "BRIGHTNESSUP": "XF86MonBrightnessUp", "BRIGHTNESSDOWN": "XF86MonBrightnessDown",
    "BACK": "XF86Back", "FORWARD": "XF86Forward", "REFRESH": "XF86Refresh", "HOMEPAGE": "XF86HomePage",
    "SCREENLOCK": "XF86ScreenSaver", "COFFEE": "XF86ScreenSaver", "MAIL": "XF86Mail", "CALC": "XF86Calculator",
    "SLEEP": "XF86Sleep", "DASHBOARD": "XF86LaunchA", "SCALE": "XF86LaunchA", "ALL_APPLICATIONS": "XF86LaunchB",
  ]

  /// X's name of a key, or nil if the table and the known symbols don't have it.
  static func symbol(of name: String) -> String? {
    let name = name.uppercased().hasPrefix("KEY_") ? String(name.uppercased().dropFirst(4)) : name.uppercased()
    if let symbol = symbols[name] { return symbol }
    let small = name.lowercased()
    if name.count > 1, let symbol = KeySymbol(name: small) { return symbol.xkbName ?? small }
    return KeySymbol(name: small).map { _ in small }
  }
}

/// Translates the keys of fusuma-plugin-keypress into the names that modifiers have in the rules.
enum FusumaModifiers {
  private static let modifiers = [
    "LEFTSHIFT": "shift", "RIGHTSHIFT": "shift", "LEFTCTRL": "ctrl", "RIGHTCTRL": "ctrl", "LEFTALT": "alt",
    "RIGHTALT": "alt", "LEFTMETA": "super", "RIGHTMETA": "super",
  ]

  /// The modifiers of a combination; empty if one of the keys isn't a modifier of the rules.
  static func names(_ keys: String) -> [String] { keys.split(separator: "+").all { modifiers[$0.uppercased()] } ?? [] }
}

/// The path of keys to a gesture in fusuma's file, with the facts that the keys name.
struct FusumaPath {
  let kind: FusumaKind
  var fingers: [ClosedRange<Int>]
  var direction: String?
  /// Fusuma's word for the state of a gesture that lasts.
  var status: String?
  var scope: FusumaScope
  var words: String
  var settings: [TOMLValue.Pair] = []
  var notes: [String] = []

  /// The gesture for a range of finger numbers; nil if the rules have no equivalent.
  func gesture(_ fingers: ClosedRange<Int>, _ action: FusumaAction, device: String) -> ImportedGesture? {
    let shape: GestureShape
    var slot = ImportedAction.Slot.phase(.run)
    var notes = notes + action.notes
    var every: String?
    switch (status, direction) {
    case (nil, let direction):
      guard direction != nil || kind == .hold else { return nil }
      shape = kind.shape(fingers, direction, device: device)
    case ("update"?, let direction?):
      guard let way = ImportedAction.StepDirection(rawValue: direction) else { return nil }
      shape = kind.lasting(fingers, device: device)
      slot = .way(way)
      every = kind.step
      notes.append(FusumaWording.bySteps)
    case (let status?, let direction):
      shape = direction.map { kind.lasting(fingers, $0, device: device) } ?? kind.lasting(fingers, device: device)
      slot = .phase(Self.phase(status))
      if kind == .hold { notes.append(FusumaWording.lastingHold) }
    }
    var part = ImportedGesture(shape, [ImportedAction(slot, action.command)])
    part.every = every
    part.tuning = settings
    part.sparesSwipes = shape.form == .pan
    part.condition = scope.condition
    part.yieldsToAll = scope.yieldsToAll
    part.notes = notes
    return part
  }

  private static func phase(_ status: String) -> ImportedAction.Phase {
    switch status {
    case "begin": .began
    case "update": .changed
    case "end": .ended
    default: .cancelled
    }
  }
}
