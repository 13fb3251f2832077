import Desktop
import Logging

/// Where the program's messages go: standard error, or for a while to a view that is drawn on the same terminal.
final class MessageStream: @unchecked Sendable {
  // One thread writes all messages; a log demands more.

  /// Of so many messages that were only seen in the view the latest are said again when it is gone.
  private static let limit = 100

  /// Whether the journal reads it.
  let isJournal: Bool
  private let write: (String) -> Void
  private var show: ((String) -> Void)?
  private var isHidden = false
  private var kept: [String] = []

  /// `write` gets whole lines, each with its end.
  init(
    isJournal: Bool = JournalStream.isStandardError, _ write: @escaping (String) -> Void = StandardStreams.writeError
  ) {
    self.isJournal = isJournal
    self.write = write
  }

  /// `text` is one or more lines, without the last end of a line; the journal is told how much each matters.
  func say(_ text: String, at level: Logger.Level) {
    let matters = level >= .warning
    guard isJournal else { return say(text, matters: matters) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    say(lines.map { "<\(level.priority)>\($0)" }.joined(separator: "\n"), matters: matters)
  }

  /// `text` is one or more lines, without the last end of a line; what matters is said again when the view is gone.
  func say(_ text: String, matters: Bool) {
    guard let show else { return write(text + "\n") }
    for line in text.split(separator: "\n") { show(String(line)) }
    guard isHidden else { return write(text + "\n") }
    guard matters else { return }
    kept.append(text)
    if kept.count > Self.limit { kept.removeFirst() }
  }

  /// From now on lines are shown by `show`, and only there if `isHidden`: the view stands where they would.
  func divert(isHidden: Bool, to show: @escaping (String) -> Void) {
    self.show = show
    self.isHidden = isHidden
  }

  /// The view is gone.
  func restore() {
    show = nil
    for text in kept { write(text + "\n") }
    kept = []
  }
}

extension Logger.Level {
  /// The same in syslog(3), as a line begins that goes to the journal: see sd-daemon(3).
  fileprivate var priority: Int {
    switch self {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }
}
