/// A request to start one command, with the command's environment and the location of the rule.
public struct CommandRequest: Sendable {
  /// The index of the binding that has the command. Nil for a command of the daemon itself, such as a notification.
  public var binding: Int?
  /// The rules file; for a command of the daemon itself, a description. `line` is the rule's line, nil without a rule.
  public var file: String
  public var line: Int?
  /// The key of the command's action: `run`, `began`, `ended`… For a command of the daemon itself, the program's name.
  public var key: String
  public var gesture: String
  public var command: Command
  public var overlap: Overlap
  /// Whether the action is a step. If too many commands run, `Overlap.allow` delays step commands and refuses others.
  public var isStep: Bool
  /// Whether `launch` starts the command. Applications stay open, so they don't count in a gesture's limit of commands.
  public var isApplication = false
  /// Whether the command gets its own systemd scope, if scopes are available.
  public var isScoped: Bool
  /// The command's variables in addition to the daemon's own. A gesture's variables are computed when they are read.
  public var environment: [(String, String)] {
    get { cause?.variables() ?? variables }
    set { (cause, variables) = (nil, newValue) }
  }
  /// The time of the event in CLOCK_MONOTONIC µs, to measure the command's latency. Nil for the daemon's own commands.
  public var since: Int64?
  private var variables: [(String, String)]
  /// The gesture event from which the environment is computed. Nil if the environment is in `variables`.
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

  /// The location of the rule, such as `bindings.toml:12`. Only the file if `line` is nil.
  public var source: String { line.map { "\(file):\($0)" } ?? file }
}

extension CommandRequest {
  /// Creates the request for an order's command. If `environment` is nil, the command gets the gesture's variables.
  init(_ command: Command, for performed: PerformedOrder, environment: [(String, String)]? = nil) {
    let (order, action) = (performed.order, performed.order.action)
    self.init(
      binding: action.binding, file: action.location.file, line: action.location.line, key: action.trigger.rawValue,
      gesture: performed.gesture.rule.name, command: command, overlap: action.overlap,
      isStep: action.trigger == .step, isScoped: action.isScoped ?? false, environment: environment ?? [],
      since: performed.moment ?? order.event.time.microseconds)
    if environment == nil { cause = performed.gesture }
  }
}
