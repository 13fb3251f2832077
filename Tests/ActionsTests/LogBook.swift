import Logging
import Synchronization

/// Keeps the lines of the log, so that tests can compare the exact text.
final class LogBook: Sendable {
  struct Line: Equatable {
    let level: Logger.Level
    let text: String
  }

  private let lines = Mutex<[Line]>([])

  var logger: Logger { Logger(label: "test") { _ in Handler(book: self) } }

  /// All lines but those at debug level.
  var told: [Line] { lines.withLock { $0.filter { $0.level > .debug } } }

  var all: [Line] { lines.withLock { $0 } }

  private func append(_ line: Line) { lines.withLock { $0.append(line) } }

  /// Hands every line to the book.
  private struct Handler: LogHandler {
    let book: LogBook
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      book.append(Line(level: event.level, text: "\(event.message)"))
    }
  }
}
