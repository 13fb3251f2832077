import Bindings

@testable import LiveView

/// A terminal as far as the view needs one: the text that was written to it, cell by cell.
///
/// It knows cursor positions, SGR and text; anything else is a fault of the writer. A cell of a wide character that
/// loses one half becomes blank, and the last column keeps the cursor, as in real terminals.
struct ScreenGrid: Equatable {
  let columns: Int
  let rows: Int
  private(set) var cells: [String]
  /// The style codes of each cell.
  private(set) var styles: [String]
  /// Sequences that were not understood, and text beyond the screen.
  private(set) var faults: [String] = []
  private var column = 0
  private var row = 0
  private var style = "0"

  private static let tail = ""

  /// A screen filled with earlier content.
  init(columns: Int, rows: Int, filledWith filler: String = "#") {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: filler, count: columns * rows)
    styles = Array(repeating: "0", count: columns * rows)
  }

  /// Whether both show the same.
  static func == (a: ScreenGrid, b: ScreenGrid) -> Bool {
    a.columns == b.columns && a.rows == b.rows && a.cells == b.cells && a.styles == b.styles
  }

  /// The text of each row, without blanks at its end.
  var lines: [String] {
    (0..<rows).map { row in
      var line = cells[row * columns..<(row + 1) * columns].joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// How many cells show dots.
  var brailleCount: Int {
    cells.count { $0.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func write(_ text: String) {
    var remaining = text.unicodeScalars[...]
    while let scalar = remaining.popFirst() {
      if scalar == "\u{1B}" { control(&remaining) } else { put(scalar) }
    }
  }

  private mutating func control(_ remaining: inout Substring.UnicodeScalarView) {
    var body = ""
    guard remaining.popFirst() == "[" else { return faults.append("escape without [") }
    while let scalar = remaining.popFirst() {
      body.unicodeScalars.append(scalar)
      if scalar.properties.isAlphabetic { break }
    }
    let numbers = body.dropLast().split(separator: ";").map { Int($0) ?? -1 }
    switch body.last {
    case "H" where numbers.count == 2: (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case "m": style = String(body.dropLast())
    default: faults.append("ESC [ \(body)")
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    guard scalar.value >= 0x20, scalar.value != 0x7F, !(0x80..<0xA0).contains(scalar.value) else {
      return faults.append("control character \(scalar.value)")
    }
    let width = scalar.columns
    guard width > 0 else { return addMark(scalar) }
    guard row >= 0, row < rows, column >= 0, column + width <= columns else {
      return faults.append("\(scalar) at \(column),\(row)")
    }
    for offset in 0..<width { split(column + offset) }
    set(column, String(scalar))
    if width == 2 { set(column + 1, Self.tail) }
    column += width
  }

  private mutating func addMark(_ scalar: Unicode.Scalar) {
    let before = row * columns + column - 1
    guard before >= 0, before < cells.count else { return faults.append("a mark without a letter") }
    cells[cells[before] == Self.tail ? before - 1 : before].unicodeScalars.append(scalar)
  }

  private mutating func split(_ column: Int) {
    let index = row * columns + column
    if cells[index] == Self.tail { cells[index - 1] = " " }
    if column + 1 < columns, cells[index + 1] == Self.tail { cells[index + 1] = " " }
  }

  private mutating func set(_ column: Int, _ text: String) {
    cells[row * columns + column] = text
    // The style of a blank is visible only if it is reversed.
    styles[row * columns + column] = text == " " && !style.contains(";7") ? "0" : style
  }
}
