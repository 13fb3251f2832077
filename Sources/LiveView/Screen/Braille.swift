/// A position in a grid of braille dots, two by four to a cell.
public struct Dot: Equatable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A picture made of braille characters; each cell has the style of the most recent thing in it.
public struct Braille {
  /// The width and the height of a character, in dots.
  public static let across = 2
  public static let down = 4

  let columns: Int
  let rows: Int
  private var patterns: [UInt8]
  private var styles: [Style]
  private var ages: [Int]

  /// A picture of so many cells, all empty.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    let count = max(0, columns) * max(0, rows)
    patterns = Array(repeating: 0, count: count)
    styles = Array(repeating: .plain, count: count)
    ages = Array(repeating: .max, count: count)
  }

  /// The bit of each dot in U+2800…U+28FF, row by row (Unicode, Braille Patterns).
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

  /// Draws a line from one dot to another, in the plain style.
  public mutating func line(from start: Dot, to end: Dot) { line(from: start, to: end, .plain) }

  /// Draws a line with both its ends (Bresenham); a dashed one leaves out every other dot.
  mutating func line(from start: Dot, to end: Dot, _ style: Style, age: Int = 0, dashed: Bool = false) {
    let width = abs(end.x - start.x)
    let height = abs(end.y - start.y)
    let step = Dot(x: start.x < end.x ? 1 : -1, y: start.y < end.y ? 1 : -1)
    var error = width - height
    var dot = start
    while true {
      if !dashed || (dot.x + dot.y) % 2 == 0 { plot(dot, style, age: age) }
      if dot == end { return }
      let doubled = 2 * error
      if doubled >= -height, dot.x != end.x {
        error -= height
        dot.x += step.x
      }
      if doubled <= width, dot.y != end.y {
        error += width
        dot.y += step.y
      }
    }
  }

  /// Its rows as plain text, without blanks at their ends.
  public var lines: [String] {
    (0..<max(0, rows)).map { row in
      var line = ""
      for pattern in patterns[row * columns..<(row + 1) * columns] {
        line.unicodeScalars.append(pattern == 0 ? " " : Unicode.Scalar(Self.empty + UInt32(pattern)) ?? " ")
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Copies the cells that have dots to a canvas, at the region's top left corner.
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
