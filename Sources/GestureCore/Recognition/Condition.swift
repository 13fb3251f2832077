/// What the session is like at the moment: what `receive`, `begin-if` and conditional requirements ask for.
public struct Context: Equatable, Sendable {
  /// The layer of bindings that is on.
  public var mode: String
  /// The focused application's name; nil where nobody can tell.
  public var app: String?
  /// The output that has the focus; nil where nobody can tell.
  public var output: String?
  /// The modifier keys that are down; nil where nobody can tell.
  public var modifiers: Modifiers?

  public static let standardMode = "default"

  /// A session in the standard mode of which nothing else is known, unless it is told.
  public init(
    mode: String = Context.standardMode, app: String? = nil, output: String? = nil, modifiers: Modifiers? = nil
  ) {
    self.mode = mode
    self.app = app
    self.output = output
    self.modifiers = modifiers
  }
}

/// Keys that are held down while others do something.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let ctrl = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
  public static let `super` = Modifiers(rawValue: 8)

  /// By their names in a rules file.
  public static let named: KeyValuePairs<String, Modifiers> = [
    "shift": .shift, "ctrl": .ctrl, "alt": .alt, "super": .super,
  ]
}

/// A condition on the session, the device and the fingers; it holds when everything it states is so.
public struct Condition: Hashable, Sendable {
  public var device: DeviceMatch = .any
  /// Where the touch began; of a gesture that is about to begin, where the centre of its fingers is.
  public var zone: String?
  public var tool: Touch.Tool?
  /// One of these is on.
  public var modes: Set<String>?
  /// A name with `*` and `?`.
  public var app: String?
  /// A name with `*` and `?`.
  public var output: String?
  /// Exactly these are down.
  public var modifiers: Modifiers?
  /// Only of a gesture that is about to begin.
  public var fingers: ClosedRange<Int>?
  /// The way a gesture that is about to begin has gone, of the eight directions.
  public var directions: Set<Direction>?

  /// States nothing, and so always holds.
  public init() {}

  /// Whether it states nothing, and so always holds.
  public var isEmpty: Bool { self == Condition() }

  /// How many things it states: of two conditions that hold, the one that states more is the more specific.
  public var statementCount: Int {
    [
      device != .any, zone != nil, tool != nil, modes != nil, app != nil, output != nil, modifiers != nil,
      fingers != nil, directions != nil,
    ].count { $0 }
  }

  /// Something it states that is not so, beside what is.
  public enum Unmet: Hashable, Sendable {
    case mode(Set<String>, found: String)
    /// Nothing is found where nobody can tell; the same below.
    case app(String, found: String?)
    case output(String, found: String?)
    case modifiers(Modifiers, found: Modifiers?)
    case tool(Touch.Tool, found: Touch.Tool?)
    /// The place is not in this zone.
    case zone(String)
    /// It is for other devices.
    case device
  }

  /// What it states of the session that is not so; what nobody can tell is not so.
  func unmet(in context: Context) -> Unmet? {
    if let modes, !modes.contains(context.mode) { return .mode(modes, found: context.mode) }
    if let app, !(context.app.map { glob(app, matches: $0) } ?? false) { return .app(app, found: context.app) }
    if let output, !(context.output.map { glob(output, matches: $0) } ?? false) {
      return .output(output, found: context.output)
    }
    if let modifiers, modifiers != context.modifiers { return .modifiers(modifiers, found: context.modifiers) }
    return nil
  }
}
