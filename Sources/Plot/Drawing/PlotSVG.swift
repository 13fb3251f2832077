import GestureCore

/// Writes a picture as a self-contained SVG file.
struct PlotSVG {
  let picture: Picture

  /// The width of the file's contents, without the margins, in pixels.
  static let width = 920.0
  static let margin = 20.0
  /// The greatest number of attempts in one file.
  static let most = 30

  private static let title = 40.0
  private static let head = 26.0
  private static let gap = 22.0
  private static let hatch = 8.0

  var text: String {
    var body = Markup()
    let height = draw(&body)
    let (across, down) = (Markup.number(Self.width + 2 * Self.margin), Markup.number(height))
    var markup = Markup()
    markup.group(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", across), ("height", down),
        ("viewBox", "0 0 \(across) \(down)"), ("role", "img"), ("aria-labelledby", "title description"),
      ]
    ) { markup in
      markup.element("title", [("id", "title")], text: picture.title)
      markup.element("desc", [("id", "description")], text: PlotWording.description(picture))
      markup.raw("<style>\n\(EmbeddedText.drawingStyle)\n</style>")
      Self.defineHatch(&markup)
      markup.element("rect", [("class", "page"), ("width", "100%"), ("height", "100%")])
      markup.raw(body.text)
    }
    return markup.text
  }

  static func defineHatch(_ markup: inout Markup) {
    let side = Markup.number(hatch)
    markup.group("defs", []) { markup in
      markup.group(
        "pattern",
        [
          ("id", "hatch"), ("width", side), ("height", side), ("patternUnits", "userSpaceOnUse"),
          ("patternTransform", "rotate(45)"),
        ]
      ) { markup in
        markup.element("rect", [("class", "hatched"), ("width", side), ("height", side)])
        markup.element("line", [("class", "hatch"), ("x1", "0"), ("y1", "0"), ("x2", "0"), ("y2", side)])
      }
    }
  }

  private func draw(_ markup: inout Markup) -> Double {
    var y = Self.title
    let shown = Array(picture.attempts.prefix(Self.most))
    write([(picture.title, "title")], at: y, &markup)
    y += Self.gap
    for panel in picture.panels where shown.contains(where: { $0.device == panel.device.id }) {
      let name = panel.name.isEmpty ? "" : panel.name + "   "
      write([(name, "head"), (PlotWording.panel(panel), "muted")], at: y, &markup)
      y += Self.head / 2
      y += draw(shown.filter { $0.device == panel.device.id }, on: panel, at: y, &markup) + Self.head
    }
    for attempt in shown {
      write(heading(attempt), at: y, &markup)
      y += TimelineDrawing(attempt).draw(at: y, &markup) + Self.head
    }
    let left = picture.attempts.dropFirst(Self.most).map(\.number)
    if !left.isEmpty {
      write([(PlotWording.omitted(left, atATime: Self.most), "muted")], at: y, &markup)
      y += Self.head
    }
    return y + Legend(shown).draw(at: y, &markup)
  }

  private func draw(_ attempts: [AttemptPlot], on panel: Panel, at y: Double, _ markup: inout Markup) -> Double {
    guard attempts.count == 1, let attempt = attempts.first else {
      return AttemptGrid(panel: panel, attempts: attempts).draw(at: y, &markup)
    }
    return SurfaceDrawing(panel: panel).draw(attempt, at: y, &markup)
  }

  private func heading(_ attempt: AttemptPlot) -> [(text: String, style: String)] {
    let summary = PlotWording.summary(attempt, in: picture)
    let room = Self.width - TextFit.width(PlotWording.heading(attempt) + "   ", size: Self.headSize)
    return [
      (PlotWording.heading(attempt), "head"),
      ("   " + TextFit.fitted(summary, size: Self.textSize, into: room), "muted"),
    ]
  }

  private static let headSize = 14.0
  private static let textSize = 12.0

  private func write(_ pieces: [(text: String, style: String)], at y: Double, _ markup: inout Markup) {
    markup.write(pieces, at: Pixels(Self.margin, y))
  }
}

extension RecordingPlot {
  public var svg: String { PlotSVG(picture: picture).text }
}
