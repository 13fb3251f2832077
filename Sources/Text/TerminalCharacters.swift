/// The characters that a terminal shows, as its locale says. Files, pipes and the journal get UTF-8 in every locale.
///
/// In a locale without UTF-8 a character outside of ASCII gets a substitute that looks or reads like it. In a cell the substitute
/// is as wide as the character; in running text it may be longer.
public enum TerminalCharacters: Sendable {
  /// Every character.
  case unicode
  /// ASCII only.
  case ascii

  /// The first of LC_ALL, LC_CTYPE and LANG that is not empty names the locale (POSIX, 8.2); without one it is the locale C.
  public init(variable: (String) -> String?) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable)
    self = Self.isUTF8(names.first { !$0.isEmpty } ?? "") ? .unicode : .ascii
  }

  /// Whether a locale, such as `de_DE.UTF-8@euro`, has UTF-8. Some systems name only the codeset.
  private static func isUTF8(_ locale: String) -> Bool {
    let name = locale.prefix { $0 != "@" }
    let codeset = name.firstIndex(of: ".").map { name[name.index(after: $0)...] } ?? name
    return ["utf-8", "utf8"].contains(codeset.lowercased())
  }

  /// The text with substitutes for what the terminal lacks.
  public func shown(_ text: String) -> String {
    guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += Substitutes.text($1) }
  }

  /// The character in a cell of a drawing; in place of a wide one it stands twice.
  public func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    self == .unicode || scalar.isASCII ? scalar : Substitutes.glyph(scalar)
  }
}

/// What stands in ASCII for other characters.
private enum Substitutes {
  /// Stands for each column of what has no substitute. Letters have none: another letter would make another name.
  private static let unknown: Unicode.Scalar = "?"

  static func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Dots.glyph(scalar) ?? glyphs[scalar] ?? unknown
  }

  static func text(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII { return String(scalar) }
    return words[scalar] ?? controlKey(scalar)
      ?? String(repeating: String(glyph(scalar)), count: scalar.columns)
  }

  /// What the programs draw with: frames, marks of states, bars, arrows; and the punctuation of names and commands.
  private static let glyphs: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
    "✓": "V", "✗": "X", "×": "x", "○": "o", "◌": "~", "◆": "=", "◇": "-", "●": "*", "∅": "0", "■": "#", "□": "o",
    "↻": "@", "·": ".", "▸": ">",
    "▇": "#", "▁": "_", "━": "=", "╌": "-", "┤": "|", "╪": "+",
    "→": ">", "←": "<", "↑": "^", "↓": "v", "↔": "%", "↘": "\\", "↖": "\\", "↙": "/", "↗": "/",
    "…": ">", "°": "d", "µ": "u", "–": "-", "—": "-", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'",
    "’": "'", "•": "*", "\u{A0}": " ",
  ]

  /// Where running text has room for more than a glyph.
  private static let words: [Unicode.Scalar: String] = [
    "…": "...", "°": " deg", "→": "->", "←": "<-", "↔": "<->",
  ]

  /// The pictures of control characters, as `^[`.
  private static func controlKey(_ scalar: Unicode.Scalar) -> String? {
    let key: UInt32 = 0x40
    switch scalar.value {
    case 0x2400...0x241F: return Unicode.Scalar(scalar.value - 0x2400 ^ key).map { "^\($0)" }
    case 0x2421: return "^?"
    default: return nil
    }
  }
}

/// Cells of braille dots, two by four, as the ASCII character whose strokes lie most nearly where the dots are.
private enum Dots {
  private static let first: UInt32 = 0x2800
  private static let count: UInt32 = 0x100

  /// What a stroke of each character looks like in dots; of two that are equally near the upper one is taken.
  private static let strokes: [(glyph: Unicode.Scalar, dots: String)] = [
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
    let known = strokes.flatMap { stroke in stroke.dots.unicodeScalars.map { (stroke.glyph, $0.value) } }
    return (first..<first + count).map { cell in
      known.min { ($0.1 ^ cell).nonzeroBitCount < ($1.1 ^ cell).nonzeroBitCount }?.0 ?? " "
    }
  }()

  /// Nil for what is no cell of dots.
  static func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    (first..<first + count).contains(scalar.value) ? glyphs[Int(scalar.value - first)] : nil
  }
}
