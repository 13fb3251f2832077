import Logging

/// Writes each message as one line to standard error: `gesture-bridge: warning: …`. The journal knows both by itself.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let messages: MessageStream

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = messages.isJournal ? "\(event.message)" : "gesture-bridge: \(event.level): \(event.message)"
    messages.say(text, at: event.level)
  }
}

extension Logger {
  /// A logger that writes to standard error from `level` on, as far as `messages` lets it.
  static func standardError(_ level: Logger.Level, _ messages: MessageStream = MessageStream()) -> Logger {
    Logger(label: "gesture-bridge") { _ in StandardErrorLog(logLevel: level, messages: messages) }
  }
}
