import GestureCore
import Text

/// Draws an attempt's timeline: the fingers, and a lane for each gesture.
struct TimelineDrawing {
  let attempt: AttemptPlot
  private let axis: TimeAxis

  private static let head = 40.0
  private static let finger = 8.0
  private static let fingerGap = 3.0
  private static let fingersBelow = 10.0
  private static let words = 16.0
  private static let bar = 14.0
  private static let gap = 12.0
  private static let line = 16.0
  private static let size = 12.0
  private static let tiny = 10.0
  private static let labelGap = 10.0
  private static let longestName = 40
  private static let blank = "   "
  /// The least distance between drawn changes, in pixels.
  private static let near = 3.0

  init(_ attempt: AttemptPlot) {
    self.attempt = attempt
    axis = TimeAxis(attempt.span, left: PlotSVG.margin, width: PlotSVG.width)
  }

  /// Draws the timeline, and returns its height; `top` is the baseline of its heading.
  func draw(at top: Double, _ markup: inout Markup) -> Double {
    let rows = fingerRows()
    let fingers = Double(rows.count) * (Self.finger + Self.fingerGap) + Self.fingersBelow
    let lanes = Double(attempt.lanes.count) * (Self.words + Self.bar + Self.gap)
    let bottom = top + Self.head + fingers + lanes - Self.gap
    axis.draw(from: top + Self.head - Self.fingerGap, to: bottom, &markup)
    drawEvents(from: top + Self.head - Self.fingerGap, to: bottom, &markup)
    for (index, row) in rows.enumerated() {
      drawFingers(row, at: top + Self.head + Double(index) * (Self.finger + Self.fingerGap), &markup)
    }
    var y = top + Self.head + fingers
    for lane in attempt.lanes {
      draw(lane, at: y, &markup)
      y += Self.words + Self.bar + Self.gap
    }
    for absence in attempt.absent {
      let text = PlotWording.absence(absence)
      let fitted = TextFit.fitted(text, size: Self.size, into: PlotSVG.width)
      markup.write([(fitted, "muted")], at: Pixels(PlotSVG.margin, y + Self.size / 2))
      y += Self.line
    }
    if markup.isInteractive { axis.drawCursor(from: top + Self.head - Self.fingerGap, to: bottom, &markup) }
    return y - top
  }

  private func fingerRows() -> [[Trail]] {
    let last = attempt.trails.map(\.finger).max() ?? -1
    return (0..<(last + 1)).map { finger in attempt.trails.filter { $0.finger == finger } }
  }

  private func drawFingers(_ trails: [Trail], at y: Double, _ markup: inout Markup) {
    for trail in trails {
      rectangle(
        trail.span, y, Self.finger, "e\(trail.finger % TrailDrawing.fingerColours)", PlotWording.down(trail), &markup)
    }
  }

  /// Draws a line through all lanes at each time at which a gesture was recognized, began or ended.
  private func drawEvents(from top: Double, to bottom: Double, _ markup: inout Markup) {
    for mark in attempt.lanes.flatMap(\.marks) {
      switch mark.event {
      case .recognized, .began, .ended: markup.verticalLine("event", at: axis.x(mark.time), from: top, to: bottom)
      case .cancelled, .failed, .refused, .met: break
      }
    }
  }

  private func draw(_ lane: Lane, at top: Double, _ markup: inout Markup) {
    markup.group("g", [("class", "lane")]) { markup in
      markup.element("title", [], text: "\(lane.name) (\(lane.kind)): \(lane.verdict)")
      let name = String(lane.name.prefix(Self.longestName))
      let used = TextFit.width(name + lane.kind + Self.blank + Self.blank, size: Self.size)
      let verdict = TextFit.fitted(lane.result, size: Self.size, into: PlotSVG.width - used)
      markup.write(
        [(name, "name"), (Self.blank + lane.kind, "muted"), (Self.blank + verdict, lane.tone.style)],
        at: Pixels(PlotSVG.margin, top + Self.size - 1))
      let y = top + Self.words
      rectangle(axis.span, y, Self.bar, "track", "", &markup)
      for span in lane.spans {
        let data: [Markup.Attribute] = [
          ("data-from", decimal(span.time.from, places: 3)), ("data-to", decimal(span.time.to, places: 3)),
          ("data-state", span.note.isEmpty ? PlotWording.state(span.state) : span.note),
        ]
        rectangle(span.time, y, Self.bar, span.state.rawValue, PlotWording.line(span), data: data, &markup)
        if span.state == .held { label(span, y, &markup) }
      }
      drawChanges(lane, y, &markup)
      labelFlags(lane, y, &markup)
      for mark in lane.marks {
        DrawnSign.mark(
          &markup, mark.event, at: Pixels(axis.x(mark.time), y + Self.bar / 2), height: Self.bar,
          title: PlotWording.line(mark),
          data: [("data-time", decimal(mark.time, places: 3)), ("data-state", PlotWording.event(mark.event))])
      }
    }
  }

