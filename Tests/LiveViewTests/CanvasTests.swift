import Support
import Testing

@testable import LiveView

/// The screen that a terminal should show, and the control sequences that bring it there.
struct CanvasTests {
  private func canvas(_ lines: String..., columns: Int = 8) -> Canvas {
    var canvas = Canvas(columns: columns, rows: lines.count)
    canvas.write(lines.map { StyledLine($0) }, in: canvas.region)
    return canvas
  }

  private func grid(_ canvas: Canvas) -> ScreenGrid {
    var grid = ScreenGrid(columns: canvas.columns, rows: canvas.rows)
    grid.write(canvas.changes(from: nil, colours: true))
    return grid
  }

  @Test func aFirstDrawingCoversEverything() {
    let grid = grid(canvas("hello", "触摸屏", "e\u{301}"))
    #expect(grid.lines == ["hello", "触摸屏", "e\u{301}"])
    #expect(grid.faults.isEmpty)
  }

  @Test func nothingNewIsNothingToWrite() {
    #expect(canvas("hello").changes(from: canvas("hello"), colours: true) == "")
  }

  @Test func onlyWhatHasChangedIsWritten() {
    #expect(
      canvas("hello", "there").changes(from: canvas("hallo", "there"), colours: true)
        == "\u{1B}[1;2H\u{1B}[0me\u{1B}[0m")
    #expect(
      canvas("abcd", "x").changes(from: canvas("abXY", "y"), colours: true)
        == "\u{1B}[1;3H\u{1B}[0mcd\u{1B}[2;1Hx\u{1B}[0m")
  }

  @Test func anotherSizeIsDrawnAnew() {
    let changes = canvas("ab", columns: 2).changes(from: canvas("ab", columns: 3), colours: true)
    #expect(changes == "\u{1B}[1;1H\u{1B}[0mab\u{1B}[0m")
  }

  /// After a character whose width differs between terminals, the cursor is set again.
  @Test func theCursorIsNotTrustedAfterStrangeCharacters() {
    #expect(
      canvas("触a", columns: 3).changes(from: nil, colours: true)
        == "\u{1B}[1;1H\u{1B}[0m触\u{1B}[1;3Ha\u{1B}[0m")
  }

  @Test(arguments: [
    (Style.plain, "0", "0"), (.bold, "0;1", "0;1"), (.dim, "0;38;5;244", "0;2"),
    (Style(colour: 71), "0;38;5;71", "0"), (Style(colour: 71).strong, "0;1;38;5;71", "0;1"),
    (Style(colour: 71, weight: .dim), "0;38;5;71", "0;2"), (Style(colour: 44).reversed, "0;7;38;5;44", "0;7"),
  ])
  func stylesWithAndWithoutColours(_ style: Style, _ colours: String, _ none: String) {
    #expect(style.sequence(colours: true) == "\u{1B}[\(colours)m")
    #expect(style.sequence(colours: false) == "\u{1B}[\(none)m")
  }

  @Test func aWideCharacterLosesBothHalves() {
    var canvas = canvas("触摸", columns: 4)
    canvas.put(Glyph("x"), column: 1, row: 0)
    #expect(grid(canvas).lines == [" x摸"])
    canvas.put(Glyph("y"), column: 2, row: 0)
    #expect(grid(canvas).lines == [" xy"])
  }

  @Test func whatIsOutsideIsLeftOut() {
    var canvas = canvas("ab", columns: 2)
    for (column, row) in [(-1, 0), (2, 0), (0, -1), (0, 1)] {
      canvas.put(Glyph("x"), column: column, row: row)
    }
    canvas.write(StyledLine("触"), in: Region(column: 1, row: 0, columns: 4, rows: 1))
    #expect(grid(canvas).lines == ["ab"])
  }

  /// After many drawings a terminal shows the same as after the last one alone.
  @Test(arguments: 0..<20) func changesAddUp(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "b", " ", "触", "é", "e\u{301}", "▇", "⠿", "👍", "\u{1B}", "x"]
    let styles = [Style.plain, .bold, .dim, Style(colour: 71), Style.plain.reversed]
    var shown: Canvas?
    var screen = ScreenGrid(columns: 9, rows: 3)
    for _ in 0..<30 {
      var canvas = shown ?? Canvas(columns: 9, rows: 3)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let text = (0..<3).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let region = Region(
          column: .random(in: 0..<9, using: &random), row: .random(in: 0..<3, using: &random),
          columns: .random(in: 1...5, using: &random), rows: 1)
        canvas.write(StyledLine(text, styles.randomElement(using: &random) ?? .plain), in: region)
      }
      screen.write(canvas.changes(from: shown, colours: true))
      shown = canvas
      #expect(screen == grid(canvas))
      #expect(screen.faults.isEmpty)
    }
  }
}
