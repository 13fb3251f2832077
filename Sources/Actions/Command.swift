/// What a rule runs.
public enum Command: Sendable, Equatable {
  /// Given to `/bin/sh -c`.
  case shell(String)
  /// A program, looked up in PATH, and its arguments; no shell sees them.
  case direct([String])
}

extension Command: CustomStringConvertible {
  /// The longest text shown of a command; longer ones are cut so that a log line stays a line.
  static let shownLength = 80

  /// As written in the rules, on one line, cut to a readable length.
  public var description: String {
    let text =
      switch self {
      case .shell(let line): line
      case .direct(let arguments): "[" + arguments.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      }
    let shown = text.unicodeScalars.prefix(Self.shownLength)
    let isCut = shown.endIndex < text.unicodeScalars.endIndex
    let line = String(isCut ? shown.dropLast() : shown) + (isCut ? "…" : "")
    guard line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

/// One command to start now: whose it is, where its rule stands, and what it is told.
public struct CommandRequest: Sendable {
  /// The binding's index among the rules; limits and once-only messages count by it.
  public var binding: Int
  /// Where the rule stands, "bindings.toml:12".
  public var source: String
  /// The key that names the command there: `run`, `began`, `ended`…
  public var key: String
  public var gesture: String
  public var command: Command
  /// Added to the daemon's own environment, replacing variables of the same name.
  public var environment: [(String, String)]
  /// When the gesture was recognized, CLOCK_MONOTONIC microseconds; the latency is counted from it.
  public var since: Int64?

  public init(
    binding: Int, source: String, key: String = "run", gesture: String, command: Command,
    environment: [(String, String)] = [], since: Int64? = nil
  ) {
    self.binding = binding
    self.source = source
    self.key = key
    self.gesture = gesture
    self.command = command
    self.environment = environment
    self.since = since
  }
}
