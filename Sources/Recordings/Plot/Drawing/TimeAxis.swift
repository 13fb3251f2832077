import GestureCore

/// Where moments of an attempt lie across its timeline.
struct TimeAxis {
  let span: Interval
  let left: Double
  let width: Double

  /// Some room behind the end, for marks that stand there.
  private static let rest = 10.0
  private static let tick = 76.0
  private static let shortest = 1.0

  init(_ span: Interval, left: Double, width: Double) {
    self.span = Interval(from: span.from, to: max(span.to, span.from + Self.shortest))
    self.left = left
    self.width = width - Self.rest
  }

  func x(_ time: Double) -> Double {
    left + (min(max(time, span.from), span.to) - span.from) / (span.to - span.from) * width
  }

  /// The moments that are named, in ms.
  var ticks: [Double] {
    let step = RoundSteps.step(atLeast: (span.to - span.from) / width * Self.tick)
    return RoundSteps.multiples(of: step, in: span)
  }

  /// Draws lines down from `top` to `bottom`, and their times above them.
  func draw(from top: Double, to bottom: Double, _ markup: inout Markup) {
    for (place, time) in ticks.enumerated() {
      let x = Markup.number(x(time))
      markup.element(
        "line", [("class", "grid"), ("x1", x), ("x2", x), ("y1", Markup.number(top)), ("y2", Markup.number(bottom))])
      let text = decimal(time, places: 1) + (place == 0 ? " ms" : "")
      let isLast = self.x(time) + TextFit.width(text, size: Self.size) > left + width + Self.rest
      markup.element(
        "text",
        [("class", "small muted"), ("x", x), ("y", Markup.number(top - Self.above))]
          + (isLast ? [("text-anchor", "end")] : []), text: text)
    }
  }

  private static let above = 4.0
  private static let size = 11.0
}
