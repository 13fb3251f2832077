import Text

public enum Command: Hashable, Sendable {
  /// A command line for `/bin/sh -c`.
  case shell(String)
  /// A program's name, looked up in PATH, and its arguments. The list isn't empty in commands from rules.
  case direct([String])
}

extension Command: CustomStringConvertible {
  /// The largest number of characters of a command in a message.
  static let shownLength = 80

  /// The command on one line: control characters are spaces, and a text longer than `shownLength` characters is cut.
  public var description: String {
    let text =
      switch self {
      case .shell(let line): line
      case .direct(let arguments): "[" + arguments.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      }
    let line = text.utf8.count <= Self.shownLength ? text : Self.cut(text)
    guard line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }

  private static func cut(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(shownLength)
    return shown.endIndex < text.unicodeScalars.endIndex ? String(shown.dropLast()) + "…" : text
  }

  public var json: JSONValue {
    switch self {
    case .shell(let text): .string(text)
    case .direct(let words): .strings(words)
    }
  }
}

extension Command {
  /// The programs that work on X11 only, each with the effects or commands that replace the program on Wayland.
  private static let forX11: KeyValuePairs = [
    "xdotool": "`keys`, `type`, `click`, `window` or `workspace`",
    "wmctrl": "`window` or `workspace`, or a command of your desktop (see desktops.md in the guide)",
  ]

  /// Advice if the command uses an X11 program in a Wayland session; otherwise nil. `variable` reads the environment.
  public func adviceForX11(_ variable: (String) -> String?) -> String? {
    let text =
      switch self {
      case .shell(let line): line
      case .direct(let words): words.joined(separator: " ")
      }
    let words = text.split { !($0.isLetter || "-_".contains($0)) }
    guard variable("WAYLAND_DISPLAY") != nil else { return nil }
    return Self.forX11.first { words.contains($0.key[...]) }.map {
      "\($0.key) works on X11 only, so use an action such as \($0.value)"
    }
  }
}

extension Rules {
  /// A warning with file and line for each distinct X11 command in a Wayland session. `variable` reads the environment.
  public func warningsForX11(_ variable: (String) -> String?) -> [String] {
    firstUses(\.commands).compactMap { command, location in
      command.adviceForX11(variable).map { "\(location.file):\(location.line): \($0)" }
    }
  }
}
