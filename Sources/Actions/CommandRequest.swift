/// One command to start now: whose it is, where its rule stands, and what it is told.
public struct CommandRequest: Sendable {
  /// The binding's index among the rules, by which limits and once-only messages count; nil for a command of the daemon
  /// itself.
  public var binding: Int?
  /// The rules file, and the line of the rule there.
  public var file: String
  public var line: Int?
  /// The key that names the command there: `run`, `began`, `ended`…
  public var key: String
  public var gesture: String
  public var command: Command
  /// What happens while the one before it runs.
  public var overlap: Overlap
  /// One of a `step`: each counts, so it waits where another command would be refused.
  public var isStep: Bool
  /// Whether it gets a scope of its own, where there are any.
  public var isScoped: Bool
  /// Added to the daemon's own environment, replacing variables of the same name.
  public var environment: [(String, String)]
  /// When the gesture was recognized, CLOCK_MONOTONIC microseconds; the latency is counted from it.
  public var since: Int64?

  public init(
    binding: Int?, file: String, line: Int?, key: String = "run", gesture: String, command: Command,
    overlap: Overlap = .allow, isStep: Bool = false, isScoped: Bool = false, environment: [(String, String)] = [],
    since: Int64? = nil
  ) {
    self.binding = binding
    self.file = file
    self.line = line
    self.key = key
    self.gesture = gesture
    self.command = command
    self.overlap = overlap
    self.isStep = isStep
    self.isScoped = isScoped
    self.environment = environment
    self.since = since
  }

  /// Where the rule stands, "bindings.toml:12".
  public var source: String { line.map { "\(file):\($0)" } ?? file }
}
