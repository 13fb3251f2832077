/// A key symbol (keysym) of X: a character, or a key like `Left`. A character always has its Unicode number (plus
/// 0x1000000 above U+00FF), not an older number. Source: xorgproto's keysymdef.h and XF86keysym.h, used by xkbcommon.
public struct KeySymbol: Hashable, Sendable {
  public let number: UInt32

  public init(keysym: UInt32) {
    if keysym > 0xff, keysym < Self.firstFunction, let scalar = KeySymbolTable.characters[keysym] {
      number = Self.number(of: scalar)
    } else if keysym & 0xff00_0000 == Self.unicode {
      number = Self.number(of: keysym & 0xff_ffff)
    } else {
      number = keysym
    }
  }

  /// The symbol of a character: `Return` for a line feed, `Tab` for a tab. Nil for other control characters.
  public init?(_ character: Unicode.Scalar) {
    switch character.value {
    case 0x0a: number = 0xff0d
    case 0x09: number = 0xff09
    case 0..<0x20, 0x7f..<0xa0: return nil
    case let scalar: number = Self.number(of: scalar)
    }
  }

  /// The symbol of a character, a short name, an xkb name, or a code such as `U20AC`; nil for any other text. Capitals
  /// matter only in a single character, and in xkb names that differ only in capitals.
  public init?(name: String) {
    if let first = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      self.init(first)
    } else if let known = Self.shortNames[name.lowercased()] ?? KeySymbolTable.number(of: name) {
      self.init(keysym: known)
    } else if name.hasPrefix("U") || name.hasPrefix("u"), (5...7).contains(name.utf8.count),
      let scalar = UInt32(name.dropFirst(), radix: 16),
      let character = Unicode.Scalar(scalar)
    {
      self.init(character)
    } else {
      return nil
    }
  }

  public var isModifier: Bool { (0xffe1...0xffee).contains(number) || (0xfe01...0xfe13).contains(number) }

  /// The character of the symbol; nil for a key without a character.
  public var character: Unicode.Scalar? {
    switch number {
    case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(number)
    case Self.unicode...Self.unicode + 0x10_ffff: Unicode.Scalar(number - Self.unicode)
    default: nil
    }
  }

  public var xkbName: String? { KeySymbolTable.name(of: number) }

  private static let unicode: UInt32 = 0x0100_0000
  /// The lowest keysym of the keys that aren't characters, such as `Left`.
  private static let firstFunction: UInt32 = 0xfd00

  private static func number(of scalar: UInt32) -> UInt32 { scalar <= 0xff ? scalar : unicode + scalar }

  /// The keysyms of common names for keys, such as `ctrl`. The names are in lower case.
  private static let shortNames: [String: UInt32] = [
    "super": 0xffeb, "win": 0xffeb, "logo": 0xffeb, "ctrl": 0xffe3, "control": 0xffe3, "alt": 0xffe9, "shift": 0xffe1,
    "altgr": 0xfe03, "meta": 0xffe7, "hyper": 0xffed, "enter": 0xff0d, "esc": 0xff1b, "del": 0xffff, "ins": 0xff63,
    "pageup": 0xff55, "pagedown": 0xff56, "plus": 0x2b, "space": 0x20, "backspace": 0xff08,
  ]

  /// The names that messages propose instead of a wrong name.
  static let commonNames: [String] =
    ["Super", "Ctrl", "Alt", "Shift", "AltGr", "Enter", "Escape", "Space", "BackSpace", "Delete", "Insert", "Tab"]
    + ["Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "Print", "Menu", "plus", "minus", "comma"]
    + (1...12).map { "F\($0)" }
    + ["Play", "Next", "Prev", "Stop", "Mute", "RaiseVolume", "LowerVolume"].map { "XF86Audio\($0)" }
    + ["XF86MonBrightnessUp", "XF86MonBrightnessDown", "XF86Back", "XF86Forward"]
}

/// The lines of keysyms.txt: a name, its number, and perhaps a Unicode number.
private enum KeySymbolTable {
  private static let symbols = PackageResources.keysyms_txt.split(separator: UInt8(ascii: "\n")).compactMap {
    line -> (name: String, number: UInt32, character: UInt32?)? in
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let number = UInt32(fields[1], radix: 16) else { return nil }
    return (String(fields[0]), number, fields.count == 3 ? UInt32(fields[2], radix: 16) : nil)
  }

  private static let numbers = Dictionary(symbols.map { ($0.name, $0.number) }) { first, _ in first }
  private static let symbolsByLowercaseName = Dictionary(grouping: symbols) { $0.name.lowercased() }

  /// The number of an xkb name. Without an exact match, capitals don't matter; nil if no number or several numbers fit.
  static func number(of name: String) -> UInt32? {
    if let number = numbers[name] { return number }
    let found = Set((symbolsByLowercaseName[name.lowercased()] ?? []).map(\.number))
    return found.count == 1 ? found.first : nil
  }

  static func name(of number: UInt32) -> String? { symbols.first { $0.number == number }?.name }

  /// The Unicode number of each character whose keysym isn't derived from Unicode, by keysym.
  static let characters = Dictionary(symbols.compactMap { symbol in symbol.character.map { (symbol.number, $0) } }) {
    $1
  }
}
