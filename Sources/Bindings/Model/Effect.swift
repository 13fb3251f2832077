import Text

/// The effect of an action. It has at most one part for each key.
public struct Effect: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    /// A command that is started each time the action runs.
    case run(Command)
    /// A command that gets gesture events as lines. In a `changed` action, the command gets all events of a gesture
    /// that lasts; in a `run` or `ended` action, the only event of a gesture that doesn't last.
    case stream(Command)
    case mode(String)
    case pause(Pause)
    case input(EmulatedInput)
    case desktop(DesktopAction)
    /// The application to start, by the name of its .desktop file.
    case launch(String)

    public var key: String {
      switch self {
      case .run: CommandEffect.key
      case .stream: StreamEffect.key
      case .mode: ModeEffect.key
      case .pause: PauseEffect.key
      case .input(let input): input.key
      case .desktop(let action): action.key
      case .launch: LaunchEffect.key
      }
    }

    /// The part's value as JSON: the value in the rules file, or the `words` if the part is input.
    public var json: JSONValue {
      switch self {
      case .run(let command), .stream(let command): command.json
      case .mode(let name), .launch(let name): .string(name)
      case .pause(let pause): .string(pause.rawValue)
      case .input(let input): input.words.count == 1 ? .string(input.words[0]) : .strings(input.words)
      case .desktop(.workspace(.number(let number))): .integer(number)
      case .desktop(let action): .string(action.value)
      }
    }

    /// Whether the part is input or a desktop action. These parts are skipped while gestures are inactive.
    public var reachesSession: Bool {
      switch self {
      case .input, .desktop: true
      case .run, .stream, .mode, .pause, .launch: false
      }
    }
  }

  /// The parts, in the order of `Effects.kinds`.
  public private(set) var parts: [Part] = []

  public init(run: Command? = nil, stream: Command? = nil, mode: String? = nil, pause: Pause? = nil) {
    parts = [run.map(Part.run), stream.map(Part.stream), mode.map(Part.mode), pause.map(Part.pause)].compactMap { $0 }
  }

  mutating func add(_ part: Part) {
    let rank = Effects.rank(of: part.key)
    parts.insert(part, at: parts.firstIndex { rank < Effects.rank(of: $0.key) } ?? parts.endIndex)
  }

  func filter(_ isKept: (Part) -> Bool) -> Effect {
    var effect = self
    effect.parts = parts.filter(isKept)
    return effect
  }

  /// Returns the first result of `value` that isn't nil, in the order of the parts; nil if all results are nil.
  func first<Value>(_ value: (Part) -> Value?) -> Value? {
    for part in parts { if let found = value(part) { return found } }
    return nil
  }

  public var run: Command? { first { if case .run(let command) = $0 { command } else { nil } } }
  public var stream: Command? { first { if case .stream(let command) = $0 { command } else { nil } } }
  public var mode: String? { first { if case .mode(let name) = $0 { name } else { nil } } }
  public var pause: Pause? { first { if case .pause(let pause) = $0 { pause } else { nil } } }

  public var commands: [Command] { [run, stream].compactMap { $0 } }

  /// Whether the effect starts a command or an application.
  var startsProcess: Bool { first { if case .launch = $0 { true } else { nil } } ?? !commands.isEmpty }

  var changesSession: Bool { mode != nil || pause != nil }
}
