import GestureCore
import Text

/// The picture of a surface: its outline, its zones, and the fingers' trails.
struct SurfacePanel {
  let watched: WatchedDevice
  let time: Timestamp

  func draw(on canvas: inout Canvas, in region: Region) {
    let inner = region.inset(by: 1)
    guard let scale = Scale(watched.surface.size, columns: inner.columns, rows: inner.rows) else { return }
    Box.draw(on: &canvas, in: region, title: watched.device.name, foot: ViewWording.size(watched))
    drawZones(on: &canvas, in: inner, scale)
    drawTrails(on: &canvas, in: inner, scale)
    for finger in watched.fingers { mark(finger, on: &canvas, in: inner, scale) }
  }

  private func drawZones(on canvas: inout Canvas, in region: Region, _ scale: Scale) {
    var dots = Braille(columns: scale.columns, rows: scale.rows)
    for area in watched.surface.areas { outline(area.rectangle, in: &dots, scale) }
    dots.draw(on: &canvas, in: region)
    for area in watched.surface.areas { name(area, on: &canvas, in: region, scale) }
  }

  /// Draws the sides of a zone that aren't sides of the surface.
  private func outline(_ rectangle: Rectangle, in dots: inout Braille, _ scale: Scale) {
    let size = watched.surface.size
    let start = scale.dot(Vector(rectangle.left, rectangle.top))
    let end = scale.dot(Vector(rectangle.right, rectangle.bottom))
    let (bottomLeft, topRight) = (Dot(x: start.x, y: end.y), Dot(x: end.x, y: start.y))
    if rectangle.left > 0 { dots.line(from: start, to: bottomLeft, .dim, dashed: true) }
    if rectangle.right < size.width { dots.line(from: topRight, to: end, .dim, dashed: true) }
    if rectangle.top > 0 { dots.line(from: start, to: topRight, .dim, dashed: true) }
    if rectangle.bottom < size.height { dots.line(from: bottomLeft, to: end, .dim, dashed: true) }
  }

  /// Writes a zone's name inside its outline. A name that is too long for the outline is cut.
  private func name(_ area: Surface.Area, on canvas: inout Canvas, in region: Region, _ scale: Scale) {
    let start = scale.dot(Vector(area.rectangle.left, area.rectangle.top))
    let end = scale.dot(Vector(area.rectangle.right, area.rectangle.bottom))
    let isInset = (left: area.rectangle.left > 0 ? 1 : 0, top: area.rectangle.top > 0 ? 1 : 0)
    let lastRow = scale.rows - 1
    let column = start.x / Braille.across + isInset.left
    let row = min(start.y / Braille.down + isInset.top, end.y / Braille.down, lastRow)
    let width = end.x / Braille.across + 1 - column - (area.rectangle.right < watched.surface.size.width ? 1 : 0)
    guard width > 0 else { return }
    let nameRegion = Region(column: region.column + column, row: region.row + row, columns: width, rows: 1)
    canvas.write(StyledLine(area.zone.name, .dim), in: nameRegion)
  }

  /// The ages at which a part of a trail fades further.
  private static let fadings = [250.0, 600, 1200].map { TimeSpan(milliseconds: $0) }
  /// The age after which a trail doesn't change any more.
  static let faded = fadings.max() ?? TimeSpan(microseconds: 0)

  private func drawTrails(on canvas: inout Canvas, in region: Region, _ scale: Scale) {
    var dots = Braille(columns: scale.columns, rows: scale.rows)
    let now = watched.fadingTime(at: time)
    for finger in watched.fingers {
      let trail = finger.trail
      guard trail.count > 0 else { continue }
      var before = scale.dot(trail[0].position)
      for index in 0..<trail.count {
        let point = trail[index]
        let dot = scale.dot(point.position)
        let age = Self.fadings.filter { now - point.time > $0 }.count
        dots.line(from: before, to: dot, Self.style(finger, age), age: age)
        before = dot
      }
    }
    dots.draw(on: &canvas, in: region)
  }

  private static func style(_ finger: Finger, _ age: Int) -> Style {
    switch finger.state {
    case .down, .lifted: Palette.finger(finger.number, fading: age)
    case .cancelled, .ignored: .dim
    }
  }

  /// Draws a finger as its letter, as × if cancelled, or as ∅ if ignored.
  private func mark(_ finger: Finger, on canvas: inout Canvas, in region: Region, _ scale: Scale) {
    let dot = scale.dot(finger.position)
    let column = region.column + dot.x / Braille.across
    let row = region.row + dot.y / Braille.down
    let mark = FingerMark(finger)
    canvas.put(Glyph(mark.scalar), mark.style, column: column, row: row)
  }
}

/// The lines with the speeds of the fingers and of their centre.
struct FingerLines {
  let lines: [StyledLine]

  /// The least speed in mm/s for which an arrow is shown.
  private static let restingSpeed = 1.0
  /// The number of columns for a speed; the fastest movements reach about 3,000 mm/s.
  private static let digits = 4
  private static let arrows = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"]

  init(_ watched: WatchedDevice, at time: Timestamp) {
    let down = watched.downCount
    let velocity = watched.velocity(at: time)
    var centre = StyledLine(" ")
    let style: Style = down > 0 ? .plain : .dim
    let ignored = watched.fingers.count { $0.state == .ignored }
    centre.add(ViewWording.hand(watched.fingers.count, down: down, ignored: ignored), style)
    if !watched.fingers.isEmpty {
      centre.add("  \(ViewWording.centre) ", .dim)
      centre.add(Self.speed(velocity), down > 0 ? .bold : .dim)
      centre.add(" \(Unit.millimetresPerSecond.rawValue) \(Self.arrow(velocity))", style)
    }
    lines = [centre, Self.each(watched, at: time)]
  }

  private static func each(_ watched: WatchedDevice, at time: Timestamp) -> StyledLine {
    var line = StyledLine(" ")
    for finger in watched.fingers {
      let mark = FingerMark(finger)
      switch finger.state {
      case .down, .lifted: line.add(String(finger.letter), mark.style)
      case .cancelled, .ignored:
        line.add(String(mark.scalar), mark.style)
        line.add(String(finger.letter), .dim)
      }
      line.add(" ")
      line.add(speed(finger.velocity(at: time)), finger.state == .down ? .plain : .dim)
      line.add("  ")
    }
    return line
  }

  private static func speed(_ velocity: Vector) -> String {
    let text = decimal(velocity.length, places: 0)
    return String(repeating: " ", count: max(0, digits - text.count)) + text
  }

  /// Returns the nearest of eight arrows to the direction of `velocity`. A blank if the speed is below `restingSpeed`.
  static func arrow(_ velocity: Vector) -> String {
    guard velocity.length >= restingSpeed else { return " " }
    let whole = 360.0
    let turn = velocity.degrees(from: Vector(1, 0))
    let clockwise = velocity.y >= 0 ? turn : whole - turn
    let index = Int((clockwise / whole * Double(arrows.count)).rounded()) % arrows.count
    return arrows[index]
  }
}

private struct FingerMark: Equatable {
  let scalar: Unicode.Scalar
  let style: Style

  init(_ finger: Finger) {
    switch finger.state {
    case .down: (scalar, style) = (finger.letter, Palette.finger(finger.number).reversed)
    case .lifted: (scalar, style) = (finger.letter, Palette.finger(finger.number))
    case .cancelled: (scalar, style) = ("×", Palette.bad.strong)
    case .ignored: (scalar, style) = ("∅", .dim)
    }
  }
}
