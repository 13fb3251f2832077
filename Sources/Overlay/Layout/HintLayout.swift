import Control
import Glibc

/// Draws the gestures that resting fingers can still make, each with a label. A gesture with a drawing also has a path.
/// A gesture with a direction has a path if there is room.
///
/// A path becomes thicker and fills as its gesture progresses. If a gesture becomes impossible, its path becomes faint.
/// Source: Bau and Mackay, "OctoPocus", UIST 2008.
///
/// Users must see which path a label belongs to. So a label is beyond or next to its path. If there is no room there,
/// the label is elsewhere and contains the gesture's sign. The label of a straight path is always on the same side of
/// the fingers as the path:
///
///             up                   label          beyond the end, or right of the line
///              |                     |
///     left <-- o --> right      <--- o --->       beyond the end, or above the line
///              |                     |
///            down
struct HintLayout {
  typealias Point = OverlayPicture.Point
  typealias Box = OverlayPicture.Box

  private struct Path {
    let box: Box
    let end: Point
    let unit: Point
    /// The distance between the path's line and its label.
    let reach: Double
    /// The part of the output that the path's label must not leave.
    let side: Box
  }

  /// The lengths at `size` 1, in logical pixels.
  private enum Length {
    /// A straight path begins at least `start` from the fingers' middle and `fingerClearance` beyond all fingers.
    static let start = 40.0
    static let fingerClearance = 30.0
    static let path = 88.0
    static let end = start + path
    static let leastPath = 28.0
    /// A path is shortened to leave room for its label, but not to less than this length.
    static let shortPath = 44.0
    /// The width that must be free for a path's label. A narrower label needs only its own width.
    static let leastLabel = 120.0
    /// The distance between two parallel paths.
    static let aside = 36.0
    static let stroke = 5.0
    static let thicker = 4.0
    static let casing = 4.0
    static let head = 13.0
    static let drawing = 130.0
    static let gap = 8.0
    static let margin = 10.0
  }

  /// The greatest number of gestures that are drawn. A label such as `+2 more` shows how many gestures have no label.
  private static let most = 8

  private let size: Double
  private let inks: OverlayInks
  private let measure: any TextMeasure
  private let area: Box
  private let center: Point
  /// The positions of the fingers relative to their middle.
  private let fingers: [Point]
  private var placement: LabelPlacement
  private var omitted = 0

  /// `center` is the middle of the fingers when the hints appeared. `fingers` are the present positions.
  init(
    around center: Point, _ fingers: [Point], on area: Box, size: Double, _ inks: OverlayInks,
    _ measure: any TextMeasure
  ) {
    (self.size, self.inks, self.measure) = (size, inks, measure)
    self.area = area.grown(by: -Length.margin * size)
    self.center = center
    let count = Double(max(fingers.count, 1))
    let middle = Point(fingers.reduce(0) { $0 + $1.x } / count, fingers.reduce(0) { $0 + $1.y } / count)
    self.fingers = fingers.map { Point($0.x - middle.x, $0.y - middle.y) }
    placement = LabelPlacement(
      in: self.area, gap: Length.gap * size, avoiding: [Box(around: center, Length.start * size)])
    for finger in self.fingers {
      placement.avoid(Box(around: Point(center.x + finger.x, center.y + finger.y), Length.fingerClearance * size))
    }
  }

  /// Returns the distance from the fingers' middle to the beginning of a straight path, which is beyond all fingers.
  private func start(_ unit: Point) -> Double {
    fingers.reduce(Length.start * size) { max($0, $1.x * unit.x + $1.y * unit.y + Length.fingerClearance * size) }
  }

