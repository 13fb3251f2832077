import CLibevdev
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
  /// Two names of one code, of which libevdev knows the second.
  private static let aliases = ["SCREENLOCK": "COFFEE", "DASHBOARD": "ALL_APPLICATIONS"]

  private static func code(of name: String) -> Int? {
    let name = name.uppercased().hasPrefix("KEY_") ? String(name.uppercased().dropFirst(4)) : name.uppercased()
    let code = libevdev_event_code_from_name(UInt32(EV_KEY), "KEY_\(aliases[name] ?? name)")
    return code < 0 ? nil : Int(code)
  }

  /// The arguments with which ydotool presses keys together and releases them; nil if one is not known.
  static func presses(_ names: [String]) -> [String]? {
    let codes = names.compactMap(code)
    guard codes.count == names.count, !codes.isEmpty else { return nil }
    return codes.map { "\($0):1" } + codes.reversed().map { "\($0):0" }
  }
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
