import GestureCore
import Recordings

/// What the page's script is told of a picture.
struct PlotFacts {
  let picture: Picture

  /// Changes of a gesture that has begun are told so many times at most: more can't be seen.
  private static let most = 300.0

  var json: JSON {
    [
      "panels": .array(picture.panels.map(Self.json)), "episodes": .array(picture.episodes.map(json)),
      "states": .object(Lane.State.allCases.map { JSON.Member($0.rawValue, .string(PlotWording.state($0))) }),
      "events": .object(Lane.Mark.Event.allCases.map { JSON.Member($0.rawValue, .string(PlotWording.event($0))) }),
    ]
  }

  private static func json(_ panel: Panel) -> JSON {
    let zones = panel.surface.areas.map { area -> JSON in
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

  private func json(_ episode: Episode) -> JSON {
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

  private static func focus(_ episode: Episode, _ size: Size) -> JSON {
    let shape = Pixels(size.width, size.height)
    guard let box = CloseUp(episode.trails, on: size, room: shape)?.rectangle else { return .null }
    return .array([box.left, box.top, box.right - box.left, box.bottom - box.top].map { .number($0) })
  }

  private static func json(_ trail: Trail) -> JSON {
    [
      "finger": .integer(trail.finger), "end": .string(trail.end.rawValue), "palm": .flag(trail.isPalm),
      "about": .string(PlotWording.down(trail)), "t": .array(trail.points.map { .number($0.time) }),
      "x": .array(trail.points.map { .number(rounded($0.place.x)) }),
      "y": .array(trail.points.map { .number(rounded($0.place.y)) }),
    ]
  }

  /// To hundredths of a mm.
  private static func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }

  private static func json(_ place: EventPlace) -> JSON {
    ["x": .number(place.place.x), "y": .number(place.place.y), "text": .string(place.text)]
  }

  private static func json(_ lane: Lane, _ span: Interval) -> JSON {
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

  private static func json(_ span: Lane.Span) -> JSON {
    [
      "state": .string(span.state.rawValue), "from": .number(span.time.from), "to": .number(span.time.to),
      "note": .string(span.note), "text": .string(PlotWording.line(span)),
    ]
  }

  private static func json(_ mark: Lane.Mark) -> JSON {
    ["event": .string(mark.event.rawValue), "time": .number(mark.time), "text": .string(PlotWording.line(mark))]
  }

  private static func json(_ gauge: GaugeTrack) -> JSON {
    [
      "setting": .string(gauge.setting), "what": .string(gauge.what), "unit": .string(PlotWording.suffix(gauge.unit)),
      "reach": .flag(gauge.mustReach), "t": .array(gauge.samples.map { .number($0.time) }),
      "measured": .array(gauge.samples.map { $0.measured.map { .number($0) } ?? .null }),
      "limit": .array(gauge.samples.map { .number($0.limit) }),
    ]
  }

  private static func json(_ moment: PictureMoment) -> JSON {
    ["time": .number(moment.time), "kind": .string(moment.kind.rawValue), "text": .string(moment.text)]
  }
}
