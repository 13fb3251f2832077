import CLinux
import Glibc
import Testing

/// The two ends of a pipe.
final class PipeEnds {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init(_ make: (UnsafeMutablePointer<Int32>) -> Int32 = { gb_pipe($0) }) throws {
    var ends: [Int32] = [-1, -1]
    try #require(make(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
    // As the shell makes them; but not inherited by programs that other tests start, which would count as readers.
    for end in ends {
      _ = fcntl(end, F_SETFL, 0)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Writes until the pipe is full; afterwards writing waits again.
  func fill() {
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    while Glibc.write(writing, "x", 1) == 1 {}
    _ = fcntl(writing, F_SETFL, 0)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  /// The text in the pipe, at least one byte.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(reading, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// The text that comes until the other end is closed.
  func readAll() -> String {
    var text = ""
    while case let more = read(), !more.isEmpty { text += more }
    return text
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}
