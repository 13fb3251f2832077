import Bindings
import Text

struct Cell: Equatable {
  var glyph = Glyph.blank
  var style = Style.plain
  /// Whether the cell shows the right half of the character to its left.
  var isTail = false

  static let blank = Cell()
}

/// The character of a cell: a scalar, and up to two combining marks.
struct Glyph: Equatable {
  var scalar: Unicode.Scalar
  private(set) var firstMark: Unicode.Scalar?
  private(set) var secondMark: Unicode.Scalar?

  init(_ scalar: Unicode.Scalar) { self.scalar = scalar }

  static let blank = Glyph(" ")

  /// Adds a combining mark. Ignores a third mark, because more than two marks could cover the lines above and below.
  mutating func add(mark: Unicode.Scalar) {
    if firstMark == nil {
      firstMark = mark
    } else if secondMark == nil {
      secondMark = mark
    }
  }

  /// Whether the glyph takes exactly one column in every terminal.
  private var hasFixedWidth: Bool {
    firstMark == nil && (scalar.isASCII || Self.own.contains { $0.contains(scalar.value) })
  }

  /// The view's own characters: punctuation, arrows, lines, blocks, shapes and braille.
  private static let own: [ClosedRange<UInt32>] = [0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FF, 0x2800...0x28FF]

  /// Appends the glyph, or ASCII in its place. Returns the width in columns; nil if terminals differ in the width.
  @discardableResult
  func write(to text: inout String, in characters: TerminalCharacters = .unicode) -> Int? {
    switch characters {
    case .unicode:
      write(to: &text)
      return hasFixedWidth ? 1 : nil
    case .ascii:
      let columns = max(1, scalar.columns)
      for _ in 0..<columns { text.unicodeScalars.append(characters.glyph(scalar)) }
      return columns
    }
  }

  private func write(to text: inout String) {
    text.unicodeScalars.append(scalar)
    if let firstMark { text.unicodeScalars.append(firstMark) }
    if let secondMark { text.unicodeScalars.append(secondMark) }
  }
}

/// A glyph with its width in columns, 1 or 2.
struct SizedGlyph: Equatable {
  var glyph: Glyph
  let columns: Int
}

extension String {
  /// The text as glyphs, with visible substitutes for characters that control a terminal. Omits invisible characters.
  fileprivate var glyphs: [SizedGlyph] {
    var glyphs: [SizedGlyph] = []
    for scalar in visible.unicodeScalars {
      if scalar.isASCII {
        glyphs.append(SizedGlyph(glyph: Glyph(scalar), columns: 1))
      } else if scalar.columns > 0 {
        glyphs.append(SizedGlyph(glyph: Glyph(scalar), columns: scalar.columns))
      } else if !scalar.isInvisible, !glyphs.isEmpty {
        glyphs[glyphs.count - 1].glyph.add(mark: scalar)
      }
    }
    return glyphs
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a format character or a variation selector, which not all terminals treat alike.
  fileprivate var isInvisible: Bool { properties.generalCategory == .format || properties.isVariationSelector }
}

struct Style: Equatable {
  /// The importance of a text: important text is bold, less important text is dim.
  enum Weight { case normal, bold, dim }

  /// One of the terminal's 256 colours; nil for the default colour.
  var colour: UInt8?
  var weight = Weight.normal
  var isReversed = false

  static let plain = Style()
  static let bold = Style(weight: .bold)
  static let dim = Style(weight: .dim)

  var strong: Style { with { $0.weight = .bold } }
  var reversed: Style { with { $0.isReversed = true } }

  private func with(_ change: (inout Style) -> Void) -> Style {
    var style = self
    change(&style)
    return style
  }

  /// Returns the sequence that replaces the terminal's style with this style. Source: ECMA-48 SGR, xterm's 256 colours.
  func sequence(colours: Bool) -> String {
    var codes = "0"
    let grey = weight == .dim && colour == nil ? Palette.grey : nil
    switch weight {
    case .normal: break
    case .bold: codes += ";1"
    // With colours, dim text is grey, because many terminals show faint text like normal text.
    case .dim: if !colours { codes += ";2" }
    }
    if isReversed { codes += ";7" }
    if colours, let colour = colour ?? grey { codes += ";38;5;\(colour)" }
    return "\u{1B}[\(codes)m"
  }
}

/// The view's colours, readable on dark and on light backgrounds.
enum Palette {
  fileprivate static let grey: UInt8 = 244
  static let good = Style(colour: 71)
  static let bad = Style(colour: 167)
  static let busy = Style(colour: 178)
  static let waiting = Style(colour: 140)
  static let started = Style(colour: 67)

  /// The colours of the fingers' trails. Each list is for one finger, from the newest part of the trail to the oldest.
  private static let fingers: [[UInt8]] = [
    [44, 37, 66, 243], [208, 172, 137, 243], [170, 133, 96, 243], [113, 71, 65, 243], [75, 68, 60, 243],
    [220, 178, 143, 243],
  ]

  /// Returns the style of a part of a finger's trail. `fading` is 0 for the newest part, and greater for older parts.
  static func finger(_ number: Int, fading: Int = 0) -> Style {
    let colours = fingers[number % fingers.count]
    let last = colours.count - 1
    return Style(
      colour: colours[min(max(fading, 0), last)], weight: fading <= 0 ? .bold : fading >= last ? .dim : .normal)
  }
}

/// A line of text with styles, built from left to right.
struct StyledLine: Equatable {
  struct Piece: Equatable {
    let glyph: SizedGlyph
    let style: Style
  }

  enum Side { case left, right }

  private(set) var pieces: [Piece] = []
  private(set) var width = 0

  private static let ellipsis = SizedGlyph(glyph: Glyph("…"), columns: 1)

  init() {}

  init(_ text: String, _ style: Style = .plain) { add(text, style) }

  mutating func add(_ text: String, _ style: Style = .plain) {
    for glyph in text.glyphs { add(Piece(glyph: glyph, style: style)) }
  }

  mutating func add(_ line: StyledLine) { for piece in line.pieces { add(piece) } }

  /// Adds the text in exactly `columns` columns: cut, or filled with blanks.
  mutating func add(_ text: String, _ style: Style = .plain, columns: Int, side: Side = .left) {
    var column = StyledLine(text, style)
    column.cut(to: columns)
    let blanks = String(repeating: " ", count: max(0, columns - column.width))
    switch side {
    case .left:
      add(column)
      add(blanks)
    case .right:
      add(blanks)
      add(column)
    }
  }

  mutating func pad(to columns: Int) { add(String(repeating: " ", count: max(0, columns - width))) }

  /// Cuts the line to at most `columns` columns; an ellipsis replaces the removed text.
  mutating func cut(to columns: Int) {
    guard width > columns else { return }
    let room = columns - Self.ellipsis.columns
    var style = Style.plain
    while width > max(0, room), let last = pieces.popLast() {
      width -= last.glyph.columns
      style = last.style
    }
    if room >= 0 { add(Piece(glyph: Self.ellipsis, style: style)) }
  }

  private mutating func add(_ piece: Piece) {
    pieces.append(piece)
    width += piece.glyph.columns
  }
}
