extension Canvas {
  /// What brings a terminal that shows `shown` to show this, as text with control sequences; all of it where the terminal
  /// shows something else. Empty where nothing has changed.
  func changes(from shown: Canvas?, colours: Bool) -> String {
    var writer = CanvasWriter(colours: colours)
    let before = shown.flatMap { $0.columns == columns && $0.rows == rows ? $0 : nil }
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = self[column, row]
        if let before, before[column, row] == cell { continue }
        // The left half writes both.
        if cell.isTail { continue }
        writer.write(cell, column: column, row: row, of: columns)
      }
    }
    return writer.finished()
  }
}

/// Writes cells one after another, with no more control sequences than it takes.
private struct CanvasWriter {
  let colours: Bool
  private var text = ""
  private var style: Style?
  /// Where the terminal's cursor is; nil where one can't be sure.
  private var place: (column: Int, row: Int)?

  private static let escape = "\u{1B}["

  init(colours: Bool) { self.colours = colours }

  mutating func write(_ cell: Cell, column: Int, row: Int, of columns: Int) {
    if place?.column != column || place?.row != row { text += "\(Self.escape)\(row + 1);\(column + 1)H" }
    if style != cell.style {
      text += cell.style.sequence(colours: colours)
      style = cell.style
    }
    cell.glyph.write(to: &text)
    // After the last column, and after what terminals may give another width, the cursor is put where it belongs.
    place = cell.glyph.isSure && column + 1 < columns ? (column + 1, row) : nil
  }

  /// Everything written; the terminal is left as it writes by itself.
  func finished() -> String {
    text.isEmpty ? "" : text + Style.plain.sequence(colours: colours)
  }
}
