import Base
import CLinux
import Glibc
import Testing

/// The words that another process sends on a connection after this process has ended.
struct LastWordsTests {
  private let words = Array("let go".utf8)

  private func pair() -> (own: Int32, other: Int32) {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }

  /// All bytes that come before the connection ends.
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
  @Test func theyAreSaidWhenTheLineEnds() {
    let (own, other) = pair()
    let line = gb_last_words_begin(own, words, words.count)
    #expect(line >= 0)
    close(own)
    close(line)
    #expect(all(other) == "let go")
  }

  @Test func theyAreNotSaidIfAllIsWell() throws {
    let (own, other) = pair()
    do {
      let kept = try LastWords(words, on: own)
      write(own, "all", 3)
      close(own)
      withExtendedLifetime(kept) {}
    }
    #expect(all(other) == "all")
  }

  @Test func theyAreFew() {
    #expect(throws: SystemError.self) { try LastWords(Array(repeating: 0, count: 1025), on: 0) }
  }
}
