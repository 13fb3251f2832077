/// The characters that a terminal can show in its locale. Files, pipes and the journal get UTF-8 in every locale.
///
/// Without UTF-8, each character outside ASCII is replaced by a similar character or by "?". `glyph` returns the ASCII
/// character that fills each column of the original character. `shown` can make the text longer: "→" becomes "->".
public enum TerminalCharacters: Sendable {
  case unicode, ascii

  /// Chooses `unicode` if the first nonempty variable of LC_ALL, LC_CTYPE and LANG names UTF-8. Source: POSIX, 8.2.
  public init(variable: (String) -> String?) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable)
    self = Self.isUTF8(names.first { !$0.isEmpty } ?? "") ? .unicode : .ascii
  }

  /// Whether the locale's codeset is UTF-8. On some systems, a locale is only the name of a codeset, such as `UTF-8`.
  private static func isUTF8(_ locale: String) -> Bool {
    let name = locale.prefix { $0 != "@" }
    let codeset = name.firstIndex(of: ".").map { name[name.index(after: $0)...] } ?? name
    return ["utf-8", "utf8"].contains(codeset.lowercased())
  }

  public func shown(_ text: String) -> String {
    guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += Substitutes.text($1) }
  }

  /// Returns the scalar if the terminal can show it, or else the ASCII character that fills each column of the scalar.
  public func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    self == .unicode || scalar.isASCII ? scalar : Substitutes.glyph(scalar)
  }
}

private enum Substitutes {
  /// The substitute for a character that has no other substitute. Text has one "?" for each column of the character.
  private static let unknown: Unicode.Scalar = "?"

  static func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar { Dots.glyph(scalar) ?? glyphs[scalar] ?? unknown }

  static func text(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII { return String(scalar) }
    return words[scalar] ?? controlKey(scalar) ?? String(repeating: String(glyph(scalar)), count: scalar.columns)
  }

  private static let glyphs: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
    "✓": "V", "✗": "X", "×": "x", "○": "o", "◌": "~", "◆": "=", "◇": "-", "●": "*", "∅": "0", "■": "#", "□": "o",
    "↻": "@", "·": ".", "▸": ">",
    "▇": "#", "▁": "_", "━": "=", "╌": "-", "┤": "|", "╪": "+",
    "→": ">", "←": "<", "↑": "^", "↓": "v", "↔": "%", "↘": "\\", "↖": "\\", "↙": "/", "↗": "/",
    "…": ">", "°": "d", "µ": "u", "–": "-", "—": "-", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'",
    "’": "'", "•": "*", "\u{A0}": " ",
  ]

  /// Substitutes for running text, which has room for more than a glyph.
  private static let words: [Unicode.Scalar: String] = ["…": "...", "°": " deg", "→": "->", "←": "<-", "↔": "<->"]

  /// The substitute for a control character's symbol: `^[` for `␛`. Nil for other scalars.
  private static func controlKey(_ scalar: Unicode.Scalar) -> String? {
    let key: UInt32 = 0x40
    switch scalar.value {
    case 0x2400...0x241F: return Unicode.Scalar(scalar.value - 0x2400 ^ key).map { "^\($0)" }
    case 0x2421: return "^?"
    default: return nil
    }
  }
}

/// Cells of two by four braille dots. Each cell becomes the most similar ASCII character.
private enum Dots {
  private static let first: UInt32 = 0x2800
  private static let count: UInt32 = 0x100

  /// The dot patterns that each ASCII character resembles. Of characters equally similar to a cell, the first is used.
  private static let shapes: [(glyph: Unicode.Scalar, dots: String)] = [
    (" ", "⠀"),
    ("-", "⠒⠤⠂⠐⠄⠠"),
    ("_", "⣀"),
    ("'", "⠁⠈⠉⠃⠘"),
    (".", "⡀⢀⡄⢠"),
    ("|", "⡇⢸⠇⠸⡆⢰⠆⠰"),
    (":", "⠅⠨⡂⢐⡁⢈"),
    ("/", "⠊⠔⡠⡜⡔⠜⠎⡰"),
    ("\\", "⠑⠢⢄⢣⢢⠣⠱⢆"),
    ("=", "⠶⠛⣤"),
    ("#", "⣿⡿⣷"),
  ]

  private static let glyphs: [Unicode.Scalar] = {
    let candidates = shapes.flatMap { shape in shape.dots.unicodeScalars.map { (shape.glyph, $0.value) } }
    return (first..<first + count).map { cell in
      candidates.min { ($0.1 ^ cell).nonzeroBitCount < ($1.1 ^ cell).nonzeroBitCount }?.0 ?? " "
    }
  }()

  /// The ASCII character for a cell of dots. Nil for other scalars.
  static func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    (first..<first + count).contains(scalar.value) ? glyphs[Int(scalar.value - first)] : nil
  }
}
