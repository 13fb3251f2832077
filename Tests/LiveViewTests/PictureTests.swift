import GestureCore
import Testing

@testable import LiveView

/// The parts of the picture: dots, bars, arrows and places.
struct PictureTests {
  private func text(_ braille: Braille) -> [String] {
    var canvas = Canvas(columns: braille.columns, rows: braille.rows)
    braille.draw(on: &canvas, in: canvas.region)
    return (0..<canvas.rows).map { row in
      (0..<canvas.columns).reduce(into: "") { canvas[$1, row].glyph.write(to: &$0) }
    }
  }

  @Test func dotsOfACell() {
    var braille = Braille(columns: 2, rows: 1)
    braille.plot(Dot(x: 0, y: 0), .plain)
    braille.plot(Dot(x: 3, y: 3), .plain)
    braille.plot(Dot(x: 4, y: 0), .plain)
    braille.plot(Dot(x: 0, y: -1), .plain)
    #expect(text(braille) == ["⠁⢀"])
  }

  @Test func linesOfDots() {
    var braille = Braille(columns: 4, rows: 1)
    braille.line(from: Dot(x: 0, y: 0), to: Dot(x: 7, y: 0), .plain)
    braille.line(from: Dot(x: 7, y: 3), to: Dot(x: 0, y: 3), .plain, dashed: true)
    #expect(text(braille) == ["⢉⢉⢉⢉"])
    var diagonal = Braille(columns: 2, rows: 1)
    diagonal.line(from: Dot(x: 3, y: 3), to: Dot(x: 0, y: 0), .plain)
    #expect(text(diagonal) == ["⠑⢄"])
  }

  /// Of two trails in one cell the fresher gives it its colour.
  @Test func theFreshestGivesTheStyle() {
    var braille = Braille(columns: 1, rows: 1)
    braille.plot(Dot(x: 0, y: 0), .bold, age: 0)
    braille.plot(Dot(x: 1, y: 0), .dim, age: 3)
    var canvas = Canvas(columns: 1, rows: 1)
    braille.draw(on: &canvas, in: canvas.region)
    #expect(canvas[0, 0] == Cell(glyph: Glyph("⠉"), style: .bold))
  }

  @Test(arguments: [
    (Gauge.reach("moved", .mm(9.4), "min-distance", .mm(12)), "▇▇▇▇▇▇▇▁▁▁", "9.4/12 mm", " "),
    (.reach("moved", .mm(12), "min-distance", .mm(12)), "▇▇▇▇▇▇▇▇▇▇", "12.0/12 mm", "✓"),
    (.reach("moved", .mm(11.99), "min-distance", .mm(12)), "▇▇▇▇▇▇▇▇▇▁", "12.0/12 mm", " "),
    (.reach("moved", .mm(0), "min-distance", .mm(12)), "▁▁▁▁▁▁▁▁▁▁", "0.0/12 mm", " "),
    (.reach("moved", .mm(-3), "min-distance", .mm(12)), "▁▁▁▁▁▁▁▁▁▁", "-3.0/12 mm", " "),
    (.reach("turned", .degrees(14.6), "min-angle", .degrees(25)), "▇▇▇▇▇▁▁▁▁▁", "15/25°", " "),
    (.reach("made", .taps(1), "taps", .taps(2)), "▇▇▇▇▇▁▁▁▁▁", "1/2 taps", " "),
    (.stay("moved", .mm(2.1), within: "slop", .mm(3)), "━━━━━━━╌╌┤", "2.1/3 mm", " "),
    (.stay("moved", .mm(0), within: "slop", .mm(3)), "╌╌╌╌╌╌╌╌╌┤", "0.0/3 mm", " "),
    (.stay("moved", .mm(4.2), within: "slop", .mm(3)), "━━━━━━━━━╪", "4.2/3 mm", "✗"),
    (.stay("moved", .mm(1), within: "slop", .mm(0)), "╌╌╌╌╌╌╌╌╌╪", "1.0/0 mm", "✗"),
  ])
  func bars(_ gauge: Gauge, _ bar: String, _ figures: String, _ mark: String) {
    #expect(GaugeBar(gauge).bar(10) == bar)
    #expect(GaugeBar(gauge).figures == figures)
    #expect(GaugeBar(gauge).mark == mark)
  }

  @Test(arguments: 31...160) func barsStandBelowOneAnother(_ columns: Int) {
    let widths = GaugeBar.Widths(columns)
    let lines = [
      Gauge.reach("moved", .mm(9.4), "min-distance", .mm(12)),
      .stay("turned along an arc of", .percent(123.4), within: "max-share", .percent(100)),
    ].map { GaugeBar($0).line(widths) }
    #expect(lines[0].width == lines[1].width)
    #expect(lines[0].width <= columns)
  }

  @Test(arguments: [
    (Vector(100, 0), "→"), (Vector(70, 70), "↘"), (Vector(0, 100), "↓"), (Vector(-70, 70), "↙"), (Vector(-100, 0), "←"),
    (Vector(-70, -70), "↖"), (Vector(0, -100), "↑"), (Vector(70, -70), "↗"), (Vector(100, -1), "→"),
    (Vector(0.5, 0), " "),
  ])
  func arrows(_ velocity: Vector, _ arrow: String) {
    #expect(FingerLines.arrow(velocity) == arrow)
  }

  /// A dot is as wide as high, so a square remains a square.
  @Test(arguments: [
    (Size(width: 300, height: 190), 38, 12), (Size(width: 190, height: 300), 15, 12),
    (Size(width: 100, height: 100), 24, 12),
    (Size(width: 600, height: 60), 40, 2), (Size(width: 1, height: 10_000), 1, 12),
  ])
  func surfacesAreToScale(_ size: Size, _ columns: Int, _ rows: Int) throws {
    let scale = try #require(Scale(size, columns: 40, rows: 12))
    #expect(scale.columns == columns)
    #expect(scale.rows == rows)
    #expect(scale.dot(.zero) == Dot(x: 0, y: 0))
    let last = Dot(x: columns * 2 - 1, y: rows * 4 - 1)
    #expect(scale.dot(Vector(size.width, size.height)) == last)
    #expect(scale.dot(Vector(1e300, 1e300)) == last)
    #expect(scale.dot(Vector(-1e300, -5)) == Dot(x: 0, y: 0))
  }

  @Test func whatCantBeDrawnHasNoScale() {
    #expect(Scale(Size(width: 0, height: 10), columns: 40, rows: 12) == nil)
    #expect(Scale(Size(width: .nan, height: 10), columns: 40, rows: 12) == nil)
    #expect(Scale(Size(width: 10, height: 10), columns: 0, rows: 12) == nil)
  }
}
