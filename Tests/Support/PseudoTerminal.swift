import Glibc
import Testing

/// A terminal of a test's own: its emulator's side.
public final class PseudoTerminal {
  public private(set) var emulator: Int32
  public let path: String

  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    emulator = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (number, isLocked) = (Int32(0), Int32(0))
    try #require(ioctl(emulator, Self.unlock, &isLocked) == 0 && ioctl(emulator, Self.askForNumber, &number) == 0)
    path = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  /// TIOCSPTLCK and TIOCGPTN, which Swift leaves out.
  private static let unlock: UInt = 0x4004_5431
  private static let askForNumber: UInt = 0x8004_5430

  deinit { hangUp() }

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

  /// What has come by now; the kernel passes it on a moment later.
  public func shown() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var wanted = pollfd(fd: emulator, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, 100) > 0 {
      let count = read(emulator, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

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
