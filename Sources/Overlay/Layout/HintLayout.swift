import Control
import Glibc

/// The gestures that resting fingers can still make, each as a path that leaves the fingers, with a label at its end.
///
/// A path thickens and fills as its gesture comes nearer; one that is not possible any more is a shade. Source: Bau and Mackay,
/// "OctoPocus", UIST 2008.
struct HintLayout {
  typealias Point = OverlayPicture.Point
  typealias Box = OverlayPicture.Box

  /// All lengths at the size 1, in logical pixels.
  private enum Length {
    /// From the fingers' middle to where a path begins at the nearest, and from the outermost finger.
    static let start = 40.0
    static let beside = 30.0
    static let path = 88.0
    static let end = start + path
    static let leastPath = 28.0
    /// Between paths of one direction.
    static let aside = 36.0
    static let stroke = 5.0
    static let thicker = 4.0
    static let casing = 4.0
    static let head = 13.0
    static let drawing = 130.0
    static let gap = 8.0
    static let margin = 10.0
  }

  /// What fits around a hand; there may be more.
  private static let most = 8

  private let size: Double
  private let inks: OverlayInks
  private let measure: any TextMeasure
  private let area: Box
  private let center: Point
  /// Where the fingers are around their middle.
  private let fingers: [Point]
  private var placement: LabelPlacement
  private var left = 0

  /// `fingers` are where they are now; they may have gone on from `center`.
  init(
    around center: Point, _ fingers: [Point], on area: Box, size: Double, _ inks: OverlayInks,
    _ measure: any TextMeasure
  ) {
    self.size = size
    self.inks = inks
    self.measure = measure
    self.area = area.grown(by: -Length.margin * size)
    self.center = center
    let count = Double(max(fingers.count, 1))
    let middle = Point(fingers.reduce(0) { $0 + $1.x } / count, fingers.reduce(0) { $0 + $1.y } / count)
    self.fingers = fingers.map { Point($0.x - middle.x, $0.y - middle.y) }
    placement = LabelPlacement(
      in: self.area, gap: Length.gap * size, avoiding: [Box(around: center, Length.start * size)])
    for finger in self.fingers {
      placement.avoid(Box(around: Point(center.x + finger.x, center.y + finger.y), Length.beside * size))
    }
  }

  /// How far from the middle a path begins: beyond all fingers.
  private func start(_ unit: Point) -> Double {
    fingers.reduce(Length.start * size) { max($0, $1.x * unit.x + $1.y * unit.y + Length.beside * size) }
  }

  /// `shown` are the hints with their opacity.
  mutating func draw(_ shown: [(one: SceneLife.Shown, opacity: Double)], to picture: inout OverlayPicture) {
    var sameWay: [String: Int] = [:]
    // Paths lie below all labels.
    var labels: [(one: SceneLife.Shown, opacity: Double, end: Point?, unit: Point)] = []
    for (one, opacity) in shown.prefix(Self.most) {
      let unit = Self.unit(one.item.look)
      var end: Point?
      if let unit {
        let key = "\(unit.x) \(unit.y)"
        let index = sameWay[key, default: 0]
        sameWay[key] = index + 1
        end = drawPath(one.item, unit, index, opacity, to: &picture)
      } else if case .draw(let points) = one.item.look, points.count > 1 {
        end = drawDrawing(points, one.item, opacity, to: &picture)
      }
      let away = end.map { Point($0.x - center.x, $0.y - center.y) }
      labels.append((one, opacity, end, end == nil ? Point(0, 0) : unit ?? away.map(Self.unit) ?? Point(0, 0)))
    }
    left = max(shown.count - Self.most, 0)
    for label in labels { drawLabel(label.one, label.opacity, end: label.end, label.unit, to: &picture) }
    guard left > 0 else { return }
    let label = OverlayLabel("+\(left) more", "", hasGlyph: false, size: size, measure)
    var wish = label.box
    (wish.left, wish.top) = (center.x - wish.width / 2, center.y + (Length.end + Length.gap) * size)
    if let place = placement.place(wish) { _ = label.draw(at: place, .plain, opacity: 1, inks, to: &picture) }
  }

  /// The way from the fingers, of gestures that have one.
  private static func unit(_ look: OverlayScene.Look) -> Point? {
    switch look {
    case .arrow(let direction?): GestureGlyph.unit(direction)
    case .edge(let side): GestureGlyph.unit(from: side)
    case .arrow(nil), .pinch, .turn, .stay, .draw: nil
    }
  }

  private static func unit(_ way: Point) -> Point {
    let length = max(hypot(way.x, way.y), 0.001)
    return Point(way.x / length, way.y / length)
  }

  // MARK: Paths

