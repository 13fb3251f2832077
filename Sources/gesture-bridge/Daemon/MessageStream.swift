/// Where the program's messages go: standard error, or for a while to a view that is drawn on the same terminal.
final class MessageStream: @unchecked Sendable {
  // One thread writes all messages; a log demands more.

  /// Of so many messages that were only seen in the view the latest are said again when it is gone.
  private static let limit = 100

  private let write: (String) -> Void
  private var show: ((String) -> Void)?
  private var isHidden = false
  private var kept: [String] = []

  /// `write` gets whole lines, each with its end.
  init(_ write: @escaping (String) -> Void = StandardStreams.writeError) { self.write = write }

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
