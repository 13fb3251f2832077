import Text

/// Joins words to a line of shell.
enum ShellText {
  /// A word quoted so that a shell leaves it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,".unicodeScalars.contains($0) }
    return isPlain ? word : "'" + word.replacing(each: "'", by: "'\\''") + "'"
  }

  /// A program's name in which a shell expands `~` and `$NAME`, and nothing else.
  static func expanding(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,~${}".unicodeScalars.contains($0) }
    guard !isPlain else { return word }
    let home = word.hasPrefix("~/") ? "~/" : ""
    let rest = word.dropFirst(home.count).replacing(each: "\\", by: "\\\\").replacing(each: "\"", by: "\\\"")
      .replacing(each: "`", by: "\\`")
    return "\(home)\"\(rest)\""
  }

  /// Words that mean something to a shell only.
  static let operators: Set<String> = [
    "#", "&&", "||", "|", ";", "&", ">", ">>", "<", "2>&1", "2>/dev/null", ">/dev/null",
  ]
}

/// Splits a line as Python's `shlex.split` does, which is how libinput-gestures reads its commands.
///
/// Source: <https://docs.python.org/3/library/shlex.html#parsing-rules>, POSIX mode without comments.
enum PythonWords {
  /// Why a line can't be split.
  enum Failure: Error {
    case noClosingQuote, nothingEscaped
  }

  static func split(_ line: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "'":
        word = try (word ?? "") + quoted(&rest)
      case "\"":
        word = try (word ?? "") + doubleQuoted(&rest)
      case "\\":
        guard let next = rest.popFirst() else { throw .nothingEscaped }
        word = (word ?? "") + String(next)
      case _ where character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  private static func quoted(_ rest: inout Substring) throws(Failure) -> String {
    guard let end = rest.firstIndex(of: "'") else { throw .noClosingQuote }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return text
  }

  private static func doubleQuoted(_ rest: inout Substring) throws(Failure) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" { return text }
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(character)
      }
    }
    throw .noClosingQuote
  }
}

/// Actions of other programs on windows and desktops, as commands of wmctrl and xdotool.
enum DesktopCommand {
  static let nextDesktop = ImportedCommand.direct(["xdotool", "set_desktop", "--relative", "1"])
  static let previousDesktop = ImportedCommand.direct(["xdotool", "set_desktop", "--relative", "--", "-1"])
  static let minimize = ImportedCommand.direct(["xdotool", "getactivewindow", "windowminimize"])
  static let close = ImportedCommand.direct(["wmctrl", "-c", active])
  static let tileLeft = keys("super+Left")
  static let tileRight = keys("super+Right")
  /// Shows the desktop, or the windows again.
  static let toggleDesktop = ImportedCommand.shell(
    "if wmctrl -m | grep -q 'mode: ON'; then wmctrl -k off; else wmctrl -k on; fi")

  /// A state of a window.
  enum State: String {
    case maximized = "maximized_vert,maximized_horz"
    case fullscreen
  }

  /// A change of the state.
  enum Change: String {
    case add, remove, toggle
  }

  static func window(_ change: Change, _ state: State) -> ImportedCommand {
    .direct(["wmctrl", "-r", active, "-b", "\(change.rawValue),\(state.rawValue)"])
  }

  /// Moves the window to another desktop and goes there with it.
  static func moveWindow(by step: String) -> ImportedCommand {
    .shell(
      "d=$(($(xdotool get_desktop) \(step))); xdotool getactivewindow set_desktop_for_window $d && xdotool set_desktop $d"
    )
  }

  /// Presses keys by their X names.
  static func keys(_ keys: String) -> ImportedCommand { .direct(["xdotool", "key", keys]) }

  static func click(_ button: Int) -> ImportedCommand { .direct(["xdotool", "click", "\(button)"]) }

  private static let active = ":ACTIVE:"
}

/// The kernel's key codes by their names in linux/input-event-codes.h, without `KEY_`.
enum KeyCodes {
  static func code(of name: String) -> Int? {
    codes[name.uppercased().hasPrefix("KEY_") ? String(name.uppercased().dropFirst(4)) : name.uppercased()]
  }

  /// The arguments with which ydotool presses keys together and releases them; nil if one is not known.
  static func presses(_ names: [String]) -> [String]? {
    let codes = names.compactMap(code)
    guard codes.count == names.count, !codes.isEmpty else { return nil }
    return codes.map { "\($0):1" } + codes.reversed().map { "\($0):0" }
  }

