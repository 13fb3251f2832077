extension String {
  /// Its lines, broken at blanks where they are wider than `columns`.
  ///
  /// The rest of a line stands below its first word; where the line begins with a column of its own, as with a number and two
  /// blanks, the rest stands below what follows. A word that is wider than a line stays whole, so that it can be copied.
  ///
  /// With `hanging` the rest stands below that column.
  public func wrapped(to columns: Int, hanging: Int? = nil) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { WrappedLine($0, columns, hanging).text }.joined(
      separator: "\n")
  }
}

/// A line as several that are narrow enough.
private struct WrappedLine {
  /// A word with the number of blanks before it. After the last word there may be blanks only.
  private struct Piece {
    var blanks = 0
    var word = ""
    /// In columns.
    var width = 0
  }

  private(set) var text = ""

  /// Fewer blanks are between words of a sentence.
  private static let gap = 2

  init(_ line: Substring, _ columns: Int, _ hanging: Int?) {
    let pieces = Self.pieces(line)
    let indent = hanging ?? Self.indent(pieces, columns)
    var column = 0
    for (place, piece) in pieces.enumerated() {
      let isTooWide = column + piece.blanks + piece.width > columns
      let breaks = isTooWide && place > 0 && !piece.word.isEmpty
      text += breaks ? "\n" + Self.blanks(indent) : Self.blanks(piece.blanks)
      text += piece.word
      column = (breaks ? indent : column + piece.blanks) + piece.width
    }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func pieces(_ line: Substring) -> [Piece] {
    var pieces = [Piece()]
    for scalar in line.unicodeScalars {
      if scalar == " " {
        if let last = pieces.last, !last.word.isEmpty { pieces.append(Piece()) }
        pieces[pieces.count - 1].blanks += 1
      } else {
        pieces[pieces.count - 1].word.unicodeScalars.append(scalar)
        pieces[pieces.count - 1].width += scalar.columns
      }
    }
    return pieces
  }

  /// The column where the rest of the line begins, in its left half.
  private static func indent(_ pieces: [Piece], _ columns: Int) -> Int {
    var (starts, column) = ([Int](), 0)
    for (place, piece) in pieces.enumerated() {
      column += piece.blanks
      if place == 0 || piece.blanks >= gap { starts.append(column) }
      column += piece.width
    }
    return starts.prefix(2).last { $0 <= columns / 2 } ?? 0
  }
}
