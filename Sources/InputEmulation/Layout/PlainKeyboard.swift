import Bindings

/// A keyboard that has keys and nothing else, as one that is plugged in: presses symbols by the kernel's codes of keys.
///
/// The modifiers of a symbol's level are pressed as keys too (Shift, AltGr), before its own key, and go up when that goes up or
/// another one goes down. Which of several layouts is in use is not told to a program, so only keys are pressed that are right in
/// any case: those that give the symbol in all layouts, and, with Ctrl, Alt or Super, that of the first layout that has the symbol,
/// where programs look up shortcuts too.
struct PlainKeyboard {
  struct KeyEvent: Equatable {
    /// As in linux/input-event-codes.h.
    let code: UInt32
    let isDown: Bool
  }

  /// Keys are numbered from here on by xkb, and from 0 on by the kernel.
  private static let firstCode: UInt32 = 8
  /// The symbols of the keys that choose a level: Shift_L, ISO_Level3_Shift (AltGr) and ISO_Level5_Shift.
  private static let levelKeys = ([0xffe1, 0xfe03, 0xfe11] as [UInt32]).map(KeySymbol.init(keysym:))

  /// LVL3, and MDSW to HYPR: layouts have them for modifiers that no other key may have, and no keyboard has them.
  private static let unreal: Set<UInt32> = [92, 203, 204, 205, 206, 207]

  let layout: KeyboardLayout
  /// Keys that are down for symbols, by xkb's codes.
  private var down: [KeySymbol: UInt32] = [:]
  /// Keys that are down for the level of a symbol, that which was pressed last.
  private var levels: (of: KeySymbol, codes: [UInt32])?

  init(_ layout: KeyboardLayout) { self.layout = layout }

  /// Why the symbol can't be pressed while `others` are down too; nil if it can.
  func lack(of symbol: KeySymbol, beside others: [KeySymbol]) -> KeyLack? {
    guard let place = place(of: symbol, isShortcut: others.contains(where: \.makesShortcuts)) else {
      return layout.has(symbol) ? .unknownLayout : .noKey
    }
    return keys(for: place.modifiers) == nil ? .noKey : nil
  }

  /// What goes down for the symbol; nothing for one that can't be pressed.
  mutating func press(_ symbol: KeySymbol) -> [KeyEvent] {
    let isShortcut = down.keys.contains(where: \.makesShortcuts)
    guard down[symbol] == nil, let place = place(of: symbol, isShortcut: isShortcut) else { return [] }
    let held = down.values.reduce(0) { $0 | layout.modifiers(of: $1) }
    guard let needed = keys(for: place.modifiers & ~held) else { return [] }
    var events = liftLevels()
    levels = (symbol, needed)
    down[symbol] = place.code
    events += (needed + [place.code]).map { event($0, isDown: true) }
    return events
  }

  /// What goes up with the symbol.
  mutating func release(_ symbol: KeySymbol) -> [KeyEvent] {
    guard let code = down.removeValue(forKey: symbol) else { return [] }
    // Two symbols may be of one key.
    let up = down.values.contains(code) ? [] : [event(code, isDown: false)]
    return levels?.of == symbol ? up + liftLevels() : up
  }

  /// What goes up so that nothing is down.
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

  private func event(_ code: UInt32, isDown: Bool) -> KeyEvent {
    KeyEvent(code: code - Self.firstCode, isDown: isDown)
  }

  private func place(of symbol: KeySymbol, isShortcut: Bool) -> KeyboardLayout.Place? {
    let common = layout.commonPlaces(of: symbol)
    return common.first { !Self.unreal.contains($0.code) } ?? common.first
      ?? (isShortcut ? layout.place(of: symbol, in: 0) : nil)
  }

  /// Keys that turn on these modifiers and no others; nil if no keys do.
  private func keys(for modifiers: UInt32) -> [UInt32]? {
    var (left, codes) = (modifiers, [UInt32]())
    for symbol in Self.levelKeys where left != 0 {
      guard let place = place(of: symbol, isShortcut: false), place.modifiers == 0 else { continue }
      let turnedOn = layout.modifiers(of: place.code)
      guard turnedOn & left != 0, turnedOn & ~modifiers == 0 else { continue }
      codes.append(place.code)
      left &= ~turnedOn
    }
    return left == 0 ? codes : nil
  }
}

extension KeySymbol {
  /// Ctrl, Meta, Alt, Super or Hyper: with it a key is a shortcut, and types nothing.
  fileprivate var makesShortcuts: Bool { [0xffe3, 0xffe4].contains(number) || (0xffe7...0xffee).contains(number) }
}

protocol PlainKeyboardLink: EmulationLink {
  /// Nil until the layout is known.
  var keyboard: PlainKeyboard? { get set }
  func send(_ events: [PlainKeyboard.KeyEvent])
}

extension PlainKeyboardLink {
  /// The seat has another keymap: keys that are down go up before keys of the other layout go down.
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
