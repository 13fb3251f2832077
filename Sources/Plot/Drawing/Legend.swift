import GestureCore

/// Explains the signs and colours that the plotted attempts use. The sign of a landing is always explained.
struct Legend {
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

  init(_ attempts: [AttemptPlot]) {
    let trails = attempts.flatMap(\.trails)
    let lanes = attempts.flatMap(\.lanes)
    let states = Set(lanes.flatMap(\.spans).map(\.state))
    let events = Set(lanes.flatMap(\.marks).map(\.event))
    entries =
      Self.fingers(trails) + (attempts.allSatisfy(\.eventPositions.isEmpty) ? [] : [Self.eventEntry])
      + Lane.State.allCases.filter(states.contains).map(Self.entry)
      + Lane.Mark.Event.allCases.filter(events.contains).map(Self.entry)
  }

  /// Draws the legend in as many lines as needed, and returns its height.
  func draw(at top: Double, _ markup: inout Markup) -> Double {
    var position = Pixels(PlotSVG.margin, top)
    for entry in entries {
      let width = Self.sign + TextFit.width(entry.text, size: Self.size)
      if position.x > PlotSVG.margin, position.x + width > PlotSVG.margin + PlotSVG.width {
        position = Pixels(PlotSVG.margin, position.y + Self.line)
      }
      entry.draw(&markup, position + Pixels(Self.box / 2, 0))
      markup.write(entry.text, "small muted", at: position + Pixels(Self.sign, Self.middle))
      position.x += width + Self.gap
    }
    return position.y - top + Self.line
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

  private static let eventEntry = Entry(text: PlotWording.here) { DrawnSign.diamond(&$0, $1, "") }

  private static func entry(_ state: Lane.State) -> Entry {
    Entry(text: PlotWording.state(state)) { markup, position in
      markup.rectangle(state.rawValue, at: position + Pixels(-box / 2, -height / 2), Pixels(box, height), [("rx", "2")])
    }
  }

  private static func entry(_ event: Lane.Mark.Event) -> Entry {
    Entry(text: PlotWording.event(event)) { DrawnSign.mark(&$0, event, at: $1, height: height, title: "") }
  }
}

/// Small signs in a plot, and the lines and shapes that the signs consist of.
enum DrawnSign {
  static let radius = 6.0
  private static let cross = 4.5
  private static let check = [Pixels(-3, 0.2), Pixels(-0.8, 2.4), Pixels(3, -2.4)]

  /// Draws the sign of an event on a gesture's bar. `height` is the height of the bar.
  static func mark(
    _ markup: inout Markup, _ event: Lane.Mark.Event, at position: Pixels, height: Double, title: String,
    data: [Markup.Attribute] = []
  ) {
    markup.group("g", [("class", "mark-\(event.rawValue)")] + data) { markup in
      markup.element("title", [], text: title)
      switch event {
      case .recognized:
        circle(&markup, position, radius, "good")
        line(&markup, check.map { position + $0 }, "tick")
      case .began: shape(&markup, [Pixels(-4, -6), Pixels(6, 0), Pixels(-4, 6)].map { position + $0 }, "good")
      case .ended:
        shape(&markup, [Pixels(-5, -5), Pixels(5, -5), Pixels(5, 5), Pixels(-5, 5)].map { position + $0 }, "good")
      case .cancelled:
        circle(&markup, position, radius - 1, "gone")
        line(&markup, [position + Pixels(-3.5, 3.5), position + Pixels(3.5, -3.5)], "gone")
      case .failed: crossed(&markup, position, "bad")
      case .refused: circle(&markup, position, radius - 1, "gone")
      case .met:
        let (top, bottom) = (position.y - height / 2 - 3, position.y + height / 2 + 3)
        line(&markup, [Pixels(position.x, bottom), Pixels(position.x, top)], "met")
        shape(&markup, [Pixels(position.x, top), Pixels(position.x + 6, top + 3), Pixels(position.x, top + 6)], "met")
      }
    }
  }

  static func crossed(_ markup: inout Markup, _ position: Pixels, _ style: String) {
    let d = cross
    let path =
      "M\((position + Pixels(-d, -d)).text) L\((position + Pixels(d, d)).text) "
      + "M\((position + Pixels(-d, d)).text) L\((position + Pixels(d, -d)).text)"
    markup.path(style, path)
  }

  static func circle(_ markup: inout Markup, _ position: Pixels, _ radius: Double, _ style: String, title: String = "")
  {
    markup.element(
      "circle",
      [
        ("class", style), ("cx", Markup.number(position.x)), ("cy", Markup.number(position.y)),
        ("r", Markup.number(radius)),
      ], title: title)
  }

  /// Draws an arrowhead with its tip at `position`, for a movement along `direction`.
  static func arrow(
    _ markup: inout Markup, _ position: Pixels, along direction: Pixels, _ size: Double, _ style: String
  ) {
    guard direction.length > 0 else { return }
    let ahead = Pixels(direction.x / direction.length * size, direction.y / direction.length * size)
    let aside = Pixels(-ahead.y, ahead.x) * slender
    let back = position - ahead
    shape(&markup, [position, back + aside, back - aside], style)
  }

  /// Draws a diamond, the sign of a gesture event. On a surface, `position` is the centre of the gesture's fingers.
  static func diamond(_ markup: inout Markup, _ position: Pixels, _ title: String) {
    // The corners are visible around a finger's ring.
    let r = radius + 3
    let corners = [Pixels(0, -r), Pixels(r, 0), Pixels(0, r), Pixels(-r, 0)].map { position + $0 }
    shape(&markup, corners, "here", title: title)
  }

  static func shape(_ markup: inout Markup, _ corners: [Pixels], _ style: String, title: String = "") {
    markup.element("polygon", [("class", style), ("points", corners.map(\.text).joined(separator: " "))], title: title)
  }

  static func line(_ markup: inout Markup, _ points: [Pixels], _ style: String, title: String = "") {
    markup.element("polyline", [("class", style), ("points", points.map(\.text).joined(separator: " "))], title: title)
  }

  private static let slender = 0.5
}
