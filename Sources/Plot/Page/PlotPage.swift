import GestureCore
import Recordings
import Text

/// Writes a picture as a page that needs nothing else: facts as JSON, and a script that draws them at any time.
///
/// The page, its style and its script are the files beside this one, which are embedded at build time.
private struct PlotPage {
  let picture: Picture

  var text: String {
    var text = ""
    var rest = EmbeddedText.page[...]
    while let start = rest.firstPlace(of: "{{"), let end = rest[start.upperBound...].firstPlace(of: "}}") {
      text += rest[..<start.lowerBound]
      text += value(of: rest[start.upperBound..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return text + rest + "\n"
  }

  /// What stands in place of a word in double braces; what comes from the recording is escaped.
  private func value(of word: Substring) -> String {
    switch word {
    case "title": Markup.escaped(picture.title)
    case "style": EmbeddedText.style
    case "script": EmbeddedText.script
    case "facts": Self.embedded(PlotFacts(picture: picture).json)
    default: PlotWording.page[String(word)] ?? ""
    }
  }

  /// JSON that no name can break out of: a `<` stands only within its strings.
  private static func embedded(_ json: JSONValue) -> String {
    String(decoding: json.line(.atMost(places: 3)), as: UTF8.self).replacing(each: "<", by: "\\u003c")
  }
}

extension RecordingPlot {
  /// The picture as a page with a slider for the time; it is whole in itself.
  public var html: String { PlotPage(picture: picture).text }
}

/// The files of HTML, CSS and JavaScript that this target embeds, without the newline at their end.
enum EmbeddedText {
  fileprivate static let page = text(PackageResources.page_html)
  static let style = text(PackageResources.page_css)
  static let script = text(PackageResources.page_js)
  /// The style of drawings. It has no variables, since few programs that show SVG know them; where dark style is ignored,
  /// the light one is whole by itself.
  static let drawingStyle = text(PackageResources.drawing_css)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}

/// The facts of a picture for the page's script.
private struct PlotFacts {
  let picture: Picture

  /// At most this many changes of a gesture that has begun are passed on: more can't be seen.
  private static let most = 300.0

  var json: JSONValue {
    [
      "panels": .array(picture.panels.map(Self.json)), "episodes": .array(picture.episodes.map(json)),
      "states": .object(Lane.State.allCases.map { JSONValue.Member($0.rawValue, .string(PlotWording.state($0))) }),
      "events": .object(Lane.Mark.Event.allCases.map { JSONValue.Member($0.rawValue, .string(PlotWording.event($0))) }),
    ]
  }

  private static func json(_ panel: Panel) -> JSONValue {
    let zones = panel.surface.areas.map { area -> JSONValue in
      let box = area.rectangle
      return [
        "name": .string(area.zone.name), "x": .number(box.left), "y": .number(box.top),
        "width": .number(box.right - box.left), "height": .number(box.bottom - box.top),
      ]
    }
    return [
      "about": .string("\(panel.name.isEmpty ? "" : "\(panel.name), ")\(PlotWording.panel(panel))"),
      "width": .number(panel.surface.size.width),
      "height": .number(panel.surface.size.height), "zones": .array(zones),
    ]
  }

  private func json(_ episode: Episode) -> JSONValue {
    let panel = picture.panels.firstIndex { $0.device.id == episode.device } ?? 0
    return [
      "number": .integer(episode.number), "panel": .integer(panel), "from": .number(episode.span.from),
      "to": .number(episode.span.to), "heading": .string(PlotWording.heading(episode)),
      "summary": .string(summary(episode, on: picture.panels[panel])), "outcome": .string(episode.outcome),
      "focus": Self.focus(episode, picture.panels[panel].surface.size),
      "trails": .array(episode.trails.map(Self.json)), "places": .array(episode.places.map(Self.json)),
      "lanes": .array(episode.lanes.map { Self.json($0, episode.span) }),
      "absent": .strings(episode.absent.map(PlotWording.absence)), "moments": .array(episode.moments.map(Self.json)),
    ]
  }

  private func summary(_ episode: Episode, on panel: Panel) -> String {
    (picture.panels.count > 1 ? "\(PlotWording.device(panel)), " : "") + PlotWording.summary(episode)
  }

  private static func focus(_ episode: Episode, _ size: Size) -> JSONValue {
    let shape = Pixels(size.width, size.height)
    guard let box = CloseUp(episode.trails, on: size, room: shape)?.rectangle else { return .null }
    return .array([box.left, box.top, box.right - box.left, box.bottom - box.top].map { .number($0) })
  }

  private static func json(_ trail: Trail) -> JSONValue {
    [
      "finger": .integer(trail.finger), "end": .string(trail.end.rawValue), "palm": .flag(trail.isPalm),
      "about": .string(PlotWording.down(trail)), "t": .array(trail.points.map { .number($0.time) }),
      "x": .array(trail.points.map { .number(rounded($0.place.x)) }),
      "y": .array(trail.points.map { .number(rounded($0.place.y)) }),
    ]
  }

  /// To hundredths of a mm.
  private static func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }

  private static func json(_ place: EventPlace) -> JSONValue {
    ["x": .number(place.place.x), "y": .number(place.place.y), "text": .string(place.text)]
  }

  private static func json(_ lane: Lane, _ span: Interval) -> JSONValue {
    [
      "name": .string(lane.name), "kind": .string(lane.kind), "verdict": .string(lane.verdict),
      "tone": .string(lane.tone.rawValue), "spans": .array(lane.spans.map(json)), "marks": .array(lane.marks.map(json)),
      "changes": .array(thinned(lane.changes, span).map { .number($0) }), "gauges": .array(lane.gauges.map(json)),
    ]
  }

  private static func thinned(_ times: [Double], _ span: Interval) -> [Double] {
    let gap = (span.to - span.from) / most
    var kept: [Double] = []
    for time in times where kept.last.map({ time - $0 >= gap }) ?? true { kept.append(time) }
    return kept
  }

  private static func json(_ span: Lane.Span) -> JSONValue {
    [
      "state": .string(span.state.rawValue), "from": .number(span.time.from), "to": .number(span.time.to),
      "note": .string(span.note), "text": .string(PlotWording.line(span)),
    ]
  }

  private static func json(_ mark: Lane.Mark) -> JSONValue {
    ["event": .string(mark.event.rawValue), "time": .number(mark.time), "text": .string(PlotWording.line(mark))]
  }

  private static func json(_ gauge: GaugeTrack) -> JSONValue {
    [
      "setting": .string(gauge.setting), "what": .string(gauge.what), "unit": .string(PlotWording.suffix(gauge.unit)),
      "reach": .flag(gauge.mustReach), "t": .array(gauge.samples.map { .number($0.time) }),
      "measured": .array(gauge.samples.map { $0.measured.map { .number($0) } ?? .null }),
      "limit": .array(gauge.samples.map { .number($0.limit) }),
    ]
  }

  private static func json(_ moment: PictureMoment) -> JSONValue {
    ["time": .number(moment.time), "kind": .string(moment.kind.rawValue), "text": .string(moment.text)]
  }
}
