import Actions
import Base
import CLinux
import Glibc

/// A terminal as a screen and a keyboard. Reading and writing never wait; `hide` waits for at most `lastWriteTimeout`.
///
/// The terminal is opened again, so that O_NONBLOCK doesn't change the open file that the shell uses.
///
/// This type doesn't use curses, which writes to a blocking descriptor and has global state. Most control sequences are
/// from ECMA-48. Terminals ignore control sequences that they don't know.
public final class Terminal {
  enum Reading: Equatable {
    case bytes([UInt8])
    case nothing
    case closed
  }

  struct Size: Equatable {
    let columns: Int
    let rows: Int

    fileprivate static let defaultSize = Size(columns: 80, rows: 24)
  }

  private static let chunk = 4096
  /// The longest time that `hide` waits for the terminal to accept text, in milliseconds.
  private static let lastWriteTimeout: Int32 = 200

  let descriptor: Int32
  /// Whether the alternate screen is shown, and keys arrive without waiting for the end of a line.
  private(set) var isShown = false
  /// The terminal's own attributes, which `hide` restores. Nil until the first `show`.
  private var before: termios?
  private var unwritten: ArraySlice<UInt8> = []

  /// Opens the terminal of `descriptor`, or else the process's own terminal. Throws if neither terminal can be opened.
  public convenience init(of descriptor: Int32) throws(SystemError) {
    try self.init(paths: [Self.name(of: descriptor), Self.own].compactMap { $0 })
  }

  init(paths: [String]) throws(SystemError) {
    var opened: Int32 = -1
    for path in paths where opened < 0 { opened = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    descriptor = opened
    guard opened >= 0 else { throw SystemError(call: "open", code: errno) }
  }

  private static let own = "/dev/tty"

  private static func name(of descriptor: Int32) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    hide()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Takes over the screen and the keys. Must be called again when the process continues after it was stopped.
  func show() throws(SystemError) {
    if before == nil {
      var now = termios()
      guard tcgetattr(descriptor, &now) == 0 else { throw SystemError(call: "tcgetattr", code: errno) }
      before = now
    }
    guard var raw = before else { return }
    cfmakeraw(&raw)
    // Other programs still write lines that end with a line feed only.
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    guard apply(raw) else { throw SystemError(call: "tcsetattr", code: errno) }
    isShown = true
    write(ScreenText.enter)
  }

  /// Restores the screen and the keys. Discards unread keys and unwritten text, which belong to the view.
  func hide() {
    guard isShown, let before else { return }
    isShown = false
    if hasUnwritten { tcflush(descriptor, TCOFLUSH) }
    unwritten = []
    write(ScreenText.leave)
    if hasUnwritten {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&wanted, 1, Self.lastWriteTimeout) > 0 { continueWriting() }
      unwritten = []
    }
    tcflush(descriptor, TCIFLUSH)
    _ = apply(before)
  }

  private func apply(_ attributes: termios) -> Bool {
    var attributes = attributes
    while tcsetattr(descriptor, TCSANOW, &attributes) != 0 { guard errno == EINTR else { return false } }
    return true
  }

  var size: Size { Self.size(of: descriptor) }

  private static func size(of descriptor: Int32) -> Size {
    var (columns, rows) = (Int32(0), Int32(0))
    guard gb_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return .defaultSize }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Returns the terminal's number of columns, or 80 if the size isn't known. Nil if `descriptor` isn't a terminal.
  public static func columns(of descriptor: Int32) -> Int? {
    isTerminal(descriptor) ? size(of: descriptor).columns : nil
  }

  func read() -> Reading {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count > 0 { return .bytes(Array(bytes.prefix(count))) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .closed
  }

  /// Writes text. If the terminal doesn't accept all of the text now, the owner must call `continueWriting` later.
  func write(_ text: String) {
    unwritten += Array(text.utf8)
    continueWriting()
  }

  var hasUnwritten: Bool { !unwritten.isEmpty }

  func continueWriting() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // The terminal was closed; reading reports that.
      guard count > 0 else { return unwritten = [] }
      unwritten = unwritten.dropFirst(count)
    }
    unwritten = []
  }

  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether both descriptors are open on the same terminal.
  public static func isSame(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    guard isTerminal(one), isTerminal(other), fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
    return first.st_rdev == second.st_rdev
  }

  /// Stops the process group like Ctrl-Z, until a shell continues the group. Only with a shell. Block `SIGTSTP` first.
  static func stopProcess() {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
  }
}

/// The abilities of the terminal, as the environment describes them.
public struct TerminalKind: Equatable {
  /// Whether the terminal understands the view's control sequences. False if TERM is unset, empty, `dumb` or `unknown`.
  public let canDraw: Bool
  public let hasColours: Bool

  /// `terminal` is the value of TERM, `noColour` the value of NO_COLOR; see no-color.org.
  public init(terminal: String?, noColour: String?) {
    let name = terminal ?? ""
    canDraw = !["", "dumb", "unknown"].contains(name)
    // Names of terminfo: variants of terminals that don't use colours, and terminals that have no colours.
    let isMonochrome =
      name.hasSuffix("-m") || name.hasSuffix("-mono") || name.hasPrefix("vt1") || name.hasPrefix("vt2")
      || name.hasPrefix("vt3")
    hasColours = canDraw && !isMonochrome && (noColour ?? "").isEmpty
  }
}

/// Control sequences for the alternate screen, for updates of the screen, and for the clipboard.
enum ScreenText {
  /// Opens an empty alternate screen without a cursor, with bracketed paste.
  static let enter = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H\u{1B}[?25l\u{1B}[?2004h"
  /// Undoes `enter` completely, even in the middle of a screen update.
  fileprivate static let leave = "\u{1B}\\\u{1B}[?2026l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  private static let beginUpdate = "\u{1B}[?2026h"
  private static let endUpdate = "\u{1B}[?2026l"

  /// Wraps the text of one screen update, so that the terminal shows all changes of the update together.
  static func synchronized(_ drawing: String) -> String { beginUpdate + drawing + endUpdate }

  /// Returns the control sequence that copies `text` to the clipboard. Source: OSC 52.
  static func copy(_ text: String) -> String { "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{7}" }

  /// Encodes bytes as Base64 of RFC 4648, with padding.
  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let (group, bitsOfByte, bitsOfDigit) = (3, 8, 6)
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: group) {
      let part = bytes[start..<min(start + group, bytes.count)]
      let missing = group - part.count
      let number = part.reduce(0) { $0 << bitsOfByte | Int($1) } << (missing * bitsOfByte)
      for digit in stride(from: group, through: missing, by: -1) {
        text.append(digits[number >> (digit * bitsOfDigit) & (digits.count - 1)])
      }
      text += String(repeating: "=", count: missing)
    }
    return text
  }
}
