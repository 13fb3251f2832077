/// What an `<action>` does, as commands.
enum ToucheggAction {
  /// Once, at the beginning or at the end.
  case once(ImportedCommand, atEnd: Bool)
  /// Again and again, and the other command on the way back.
  case repeated(ImportedCommand, back: ImportedCommand?)
  case none(reason: String)

  /// The type's name, and what the reader should know.
  typealias Noted = (action: ToucheggAction, notes: [String])

  static func read(_ element: XMLElement, direction: String) -> Noted {
    let options = ToucheggOptions(element)
    let type = element.attributes["type"] ?? ""
    switch type {
    case "RUN_COMMAND": return (command(options), [])
    case "SEND_KEYS": return (keys(options), [ToucheggWording.needs("xdotool")])
    case "MOUSE_CLICK": return (click(options), [ToucheggWording.needs("xdotool")])
    case "CHANGE_DESKTOP": return desktop(options, direction: direction)
    case "TILE_WINDOW": return tile(options)
    case "MAXIMIZE_RESTORE_WINDOW": return window(DesktopCommand.window(.toggle, .maximized), "wmctrl", options)
    case "FULLSCREEN_WINDOW": return window(DesktopCommand.window(.toggle, .fullscreen), "wmctrl", options)
    case "MINIMIZE_WINDOW": return window(DesktopCommand.minimize, "xdotool", options)
    case "CLOSE_WINDOW": return window(DesktopCommand.close, "wmctrl", options)
    case "SHOW_DESKTOP":
      return (.once(DesktopCommand.toggleDesktop, atEnd: options.isAtEnd), [ToucheggWording.needs("wmctrl")])
    case "LEFT_CLICK": return (.once(DesktopCommand.click(1), atEnd: false), [ToucheggWording.needs("xdotool")])
    case "MIDDLE_CLICK": return (.once(DesktopCommand.click(2), atEnd: false), [ToucheggWording.needs("xdotool")])
    case "RIGHT_CLICK": return (.once(DesktopCommand.click(3), atEnd: false), [ToucheggWording.needs("xdotool")])
    case "NO_ACTION", "": return (.none(reason: Wording.emptyCommand), [])
    default: return (.none(reason: ToucheggWording.noSuchAction(type)), [])
    }
  }

  private static func command(_ options: ToucheggOptions) -> ToucheggAction {
    guard let command = options.shell("command") ?? options.own.map(ImportedCommand.shell) else {
      return .none(reason: Wording.emptyCommand)
    }
    guard options.repeats else { return .once(command, atEnd: options.isAtEnd) }
    return .repeated(command, back: options.shell("decreaseCommand"))
  }

  private static func keys(_ options: ToucheggOptions) -> ToucheggAction {
    guard let keys = options.keys("keys") ?? options.own.map(Self.keySymbols) else {
      return .none(reason: Wording.emptyCommand)
    }
    guard options.repeats else { return .once(DesktopCommand.keys(keys), atEnd: options.isAtEnd) }
    return .repeated(DesktopCommand.keys(keys), back: options.keys("decreaseKeys").map(DesktopCommand.keys))
  }

  private static func click(_ options: ToucheggOptions) -> ToucheggAction {
    let text = options["button"] ?? options.own?.split(separator: "=").last.map(String.init)
    guard let button = text.flatMap({ Int($0) }), (1...9).contains(button) else {
      return .none(reason: ToucheggWording.noButton)
    }
    return .once(DesktopCommand.click(button), atEnd: options.isAtEnd)
  }

  private static func desktop(_ options: ToucheggOptions, direction: String) -> Noted {
    let word = (options["direction"] ?? options.own?.split(separator: "=").last.map(String.init) ?? "previous")
      .lowercased()
    let needs = ToucheggWording.needs("xdotool")
    switch word {
    case "next": return (.once(DesktopCommand.nextDesktop, atEnd: true), [needs])
    case "previous": return (.once(DesktopCommand.previousDesktop, atEnd: true), [needs])
    case "right", "down":
      return (.once(DesktopCommand.nextDesktop, atEnd: true), [needs, ToucheggWording.inOneRow(word)])
    case "left", "up":
      return (.once(DesktopCommand.previousDesktop, atEnd: true), [needs, ToucheggWording.inOneRow(word)])
    case "auto":
      let isNext = direction == "left" || direction == "up"
      let command = isNext ? DesktopCommand.nextDesktop : DesktopCommand.previousDesktop
      return (.once(command, atEnd: true), [needs, ToucheggWording.naturalScrolling])
    default: return (.none(reason: ToucheggWording.noSuchWay(word)), [])
    }
  }

  private static func tile(_ options: ToucheggOptions) -> Noted {
    let notes = [ToucheggWording.needs("xdotool"), ToucheggWording.tiling]
    switch options["direction"]?.lowercased() ?? "left" {
    case "left": return (.once(DesktopCommand.tileLeft, atEnd: true), notes)
    case "right": return (.once(DesktopCommand.tileRight, atEnd: true), notes)
    case let word: return (.none(reason: ToucheggWording.noSuchWay(word)), [])
    }
  }

  private static func window(_ command: ImportedCommand, _ tool: String, _ options: ToucheggOptions) -> Noted {
    (.once(command, atEnd: options.isAtEnd), [ToucheggWording.needs(tool), ToucheggWording.activeWindow])
  }

  /// Touchégg presses the keys themselves, where xdotool would add shift for a capital letter.
  static func keySymbols(_ text: String) -> String {
    text.split { $0 == "+" || $0.isWhitespace }.map { $0.count == 1 ? $0.lowercased() : String($0) }.joined(
      separator: "+")
  }
}

/// The options within an `<action>`.
struct ToucheggOptions {
  /// The text that touchégg 1 has in place of options.
  let own: String?
  private let values: [String: String]

  init(_ action: XMLElement) {
    let text = action.text
    own = text.isEmpty ? nil : text
    values = action.elements.reduce(into: [:]) { $0[$1.name] = $1.text }
  }

  subscript(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  var repeats: Bool { self["repeat"] == "true" }
  var isAtEnd: Bool { self["on"].map { $0 != "begin" } ?? false }

  func shell(_ name: String) -> ImportedCommand? { self[name].map(ImportedCommand.shell) }

  func keys(_ name: String) -> String? {
    let modifiers = self["modifiers"]
    // On the way back the modifiers alone would be no shortcut.
    guard let keys = self[name] ?? (name == "keys" ? modifiers : nil) else { return nil }
    let all = self[name] == nil ? [keys] : [modifiers, keys].compactMap { $0 }
    return ToucheggAction.keySymbols(all.joined(separator: "+"))
  }
}