  mutating func draw(_ shown: [(one: SceneTimeline.Shown, opacity: Double)], to picture: inout OverlayPicture) {
    var pathCounts: [String: Int] = [:]
    // Paths lie below all labels.
    var hints: [(one: SceneTimeline.Shown, opacity: Double, path: Path?)] = []
    for (one, opacity) in shown.prefix(Self.most) {
      var path: Path?
      if let unit = Self.unit(one.item.look) {
        let key = "\(unit.x) \(unit.y)"
        let index = pathCounts[key, default: 0]
        pathCounts[key] = index + 1
        path = drawPath(one.item, unit, index, opacity, to: &picture)
      } else if case .draw(let points) = one.item.look, points.count > 1 {
        path = drawDrawing(points, one.item, opacity, to: &picture)
      }
      hints.append((one, opacity, path))
    }
    omitted = max(shown.count - Self.most, 0)
    // A label without a path may be anywhere, so the labels of paths are placed first.
    for hint in hints where hint.path != nil { drawLabel(hint.one, hint.opacity, hint.path, to: &picture) }
    for hint in hints where hint.path == nil { drawLabel(hint.one, hint.opacity, nil, to: &picture) }
    guard omitted > 0 else { return }
    let label = OverlayLabel("+\(omitted) more", "", hasGlyph: false, most: area.width, size: size, measure)
    var preferred = label.box
    (preferred.left, preferred.top) = (center.x - preferred.width / 2, center.y + (Length.end + Length.gap) * size)
    if let box = placement.place(preferred) { _ = label.draw(at: box, .plain, opacity: 1, inks, to: &picture) }
  }

  /// Returns the direction of a gesture's straight path, away from the fingers; nil if the gesture has no such path.
  private static func unit(_ look: OverlayScene.Look) -> Point? {
    switch look {
    case .arrow(let direction?): GestureGlyph.unit(direction)
    case .edge(let side): GestureGlyph.unit(from: side)
    case .arrow(nil), .pinch, .turn, .stationary, .draw: nil
    }
  }

  private static func unit(_ offset: Point) -> Point {
    let length = max(hypot(offset.x, offset.y), 0.001)
    return Point(offset.x / length, offset.y / length)
  }

  // MARK: Paths

  /// Draws a straight path, shortened near the output's border. Nil without room for the path or its label.
  private mutating func drawPath(
    _ item: OverlayScene.Item, _ unit: Point, _ index: Int, _ opacity: Double, to picture: inout OverlayPicture
  ) -> Path? {
    let side = side(unit)
    let label = label(item, hasGlyph: false, most: area.width).box
    guard side.width >= min(label.width, Length.leastLabel * size) else { return nil }
    let aside = Double((index + 1) / 2) * (index % 2 == 0 ? 1 : -1) * Length.aside * size
    let begin = start(unit)
    // The second position is on the other side of the fingers' middle, for a path that would leave the output.
    let starts = [aside, -aside].map { aside in
      Point(center.x + unit.x * begin + abs(unit.y) * aside, center.y + unit.y * begin + abs(unit.x) * aside)
    }
    let isWhole = { (start: Point) in area.contains(Box(around: start, Length.head * size)) }
    let start = starts.first(where: isWhole) ?? starts[0]
    let room = room(from: start, unit) - Length.head * size
    let reach = (Length.head + Length.gap) * size
    let beforeLabel = room - Length.gap * size - (unit.x == 0 ? label.height : label.width)
    let length = min(Length.path * size, beforeLabel >= Length.shortPath * size ? beforeLabel : room)
    guard length >= Length.leastPath * size else { return nil }
    let end = Point(start.x + unit.x * length, start.y + unit.y * length)
    let width = strokeWidth(item)
    casing(opacity, width).addArrow(from: start, to: end, head: Length.head * size, 0, to: &picture)
    glyph(opacity, width).addArrow(from: start, to: end, head: Length.head * size, item.progress, to: &picture)
    let box = Box(around: start, 0).union(Box(around: end, 0))
    placement.avoid(box.grown(by: Length.head * size))
    return Path(box: box, end: end, unit: unit, reach: reach, side: side)
  }

