import GestureCore
import LiveView

/// A drawing as a few lines of braille dots.
enum SmallDrawing {
  private static let columns = 20
  private static let rows = 6
  /// As the lines of text around it.
  private static let indent = String(repeating: " ", count: 6)

  /// As large as fits, with its proportions; dots are as far apart across as down.
  static func lines(_ points: [Vector]) -> [String] {
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
    for (from, to) in zip(dots, dots.dropFirst()) { picture.line(from: from, to: to) }
    return picture.lines.map { indent + $0 }
  }
}
