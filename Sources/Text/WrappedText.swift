extension String {
  /// The text with its lines broken at blanks, so that each line fits into `columns`. A word wider than a line stays
  /// whole, so that users can copy it.
  ///
  /// The rest of a broken line begins at the column `hanging`. If `hanging` is nil, the rest begins below the text
  /// after a label and two or more blanks, if at most at half of `columns`; otherwise below the line's first word.
  public func wrapped(to columns: Int, hanging: Int? = nil) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { WrappedLine($0, columns, hanging).text }.joined(
      separator: "\n")
  }
}

private struct WrappedLine {
  /// A word with the number of blanks before it. The last word can be empty.
  private struct Piece {
    var blanks = 0
    var word = ""
    var width = 0
  }

  private(set) var text = ""

  /// The smallest number of blanks after a label. Between the words of a sentence there are fewer.
  private static let gap = 2

  init(_ line: Substring, _ columns: Int, _ hanging: Int?) {
    let pieces = Self.pieces(line)
    let indent = hanging ?? Self.indent(pieces, columns)
    var column = 0
    for (index, piece) in pieces.enumerated() {
      let isTooWide = column + piece.blanks + piece.width > columns
      let breaksLine = isTooWide && index > 0 && !piece.word.isEmpty
      text += breaksLine ? "\n" + Self.blanks(indent) : Self.blanks(piece.blanks)
      text += piece.word
      column = (breaksLine ? indent : column + piece.blanks) + piece.width
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

  /// The column at which the rest of a broken line begins, at most half of `columns`.
  private static func indent(_ pieces: [Piece], _ columns: Int) -> Int {
    var (starts, column) = ([Int](), 0)
    for (index, piece) in pieces.enumerated() {
      column += piece.blanks
      if index == 0 || piece.blanks >= gap { starts.append(column) }
      column += piece.width
    }
    return starts.prefix(2).last { $0 <= columns / 2 } ?? 0
  }
}
