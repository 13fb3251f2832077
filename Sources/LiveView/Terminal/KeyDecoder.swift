/// Decodes any bytes from a terminal into keys.
///
/// An escape byte begins a new sequence, or is the Escape key if nothing or an escape byte follows. So the owner must
/// call `advance` at `deadline`. Pasted text is ignored. Ctrl-C, Ctrl-Z and Ctrl-L are separate inputs, not characters.
struct KeyDecoder {
  /// A key for the view, or a control character for the owner of the terminal.
  enum Input: Equatable {
    case key(KeyPress)
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L.
    case redraw
  }

  private enum State: Equatable {
    case ground, escape
    /// After `ESC [`, with the bytes since then.
    case control([UInt8])
    /// After `ESC O`.
    case keypad
    /// Inside a string from the terminal itself, up to `BEL` or `ESC \`.
    case text
    /// The next byte is the last byte of an ignored sequence.
    case last
    /// Inside a UTF-8 character: its bytes until now, and the number of bytes that the whole character has.
    case character([UInt8], of: Int)
  }

  /// The longest time between two bytes of a sequence, in µs.
  static let sequenceTime: Int64 = 50_000
  /// The longest silence within a paste, in µs.
  static let pasteTime: Int64 = 1_000_000
  /// The greatest number of kept parameter bytes in a sequence.
  private static let controlLimit = 16

  /// The time at which `advance` ends an open sequence or paste, in µs. Nil if no sequence or paste is open.
  private(set) var deadline: Int64?
  private var state = State.ground
  private var isPasting = false
  private var inputs: [Input] = []

  mutating func decode(_ bytes: some Sequence<UInt8>, at now: Int64) -> [Input] {
    for byte in bytes { process(byte) }
    deadline = state != .ground ? now + Self.sequenceTime : isPasting ? now + Self.pasteTime : nil
    return removeInputs()
  }

  /// Ends a sequence or paste whose deadline has passed. A single escape byte becomes the Escape key.
  mutating func advance(to now: Int64) -> [Input] {
    guard let time = deadline, time <= now else { return [] }
    if state == .escape { press(.escape) }
    // If the end of a paste never arrives, keys must work again anyway.
    if state == .ground { isPasting = false }
    state = .ground
    deadline = isPasting ? now + Self.pasteTime : nil
    return removeInputs()
  }

  private mutating func removeInputs() -> [Input] {
    defer { inputs.removeAll() }
    return inputs
  }

  private mutating func press(_ key: KeyPress) { append(.key(key)) }

  private mutating func append(_ input: Input) { if !isPasting { inputs.append(input) } }

  private mutating func process(_ byte: UInt8) {
    if byte == Code.escape {
      if state == .escape { press(.escape) }
      state = .escape
      return
    }
    switch state {
    case .ground: start(byte)
    case .escape: beginSequence(byte)
    case .control(let before): continueControl(before, byte)
    case .keypad:
      state = .ground
      if let key = byte == Code.keypadEnter ? .enter : Self.movementKeys[byte] { press(key) }
    case .text: if byte == Code.bell { state = .ground }
    case .last: state = .ground
    case .character(let before, let count): continueCharacter(before, byte, of: count)
    }
  }

  private mutating func start(_ byte: UInt8) {
    state = .ground
    switch byte {
    case Code.firstPrintable...Code.lastPrintable: press(.character(Character(Unicode.Scalar(byte))))
    case Code.leadOfTwo: state = .character([byte], of: 2)
    case Code.leadOfThree: state = .character([byte], of: 3)
    case Code.leadOfFour: state = .character([byte], of: 4)
    case Code.suspend: append(.suspend)
    case Code.redraw: append(.redraw)
    default: if let key = Self.controlKeys[byte] { press(key) }
    }
  }

  private mutating func beginSequence(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .keypad
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .text
    case Code.interrupt: start(byte)
    // A key with Alt, which the view doesn't use.
    default: state = .ground
    }
  }

  private mutating func continueControl(_ before: [UInt8], _ byte: UInt8) {
    switch byte {
    case Code.firstPrintable..<Code.firstFinal:
      state = .control(before.count < Self.controlLimit ? before + [byte] : before)
    // A function key of the Linux console: ESC [ [ A.
    case UInt8(ascii: "[") where before.isEmpty: state = .last
    case Code.firstFinal...Code.lastFinal:
      state = .ground
      finish(before, byte)
    default: start(byte)
    }
  }

  /// Handles a complete sequence; modifiers, as in `1;5A`, are ignored.
  private mutating func finish(_ parameters: [UInt8], _ final: UInt8) {
    if final != UInt8(ascii: "~") {
      if let key = Self.movementKeys[final] { press(key) }
      return
    }
    let first = parameters.prefix { $0 != UInt8(ascii: ";") }
    switch String(decoding: first, as: UTF8.self) {
    case "1", "7": press(.home)
    case "4", "8": press(.end)
    case "5": press(.pageUp)
    case "6": press(.pageDown)
    case "200": isPasting = true
    case "201": isPasting = false
    default: break
    }
  }

  private mutating func continueCharacter(_ before: [UInt8], _ byte: UInt8, of count: Int) {
    guard Code.continuation.contains(byte) else { return start(byte) }
    let bytes = before + [byte]
    guard bytes.count == count else { return state = .character(bytes, of: count) }
    state = .ground
    guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
      scalar.properties.generalCategory != .control
    else { return }
    press(.character(Character(scalar)))
  }

  private static let movementKeys: [UInt8: KeyPress] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]

  private static let controlKeys: [UInt8: KeyPress] = [
    Code.interrupt: .interrupt, 0x08: .backspace, 0x7F: .backspace, 0x09: .tab, 0x0A: .enter, 0x0D: .enter,
  ]

  /// Bytes and ranges of ECMA-48 and UTF-8.
  private enum Code {
    static let interrupt: UInt8 = 0x03
    static let bell: UInt8 = 0x07
    static let redraw: UInt8 = 0x0C
    static let suspend: UInt8 = 0x1A
    static let escape: UInt8 = 0x1B
    static let keypadEnter = UInt8(ascii: "M")
    static let firstPrintable: UInt8 = 0x20
    static let lastPrintable: UInt8 = 0x7E
    static let firstFinal: UInt8 = 0x40
    static let lastFinal: UInt8 = 0x7E
    static let leadOfTwo: ClosedRange<UInt8> = 0xC2...0xDF
    static let leadOfThree: ClosedRange<UInt8> = 0xE0...0xEF
    static let leadOfFour: ClosedRange<UInt8> = 0xF0...0xF4
    static let continuation: ClosedRange<UInt8> = 0x80...0xBF
  }
}

package enum KeyPress: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace, tab
  /// Ctrl-C.
  case interrupt
}