  /// Returns the path's end, which is nearer where the output ends; nil if there is no room.
  private mutating func drawPath(
    _ item: OverlayScene.Item, _ unit: Point, _ index: Int, _ opacity: Double, to picture: inout OverlayPicture
  ) -> Point? {
    let aside = Double((index + 1) / 2) * (index % 2 == 0 ? 1 : -1) * Length.aside * size
    let begin = start(unit)
    // On the other side where the output ends.
    let starts = [aside, -aside].map { aside in
      Point(
        center.x + unit.x * begin + abs(unit.y) * aside, center.y + unit.y * begin + abs(unit.x) * aside)
    }
    let isWhole = { (start: Point) in area.contains(Box(around: start, Length.head * size)) }
    let start = starts.first(where: isWhole) ?? starts[0]
    let room = room(from: start, unit) - Length.head * size
    let length = min(Length.path * size, room)
    guard length >= Length.leastPath * size else { return nil }
    let end = Point(start.x + unit.x * length, start.y + unit.y * length)
    let width = strokeWidth(item)
    casing(opacity, width).addArrow(from: start, to: end, head: Length.head * size, 0, to: &picture)
    glyph(opacity, width).addArrow(from: start, to: end, head: Length.head * size, item.progress, to: &picture)
    placement.avoid(
      Box(
        left: min(start.x, end.x), top: min(start.y, end.y), width: abs(end.x - start.x), height: abs(end.y - start.y)
      )
      .grown(by: Length.head * size))
    return end
  }

  private func strokeWidth(_ item: OverlayScene.Item) -> Double {
    (Length.stroke + Length.thicker * item.progress) * size
  }

  private func glyph(_ opacity: Double, _ width: Double) -> GestureGlyph {
    let text = inks.text.faded(opacity)
    return GestureGlyph(width: width, track: text, sign: text, done: inks.accent.faded(opacity))
  }

  private func casing(_ opacity: Double, _ width: Double) -> GestureGlyph {
    let ink = inks.casing.faded(opacity)
    return GestureGlyph(width: width + Length.casing * size, track: ink, sign: ink.faded(0), done: ink)
  }

  private func room(from point: Point, _ unit: Point) -> Double {
    if unit.x != 0 { return unit.x > 0 ? area.right - point.x : point.x - area.left }
    return unit.y > 0 ? area.bottom - point.y : point.y - area.top
  }

  /// A drawing begins at the fingers.
  private func drawDrawing(
    _ points: [OverlayScene.Point], _ item: OverlayScene.Item, _ opacity: Double, to picture: inout OverlayPicture
  ) -> Point? {
    guard let first = points.first else { return nil }
    let side = Length.drawing * size
    let line = points.map { Point(center.x + ($0.x - first.x) * side, center.y + ($0.y - first.y) * side) }
    let width = strokeWidth(item)
    picture.addLine(line, width: width + Length.casing * size, isSmooth: true, inks.casing.faded(opacity))
    glyph(opacity, width).addDrawing(line, item.progress, to: &picture)
    return line.last
  }

  // MARK: Labels

  private mutating func drawLabel(
    _ one: SceneLife.Shown, _ opacity: Double, end: Point?, _ unit: Point, to picture: inout OverlayPicture
  ) {
    let item = one.item
    let label = OverlayLabel(item.name, item.does, hasGlyph: end == nil, size: size, measure)
    guard let place = placement.place(wish(label.box, end, unit)) else { return left += 1 }
    let look: OverlayLabel.Look =
      item.state == .recognized ? .done : SceneLife.isOpen(item.state) ? .plain : .failed
    // The text of a shade can still be read.
    let box = label.draw(at: place, look, opacity: min(1, opacity + 0.25), inks, to: &picture)
    guard end == nil else { return }
    let isDone = item.state == .recognized
    GestureGlyph(
      width: 2.8 * size, track: inks.track.faded(opacity), sign: (isDone ? inks.onAccent : inks.text).faded(opacity),
      done: (isDone ? inks.onAccent : inks.accent).faded(opacity)
    ).add(item.look, in: box, progress: item.progress, to: &picture)
  }

  /// Behind the end of the path; above and beside the fingers for a gesture without one, as the hand is below.
  private func wish(_ label: Box, _ end: Point?, _ unit: Point) -> Box {
    var box = label
    let gap = (Length.head + Length.gap) * size
    guard let end else {
      let reach = Length.end * size * 0.62
      (box.left, box.top) = (center.x + reach, center.y - reach - box.height)
      return box
    }
    let middle = Point(end.x + unit.x * (gap + box.width / 2), end.y + unit.y * (gap + box.height / 2))
    (box.left, box.top) = (middle.x - box.width / 2, middle.y - box.height / 2)
    return box
  }
}
