/// What an effect sends to the session as a keyboard or a mouse would.
public enum EmulatedInput: Hashable, Sendable {
  /// Keys that are pressed and released, one chord after another.
  case keys([KeyChord])
  /// A text, character by character.
  case text(String, [KeySymbol])
  /// Keys that are down from the beginning of a gesture to its end.
  case hold(KeyChord)
  case click(PointerButton)
  /// One notch of a wheel.
  case scroll(ScrollWay)

  /// As written in the rules: one word, or several for a list.
  public var words: [String] {
    switch self {
    case .keys(let chords): chords.map(\.text)
    case .text(let text, _): [text]
    case .hold(let chord): [chord.text]
    case .click(let button): [button.rawValue]
    case .scroll(let way): [way.rawValue]
    }
  }

  /// What it would need of the session.
  public var needs: InputNeeds {
    switch self {
    case .keys, .text, .hold: .keyboard
    case .click, .scroll: .pointer
    }
  }
}

/// Keys that are pressed together: modifiers, and one more key.
public struct KeyChord: Hashable, Sendable {
  /// As written: `Ctrl+Shift+T`.
  public let text: String
  /// In the order in which they go down.
  public let symbols: [KeySymbol]

  public init(text: String, symbols: [KeySymbol]) {
    self.text = text
    self.symbols = symbols
  }
}

/// A button of a mouse.
public enum PointerButton: String, CaseIterable, Sendable {
  case left, middle, right, back, forward
}

/// Where a notch of the wheel scrolls to.
public enum ScrollWay: String, CaseIterable, Sendable {
  case up, down, left, right
}

/// What is sent to the session.
public struct InputNeeds: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let keyboard = InputNeeds(rawValue: 1)
  public static let pointer = InputNeeds(rawValue: 2)
}

extension Effect {
  /// All that it sends to the session as a keyboard or a mouse would.
  public var inputs: [EmulatedInput] {
    parts.compactMap { if case .input(let input) = $0.value { input } else { nil } }
  }
}

extension Rules {
  /// All that actions send to the session as a keyboard or a mouse would.
  public var inputs: [EmulatedInput] { bindings.flatMap(\.actions).flatMap(\.effects).flatMap(\.inputs) }

  public var inputNeeds: InputNeeds { inputs.reduce(into: []) { $0.formUnion($1.needs) } }
}
