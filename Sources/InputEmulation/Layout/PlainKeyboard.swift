import Bindings
import Desktop

/// Turns symbols into presses of keys, as on a real keyboard. Its methods return the key events to send.
///
/// The keys of a symbol's modifiers (Shift, AltGr) go down before its key, and go up when its key goes up or another
/// key goes down. Nothing reports which of several layouts is active, so a key must give the symbol in all layouts. If
/// no key does, a shortcut with Ctrl, Alt or Super uses the first layout that has the symbol, as programs do.
struct PlainKeyboard {
  struct KeyEvent: Equatable {
    /// The key's code in linux/input-event-codes.h.
    let code: UInt32
    let isDown: Bool
  }

  /// The difference between xkb's number of a key and the kernel's code.
  private static let firstCode: UInt32 = 8
  /// The symbols of the keys that choose a level: Shift_L, ISO_Level3_Shift (AltGr) and ISO_Level5_Shift.
  private static let levelKeys = ([0xffe1, 0xfe03, 0xfe11] as [UInt32]).map(KeySymbol.init(keysym:))

  /// xkb's keys LVL3, MDSW, ALT, META, SUPR and HYPR, which no real keyboard has.
  private static let unreal: Set<UInt32> = [92, 203, 204, 205, 206, 207]

  let layout: KeyboardLayout
  private var down: [KeySymbol: UInt32] = [:]
  /// The symbol pressed last, and the modifier keys that are down for its level; nil once these keys are up.
  private var levels: (of: KeySymbol, codes: [UInt32])?

  init(_ layout: KeyboardLayout) { self.layout = layout }

  func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? {
    guard let position = position(of: symbol, isShortcut: others.contains(where: \.makesShortcuts)) else {
      return layout.has(symbol) ? .unknownLayout : .noKey
    }
    return keys(for: position.modifiers) == nil ? .noKey : nil
  }

  /// Returns the key events that press the symbol. Empty if the symbol is already down, or can't be pressed.
  mutating func press(_ symbol: KeySymbol) -> [KeyEvent] {
    let isShortcut = down.keys.contains(where: \.makesShortcuts)
    guard down[symbol] == nil, let position = position(of: symbol, isShortcut: isShortcut) else { return [] }
    let held = down.values.reduce(0) { $0 | layout.modifiers(of: $1) }
    guard let needed = keys(for: position.modifiers & ~held) else { return [] }
    var events = liftLevels()
    levels = (symbol, needed)
    down[symbol] = position.code
    events += (needed + [position.code]).map { event($0, isDown: true) }
    return events
  }

  mutating func release(_ symbol: KeySymbol) -> [KeyEvent] {
    guard let code = down.removeValue(forKey: symbol) else { return [] }
    // Two symbols may share one key.
    let up = down.values.contains(code) ? [] : [event(code, isDown: false)]
    return levels?.of == symbol ? up + liftLevels() : up
  }

  mutating func releaseAll() -> [KeyEvent] {
    let codes = Set(down.values).sorted().reversed()
    down = [:]
    return codes.map { event($0, isDown: false) } + liftLevels()
  }

  private mutating func liftLevels() -> [KeyEvent] {
    let codes = levels?.codes ?? []
    levels = nil
    return codes.reversed().map { event($0, isDown: false) }
  }

  private func event(_ code: UInt32, isDown: Bool) -> KeyEvent { KeyEvent(code: code - Self.firstCode, isDown: isDown) }

  private func position(of symbol: KeySymbol, isShortcut: Bool) -> KeyboardLayout.Position? {
    let common = layout.commonPositions(of: symbol)
    return common.first { !Self.unreal.contains($0.code) } ?? common.first
      ?? (isShortcut ? layout.position(of: symbol, in: 0) : nil)
  }

  /// Level keys, such as Shift, that turn on exactly `modifiers`. Empty for 0; nil if the layout has no such keys.
  private func keys(for modifiers: UInt32) -> [UInt32]? {
    var (left, codes) = (modifiers, [UInt32]())
    for symbol in Self.levelKeys where left != 0 {
      guard let position = position(of: symbol, isShortcut: false), position.modifiers == 0 else { continue }
      let turnedOn = layout.modifiers(of: position.code)
      guard turnedOn & left != 0, turnedOn & ~modifiers == 0 else { continue }
      codes.append(position.code)
      left &= ~turnedOn
    }
    return left == 0 ? codes : nil
  }
}

extension KeySymbol {
  /// Whether the symbol is Ctrl, Meta, Alt, Super or Hyper.
  fileprivate var makesShortcuts: Bool { [0xffe3, 0xffe4].contains(number) || (0xffe7...0xffee).contains(number) }
}

/// A link that presses symbols by the kernel's key codes.
protocol PlainKeyboardLink: EmulationLink, WaylandLink {
  var keyboard: PlainKeyboard? { get set }
  var keymaps: SeatKeymaps? { get set }
  func send(_ events: [PlainKeyboard.KeyEvent])
}

extension PlainKeyboardLink {
  func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? {
    keyboard?.obstacle(to: symbol, with: others)
  }

  /// Follows the seat's keymaps. Calls `opened` after the first keymap, or once the seat is known to have no keymap.
  func followKeymaps(opened: @escaping () -> Void) {
    let received = { [unowned self] (text: String) in
      if let keymap = keymaps?.keymap(text) { follow(keymap) }
    }
    keymaps = SeatKeymaps(for: self, received: received, opened: opened)
  }

  /// Uses a new keymap of the seat; keys that are down go up first. Does nothing if the layout is the same as before.
  func follow(_ keymap: XkbKeymap) {
    guard keymap.layout != keyboard?.layout else { return }
    releaseAll()
    keyboard = PlainKeyboard(keymap.layout)
  }

  func releaseAll() {
    if let released = keyboard?.releaseAll() { send(released) }
  }

  func press(_ symbol: KeySymbol) {
    if let pressed = keyboard?.press(symbol) { send(pressed) }
  }

  func release(_ symbol: KeySymbol) {
    if let released = keyboard?.release(symbol) { send(released) }
  }
}
