import Desktop
import Glibc
import Logging

extension FuzzTarget {
  /// Anything that a system bus can send to the daemon after its greeting, as bytes of D-Bus's own form: the session
  /// that follows it recovers from each input, and asks again when the bus has closed.
  static let bus = FuzzTarget(
    name: "bus", prepare: { _ = HostileBus.shared },
    look: { bytes in HostileBus.shared.say(bytes) })
}

/// A system bus that greets a client and then sends the given bytes.
private final class HostileBus: Sendable {
  static let shared = HostileBus()

  /// The most turns of client and bus, which is enough for the effects of one input.
  private static let turns = 50
  /// After this number of turns without bytes from the client, nothing more comes. If the head of a message announces
  /// 100 MB, each turn allocates them again, and under AddressSanitizer 50 turns take many seconds.
  private static let silence = 2
  private let listener: Int32
  private let path: String

  private init() {
    path = "/tmp/gesture-bridge-fuzz-\(getpid())"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The first byte stays 0: the name belongs to no folder.
    withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + path.utf8.count)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
    }
    guard listener >= 0, isBound == 0, listen(listener, 8) == 0 else { stop("no socket for a bus") }
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:abstract=\(path)", 1)
  }

  func say(_ bytes: [UInt8]) {
    var time: Int64 = 1_000_000
    var changes = 0
    let session = LoginSession(
      LoginIdentity(session: "bed", process: 1, user: 0), on: nil, now: { time },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
    session.changed = { _ in changes += 1 }
    session.begin(within: 0)
    let bus = accept(listener, nil, nil)
    guard bus >= 0 else { stop("the session does not connect") }
    let greeting =
      Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8) + Self.hello
    write(greeting, to: bus)
    for _ in 0..<5 { session.ready() }
    write(bytes, to: bus)
    var silent = 0
    for _ in 0..<Self.turns where silent < Self.silence {
      session.ready()
      silent = drain(bus) ? 0 : silent + 1
    }
    expect(changes <= bytes.count, "not more has changed than was said: \(changes)")
    close(bus)
    session.ready()
    // Long after that the session tries again, and nothing answers.
    for _ in 0..<5 {
      time = max(time, min(session.nextDeadline ?? time, time + 1_000_000_000)) + 1
      session.advance(to: time)
    }
    while case let waiting = poll(), waiting >= 0 { close(waiting) }
  }

  /// The next client that connects, or a number below 0 if none does.
  private func poll() -> Int32 {
    var wanted = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&wanted, 1, 0) > 0 ? accept(listener, nil, nil) : -1
  }

  private func write(_ bytes: [UInt8], to bus: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let count = rest.withUnsafeBytes { send(bus, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads the client's bytes; returns whether there were any.
  private func drain(_ bus: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var isAny = false
    while recv(bus, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 { isAny = true }
    return isAny
  }

  /// The answer to the client's first call, which gives it the name :1.5.
  private static let hello: [UInt8] = {
    let fields: [UInt8] =
      [5, 1, 0x75, 0, 1, 0, 0, 0]  // the answer to the message of number 1
      + [7, 1, 0x73, 0, 20, 0, 0, 0] + Array("org.freedesktop.DBus".utf8) + [0, 0, 0, 0]
      + [8, 1, 0x67, 0, 1, 0x73, 0]  // of a text
    let padding = [UInt8](repeating: 0, count: (8 - (16 + fields.count) % 8) % 8)
    return [0x6c, 2, 1, 1, 9, 0, 0, 0, 1, 0, 0, 0, UInt8(fields.count), 0, 0, 0] + fields + padding
      + [4, 0, 0, 0] + Array(":1.5".utf8) + [0]
  }()
}
