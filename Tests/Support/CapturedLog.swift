import Logging
import Synchronization

/// Keeps the lines of the log.
public final class CapturedLog: Sendable {
  public let all = Mutex<[String]>([])

  public init() {}

  /// A logger whose lines are kept here.
  public var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    let lines: CapturedLog

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
  }
}
