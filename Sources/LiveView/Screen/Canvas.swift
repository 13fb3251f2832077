import GestureCore
import Text

/// The content of a terminal's screen.
struct Canvas: Equatable {
  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: .blank, count: columns * rows)
  }

  var region: Region { Region(column: 0, row: 0, columns: columns, rows: rows) }

  subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  /// Puts a glyph of one column into a cell. Ignores cells outside the canvas.
  mutating func put(_ glyph: Glyph, _ style: Style = .plain, column: Int, row: Int) {
    guard column >= 0, column < columns, row >= 0, row < rows else { return }
    split(column, row)
    // A blank gets the plain style, because its style is invisible and would only cause changes.
    let isInvisible = glyph == .blank && !style.isReversed
    cells[row * columns + column] = Cell(glyph: glyph, style: isInvisible ? .plain : style)
  }

  /// Writes a line into a row of a region, cut to the region's width. Ignores rows outside the region.
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

  /// Blanks a wide character before half of it is overwritten, as terminals do.
  private mutating func split(_ column: Int, _ row: Int) {
    let index = row * columns + column
    if cells[index].isTail { cells[index - 1] = .blank }
    if column + 1 < columns, cells[index + 1].isTail { cells[index + 1] = .blank }
  }

  /// Returns text that changes the screen from `shown` to this canvas: all cells if `shown` is nil or differs in size.
  func changes(from shown: Canvas?, colours: Bool, characters: TerminalCharacters = .unicode) -> String {
    var writer = CanvasWriter(colours: colours, characters: characters)
    let before = shown.flatMap { $0.columns == columns && $0.rows == rows ? $0 : nil }
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = self[column, row]
        if let before, before[column, row] == cell { continue }
        // The left half of a wide character writes both halves.
        if cell.isTail { continue }
        writer.write(cell, column: column, row: row, of: columns)
      }
    }
    return writer.finished()
  }
}

/// A part of the screen, in cells.
struct Region: Equatable {
  var column: Int
  var row: Int
  var columns: Int
  var rows: Int

  func inset(by cells: Int) -> Region {
    Region(
      column: column + cells, row: row + cells, columns: max(0, columns - 2 * cells), rows: max(0, rows - 2 * cells))
  }

  mutating func removeTop(_ count: Int) -> Region {
    let removed = min(max(0, count), rows)
    defer {
      row += removed
      rows -= removed
    }
    return Region(column: column, row: row, columns: columns, rows: removed)
  }

  mutating func removeBottom(_ count: Int) -> Region {
    let removed = min(max(0, count), rows)
    rows -= removed
    return Region(column: column, row: row + rows, columns: columns, rows: removed)
  }

  mutating func removeLeft(_ count: Int) -> Region {
    let removed = min(max(0, count), columns)
    defer {
      column += removed
      columns -= removed
    }
    return Region(column: column, row: row, columns: removed, rows: rows)
  }
}

/// Writes cells one after another, with as few control sequences as possible.
private struct CanvasWriter {
  let colours: Bool
  let characters: TerminalCharacters
  private var text = ""
  private var style: Style?
  /// The column and row of the terminal's cursor; nil if unknown.
  private var position: (column: Int, row: Int)?

  private static let escape = "\u{1B}["

  init(colours: Bool, characters: TerminalCharacters) { (self.colours, self.characters) = (colours, characters) }

  mutating func write(_ cell: Cell, column: Int, row: Int, of columns: Int) {
    if position?.column != column || position?.row != row { text += "\(Self.escape)\(row + 1);\(column + 1)H" }
    if style != cell.style {
      text += cell.style.sequence(colours: colours)
      style = cell.style
    }
    let width = cell.glyph.write(to: &text, in: characters)
    // After the last column, or after a character whose width differs between terminals, the position is unknown.
    position = width.flatMap { column + $0 < columns ? (column + $0, row) : nil }
  }

  /// Returns the whole text, which ends with a reset of the terminal's style. Empty if no cell was written.
  func finished() -> String { text.isEmpty ? "" : text + Style.plain.sequence(colours: colours) }
}

enum Box {
  static func draw(on canvas: inout Canvas, in region: Region, title: String, foot: String) {
    guard region.columns > 1, region.rows > 1 else { return }
    let (right, bottom) = (region.columns - 1, region.rows - 1)
    let bar = String(repeating: "─", count: right - 1)
    canvas.write(StyledLine("╭\(bar)╮", .dim), in: region)
    canvas.write(StyledLine("╰\(bar)╯", .dim), in: region, row: bottom)
    for row in 1..<bottom {
      canvas.put(Glyph("│"), .dim, column: region.column, row: region.row + row)
      canvas.put(Glyph("│"), .dim, column: region.column + right, row: region.row + row)
    }
    var within = region.inset(by: 1)
    within.row = region.row
    within.rows = region.rows
    write(title, .plain, on: &canvas, in: within, row: 0)
    write(foot, .dim, on: &canvas, in: within, row: bottom)
  }

