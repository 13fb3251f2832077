import GestureCore

/// Where on a screen the parts of the view are.
struct Layout: Equatable {
  /// The least size that shows anything of use.
  static let leastColumns = 40
  static let leastRows = 12

  let status: Region
  let keys: Region
  /// Everything between these two.
  let body: Region
  /// The outline of the surface, with the lines about the fingers below it; no rows where there is no room.
  private(set) var surface: Region
  private(set) var fingers: Region
  private(set) var recognizers: Region
  private(set) var log: Region

  /// From this number of columns on the recognizers stand beside the surface.
  private static let besideFrom = 72
  /// With fewer rows a surface above the recognizers would leave no room for them.
  private static let aboveFrom = 20
  private static let border = 2
  private static let fingerRows = 2
  /// What the log gets of the rows, and at least.
  private static let logShare = 0.3
  private static let leastLog = 4
  /// What the surface may take of the columns beside the recognizers, or of the rows above them.
  private static let widestSurface = 0.52
  private static let highestSurface = 0.4
  private static let gap = 1

  /// Nil where the screen is too small. `size` is that of the surface, in mm.
  init?(columns: Int, rows: Int, surface size: Size?) {
    guard columns >= Self.leastColumns, rows >= Self.leastRows else { return nil }
    var rest = Region(column: 0, row: 0, columns: columns, rows: rows)
    status = rest.takeTop(1)
    keys = rest.takeBottom(1)
    body = rest
    log = rest.takeBottom(max(Self.leastLog, Int(Double(rest.rows) * Self.logShare)))
    surface = rest
    fingers = rest
    recognizers = rest
    if columns >= Self.besideFrom {
      placeBeside(rest, size)
    } else if rows >= Self.aboveFrom {
      placeAbove(rest, size)
    } else {
      surface.rows = 0
      fingers = rest.takeTop(Self.fingerRows)
      recognizers = rest
    }
  }

  private mutating func placeBeside(_ area: Region, _ size: Size?) {
    var rest = area
    let most = Region(
      column: 0, row: 0, columns: Int(Double(area.columns) * Self.widestSurface), rows: area.rows - Self.fingerRows)
    let outline = Self.outline(size, within: most)
    var left = rest.takeLeft(max(outline.columns, Self.leastColumns - Self.border))
    surface = left.takeTop(outline.rows)
    surface.columns = outline.columns
    fingers = left.takeTop(Self.fingerRows)
    _ = rest.takeLeft(Self.gap)
    recognizers = rest
  }

  private mutating func placeAbove(_ area: Region, _ size: Size?) {
    var rest = area
    let most = Region(
      column: 0, row: 0, columns: area.columns, rows: Int(Double(area.rows) * Self.highestSurface))
    let outline = Self.outline(size, within: most)
    surface = rest.takeTop(outline.rows)
    surface.columns = outline.columns
    fingers = rest.takeTop(Self.fingerRows)
    recognizers = rest
  }

  /// The surface to scale with its border, as large as it fits: a dot of braille is as wide as it is high.
  private static func outline(_ size: Size?, within most: Region) -> (columns: Int, rows: Int) {
    let inner = most.inset(by: border / 2)
    guard let size, let scale = Scale(size, columns: inner.columns, rows: inner.rows) else {
      return (most.columns, most.rows)
    }
    return (scale.columns + border, scale.rows + border)
  }
}

/// How millimetres of a surface become dots.
struct Scale: Equatable {
  /// The cells that the surface takes.
  let columns: Int
  let rows: Int
  private let size: Size

  /// As large as it fits into the cells; nil for a size that can't be drawn.
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

  /// The dot of a place in mm; what is beyond the border counts as on it.
  func dot(_ place: Vector) -> Dot {
    Dot(
      x: Self.dot(place.x, of: size.width, columns * Braille.across),
      y: Self.dot(place.y, of: size.height, rows * Braille.down))
  }

  private static func dot(_ length: Double, of whole: Double, _ dots: Int) -> Int {
    let share = min(max(length / whole, 0), 1)
    return min(dots - 1, Int(share * Double(dots)))
  }
}
