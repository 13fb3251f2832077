import GestureCore

/// A line below a drawing that says how long so many mm are in it.
enum ScaleBar {
  /// Of all that stands below a drawing.
  static let height = 30.0
  private static let least = 60.0
  private static let below = 14.0
  private static let end = 4.0
  private static let gap = 8.0

  /// With what the drawing shows.
  static func draw(_ pane: Pane, _ caption: String, _ markup: inout Markup) {
    let step = RoundSteps.step(atLeast: least / pane.scale)
    let start = pane.origin + Pixels(0, pane.size.y + below)
    let stop = start + Pixels(step * pane.scale, 0)
    let path =
      "M\((start + Pixels(0, -end)).text) L\((start + Pixels(0, end)).text) M\(start.text) L\(stop.text) "
      + "M\((stop + Pixels(0, -end)).text) L\((stop + Pixels(0, end)).text)"
    markup.element("path", [("class", "bar"), ("d", path)])
    let size = Measure.mm(step).description
    markup.element(
      "text",
      [("class", "small muted"), ("x", Markup.number(stop.x + gap)), ("y", Markup.number(stop.y + end))],
      text: caption.isEmpty ? size : "\(size)  ·  \(caption)")
  }
}
