import GestureCore
import Text

/// A self-contained HTML page: a script, and pictures of each attempt.
private struct PlotPage {
  let picture: Picture

  /// The greatest size of a surface, in pixels.
  private static let room = Pixels(720, 440)
  /// The space around a surface, in pixels. Half of a finger's disc fits into this space.
  private static let margin = 14.0
  /// The height of a timeline's heading, in pixels. The page has its own heading instead.
  private static let heading = 22.0

  var text: String {
    var text = ""
    var remaining = EmbeddedText.page[...]
    while let start = remaining.firstOccurrence(of: "{{"),
      let end = remaining[start.upperBound...].firstOccurrence(of: "}}")
    {
      text += remaining[..<start.lowerBound]
      text += value(of: remaining[start.upperBound..<end.lowerBound])
      remaining = remaining[end.upperBound...]
    }
    return text + remaining + "\n"
  }

  private func value(of word: Substring) -> String {
    switch word {
    case "title": Markup.escaped(picture.title)
    case "style": EmbeddedText.drawingStyle + "\n" + EmbeddedText.style
    case "script": EmbeddedText.script
    case "choice": written { for attempt in picture.attempts { choice(attempt, &$0) } }
    case "scenes": ofEach(scenes)
    case "timelines": ofEach(timeline)
    case "measures": ofEach(measures)
    case "legend": legend
    case "events": ofEach(events)
    default: PlotWording.page[String(word)] ?? ""
    }
  }

  private func written(_ body: (inout Markup) -> Void) -> String {
    var markup = Markup(isInteractive: true)
    body(&markup)
    return markup.text
  }

  /// Returns a part of the page for each attempt, written by `body`. At first, only the first part is visible.
  private func ofEach(_ body: (AttemptPlot, inout Markup) -> Void) -> String {
    written { markup in
      for attempt in picture.attempts {
        let hidden: [Markup.Attribute] = attempt.number == picture.attempts.first?.number ? [] : [("hidden", "")]
        markup.group("div", [("data-attempt", "\(attempt.number)")] + hidden) { body(attempt, &$0) }
      }
    }
  }

  private func choice(_ attempt: AttemptPlot, _ markup: inout Markup) {
    let summary = "\(PlotWording.heading(attempt)): \(PlotWording.summary(attempt, in: picture))"
    markup.group("li", []) { markup in
      markup.element(
        "button",
        [
          ("type", "button"), ("data-from", decimal(attempt.span.from, places: 3)),
          ("data-to", decimal(attempt.span.to, places: 3)), ("data-number", "\(attempt.number)"),
          ("data-summary", summary),
        ], text: "\(attempt.number)  \(attempt.outcome)")
    }
  }

  // MARK: Drawings

  private func drawing(
    _ style: String, _ size: Pixels, _ label: String, _ markup: inout Markup, _ body: (inout Markup) -> Void
  ) {
    let box = "0 0 \(Markup.number(size.x)) \(Markup.number(size.y))"
    markup.group("svg", [("class", style), ("viewBox", box), ("role", "img"), ("aria-label", label)], body)
  }

  /// Draws the whole surface, and an enlarged part if the fingers used little space.
  private func scenes(_ attempt: AttemptPlot, _ markup: inout Markup) {
    guard let panel = picture.panels.first(where: { $0.device.id == attempt.device }) else { return }
    let surface = SurfaceDrawing(panel: panel)
    let focus = CloseUp.of(attempt.trails, on: panel.surface.size, room: Self.room)
    scene(attempt, surface, surface.whole, focus == nil ? "scene" : "scene far", &markup)
    if let focus { scene(attempt, surface, focus, "scene near", &markup) }
  }