  /// Writes into a held gesture's bar why the gesture waits, if there is room.
  private func label(_ span: Lane.Span, _ y: Double, _ markup: inout Markup) {
    let width = TextFit.width(span.note, size: Self.tiny)
    let start = axis.x(span.time.from) + Self.labelGap
    guard start + width + Self.labelGap < axis.x(span.time.to) else { return }
    markup.rectangle("hatched", at: Pixels(start, y + 1), Pixels(width, Self.bar - 2))
    markup.write(span.note, "tiny", at: Pixels(start + width / 2, y + Self.tiny), [("text-anchor", "middle")])
  }

  /// Writes met thresholds next to their flags. Skips values, or whole labels, if there is too little room.
  private func labelFlags(_ lane: Lane, _ y: Double, _ markup: inout Markup) {
    let markPositions = lane.marks.map { axis.x($0.time) }.sorted()
    let met = Dictionary(grouping: lane.marks.filter { $0.event == .met }, by: \.time)
    for (time, marks) in met.sorted(by: { $0.key < $1.key }) {
      let start = axis.x(time) + Self.labelGap
      let room = (markPositions.first { $0 > axis.x(time) } ?? axis.x(axis.span.to)) - start - DrawnSign.radius
      let settings = marks.map { String($0.text.prefix { $0 != " " }) }
      let texts = [marks.map(\.text), settings].map { $0.joined(separator: ", ") }
      let fits = texts.first { TextFit.width($0, size: Self.tiny) <= room }
      guard let fits else { continue }
      markup.write(fits, "tiny", at: Pixels(start, y + Self.tiny))
    }
  }

  private func drawChanges(_ lane: Lane, _ y: Double, _ markup: inout Markup) {
    var last = -Double.infinity
    var path = ""
    for time in lane.changes where axis.x(time) - last >= Self.near {
      last = axis.x(time)
      path += "M\(Pixels(last, y + Self.bar * 0.6).text) V\(Markup.number(y + Self.bar)) "
    }
    guard !path.isEmpty else { return }
    markup.path("change", String(path.dropLast()))
  }

  private func rectangle(
    _ time: Interval, _ y: Double, _ height: Double, _ style: String, _ title: String, data: [Markup.Attribute] = [],
    _ markup: inout Markup
  ) {
    let (start, stop) = (axis.x(time.from), axis.x(time.to))
    markup.rectangle(
      style, at: Pixels(start, y), Pixels(max(stop - start, 1), height), [("rx", "2")] + data, title: title)
  }
}

extension Tone {
  var style: String {
    switch self {
    case .good, .bad, .cancelled: "t\(rawValue)"
    case .muted: rawValue
    }
  }
}

private struct TimeAxis {
  let span: Interval
  let left: Double
  let width: Double

  /// The space to the right of the attempt's end, in pixels, so that marks at the end fit.
  private static let endSpace = 10.0
  private static let tick = 76.0
  private static let shortest = 1.0

  init(_ span: Interval, left: Double, width: Double) {
    self.span = Interval(from: span.from, to: max(span.to, span.from + Self.shortest))
    self.left = left
    self.width = width - Self.endSpace
  }

  func x(_ time: Double) -> Double {
    left + (min(max(time, span.from), span.to) - span.from) / (span.to - span.from) * width
  }

  /// The times that have a label, in ms.
  private var ticks: [Double] {
    let spacing = RoundSpacing.spacing(atLeast: (span.to - span.from) / width * Self.tick)
    return RoundSpacing.multiples(of: spacing, in: span)
  }

  func draw(from top: Double, to bottom: Double, _ markup: inout Markup) {
    for (index, time) in ticks.enumerated() {
      let x = x(time)
      markup.verticalLine("grid", at: x, from: top, to: bottom)
      let text = decimal(time, places: 1) + (index == 0 ? " ms" : "")
      let isLast = x + TextFit.width(text, size: Self.size) > left + width + Self.endSpace
      markup.write(text, "small muted", at: Pixels(x, top - Self.above), isLast ? [("text-anchor", "end")] : [])
    }
  }

  /// Draws the cursor line, which the page's script moves.
  func drawCursor(from top: Double, to bottom: Double, _ markup: inout Markup) {
    markup.element(
      "line",
      [
        ("class", "cursor"), ("y1", Markup.number(top)), ("y2", Markup.number(bottom)),
        ("data-left", Markup.number(left)), ("data-width", Markup.number(width)),
      ])
  }

  private static let above = 4.0
  private static let size = 11.0
}
