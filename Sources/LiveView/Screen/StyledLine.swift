/// A line of text with styles, put together from left to right.
struct StyledLine: Equatable {
  /// A glyph with its style.
  struct Piece: Equatable {
    let glyph: SizedGlyph
    let style: Style
  }

  /// On which side of a column its text stands.
  enum Side { case left, right }

  private(set) var pieces: [Piece] = []
  /// In columns.
  private(set) var width = 0

  private static let ellipsis = SizedGlyph(glyph: Glyph("…"), columns: 1)

  init() {}

  init(_ text: String, _ style: Style = .plain) { add(text, style) }

  mutating func add(_ text: String, _ style: Style = .plain) {
    for glyph in text.glyphs { add(Piece(glyph: glyph, style: style)) }
  }

  mutating func add(_ line: StyledLine) {
    for piece in line.pieces { add(piece) }
  }

  /// Adds exactly so many columns: the text, cut where it is too long, and blanks.
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

  /// Blanks up to this width.
  mutating func pad(to columns: Int) { add(String(repeating: " ", count: max(0, columns - width))) }

  /// At most so wide; where something had to go, the last column says so.
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