  private func scene(
    _ attempt: AttemptPlot, _ surface: SurfaceDrawing, _ part: Rectangle, _ style: String, _ markup: inout Markup
  ) {
    let pane = Pane(part, at: Pixels(Self.margin, Self.margin), within: Self.room)
    let size = pane.size + Pixels(2 * Self.margin, Self.margin + ScaleBar.height)
    let words = [surface.panel.name, PlotWording.panel(surface.panel)]
    let about = words.filter { !$0.isEmpty }.joined(separator: ", ")
    drawing(style, size, "\(about): \(PlotWording.summary(attempt, in: picture))", &markup) { markup in
      surface.draw(attempt, in: pane, &markup)
      ScaleBar.draw(pane, "", &markup)
    }
  }

  private func timeline(_ attempt: AttemptPlot, _ markup: inout Markup) {
    var body = Markup(isInteractive: true)
    let height = TimelineDrawing(attempt).draw(at: -Self.heading, &body) - Self.heading
    let size = Pixels(PlotSVG.width + 2 * PlotSVG.margin, height)
    drawing("timeline", size, PlotWording.heading(attempt), &markup) { $0.raw(body.text) }
  }

  private var legend: String {
    var body = Markup(isInteractive: true)
    let height = Legend(picture.attempts).draw(at: PlotSVG.margin, &body)
    let size = Pixels(PlotSVG.width + 2 * PlotSVG.margin, height + PlotSVG.margin)
    return written { markup in
      drawing("legend", size, PlotWording.legend, &markup) { markup in
        PlotSVG.defineHatch(&markup)
        markup.raw(body.text)
      }
    }
  }

  // MARK: Words

  /// Writes each gesture's name and the data of its gauges. The script fills in state and values at the chosen time.
  private func measures(_ attempt: AttemptPlot, _ markup: inout Markup) {
    for lane in attempt.lanes {
      markup.group("div", [("class", "measures")]) { markup in
        markup.element("b", [], text: lane.name)
        markup.element("span", [("class", "state muted")], text: "")
        for gauge in lane.gauges { measure(gauge, &markup) }
      }
    }
  }

  private func measure(_ gauge: GaugeTrack, _ markup: inout Markup) {
    let number = { (value: Double?) in value.map { decimal($0, places: 3) } ?? "-" }
    markup.group(
      "div",
      [
        ("class", "gauge off"), ("data-times", gauge.samples.map { number($0.time) }.joined(separator: " ")),
        ("data-measured", gauge.samples.map { number($0.measured) }.joined(separator: " ")),
        ("data-limits", gauge.samples.map { number($0.limit) }.joined(separator: " ")), ("data-what", gauge.what),
        ("data-setting", gauge.setting), ("data-unit", PlotWording.suffix(gauge.unit)),
        ("data-reach", gauge.mustReach ? "1" : ""),
      ]
    ) { markup in
      markup.element("span", [], text: "")
      markup.group("div", [("role", "meter"), ("aria-label", gauge.setting), ("aria-valuemin", "0")]) { markup in
        markup.element("i", [], text: "")
      }
    }
  }

  private func events(_ attempt: AttemptPlot, _ markup: inout Markup) {
    markup.group("ol", [("class", "events"), ("aria-label", PlotWording.page["happened"] ?? "")]) { markup in
      for moment in attempt.moments {
        markup.group("li", []) { markup in
          markup.element(
            "button",
            [("type", "button"), ("class", moment.kind.rawValue), ("data-time", decimal(moment.time, places: 3))],
            text: "\(PlotWording.milliseconds(moment.time))  \(moment.text)")
        }
      }
    }
  }
}

extension RecordingPlot {
  /// The picture as a self-contained page with a slider for the time.
  public var html: String { PlotPage(picture: picture).text }
}

/// The embedded HTML, CSS and JavaScript files, without the line feed at their end.
enum EmbeddedText {
  fileprivate static let page = text(PackageResources.page_html)
  static let style = text(PackageResources.page_css)
  static let script = text(PackageResources.page_js)
  /// The style of the SVG pictures. It has no CSS variables, because few SVG programs support them.
  static let drawingStyle = text(PackageResources.drawing_css)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}
