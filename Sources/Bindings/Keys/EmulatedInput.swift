import GestureCore

/// Input that an effect sends: keys, text, clicks, drags, scrolling, pointer movement, or a gesture of the desktop.
public enum EmulatedInput: Hashable, Sendable {
  /// Keys that are pressed and released, one chord after another.
  case keys([KeyChord])
  case text(String, [KeySymbol])
  /// Keys that are down from the beginning of a gesture to its end.
  case hold(KeyChord)
  case click(PointerButton, at: ClickPosition = .pointer)
  /// One notch of a wheel.
  case scroll(ScrollDirection)
  /// Scrolling or pointer movement that follows the fingers. If `glide` isn't nil, scrolling continues after the lift
  /// and slows down; its first speed is the fingers' average speed in the last `glide` before the lift.
  case follow(FingerFollower, glide: TimeSpan? = nil)
  /// A mouse button that stays down while fingers on a touchpad move the pointer, and for `lock` after the lift.
  case drag(PointerButton, lock: TimeSpan)
  /// A gesture of the desktop, made by an intercepted or a virtual touchpad.
  case native(NativeGesture)
  /// A gesture of the desktop that is sent to touchegg's clients.
  case announced(NativeGesture)
  /// A mouse button that stays down while a finger on a touchscreen moves. The pointer is placed at the finger.
  case dragAtFinger(PointerButton)

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

  /// The input as text: one element for each chord of `keys`, otherwise a single element.
  public var words: [String] {
    switch self {
    case .keys(let chords): chords.map(\.text)
    case .text(let text, _): [text]
    case .hold(let chord): [chord.text]
    case .click(let button, .pointer): [button.rawValue]
    case .click(let button, .finger), .dragAtFinger(let button): ["\(button.rawValue) at the finger"]
    case .scroll(let direction): [direction.rawValue]
    case .follow(let follower, _): [follower.rawValue]
    case .drag(let button, _): [button.rawValue]
    case .native(let gesture): [gesture.text]
    case .announced(let gesture): ["\(gesture.text) by touchegg"]
    }
  }

  public var needs: InputNeeds {
    switch self {
    case .keys, .text, .hold: .keyboard
    case .click(_, .pointer), .scroll, .follow: .pointer
    case .click(_, .finger), .dragAtFinger: [.pointer, .place]
    case .drag, .native, .announced: []
    }
  }

  public var follows: Bool { if case .follow = self { true } else { false } }

  /// Whether an intercepted device or a virtual touchpad makes this input.
  fileprivate var isOfDevice: Bool {
    switch self {
    case .drag, .native: true
    case .keys, .text, .hold, .click, .scroll, .follow, .dragAtFinger, .announced: false
    }
  }
}

/// A key, and the modifiers, if any, that are pressed with it. The key can be a modifier too.
public struct KeyChord: Hashable, Sendable {
  /// The chord as written: `Ctrl+Shift+T`.
  public let text: String
  /// The keys, in the order in which they are pressed.
  public let symbols: [KeySymbol]

  public init(text: String, symbols: [KeySymbol]) { (self.text, self.symbols) = (text, symbols) }
}

public enum PointerButton: String, CaseIterable, Sendable {
  case left, middle, right, back, forward
}

public enum ClickPosition: String, CaseIterable, Sendable {
  case pointer
  /// The gesture's position on a touchscreen.
  case finger

  static let option = EffectOption(
    key: "at",
    manual:
      "Where `click` clicks: at the pointer (`pointer`, the default) or at the fingers on a touchscreen (`finger`). A `drag` on an intercepted touchscreen needs `finger`.",
    form: .choice(allCases.map(\.rawValue)))
}

/// Movement of the pointer, or scrolling, that follows the fingers.
public enum FingerFollower: String, CaseIterable, Sendable {
  case pointer
  /// Scrolling: the content under the pointer moves in the same direction as the fingers.
  case natural
  /// Scrolling as with a wheel: the content moves in the direction opposite to the fingers' movement.
  case traditional
}

/// The direction in which a notch of the wheel scrolls.
public enum ScrollDirection: String, CaseIterable, Sendable {
  case up, down, left, right
}

/// The abilities that emulated input needs: a keyboard, a pointer, or a pointer that can be placed.
public struct InputNeeds: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let keyboard = InputNeeds(rawValue: 1)
  public static let pointer = InputNeeds(rawValue: 2)
  /// A pointer that can be placed at any position on an output.
  public static let place = InputNeeds(rawValue: 4)
}

extension Effect {
  public var inputs: [EmulatedInput] {
    parts.compactMap { if case .input(let input) = $0 { input } else { nil } }
  }

  /// Whether an intercepted device or a virtual touchpad makes some part of the effect, such as a drag.
  public var isOfDevice: Bool { inputs.contains(where: \.isOfDevice) }

  public var isOnlyOfDevice: Bool { !parts.isEmpty && inputs.count(where: \.isOfDevice) == parts.count }

  /// Whether the effect needs the position of the fingers on an output.
  public var needsPosition: Bool {
    parts.contains { if case .input(let input) = $0 { input.needs.contains(.place) } else { false } }
  }
}

extension Rules {
  public var inputs: [EmulatedInput] { effects.flatMap(\.inputs) }

  public var inputNeeds: InputNeeds { inputs.reduce(into: []) { $0.formUnion($1.needs) } }
}
