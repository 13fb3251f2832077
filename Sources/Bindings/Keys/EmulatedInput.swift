import GestureCore

/// What an effect sends to the session as a keyboard or a mouse would.
public enum EmulatedInput: Hashable, Sendable {
  /// Keys that are pressed and released, one chord after another.
  case keys([KeyChord])
  /// A text, character by character.
  case text(String, [KeySymbol])
  /// Keys that are down from the beginning of a gesture to its end.
  case hold(KeyChord)
  case click(PointerButton, at: ClickPlace = .pointer)
  /// One notch of a wheel.
  case scroll(ScrollWay)
  /// Movement along with the fingers, at each of theirs. Scrolling goes on after the fingers have lifted, as fast as they moved within
  /// `glide` before; nil where it ends with them.
  case follow(FingerFollower, glide: TimeSpan? = nil)
  /// A button that is down while fingers on a touchpad move the pointer, and for so long after they have lifted. The device
  /// itself does it.
  case drag(PointerButton, lock: TimeSpan)
  /// A gesture of the desktop's own, as fingers on a touchpad move. The device itself makes it.
  case native(NativeGesture)
  /// The same, which touchegg's clients are told of.
  case announced(NativeGesture)
  /// A button that is down where a finger is on a touchscreen, and goes along with it.
  case dragAtFinger(PointerButton)

  /// The key in rules: `keys`.
  var key: String {
    switch self {
    case .keys: KeysEffect.key
    case .text: TypeEffect.key
    case .hold: HoldEffect.key
    case .click: ClickEffect.key
    case .scroll, .follow(.natural, _), .follow(.traditional, _): ScrollEffect.key
    case .follow(.pointer, _): MoveEffect.key
    case .drag, .dragAtFinger: DragEffect.key
    case .native, .announced: NativeEffect.key
    }
  }

  /// As written in the rules: one word, or several for a list.
  public var words: [String] {
    switch self {
    case .keys(let chords): chords.map(\.text)
    case .text(let text, _): [text]
    case .hold(let chord): [chord.text]
    case .click(let button, .pointer): [button.rawValue]
    case .click(let button, .finger), .dragAtFinger(let button): ["\(button.rawValue) at the finger"]
    case .scroll(let way): [way.rawValue]
    case .follow(let follower, _): [follower.rawValue]
    case .drag(let button, _): [button.rawValue]
    case .native(let gesture): [gesture.text]
    case .announced(let gesture): ["\(gesture.text) by touchegg"]
    }
  }

  /// What it would need of the session.
  public var needs: InputNeeds {
    switch self {
    case .keys, .text, .hold: .keyboard
    case .click(_, .pointer), .scroll, .follow: .pointer
    case .click(_, .finger), .dragAtFinger: [.pointer, .place]
    case .drag, .native, .announced: []
    }
  }

  /// Whether it goes along with the fingers, and stops with them.
  public var follows: Bool { if case .follow = self { true } else { false } }

  /// Whether an intercepted device does it, and nothing else can.
  fileprivate var isOfDevice: Bool {
    switch self {
    case .drag, .native: true
    case .keys, .text, .hold, .click, .scroll, .follow, .dragAtFinger, .announced: false
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

public enum PointerButton: String, CaseIterable, Sendable {
  case left, middle, right, back, forward
}

public enum ClickPlace: String, CaseIterable, Sendable {
  case pointer
  /// Where the gesture is, on a touchscreen.
  case finger

  /// The key of actions by which they say so.
  static let option = EffectOption(
    key: "at",
    manual: """
      Where `click` clicks: at the pointer, or at the fingers on a touchscreen. With `drag` only the latter: a \
      finger on a touchscreen drags.
      """,
    form: .choice(allCases.map(\.rawValue)))
}

/// What goes along with the fingers.
public enum FingerFollower: String, CaseIterable, Sendable {
  case pointer
  /// Scrolling: what is below the pointer goes the way of the fingers.
  case natural
  /// Scrolling: what is below the pointer goes the other way, as with a wheel.
  case traditional
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
  /// The pointer is put on a place of an output.
  public static let place = InputNeeds(rawValue: 4)
}

extension Effect {
  /// All that it sends to the session as a keyboard or a mouse would.
  public var inputs: [EmulatedInput] {
    parts.compactMap { if case .input(let input) = $0 { input } else { nil } }
  }

  /// Whether an intercepted device does some of it, from the beginning of the gesture to its end.
  public var isOfDevice: Bool { inputs.contains(where: \.isOfDevice) }

  /// Whether an intercepted device does all of it.
  public var isOnlyOfDevice: Bool { !parts.isEmpty && inputs.count(where: \.isOfDevice) == parts.count }

  /// Whether it needs to know the place of the output that the fingers are on. Each movement of a drag asks, so it makes no list.
  public var needsPlace: Bool {
    parts.contains { if case .input(let input) = $0 { input.needs.contains(.place) } else { false } }
  }
}

extension Rules {
  /// All that actions send to the session as a keyboard or a mouse would.
  public var inputs: [EmulatedInput] { effects.flatMap(\.inputs) }

  public var inputNeeds: InputNeeds { inputs.reduce(into: []) { $0.formUnion($1.needs) } }
}
