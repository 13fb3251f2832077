import GestureCore
import Testing

@testable import LiveView

/// The places of the parts of the view, on screens of all sizes.
struct LayoutTests {
  private static let sizes = [
    Size(width: 300, height: 190), Size(width: 190, height: 300), Size(width: 105, height: 66),
    Size(width: 900, height: 50),
  ]

  private func parts(_ layout: Layout) -> [Region] {
    [layout.status, layout.surface, layout.fingers, layout.recognizers, layout.log, layout.keys].filter { $0.rows > 0 }
  }

  @Test(arguments: sizes) func nothingOverlapsOrSticksOut(_ size: Size) throws {
    for columns in stride(from: 40, through: 240, by: 7) {
      for rows in stride(from: 12, through: 70, by: 3) {
        let layout = try #require(Layout(columns: columns, rows: rows, surface: size))
        let parts = parts(layout)
        for part in parts {
          #expect(part.column >= 0 && part.row >= 0)
          #expect(part.column + part.columns <= columns && part.row + part.rows <= rows)
        }
        for (index, part) in parts.enumerated() {
          for other in parts[(index + 1)...] { #expect(!overlap(part, other), "\(columns)x\(rows)") }
        }
        #expect(layout.recognizers.rows >= 4 && layout.recognizers.columns >= 30)
        #expect(layout.log.rows >= 4)
      }
    }
  }

  private func overlap(_ a: Region, _ b: Region) -> Bool {
    a.column < b.column + b.columns && b.column < a.column + a.columns && a.row < b.row + b.rows
      && b.row < a.row + a.rows
  }

  @Test(arguments: [(39, 12), (40, 11), (1, 1), (0, 0)]) func tooSmallIsTooSmall(_ columns: Int, _ rows: Int) {
    #expect(Layout(columns: columns, rows: rows, surface: Self.sizes[0]) == nil)
  }

  @Test func theSurfaceIsThereWhereItHasRoom() throws {
    #expect(try #require(Layout(columns: 80, rows: 24, surface: Self.sizes[0])).surface.rows >= 12)
    #expect(try #require(Layout(columns: 60, rows: 30, surface: Self.sizes[0])).surface.rows >= 7)
    #expect(try #require(Layout(columns: 40, rows: 12, surface: Self.sizes[0])).surface.rows == 0)
  }
}
