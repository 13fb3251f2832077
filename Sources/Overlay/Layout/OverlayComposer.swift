import Control

/// Draws the scenes of devices into a picture, for a given time.
///
///     touchscreen   trails, hints and labels where the fingers are; a card with progress and steps above the fingers, or at the edge
///     touchpad      a card with a small picture of the pad, at the position in the settings
package struct OverlayComposer {
  typealias Point = OverlayPicture.Point
  package typealias Box = OverlayPicture.Box

  /// Lengths at size 1, in logical pixels unless the name has another unit.
  private enum Length {
    static let margin = 12.0
    /// The least distance from the fingers to a card above them, so that the hand doesn't cover the card.
    static let above = 70.0
    static let aboveInMillimetres = 22.0
    static let trail = 6.0
    static let padTrail = 3.0
    static let casing = 4.0
    static let touch = 20.0
    static let padTouch = 6.0
    static let panelWidth = 544.0
    static let panelHeight = 470.0
    static let hintWidth = 860.0
    static let hintHeight = 400.0
  }

  /// The greatest number of lines in a card. Text such as `+2 more` counts the rest.
  private static let mostLines = 8

  package let settings: OverlaySettings
  private let inks: OverlayInks
  private let measure: any TextMeasure
  private let size: Double

  package init(_ settings: OverlaySettings, _ measure: any TextMeasure) {
    (self.settings, self.measure) = (settings, measure)
    inks = OverlayInks(settings)
    size = settings.size
  }

  /// The panel's size in logical pixels. The panel is the part of the screen in which the cards of touchpads are drawn.
  package var panel: (width: Double, height: Double) { (Length.panelWidth * size, Length.panelHeight * size) }

  /// Adds a device's scene. `area` is the output, or the panel for touchpads.
  package func add(_ timeline: SceneTimeline, at now: Int64, on area: Box, to picture: inout OverlayPicture) {
    switch timeline.scene.surface {
    case .touchscreen: addTouchscreen(timeline, at: now, on: area, to: &picture)
    case .touchpad:
      let most = min(area.width, panel.width) - Length.margin * 4 * size
      addCard(timeline, timeline.shown, at: now, pad: pad(timeline), most: most, to: &picture) {
        cardPosition($0, on: area)
      }
    }
  }

  // MARK: Touchscreens

  private func addTouchscreen(_ timeline: SceneTimeline, at now: Int64, on area: Box, to picture: inout OverlayPicture)
  {
    let (across, along) = (area.width / timeline.scene.width, area.height / timeline.scene.height)
    let onScreen = { (point: Point) in Point(area.left + point.x * across, area.top + point.y * along) }
    let trails = timeline.shown.filter { $0.item.show == .trail }
    if !trails.isEmpty {
      addTrails(timeline, trails, at: now, width: Length.trail, to: &picture, onScreen)
      addNames(timeline, trails, at: now, on: area, to: &picture, onScreen)
    }
    let center = timeline.anchor.map(onScreen) ?? area.center
    let hints = timeline.shown.filter { $0.item.show == .hint }
    if !hints.isEmpty {
      let size = hintSize(on: area)
      addTouches(timeline, size: size, to: &picture, onScreen)
      let fingers = timeline.scene.touches.map { onScreen(Point($0.x, $0.y)) }
      var layout = HintLayout(around: center, fingers, on: area, size: size, inks, measure)
      layout.draw(hints.map { ($0, timeline.opacity(of: $0, at: now)) }, to: &picture)
    }
    let lines = timeline.shown.filter { $0.item.show == .progress || $0.item.show == .step }
    guard !lines.isEmpty else { return }
    let above = max(Length.above * size, Length.aboveInMillimetres * along)
    let room = area.grown(by: -Length.margin * size)
    addCard(timeline, lines, at: now, pad: nil, most: room.width, to: &picture) { card in
      var box = card
      if case .edge(let side)? = lines.first?.item.look {
        (box.left, box.top) = Self.edgePosition(side, center, room, box)
        return box.moved(into: room)
      }
      (box.left, box.top) = (center.x - box.width / 2, center.y - above - box.height)
      // If there is no room above the fingers, the card is next to them.
      if box.top < room.top {
        box.left = center.x + above + box.width > room.right ? center.x - above - box.width : center.x + above
        box.top = center.y - box.height / 2
      }
      return box.moved(into: room)
    }
  }

  /// Returns the scale of hints: the user's size. On a small output, a size above 1 is reduced, but not to less than 1.
  private func hintSize(on area: Box) -> Double {
    min(size, max(1, min(area.width / Length.hintWidth, area.height / Length.hintHeight)))
  }

  private static func edgePosition(_ side: OverlayScene.Side, _ center: Point, _ room: Box, _ box: Box) -> (
    Double, Double
  ) {
    switch side {
    case .left: (room.left, center.y - box.height / 2)
    case .right: (room.right - box.width, center.y - box.height / 2)
    case .top: (center.x - box.width / 2, room.top)
    case .bottom: (center.x - box.width / 2, room.bottom - box.height)
    }
  }

  private func addTouches(
    _ timeline: SceneTimeline, size: Double, to picture: inout OverlayPicture, _ onScreen: (Point) -> Point
  ) {
    let radius = Length.touch * size
    for touch in timeline.scene.touches {
      let center = onScreen(Point(touch.x, touch.y))
      picture.add(.disc(center, radius: radius, inks.accent.faded(0.4)))
      picture.add(.arc(center, radius: radius, from: 0, to: 2 * .pi, width: 5.5 * size, inks.casing))
      picture.add(.arc(center, radius: radius, from: 0, to: 2 * .pi, width: 2.5 * size, inks.text))
    }
  }

  // MARK: Trails

  private func addTrails(
    _ timeline: SceneTimeline, _ items: [SceneTimeline.Shown], at now: Int64, width: Double,
    to picture: inout OverlayPicture, _ onScreen: (Point) -> Point
  ) {
    let opacity = items.reduce(0) { max($0, timeline.opacity(of: $1, at: now)) }
    let pulse = items.reduce(0) { max($0, timeline.pulse(of: $1, at: now)) }
    let isRecognized = items.contains { [.recognized, .began].contains($0.item.state) }
    let haveFailed = items.allSatisfy { !SceneTimeline.isOpen($0.item.state) }
    let ink = isRecognized ? inks.accent : haveFailed ? inks.failed : inks.text
    let core = (width + pulse * 3) * size
    let lines = timeline.trails.map { $0.points.map(onScreen) }
    for line in lines {
      picture.addLine(line, width: core + Length.casing * size, isSmooth: true, inks.casing.faded(opacity))
    }
    for line in lines { picture.addLine(line, width: core, isSmooth: true, ink.faded(opacity)) }
  }

  /// Adds a label for each recognized drawing, above the trails if possible. A label that fits nowhere is skipped.
  private func addNames(
    _ timeline: SceneTimeline, _ items: [SceneTimeline.Shown], at now: Int64, on area: Box,
    to picture: inout OverlayPicture, _ onScreen: (Point) -> Point
  ) {
    guard let first = timeline.trails.first?.points.first.map(onScreen) else { return }
    var around = Box(around: first, 0)
    for trail in timeline.trails {
      for point in trail.points { around = around.union(Box(around: onScreen(point), 0)) }
    }
    // The fingers are at the ends of the trails, or have just lifted there.
    let finger = Length.touch * size
    let ends = timeline.trails.compactMap { $0.points.last.map { Box(around: onScreen($0), finger) } }
    let gap = 8 * size
    var placement = LabelPlacement(in: area.grown(by: -Length.margin * size), gap: gap, avoiding: ends)
    for one in items where one.item.state == .recognized {
      let label = OverlayLabel(
        one.item.name, one.item.does, hasGlyph: false, most: area.width - Length.margin * 2 * size, size: size, measure)
      var preferred = label.box
      (preferred.left, preferred.top) = (
        around.center.x - preferred.width / 2, around.top - finger - gap - preferred.height
      )
      guard let labelBox = placement.place(preferred) else { continue }
      _ = label.draw(at: labelBox, .done, opacity: timeline.opacity(of: one, at: now), inks, to: &picture)
    }
  }

  // MARK: Cards

  private func addCard(
    _ timeline: SceneTimeline, _ shown: [SceneTimeline.Shown], at now: Int64, pad: OverlayCard.Pad?, most: Double,
    to picture: inout OverlayPicture, position: (Box) -> Box
  ) {
    // A drawing gets a line only once it is recognized.
    let candidates = shown.filter { $0.item.show != .trail || $0.item.state == .recognized }
    let lines = candidates.prefix(Self.mostLines).map { one in
      var line = OverlayCard.Line(
        shown: one, opacity: timeline.opacity(of: one, at: now), pulse: timeline.pulse(of: one, at: now))
      if one.item.show == .step { (line.level, line.levelText) = level(of: one, timeline) }
      return line
    }
    guard !shown.isEmpty, !lines.isEmpty || pad != nil else { return }
    let opacity = shown.reduce(0) { max($0, timeline.opacity(of: $1, at: now)) }
    let card = OverlayCard(lines, more: candidates.count - lines.count, pad: pad, most: most, size: size, inks, measure)
    let box = position(card.box)
    guard let padBox = card.draw(at: box, opacity: opacity, to: &picture) else { return }
    let (across, along) = (padBox.width / timeline.scene.width, padBox.height / timeline.scene.height)
    let onPad = { (point: Point) in Point(padBox.left + point.x * across, padBox.top + point.y * along) }
    addTrails(timeline, shown, at: now, width: Length.padTrail, to: &picture, onPad)
    for touch in timeline.scene.touches {
      picture.add(.disc(onPad(Point(touch.x, touch.y)), radius: Length.padTouch * size, inks.accent.faded(opacity)))
    }
  }

  /// Returns the level and the text of a step. If the last step has no level, returns those that a command has
  /// reported.
  private func level(of one: SceneTimeline.Shown, _ timeline: SceneTimeline) -> (Double?, String?) {
    if let level = one.item.level { return (level, one.item.text ?? "\(Int((level * 100).rounded())) %") }
    let last = timeline.shown.last { $0.item.show == .step }
    guard last == one, let reported = timeline.reportedLevel?.level else { return (nil, one.item.text) }
    return (reported.isMuted ? 0 : reported.level, reported.text)
  }

  /// Returns the touchpad's size in mm, to draw the touchpad. Nil without trails, or if all shown items are steps.
  private func pad(_ timeline: SceneTimeline) -> OverlayCard.Pad? {
    guard !timeline.trails.isEmpty, timeline.shown.contains(where: { $0.item.show != .step }) else { return nil }
    return (timeline.scene.width, timeline.scene.height)
  }

  private func cardPosition(_ card: Box, on area: Box) -> Box {
    let room = area.grown(by: -Length.margin * 2 * size)
    var box = card
    switch settings.position {
    case .bottom, .top, .center: box.left = room.center.x - box.width / 2
    case .bottomLeft, .topLeft: box.left = room.left
    case .bottomRight, .topRight: box.left = room.right - box.width
    }
    switch settings.position {
    case .center: box.top = room.center.y - box.height / 2
    case .bottom, .bottomLeft, .bottomRight: box.top = room.bottom - box.height
    case .top, .topLeft, .topRight: box.top = room.top
    }
    return box
  }
}
