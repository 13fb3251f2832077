import Base
import CLinux
import Glibc
import Testing

/// The message that another process sends on a connection when this process has ended.
struct ExitMessageTests {
  private let message = Array("let go".utf8)

  private func pair() -> (own: Int32, other: Int32) {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }

  /// Everything bytes that arrives before the connection ends.
  private func all(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    close(descriptor)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The connection ends as it does at the end of the process.
  @Test func aMessageIsSentWhenTheLineEnds() {
    let (own, other) = pair()
    let line = gb_exit_message_begin(own, message, message.count)
    #expect(line >= 0)
    close(own)
    close(line)
    #expect(all(other) == "let go")
  }

  @Test func aCancelledMessageIsNotSent() throws {
    let (own, other) = pair()
    do {
      let kept = try ExitMessage(message, on: own)
      write(own, "all", 3)
      close(own)
      withExtendedLifetime(kept) {}
    }
    #expect(all(other) == "all")
  }

  @Test func aLongMessageIsRefused() {
    #expect(throws: SystemError.self) { try ExitMessage(Array(repeating: 0, count: 1025), on: 0) }
  }
}
