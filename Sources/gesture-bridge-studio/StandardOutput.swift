import FlyingSocks
import Glibc
import Synchronization
import Text

/// Standard output: whole lines, in the order in which they come. A writer that waits for its line makes nothing grow where the reader is slow.
final class StandardOutput: Sendable {
  /// A pipe that can be written to takes so many bytes without waiting.
  private static let piece = Int(PIPE_BUF)

  private let loop: ReadinessLoop
  private let last = Mutex<Task<Void, Never>?>(nil)
  /// It has no reader any more.
  let broken = Signal()

  init(_ loop: ReadinessLoop) { self.loop = loop }

  /// Writes a line, which comes without its end, after those before; the task ends when it is taken.
  func write(_ line: [UInt8]) -> Task<Void, Never> {
    last.withLock { last in
      let before = last
      let task = loop.start {
        await before?.value
        do {
          try await self.send(line + [UInt8(ascii: "\n")])
        } catch {
          self.broken.raise()
        }
      }
      last = task
      return task
    }
  }

  private func send(_ bytes: [UInt8]) async throws {
    var sent = 0
    while sent < bytes.count {
      try await loop.wait(for: STDOUT_FILENO, .write, until: nil)
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, min($0.count, Self.piece))
      }
      guard count >= 0 || errno == EAGAIN || errno == EINTR else { throw SocketError.makeFailed("Write") }
      sent += max(0, count)
    }
  }
}

/// What the program says of itself, as lines for standard output and sentences for standard error.
enum StudioLine {
  /// In each of its lines, and in none of the page.
  static let key = "studio"

  static let opened = JSONValue.object([.init(key, "opened")]).line()
  static let closed = JSONValue.object([.init(key, "closed")]).line()

  static func listening(_ address: String) -> [UInt8] {
    JSONValue.object([.init(key, "listening"), .init("address", .string(address))]).line()
  }

  static func ended(_ why: String) -> [UInt8] {
    JSONValue.object([.init(key, "ended"), .init("why", .string(why))]).line()
  }

  static func fault(_ words: String) {
    let line = Array("gesture-bridge-studio: \(words.visible)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
