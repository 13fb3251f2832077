import Glibc
import Testing

/// A terminal of a test's own: its emulator's side.
public final class PseudoTerminal {
  public private(set) var emulator: Int32
  public let path: String
  /// The program's side, for marks.
  private let inside: Int32

  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    emulator = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (number, isLocked) = (Int32(0), Int32(0))
    try #require(ioctl(emulator, Self.unlock, &isLocked) == 0 && ioctl(emulator, Self.askForNumber, &number) == 0)
    path = "/dev/pts/\(number)"
    inside = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    try #require(inside >= 0)
    resize(columns: columns, rows: rows)
  }

  /// TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  private static let unlock: UInt = 0x4004_5431
  private static let askForNumber: UInt = 0x8004_5430

  deinit {
    hangUp()
    close(inside)
  }

  public func hangUp() {
    if emulator >= 0 { close(emulator) }
    emulator = -1
  }

  public func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(emulator, UInt(TIOCSWINSZ), &size) == 0)
  }

  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(emulator, bytes, bytes.count) == bytes.count)
  }

  /// All text that the program has written to the terminal. The kernel passes it on a moment later, in order: so all of
  /// it comes before a mark that is written now.
  public func shown() -> String {
    let mark: [UInt8] = [0]
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var isMarked = false
    repeat {
      // A full terminal has no room for the mark.
      if !isMarked { isMarked = write(inside, mark, mark.count) == mark.count }
      var wanted = pollfd(fd: emulator, events: Int16(POLLIN), revents: 0)
      let isThere = poll(&wanted, 1, Self.patience) > 0
      #expect(isThere, "the terminal does not pass on what was written")
      let count = isThere ? read(emulator, &chunk, chunk.count) : 0
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    } while !isMarked || bytes.last != mark.last
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// How long the kernel can take to pass on the text, in milliseconds.
  private static let patience: Int32 = 30_000

  /// Whether keys come one by one and unseen.
  public var isRaw: Bool {
    var now = termios()
    #expect(tcgetattr(emulator, &now) == 0)
    return now.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0
  }

  public var attributes: [tcflag_t] {
    var now = termios()
    #expect(tcgetattr(emulator, &now) == 0)
    return [now.c_iflag, now.c_oflag, now.c_cflag, now.c_lflag]
  }
}
