/// The command a mapping of fusuma's gives a gesture.
struct FusumaAction {
  let command: ImportedCommand
  let notes: [String]

  /// What kept a command from being read.
  struct Failure: Error {
    let reason: String
  }

  /// The keys that say what to do, the first of them counts.
  static let keys = ["command", "sendkey", "workspace", "window", "shortcut"]

  init(_ entry: YAMLEntry) throws(Failure) {
    switch entry.key {
    case "command": (command, notes) = (try Self.shell(entry.value), [])
    case "sendkey": (command, notes) = try Self.presses(entry.value)
    case "shortcut":
      guard let keys = entry.value.text else { throw Failure(reason: Wording.emptyCommand) }
      (command, notes) = (DesktopCommand.keys(keys), [FusumaWording.needs("xdotool")])
    case "workspace": (command, notes) = (try Self.workspace(entry.value), [FusumaWording.needs("xdotool")])
    case "window": (command, notes) = try Self.window(entry.value)
    default: throw Failure(reason: FusumaWording.noSuchAction(entry.key))
    }
  }

  private static func shell(_ value: YAMLValue) throws(Failure) -> ImportedCommand {
    guard let text = value.text, !text.allSatisfy(\.isWhitespace) else { throw Failure(reason: Wording.emptyCommand) }
    let names = ["move_x", "move_y", "unaccelerated_x", "unaccelerated_y", "zoom", "rotate"]
    if let name = names.first(where: { text.contains("$\($0)") || text.contains("${\($0)") }) {
      throw Failure(reason: FusumaWording.filledIn(name))
    }
    return .shell(text)
  }

  /// One key combination after another.
  private static func presses(_ value: YAMLValue) throws(Failure) -> (ImportedCommand, [String]) {
    guard let combinations = value.texts else { throw Failure(reason: FusumaWording.oddKeys) }
    var presses: [String] = []
    for combination in combinations {
      let names = combination.split(separator: "+").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let codes = KeyCodes.presses(names) else { throw Failure(reason: FusumaWording.unknownKey(combination)) }
      presses += codes
    }
    guard !presses.isEmpty else { throw Failure(reason: Wording.emptyCommand) }
    return (.direct(["ydotool", "key"] + presses), [FusumaWording.sendkey(combinations.joined(separator: ", "))])
  }

  private static func workspace(_ value: YAMLValue) throws(Failure) -> ImportedCommand {
    switch value.text {
    case "next", "right", "down": DesktopCommand.nextDesktop
    case "prev", "previous", "left", "up": DesktopCommand.previousDesktop
    default: throw Failure(reason: FusumaWording.noSuchWindowAction("workspace", value.text ?? "…"))
    }
  }

  private static func window(_ value: YAMLValue) throws(Failure) -> (ImportedCommand, [String]) {
    let (word, change) =
      switch value {
      case .map(let entries): (entries.first?.key ?? "", entries.first?.value.text)
      case .text(let text): (text, Optional("toggle"))
      case .nothing, .list: ("", nil)
      }
    let wmctrl = [FusumaWording.needs("wmctrl")]
    let xdotool = [FusumaWording.needs("xdotool")]
    switch (word, change.flatMap(DesktopCommand.Change.init)) {
    case ("next", _): return (DesktopCommand.moveWindow(by: "+ 1"), xdotool)
    case ("prev", _): return (DesktopCommand.moveWindow(by: "- 1"), xdotool)
    case ("close", _): return (DesktopCommand.close, wmctrl)
    case ("fullscreen", let change?): return (DesktopCommand.window(change, .fullscreen), wmctrl)
    case ("maximized", let change?): return (DesktopCommand.window(change, .maximized), wmctrl)
    default: throw Failure(reason: FusumaWording.noSuchWindowAction("window", "\(word) \(change ?? "")"))
    }
  }
}

/// The keys of fusuma-plugin-keypress as modifiers of ours.
enum FusumaModifiers {
  /// Nil if one of them is no modifier here.
  static func names(_ keys: String) -> [String]? {
    let names = keys.split(separator: "+").map { modifier(String($0)) }
    let known = names.compactMap { $0 }
    return known.count == names.count && !known.isEmpty ? known : nil
  }

  private static func modifier(_ key: String) -> String? {
    switch key.uppercased() {
    case "LEFTSHIFT", "RIGHTSHIFT": "shift"
    case "LEFTCTRL", "RIGHTCTRL": "ctrl"
    case "LEFTALT", "RIGHTALT": "alt"
    case "LEFTMETA", "RIGHTMETA": "super"
    default: nil
    }
  }
}
