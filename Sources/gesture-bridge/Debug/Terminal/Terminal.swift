import Actions
import CSystem
import Glibc

/// A terminal as a screen to draw on and keys to read; nothing of it ever waits.
///
/// It is opened anew, so that not to wait holds for this use of it alone: the shell and other programs share the one that
/// standard output has.
final class Terminal {
  /// What a reading gave.
  enum Reading: Equatable {
    case bytes([UInt8])
    case nothing
    /// The terminal is gone.
    case over
  }

  /// So many columns and rows of characters.
  struct Size: Equatable {
    let columns: Int
    let rows: Int

    /// What a terminal has that does not say.
    static let usual = Size(columns: 80, rows: 24)
  }

  private static let chunk = 4096
  /// How long to wait, once, for a terminal that does not take what ends the drawing, in milliseconds.
  private static let patience: Int32 = 200

  let descriptor: Int32
  /// It shows the alternate screen, and keys come one by one.
  private(set) var isShown = false
  /// How it was before; nil while it never was shown.
  private var before: termios?
  private var unwritten: ArraySlice<UInt8> = []

  /// The terminal that `descriptor` is open on. That of another user, as after `su`, can't be opened by its name, but as
  /// the one that the process belongs to.
  convenience init(of descriptor: Int32) throws(SystemError) {
    try self.init(paths: [Self.name(of: descriptor), Self.own].compactMap { $0 })
  }

  /// The first of `paths` that can be opened.
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

  /// Takes the screen and the keys; once more after the process was stopped, when somebody else may have had them.
  func show() throws(SystemError) {
    if before == nil {
      var now = termios()
      guard tcgetattr(descriptor, &now) == 0 else { throw SystemError(call: "tcgetattr", code: errno) }
      before = now
    }
    guard var raw = before else { return }
    cfmakeraw(&raw)
    // What others write is lines all the same.
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    guard apply(raw) else { throw SystemError(call: "tcsetattr", code: errno) }
    isShown = true
    write(ScreenText.enter)
  }

  /// Gives the screen and the keys back. What was typed and not read is forgotten: it was meant for the view.
  func hide() {
    guard isShown, let before else { return }
    isShown = false
    if isBehind { tcflush(descriptor, TCOFLUSH) }
    unwritten = []
    write(ScreenText.leave)
    if isBehind {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&wanted, 1, Self.patience) > 0 { writeOn() }
      unwritten = []
    }
    tcflush(descriptor, TCIFLUSH)
    _ = apply(before)
  }

  private func apply(_ attributes: termios) -> Bool {
    var attributes = attributes
    while tcsetattr(descriptor, TCSANOW, &attributes) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  var size: Size {
    var (columns, rows) = (Int32(0), Int32(0))
    guard gb_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return .usual }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  func read() -> Reading {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count > 0 { return .bytes(Array(bytes.prefix(count))) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .over
  }

  /// What it does not take at once waits for `writeOn`.
  func write(_ text: String) {
    unwritten += Array(text.utf8)
    writeOn()
  }

  /// It has not taken all yet: `writeOn` goes on when it can be written to.
  var isBehind: Bool { !unwritten.isEmpty }

  func writeOn() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // Gone; reading tells.
      guard count > 0 else { return unwritten = [] }
      unwritten = unwritten.dropFirst(count)
    }
    unwritten = []
  }
}

extension Terminal {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether both are open on the same terminal.
  static func isSame(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    guard isTerminal(one), isTerminal(other), fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
    return first.st_rdev == second.st_rdev
  }

  /// Stops the process group as Ctrl-Z does in other programs, until somebody continues it; `SIGTSTP` is blocked otherwise.
  /// Without a shell that could continue it, the system lets it go on at once.
  static func stopProcess() {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
  }
}