  /// Returns the part of the output in the direction `unit` from the fingers' middle. Excludes a strip next to the
  /// fingers' middle, because paths at right angles to `unit` need this strip.
  private func side(_ unit: Point) -> Box {
    let clear = (Length.head + Length.gap) * size
    var side = area
    if unit.x != 0 { side.width = (unit.x > 0 ? area.right - center.x : center.x - area.left) - clear }
    if unit.y != 0 { side.height = (unit.y > 0 ? area.bottom - center.y : center.y - area.top) - clear }
    if unit.x > 0 { side.left = area.right - side.width }
    if unit.y > 0 { side.top = area.bottom - side.height }
    return side
  }

  private func strokeWidth(_ item: OverlayScene.Item) -> Double {
    (Length.stroke + Length.thicker * item.progress) * size
  }

  private func glyph(_ opacity: Double, _ width: Double) -> GestureGlyph {
    let text = inks.text.faded(opacity)
    return GestureGlyph(width: width, track: text, sign: text, filled: inks.accent.faded(opacity))
  }

  private func casing(_ opacity: Double, _ width: Double) -> GestureGlyph {
    let ink = inks.casing.faded(opacity)
    return GestureGlyph(width: width + Length.casing * size, track: ink, sign: ink.faded(0), filled: ink)
  }

  private func room(from point: Point, _ unit: Point) -> Double {
    if unit.x != 0 { return unit.x > 0 ? area.right - point.x : point.x - area.left }
    return unit.y > 0 ? area.bottom - point.y : point.y - area.top
  }

  /// Draws a drawing's path from the fingers' middle; nil without points. Labels avoid the path by a finger's width.
  private mutating func drawDrawing(
    _ points: [OverlayScene.Point], _ item: OverlayScene.Item, _ opacity: Double, to picture: inout OverlayPicture
  ) -> Path? {
    guard let first = points.first else { return nil }
    let side = Length.drawing * size
    let line = points.map { Point(center.x + ($0.x - first.x) * side, center.y + ($0.y - first.y) * side) }
    let width = strokeWidth(item)
    picture.addLine(line, width: width + Length.casing * size, isSmooth: true, inks.casing.faded(opacity))
    glyph(opacity, width).addDrawing(line, item.progress, to: &picture)
    let finger = Length.fingerClearance * size
    var box = Box(around: center, 0)
    for (start, end) in zip(line, line.dropFirst()) {
      let pieces = max((hypot(end.x - start.x, end.y - start.y) / finger).rounded(.up), 1)
      for piece in stride(from: 1, through: pieces, by: 1) {
        placement.avoid(Box(around: GestureGlyph.between(start, end, piece / pieces), finger))
      }
      box = box.union(Box(around: end, 0))
    }
    let end = line.last ?? center
    let away = Point(end.x - center.x, end.y - center.y)
    // The end of a closed drawing is at the fingers, so its label is above; the hand is below.
    let unit = hypot(away.x, away.y) < finger ? Point(0, -1) : Self.unit(away)
    return Path(box: box, end: end, unit: unit, reach: finger + Length.gap * size, side: area)
  }

  // MARK: Labels

  private mutating func drawLabel(
    _ one: SceneTimeline.Shown, _ opacity: Double, _ path: Path?, to picture: inout OverlayPicture
  ) {
    let item = one.item
    guard let (label, box, hasGlyph) = path.map({ placeLabel(item, $0) }) ?? placeLabel(item) else {
      return omitted += 1
    }
    let look: OverlayLabel.Look =
      item.state == .recognized ? .done : SceneTimeline.isOpen(item.state) ? .plain : .failed
    // The text of a faint label must stay legible.
    let glyphBox = label.draw(at: box, look, opacity: min(1, opacity + 0.25), inks, to: &picture)
    guard hasGlyph else { return }
    let isDone = item.state == .recognized
    GestureGlyph(
      width: 2.8 * size, track: inks.sign.faded(opacity), sign: (isDone ? inks.onAccent : inks.text).faded(opacity),
      filled: (isDone ? inks.onAccent : inks.accent).faded(opacity)
    ).add(item.look, in: glyphBox, progress: item.progress, to: &picture)
  }

