/// The state of the session, for the conditions of gestures.
public struct Context: Equatable, Sendable {
  /// The mode that is on.
  public var mode: String
  /// The known facts about the session, without the mode.
  private var known: [Fact: Fact.Value] = [:]

  public static let defaultMode = "default"

  /// Creates the state of a session. Without `mode`, the default mode is on; other missing facts are unknown.
  public init(
    mode: String = Context.defaultMode, app: String? = nil, output: String? = nil, modifiers: Modifiers? = nil
  ) {
    self.mode = mode
    self.app = app
    self.output = output
    self.modifiers = modifiers
  }

  /// The fact's value; nil if unknown. Facts about touches or gestures are always nil, and setting them does nothing.
  public subscript(fact: Fact) -> Fact.Value? {
    get {
      switch fact.source {
      case .mode: .text(mode)
      case .session: known[fact]
      case .tool, .fingers, .gesture: nil
      }
    }
    set {
      switch fact.source {
      case .mode: if case .text(let name)? = newValue { mode = name }
      case .session: known[fact] = newValue
      case .tool, .fingers, .gesture: break
      }
    }
  }

  mutating func complete(with other: Context) { known.merge(other.known) { own, _ in own } }

  /// The focused application's name; nil if it is unknown.
  public var app: String? {
    get { self[.app]?.text }
    set { self[.app] = newValue.map { .text($0) } }
  }

  /// The name of the output that has the focus; nil if it is unknown.
  public var output: String? {
    get { self[.output]?.text }
    set { self[.output] = newValue.map { .text($0) } }
  }

  /// The modifier keys that are down; nil if they are unknown.
  public var modifiers: Modifiers? {
    get { self[.modifiers]?.modifiers }
    set { self[.modifiers] = newValue.map { .flags(UInt64($0.rawValue)) } }
  }
}

/// A property that conditions can test. Facts with the same name are equal.
public struct Fact: Sendable {
  public enum Value: Hashable, Sendable {
    case text(String)
    case count(Int)
    case number(Double)
    /// Flags from a fixed list, one bit for each.
    case flags(UInt64)
  }

  enum Source: Sendable {
    case mode, session, tool, fingers
    case gesture(@Sendable (GestureValues) -> Value?)
  }

  public let name: String
  let source: Source
  /// The number that orders the tests. Conditions check facts with a lower rank first.
  private let rank: Int

  private init(_ name: String, _ source: Source, rank: Int) {
    (self.name, self.source, self.rank) = (name, source, rank)
  }

  /// A fact about the session; its value is set in ``Context``.
  public init(ofSession name: String) { self.init(name, .session, rank: 10) }

  /// A fact about a gesture. `value` computes the fact from the gesture's values; nil if the fact is unknown.
  public init(ofGesture name: String, value: @escaping @Sendable (GestureValues) -> Value?) {
    self.init(name, .gesture(value), rank: 40)
  }

  public static let mode = Fact("mode", .mode, rank: 0)
  public static let app = Fact("app", .session, rank: 1)
  public static let output = Fact("output", .session, rank: 2)
  public static let modifiers = Fact("modifiers", .session, rank: 3)
  public static let tool = Fact("tool", .tool, rank: 20)
  public static let fingers = Fact("fingers", .fingers, rank: 30)
  public static let direction = Fact(
    "direction",
    .gesture { values in (values.direction ?? Direction(nearest: values.translation)).map { .text($0.rawValue) } },
    rank: 31)

  public var isOfSession: Bool {
    switch source {
    case .mode, .session: true
    case .tool, .fingers, .gesture: false
    }
  }
}

extension Fact: Hashable, Comparable {
  public static func == (left: Fact, right: Fact) -> Bool { left.name == right.name }
  public static func < (left: Fact, right: Fact) -> Bool { (left.rank, left.name) < (right.rank, right.name) }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Fact.Value {
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  public var modifiers: Modifiers? {
    if case .flags(let flags) = self { Modifiers(rawValue: UInt8(truncatingIfNeeded: flags)) } else { nil }
  }
}

/// A set of modifier keys, such as Shift and Ctrl.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let ctrl = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
  public static let `super` = Modifiers(rawValue: 8)

  /// The modifiers by their names in a rules file.
  public static let named: KeyValuePairs<String, Modifiers> = [
    "shift": .shift, "ctrl": .ctrl, "alt": .alt, "super": .super,
  ]
}
