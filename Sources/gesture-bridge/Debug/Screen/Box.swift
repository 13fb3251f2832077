/// A box of lines with a title in its upper and a note in its lower border.
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
