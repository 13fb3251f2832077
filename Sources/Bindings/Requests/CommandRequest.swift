/// A request to start one command, with its rule's location and its environment.
public struct CommandRequest: Sendable {
  /// The index of the binding that has the command. Nil for a command of the daemon itself, such as a notification.
  public var binding: Int?
  /// The rules file; `line` is the line of the rule in this file.
  public var file: String
  public var line: Int?
  /// The command's key in the rule: `run`, `began`, `ended`…
  public var key: String
  public var gesture: String
  public var command: Command
  public var overlap: Overlap
  /// Whether a step runs the command. With `Overlap.allow`, such a command waits if too many run; any other is skipped.
  public var isStep: Bool
  /// Whether the command gets its own systemd scope, if scopes are available.
  public var isScoped: Bool
  /// The command's variables in addition to the daemon's own. A gesture's variables are computed when they are read.
  public var environment: [(String, String)] {
    get { cause?.variables() ?? variables }
    set { (cause, variables) = (nil, newValue) }
  }
  /// The time of recognition, in CLOCK_MONOTONIC µs, for measuring the command's latency. Nil if it isn't measured.
  public var since: Int64?
  private var variables: [(String, String)]
  /// The gesture event from which the variables are computed. Nil if `variables` contains the variables.
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

  /// The location of the rule: `bindings.toml:12`.
  public var source: String { line.map { "\(file):\($0)" } ?? file }
}

extension CommandRequest {
  /// The request for an order's command. Without `environment` the command gets the gesture's variables.
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