  private static func write(_ text: String, _ style: Style, on canvas: inout Canvas, in region: Region, row: Int) {
    let margin = 2
    var line = StyledLine(" ")
    var words = StyledLine(text, style)
    words.cut(to: region.columns - margin)
    line.add(words)
    line.add(" ")
    if words.width > 0 { canvas.write(line, in: region, row: row) }
  }
}

/// A dot of a braille picture: its column `x` and its row `y`, counted in dots from the top left.
struct Dot: Equatable {
  var x: Int
  var y: Int
}

/// A picture in braille. If several lines touch a character, the line with the lowest age sets the character's style.
struct Braille {
  /// The width and the height of a character, in dots.
  static let across = 2
  static let down = 4

  let columns: Int
  let rows: Int
  private var patterns: [UInt8]
  private var styles: [Style]
  private var ages: [Int]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    let count = max(0, columns) * max(0, rows)
    patterns = Array(repeating: 0, count: count)
    styles = Array(repeating: .plain, count: count)
    ages = Array(repeating: .max, count: count)
  }

  /// The bit for each dot of a character, row by row. Source: Unicode, Braille Patterns (U+2800…U+28FF).
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
  private static let empty: UInt32 = 0x2800

  mutating func plot(_ dot: Dot, _ style: Style, age: Int = 0) {
    guard dot.x >= 0, dot.y >= 0, dot.x < columns * Self.across, dot.y < rows * Self.down else { return }
    let cell = dot.y / Self.down * columns + dot.x / Self.across
    patterns[cell] |= Self.bits[dot.y % Self.down * Self.across + dot.x % Self.across]
    guard age <= ages[cell] else { return }
    ages[cell] = age
    styles[cell] = style
  }

  /// Draws a line with both end points. A dashed line has only the dots for which x + y is even. Source: Bresenham.
  mutating func line(from start: Dot, to end: Dot, _ style: Style, age: Int = 0, dashed: Bool = false) {
    let width = abs(end.x - start.x)
    let height = abs(end.y - start.y)
    let increment = Dot(x: start.x < end.x ? 1 : -1, y: start.y < end.y ? 1 : -1)
    var error = width - height
    var dot = start
    while true {
      if !dashed || (dot.x + dot.y) % 2 == 0 { plot(dot, style, age: age) }
      if dot == end { return }
      let doubled = 2 * error
      if doubled >= -height, dot.x != end.x {
        error -= height
        dot.x += increment.x
      }
      if doubled <= width, dot.y != end.y {
        error += width
        dot.y += increment.y
      }
    }
  }

  /// The rows as plain text, without blanks at the end of a row.
  var lines: [String] {
    (0..<max(0, rows)).map { row in
      var line = ""
      for pattern in patterns[row * columns..<(row + 1) * columns] {
        line.unicodeScalars.append(pattern == 0 ? " " : Unicode.Scalar(Self.empty + UInt32(pattern)) ?? " ")
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Copies the cells with dots to a canvas, beginning at the region's top left corner. Omits cells outside the region.
  func draw(on canvas: inout Canvas, in region: Region) {
    for row in 0..<min(rows, region.rows) {
      for column in 0..<min(columns, region.columns) {
        let cell = row * columns + column
        guard patterns[cell] != 0, let scalar = Unicode.Scalar(Self.empty + UInt32(patterns[cell])) else { continue }
        canvas.put(Glyph(scalar), styles[cell], column: region.column + column, row: region.row + row)
      }
    }
  }
}

/// A drawing as a few lines of braille dots.
package enum SmallDrawing {
  private static let columns = 20
  private static let rows = 6
  private static let indent = String(repeating: " ", count: 6)

  /// Returns text lines that show the drawing as large as possible. Empty without points, or if all points are equal.
  package static func lines(_ points: [Vector]) -> [String] {
    guard let first = points.first else { return [] }
    var (least, most) = (first, first)
    for point in points {
      least = Vector(min(least.x, point.x), min(least.y, point.y))
      most = Vector(max(most.x, point.x), max(most.y, point.y))
    }
    let extent = most - least
    let across = Double(columns * Braille.across - 1)
    let down = Double(rows * Braille.down - 1)
    let scale = min(extent.x > 0 ? across / extent.x : .infinity, extent.y > 0 ? down / extent.y : .infinity)
    guard scale.isFinite else { return [] }
    let dots = points.map { point in
      let place = (point - least) * scale
      return Dot(x: Int(place.x.rounded()), y: Int(place.y.rounded()))
    }
    let height = (dots.map(\.y).max() ?? 0) / Braille.down + 1
    var picture = Braille(columns: columns, rows: height)
    for (from, to) in zip(dots, dots.dropFirst()) { picture.line(from: from, to: to, .plain) }
    return picture.lines.map { indent + $0 }
  }
}
