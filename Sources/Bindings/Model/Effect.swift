import Text

/// What an action does each time it is due: at least one part, at most one of each kind.
public struct Effect: Hashable, Sendable {
  /// The value of a part.
  public enum Value: Hashable, Sendable {
    case command(Command)
    case text(String)
    case input(EmulatedInput)
    case desktop(DesktopAction)
  }

  /// One part of an effect, by the key of its kind.
  public struct Part: Hashable, Sendable {
    public let key: String
    public let value: Value

    /// Whether the session gets it: keys, clicks, scrolling, or a request to the desktop. A suspended session gets none of these.
    public var reachesSession: Bool {
      switch value {
      case .input, .desktop: true
      case .command, .text: false
      }
    }
  }

  /// In the order of the kinds.
  public private(set) var parts: [Part] = []
  /// Whether it has a mode to go to, or pauses or resumes. Kept, as every order is asked for it.
  private(set) var changesSession = false

  /// The empty effect.
  public init() {}

  public init(run: Command? = nil, stream: Command? = nil, mode: String? = nil, pause: Pause? = nil) {
    self.run = run
    self.stream = stream
    self.mode = mode
    self.pause = pause
  }

  /// The part of one kind; nil if there is none.
  public subscript(key: String) -> Value? {
    get { parts.first { $0.key == key }?.value }
    set {
      parts.removeAll { $0.key == key }
      defer { changesSession = parts.contains { $0.key == ModeEffect.key || $0.key == PauseEffect.key } }
      guard let newValue else { return }
      let rank = Effects.rank(of: key)
      let index = parts.firstIndex { rank < Effects.rank(of: $0.key) } ?? parts.endIndex
      parts.insert(Part(key: key, value: newValue), at: index)
    }
  }

  /// All commands that it starts or streams to.
  public var commands: [Command] {
    parts.compactMap { part in
      if case .command(let command) = part.value { command } else { nil }
    }
  }
}

// Access by name to the parts that the dispatcher and the daemon know
extension Effect {
  /// Started anew each time.
  public var run: Command? {
    get { command(RunEffect.key) }
    set { self[RunEffect.key] = newValue.map { .command($0) } }
  }

  /// Started once, then sent the gesture's events line by line; never together with `run`. Under `changed` it gets the
  /// beginning, each change, the end and the cancellation; elsewhere the events of its key.
  public var stream: Command? {
    get { command(StreamEffect.key) }
    set { self[StreamEffect.key] = newValue.map { .command($0) } }
  }

  /// The mode to go to.
  public var mode: String? {
    get { text(ModeEffect.key) }
    set { self[ModeEffect.key] = newValue.map { .text($0) } }
  }

  /// Whether to pause or to resume.
  public var pause: Pause? {
    get { text(PauseEffect.key).flatMap(Pause.init(rawValue:)) }
    set { self[PauseEffect.key] = newValue.map { .text($0.rawValue) } }
  }

  private func command(_ key: String) -> Command? { self[key].flatMap(Command.of) }
  private func text(_ key: String) -> String? { self[key].flatMap(String.of) }
}

extension Effect.Value {
  /// As a rules file has it: a list of words only if there are several.
  public var json: JSONValue {
    switch self {
    case .command(let command): command.json
    case .text(let text): .string(text)
    case .input(let input): input.words.count == 1 ? .string(input.words[0]) : .strings(input.words)
    case .desktop(.workspace(.number(let number))): .integer(number)
    case .desktop(let action): .string(action.value)
    }
  }
}

/// A type of the values that a kind of effect has.
protocol EffectValue {
  /// Nil if the value is of another type.
  static func of(_ value: Effect.Value) -> Self?
  var ofEffect: Effect.Value { get }
}

extension Command: EffectValue {
  static func of(_ value: Effect.Value) -> Command? { if case .command(let command) = value { command } else { nil } }
  var ofEffect: Effect.Value { .command(self) }
}

extension String: EffectValue {
  static func of(_ value: Effect.Value) -> String? { if case .text(let text) = value { text } else { nil } }
  var ofEffect: Effect.Value { .text(self) }
}

extension EmulatedInput: EffectValue {
  static func of(_ value: Effect.Value) -> EmulatedInput? { if case .input(let input) = value { input } else { nil } }
  var ofEffect: Effect.Value { .input(self) }
}

extension DesktopAction: EffectValue {
  static func of(_ value: Effect.Value) -> DesktopAction? {
    if case .desktop(let action) = value { action } else { nil }
  }
  var ofEffect: Effect.Value { .desktop(self) }
}
