import GestureCore

/// Says what the signs of a drawing mean; only those that are in it.
struct Legend {
  /// A sign and its meaning.
  private struct Entry: Sendable {
    let text: String
    let draw: @Sendable (inout Markup, Pixels) -> Void
  }

  private let entries: [Entry]

  private static let size = 11.0
  private static let line = 22.0
  private static let sign = 26.0
  private static let gap = 20.0
  private static let middle = 4.0
  private static let box = 20.0
  private static let height = 12.0

  init(_ episodes: [Episode]) {
    let trails = episodes.flatMap(\.trails)
    let lanes = episodes.flatMap(\.lanes)
    let states = Set(lanes.flatMap(\.spans).map(\.state))
    let events = Set(lanes.flatMap(\.marks).map(\.event))
    entries =
      Self.fingers(trails) + (episodes.allSatisfy(\.places.isEmpty) ? [] : [Self.here])
      + Lane.State.allCases.filter(states.contains).map(Self.entry)
      + Lane.Mark.Event.allCases.filter(events.contains).map(Self.entry)
  }

  /// Draws it in as many lines as it takes, and returns how high it is.
  func draw(at top: Double, _ markup: inout Markup) -> Double {
    var place = Pixels(PlotSVG.margin, top)
    for entry in entries {
      let width = Self.sign + TextFit.width(entry.text, size: Self.size)
      if place.x > PlotSVG.margin, place.x + width > PlotSVG.margin + PlotSVG.width {
        place = Pixels(PlotSVG.margin, place.y + Self.line)
      }
      entry.draw(&markup, place + Pixels(Self.box / 2, 0))
      markup.element(
        "text",
        [
          ("class", "small muted"), ("x", Markup.number(place.x + Self.sign)),
          ("y", Markup.number(place.y + Self.middle)),
        ], text: entry.text)
      place.x += width + Self.gap
    }
    return place.y - top + Self.line
  }

  private static func fingers(_ trails: [Trail]) -> [Entry] {
    var entries = [Entry(text: PlotWording.lands) { DrawnSign.circle(&$0, $1, 5, "ring f0") }]
    let ends = Set(trails.map(\.end))
    if trails.contains(where: { $0.end == .lifted && $0.hasMoved }) {
      entries.append(
        Entry(text: PlotWording.lifts) {
          DrawnSign.line(&$0, [$1 + Pixels(-10, 0), $1], "trail f0")
          DrawnSign.arrow(&$0, $1 + Pixels(8, 0), along: Pixels(1, 0), 11, "e0")
        })
    }
    if trails.contains(where: { $0.end == .lifted && !$0.hasMoved }) {
      entries.append(
        Entry(text: PlotWording.taps) {
          DrawnSign.circle(&$0, $1, 5, "ring f0")
          DrawnSign.circle(&$0, $1, 3, "e0")
        })
    }
    if ends.contains(.cancelled) {
      entries.append(Entry(text: PlotWording.isCancelled) { DrawnSign.crossed(&$0, $1, "bad") })
    }
    if trails.contains(where: \.isPalm) {
      entries.append(
        Entry(text: PlotWording.palm) { DrawnSign.line(&$0, [$1 + Pixels(-9, 0), $1 + Pixels(9, 0)], "trail palm f0") })
    }
    return entries
  }

  private static let here = Entry(text: PlotWording.here) { DrawnSign.diamond(&$0, $1, "") }

  private static func entry(_ state: Lane.State) -> Entry {
    Entry(text: PlotWording.state(state)) { markup, place in
      markup.element(
        "rect",
        [
          ("class", state.rawValue), ("x", Markup.number(place.x - box / 2)),
          ("y", Markup.number(place.y - height / 2)), ("width", Markup.number(box)), ("height", Markup.number(height)),
          ("rx", "2"),
        ])
    }
  }

  private static func entry(_ event: Lane.Mark.Event) -> Entry {
    Entry(text: PlotWording.event(event)) { DrawnSign.mark(&$0, event, at: $1, height: height, title: "") }
  }
}