  private typealias PlacedLabel = (label: OverlayLabel, box: Box, hasGlyph: Bool)

  /// Places a label at its path, or elsewhere in `path.side` with the gesture's sign. Shortens the text only if the
  /// whole label fits in neither place; nil if there is no room.
  private mutating func placeLabel(_ item: OverlayScene.Item, _ path: Path) -> PlacedLabel? {
    let room = path.side.width
    for (hasGlyph, isWhole) in [(false, true), (true, true), (false, false), (true, false)] {
      let most = isWhole ? Double.infinity : hasGlyph ? room : roomAlong(path)
      let label = label(item, hasGlyph: hasGlyph, most: most)
      let candidates = candidateBoxes(for: label.box, path)
      if hasGlyph {
        if let box = placement.place(candidates[1], in: path.side) { return (label, box, hasGlyph) }
      } else if isWhole || most >= Length.leastLabel * size,
        let box = placement.place(firstOf: candidates, in: path.side)
      {
        return (label, box, hasGlyph)
      }
    }
    return nil
  }

  /// Places the label of a gesture without a path, if possible above and to the right of the fingers. Nil without room.
  private mutating func placeLabel(_ item: OverlayScene.Item) -> PlacedLabel? {
    let label = label(item, hasGlyph: true, most: area.width)
    var preferred = label.box
    let reach = Length.end * size * 0.62
    (preferred.left, preferred.top) = (center.x + reach, center.y - reach - preferred.height)
    return placement.place(preferred).map { (label, $0, true) }
  }

  private func label(_ item: OverlayScene.Item, hasGlyph: Bool, most: Double) -> OverlayLabel {
    OverlayLabel(item.name, item.does, hasGlyph: hasGlyph, most: most, size: size, measure)
  }

  /// Returns the greatest width of a label at the path. For a mostly horizontal path: from the path's beginning to the
  /// output's edge, minus a gap. Otherwise: the width of `path.side`.
  private func roomAlong(_ path: Path) -> Double {
    guard abs(path.unit.x) >= abs(path.unit.y) else { return path.side.width }
    let room = path.unit.x > 0 ? path.side.right - path.box.left : path.box.right - path.side.left
    return room - Length.gap * size
  }

  /// Returns the label's positions, best first: beyond the path, on the side away from the fingers' middle, opposite.
  private func candidateBoxes(for label: Box, _ path: Path) -> [Box] {
    let (unit, line) = (path.unit, path.box)
    let beyond = min((path.reach + label.width / 2) / abs(unit.x), (path.reach + label.height / 2) / abs(unit.y))
    var (end, before, after) = (label, label, label)
    (end.left, end.top) = (
      path.end.x + unit.x * beyond - label.width / 2, path.end.y + unit.y * beyond - label.height / 2
    )
    let isOuterAfter: Bool
    if abs(unit.x) >= abs(unit.y) {
      let middle = line.center.x - label.width / 2
      let gap = Length.gap * size
      before.left = unit.x > 0 ? max(middle, line.left + gap) : min(middle, line.right - gap - label.width)
      before.top = line.top - path.reach - label.height
      (after.left, after.top) = (before.left, line.bottom + path.reach)
      // For a path at the height of the fingers' middle, the outer side is above, because the hand is below.
      isOuterAfter = line.center.y > center.y
    } else {
      let middle = line.center.y - label.height / 2
      before.top = unit.y > 0 ? max(middle, line.top) : min(middle, line.bottom - label.height)
      before.left = line.left - path.reach - label.width
      (after.left, after.top) = (line.right + path.reach, before.top)
      isOuterAfter = line.center.x >= center.x
    }
    return [end] + (isOuterAfter ? [after, before] : [before, after])
  }
}
