/// One command to start now, with its binding, the place of its rule, and its environment.
public struct CommandRequest: Sendable {
  /// The binding's index among the rules, used for limits and for messages that are logged once; nil for a command of
  /// the daemon itself.
  public var binding: Int?
  /// The rules file, and the line of the rule there.
  public var file: String
  public var line: Int?
  /// The command's key in the rule: `run`, `began`, `ended`…
  public var key: String
  public var gesture: String
  public var command: Command
  /// What happens while the previous one runs.
  public var overlap: Overlap
  /// Whether it is a step's: each step counts, so it waits where another command would be refused.
  public var isStep: Bool
  /// Whether it gets a scope of its own, if there are any.
  public var isScoped: Bool
  /// Added to the daemon's own environment, replacing variables of the same name. Those of a gesture are made when they are asked
  /// for: many commands are left out, or only reported.
  public var environment: [(String, String)] {
    get { cause?.variables() ?? variables }
    set { (cause, variables) = (nil, newValue) }
  }
  /// When the gesture was recognized, CLOCK_MONOTONIC microseconds; the latency counts from it.
  public var since: Int64?
  private var variables: [(String, String)]
  /// The gesture whose variables it gets; nil if it gets others.
  private var cause: GestureEnvironment?

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
    variables = environment
    self.since = since
  }

  /// The place of the rule, "bindings.toml:12".
  public var source: String { line.map { "\(file):\($0)" } ?? file }
}

extension CommandRequest {
  /// A command for an order. Without `environment` it gets the gesture's variables.
  init(_ command: Command, for performance: Performance, environment: [(String, String)]? = nil) {
    let (order, action) = (performance.order, performance.order.action)
    self.init(
      binding: action.binding, file: action.location.file, line: action.location.line, key: action.trigger.rawValue,
      gesture: performance.gesture.rule.name, command: command, overlap: action.overlap,
      isStep: action.trigger == .step,
      isScoped: action.isScoped ?? false, environment: environment ?? [],
      since: performance.moment ?? order.event.time.microseconds)
    if environment == nil { cause = performance.gesture }
  }
}
