import FlyingSocks
import Glibc

/// Standard input, line by line.
struct StandardInput {
  /// Bytes of a line: more never fits into what may wait for a page.
  private static let longest = Outbox.most
  private static let piece = 1 << 16

  private let loop: ReadinessLoop
  private var unread: [UInt8] = []
  /// The rest of a line that was too long is passed over.
  private var isSkipping = false

  init(_ loop: ReadinessLoop) { self.loop = loop }

  /// Gives each line, without its end, to `take`; returns at the end of input.
  ///
  /// - Throws: `CancellationError`, when the task is cancelled.
  mutating func read(_ take: ([UInt8]) async -> Void) async throws {
    while true {
      try await loop.wait(for: STDIN_FILENO, .read, until: nil)
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
        let result = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        if result < 0 { code = errno }
        count = max(0, result)
      }
      if code == EAGAIN || code == EINTR { continue }
      if bytes.isEmpty { return }
      for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
        if part.offset > 0 { await finish(take) }
        guard !isSkipping else { continue }
        unread += part.element
        if unread.count > Self.longest {
          StudioLine.fault("a line of standard input has more than \(Self.longest >> 20) MiB, and is dropped")
          unread.removeAll()
          isSkipping = true
        }
      }
    }
  }

  private mutating func finish(_ take: ([UInt8]) async -> Void) async {
    let line = unread
    unread.removeAll()
    if isSkipping {
      isSkipping = false
    } else if String(validating: line, as: UTF8.self) == nil {
      StudioLine.fault("a line of standard input is not UTF-8, and is dropped")
    } else {
      await take(line)
    }
  }
}