  private static let codes: [String: Int] = [
    "ESC": 1, "1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10, "0": 11, "MINUS": 12,
    "EQUAL": 13, "BACKSPACE": 14, "TAB": 15, "A": 30, "B": 48, "C": 46, "D": 32, "E": 18, "F": 33, "G": 34,
    "H": 35, "I": 23, "J": 36, "K": 37, "L": 38, "M": 50, "N": 49, "O": 24, "P": 25, "Q": 16, "R": 19, "S": 31,
    "T": 20, "U": 22, "V": 47, "W": 17, "X": 45, "Y": 21, "Z": 44, "LEFTBRACE": 26, "RIGHTBRACE": 27, "ENTER": 28,
    "LEFTCTRL": 29, "SEMICOLON": 39, "APOSTROPHE": 40, "GRAVE": 41, "LEFTSHIFT": 42, "BACKSLASH": 43, "COMMA": 51,
    "DOT": 52, "SLASH": 53, "RIGHTSHIFT": 54, "KPASTERISK": 55, "LEFTALT": 56, "SPACE": 57, "CAPSLOCK": 58,
    "F1": 59, "F2": 60, "F3": 61, "F4": 62, "F5": 63, "F6": 64, "F7": 65, "F8": 66, "F9": 67, "F10": 68, "F11": 87,
    "F12": 88, "F13": 183, "F14": 184, "F15": 185, "F16": 186, "F17": 187, "F18": 188, "F19": 189, "F20": 190,
    "F21": 191, "F22": 192, "F23": 193, "F24": 194, "NUMLOCK": 69, "SCROLLLOCK": 70, "KP0": 82, "KP1": 79,
    "KP2": 80, "KP3": 81, "KP4": 75, "KP5": 76, "KP6": 77, "KP7": 71, "KP8": 72, "KP9": 73, "KPMINUS": 74,
    "KPPLUS": 78, "KPDOT": 83, "KPENTER": 96, "KPSLASH": 98, "KPEQUAL": 117, "KPCOMMA": 121, "RIGHTCTRL": 97,
    "SYSRQ": 99, "PRINT": 210, "RIGHTALT": 100, "HOME": 102, "UP": 103, "PAGEUP": 104, "LEFT": 105, "RIGHT": 106,
    "END": 107, "DOWN": 108, "PAGEDOWN": 109, "INSERT": 110, "DELETE": 111, "MUTE": 113, "VOLUMEDOWN": 114,
    "VOLUMEUP": 115, "POWER": 116, "PAUSE": 119, "SCALE": 120, "LEFTMETA": 125, "RIGHTMETA": 126, "COMPOSE": 127,
    "STOP": 128, "AGAIN": 129, "PROPS": 130, "UNDO": 131, "FRONT": 132, "COPY": 133, "OPEN": 134, "PASTE": 135,
    "FIND": 136, "CUT": 137, "HELP": 138, "MENU": 139, "CALC": 140, "SETUP": 141, "SLEEP": 142, "WAKEUP": 143,
    "FILE": 144, "WWW": 150, "COFFEE": 152, "SCREENLOCK": 152, "BACK": 158, "FORWARD": 159, "MAIL": 155,
    "BOOKMARKS": 156, "COMPUTER": 157, "CLOSECD": 160, "EJECTCD": 161, "NEXTSONG": 163, "PLAYPAUSE": 164,
    "PREVIOUSSONG": 165, "STOPCD": 166, "RECORD": 167, "REWIND": 168, "HOMEPAGE": 172, "REFRESH": 173, "EXIT": 174,
    "MOVE": 175, "EDIT": 176, "SCROLLUP": 177, "SCROLLDOWN": 178, "NEW": 181, "REDO": 182, "PLAYCD": 200,
    "PAUSECD": 201, "DASHBOARD": 204, "CLOSE": 206, "PLAY": 207, "FASTFORWARD": 208, "CAMERA": 212, "SEARCH": 217,
    "BRIGHTNESSDOWN": 224, "BRIGHTNESSUP": 225, "MEDIA": 226, "SWITCHVIDEOMODE": 227, "KBDILLUMTOGGLE": 228,
    "KBDILLUMDOWN": 229, "KBDILLUMUP": 230, "ZOOMIN": 418, "ZOOMOUT": 419, "ZOOMRESET": 420, "APPSELECT": 580,
    "ALL_APPLICATIONS": 204, "MICMUTE": 248, "FULL_SCREEN": 372, "TOUCHPAD_TOGGLE": 530, "TOUCHPAD_ON": 531,
    "TOUCHPAD_OFF": 532,
  ]
}

/// The text of another program's configuration, by lines.
struct ConfigText {
  /// Its name in messages.
  let file: String
  let text: String
  /// The lines without their ends; line 1 is the first.
  let lines: [String]

  /// Throws if the bytes are no text.
  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    self.file = file
    let marked = bytes.starts(with: Self.byteOrderMark)
    guard !bytes.contains(0),
      let text = String(validating: bytes.dropFirst(marked ? Self.byteOrderMark.count : 0), as: UTF8.self)
    else {
      throw ImportError(file: file, ImportWording.notText, fix: ImportWording.notTextFix)
    }
    self.text = text.replacing(each: "\r\n", by: "\n")
    lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The numbers of the lines that are not blank.
  var written: [Int] {
    lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 }
  }

  /// A line without the space around it; empty if there is none.
  func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? lines[number - 1].trimmingSpace : ""
  }

  func error(_ line: Int?, _ message: String, fix: String) -> ImportError {
    ImportError(file: file, line: line, message, fix: fix)
  }
}

/// Why a file can't be imported, with the place and what to do about it.
public struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  public let file: String
  /// Nil if it is about the whole file.
  public let line: Int?
  public let message: String
  public let fix: String

  init(file: String, line: Int? = nil, _ message: String, fix: String) {
    self.file = file
    self.line = line
    self.message = message
    self.fix = fix
  }

  public var description: String { "\(place): error: \(message); \(fix)" }

  /// The same without the word "error", for callers that say it themselves.
  public var fact: String { "\(place): \(message); \(fix)" }

  private var place: String { line.map { "\(file):\($0)" } ?? file }
}
