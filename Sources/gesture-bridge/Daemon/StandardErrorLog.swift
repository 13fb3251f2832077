import Logging

/// Writes each message as one line to standard error: `warning: …`.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    StandardStreams.writeError("gesture-bridge: \(event.level): \(event.message)\n")
  }
}

extension Logger {
  /// A logger that writes to standard error from `level` on.
  static func standardError(_ level: Logger.Level) -> Logger {
    Logger(label: "gesture-bridge") { _ in StandardErrorLog(logLevel: level) }
  }
}
