/// A part of the screen, in cells.
struct Region: Equatable {
  var column: Int
  var row: Int
  var columns: Int
  var rows: Int

  /// Without so many cells at each side.
  func inset(by cells: Int) -> Region {
    Region(
      column: column + cells, row: row + cells, columns: max(0, columns - 2 * cells), rows: max(0, rows - 2 * cells))
  }

  /// Takes rows from its top.
  mutating func takeTop(_ count: Int) -> Region {
    let taken = min(max(0, count), rows)
    defer {
      row += taken
      rows -= taken
    }
    return Region(column: column, row: row, columns: columns, rows: taken)
  }

  /// Takes rows from its bottom.
  mutating func takeBottom(_ count: Int) -> Region {
    let taken = min(max(0, count), rows)
    rows -= taken
    return Region(column: column, row: row + rows, columns: columns, rows: taken)
  }

  /// Takes columns from its left.
  mutating func takeLeft(_ count: Int) -> Region {
    let taken = min(max(0, count), columns)
    defer {
      column += taken
      columns -= taken
    }
    return Region(column: column, row: row, columns: taken, rows: rows)
  }
}

/// What a terminal of some size is to show.
struct Canvas: Equatable {
  let columns: Int
  let rows: Int
  /// Row by row.
  private(set) var cells: [Cell]

  /// An empty one.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: .blank, count: columns * rows)
  }

  var region: Region { Region(column: 0, row: 0, columns: columns, rows: rows) }

  subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  /// Puts a glyph of one column into a cell; what is outside of the canvas is left out.
  mutating func put(_ glyph: Glyph, _ style: Style = .plain, column: Int, row: Int) {
    guard column >= 0, column < columns, row >= 0, row < rows else { return }
    split(column, row)
    // The style of a blank can't be seen, so it is no change either.
    let isUnseen = glyph == .blank && !style.isReversed
    cells[row * columns + column] = Cell(glyph: glyph, style: isUnseen ? .plain : style)
  }

  /// Writes a line into a row of a region, cut at its end.
  mutating func write(_ line: StyledLine, in region: Region, row: Int = 0) {
    guard row >= 0, row < region.rows else { return }
    var line = line
    line.cut(to: region.columns)
    var column = region.column
    for piece in line.pieces {
      put(piece, column: column, row: region.row + row)
      column += piece.glyph.columns
    }
  }

  /// Writes lines into a region, from its top.
  mutating func write(_ lines: [StyledLine], in region: Region) {
    for (row, line) in lines.enumerated() { write(line, in: region, row: row) }
  }

  private mutating func put(_ piece: StyledLine.Piece, column: Int, row: Int) {
    guard piece.glyph.columns > 1 else { return put(piece.glyph.glyph, piece.style, column: column, row: row) }
    guard column >= 0, column + 1 < columns else { return }
    put(.blank, column: column + 1, row: row)
    put(piece.glyph.glyph, piece.style, column: column, row: row)
    guard row >= 0, row < rows else { return }
    cells[row * columns + column + 1] = Cell(glyph: .blank, style: cells[row * columns + column].style, isTail: true)
  }

  /// Of a wide character that is about to lose one half the other becomes blank, as in a terminal.
  private mutating func split(_ column: Int, _ row: Int) {
    let place = row * columns + column
    if cells[place].isTail { cells[place - 1] = .blank }
    if column + 1 < columns, cells[place + 1].isTail { cells[place + 1] = .blank }
  }
}
