import Base
import Glibc

/// Standard output and error of the program, written whole and in order.
enum StandardStreams {
  /// Makes sure that descriptors 0 to 2 are taken, so that no device or file is ever opened as one of them and handed to
  /// a command as its output.
  static func ensureOpen() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      guard descriptor >= 0 else { return }
      if descriptor > 2 {
        close(descriptor)
        return
      }
    }
  }

  static func write(_ text: String) { write(text, to: 1) }

  /// A reader of messages that is gone is no reason to end.
  static func writeError(_ text: String) {
    _ = BrokenPipe.withoutSignal({ $0 }) { write(text, to: 2) }
  }

  /// Returns whether the reader is gone.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) == EPIPE }
  }
}
