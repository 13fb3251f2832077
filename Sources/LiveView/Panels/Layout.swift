import GestureCore

/// The regions of the screen for the parts of the view.
struct Layout: Equatable {
  /// The smallest size of the screen at which the view is useful, in cells.
  static let leastColumns = 40
  static let leastRows = 12

  let status: Region
  let keys: Region
  let body: Region
  /// The region for the outline of the surface. The region has 0 rows if there is too little room.
  private(set) var surface: Region
  private(set) var fingers: Region
  private(set) var recognizers: Region
  private(set) var log: Region

  /// The least number of screen columns for recognizers next to the surface instead of below the surface.
  private static let leastColumnsSideBySide = 72
  /// The least number of rows at which a narrow screen shows the surface's outline.
  private static let leastRowsStacked = 20
  private static let border = 2
  private static let fingerRows = 2
  /// The log's share of the rows between the top line and the bottom line. The log has at least `leastLog` rows.
  private static let logShare = 0.3
  private static let leastLog = 4
  /// The greatest share of the columns that the surface takes if it is next to the recognizers.
  private static let widestSurface = 0.52
  private static let highestSurface = 0.4
  private static let gap = 1

  /// Nil if the screen is too small. `size` is the surface's size in mm; nil if no device is shown.
  init?(columns: Int, rows: Int, surface size: Size?) {
    guard columns >= Self.leastColumns, rows >= Self.leastRows else { return nil }
    var remaining = Region(column: 0, row: 0, columns: columns, rows: rows)
    status = remaining.removeTop(1)
    keys = remaining.removeBottom(1)
    body = remaining
    log = remaining.removeBottom(max(Self.leastLog, Int(Double(remaining.rows) * Self.logShare)))
    surface = remaining
    fingers = remaining
    recognizers = remaining
    if columns >= Self.leastColumnsSideBySide {
      layOutSideBySide(remaining, size)
    } else if rows >= Self.leastRowsStacked {
      layOutStacked(remaining, size)
    } else {
      surface.rows = 0
      fingers = remaining.removeTop(Self.fingerRows)
      recognizers = remaining
    }
  }

  private mutating func layOutSideBySide(_ area: Region, _ size: Size?) {
    var remaining = area
    let most = Region(
      column: 0, row: 0, columns: Int(Double(area.columns) * Self.widestSurface), rows: area.rows - Self.fingerRows)
    let outline = Self.outline(size, within: most)
    var left = remaining.removeLeft(max(outline.columns, Self.leastColumns - Self.border))
    surface = left.removeTop(outline.rows)
    surface.columns = outline.columns
    fingers = left.removeTop(Self.fingerRows)
    _ = remaining.removeLeft(Self.gap)
    recognizers = remaining
  }

  private mutating func layOutStacked(_ area: Region, _ size: Size?) {
    var remaining = area
    let most = Region(column: 0, row: 0, columns: area.columns, rows: Int(Double(area.rows) * Self.highestSurface))
    let outline = Self.outline(size, within: most)
    surface = remaining.removeTop(outline.rows)
    surface.columns = outline.columns
    fingers = remaining.removeTop(Self.fingerRows)
    recognizers = remaining
  }

  /// The size of the drawn surface with its border, in cells. The size of `most` if the surface can't be drawn.
  private static func outline(_ size: Size?, within most: Region) -> (columns: Int, rows: Int) {
    let inner = most.inset(by: border / 2)
    guard let size, let scale = Scale(size, columns: inner.columns, rows: inner.rows) else {
      return (most.columns, most.rows)
    }
    return (scale.columns + border, scale.rows + border)
  }
}

/// Converts millimetres of a surface to braille dots.
struct Scale: Equatable {
  /// The size of the drawn surface, in character cells.
  let columns: Int
  let rows: Int
  private let size: Size

  /// Uses the greatest scale at which `size`, in mm, fits into the cells. Nil if a number isn't positive and finite.
  init?(_ size: Size, columns: Int, rows: Int) {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, columns > 0, rows > 0 else {
      return nil
    }
    self.size = size
    let across = Double(columns * Braille.across) / size.width
    let down = Double(rows * Braille.down) / size.height
    let factor = min(across, down)
    let wide = (size.width * factor / Double(Braille.across)).rounded()
    let high = (size.height * factor / Double(Braille.down)).rounded()
    self.columns = min(columns, max(1, Int(wide)))
    self.rows = min(rows, max(1, Int(high)))
  }

  /// The dot at a position in mm. For a position outside the surface, the nearest dot of the surface.
  func dot(_ position: Vector) -> Dot {
    Dot(
      x: Self.dot(position.x, of: size.width, columns * Braille.across),
      y: Self.dot(position.y, of: size.height, rows * Braille.down))
  }

  private static func dot(_ length: Double, of whole: Double, _ dots: Int) -> Int {
    let share = min(max(length / whole, 0), 1)
    return min(dots - 1, Int(share * Double(dots)))
  }
}
