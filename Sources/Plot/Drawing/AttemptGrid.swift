import GestureCore

/// Draws the attempts on one device side by side.
///
/// All attempts show one part of the surface at one scale. If this part isn't the whole surface, an overview is first.
struct AttemptGrid {
  let panel: Panel
  let attempts: [AttemptPlot]

  private static let columns = 3
  private static let gap = 26.0
  /// The greatest height of a plotted surface, as a share of the available width.
  private static let aspectRatio = 0.76
  private static let headSize = 12.0
  private static let size = 11.0
  private static let line = 14.0
  private static let blank = "   "
  private static let lines = 2
  private static let below = 22.0

  private struct Cell {
    let heading: String
    /// The attempt's start and number of fingers, written after the heading.
    let remark: String
    let outcome: [String]
    let tone: Tone
    /// The attempt that the cell shows; nil for the overview of all attempts.
    let attempt: AttemptPlot?
  }

  func draw(at top: Double, _ markup: inout Markup) -> Double {
    let surface = SurfaceDrawing(panel: panel)
    let focus = focus
    let count = min(attempts.count + (focus == nil ? 0 : 1), Self.columns)
    let room = Self.room(across: count)
    let cells = (focus == nil ? [] : [overview(room)]) + attempts.map { cell($0, room) }
    let overviewPane = Pane(surface.whole, at: Pixels(0, 0), within: room)
    var y = top
    for start in stride(from: 0, to: cells.count, by: count) {
      let row = cells[start..<min(start + count, cells.count)]
      let text = Self.line * Double(1 + (row.map(\.outcome.count).max() ?? 0))
      var height = 0.0
      for (column, cell) in row.enumerated() {
        let left = PlotSVG.margin + Double(column) * (room.x + Self.gap)
        write(cell, at: Pixels(left, y + Self.line), room, &markup)
        let corner = Pixels(left, y + text + Self.line / 2)
        if let attempt = cell.attempt {
          let most = focus == nil ? .infinity : Pane.closest
          let pane = Pane(focus ?? surface.whole, at: corner, within: room, most: most)
          surface.draw(attempt, in: pane, &markup)
          if attempt == attempts.first { ScaleBar.draw(pane, caption(pane.scale / overviewPane.scale), &markup) }
          height = max(height, pane.size.y)
        } else if let focus {
          let pane = Pane(surface.whole, at: corner, within: room)
          surface.drawOverview(of: attempts.flatMap(\.trails), focus: focus, in: pane, &markup)
          height = max(height, pane.size.y)
        }
      }
      y += text + Self.line / 2 + height + (start == 0 ? ScaleBar.height : Self.below)
    }
    return y - top
  }

  private static func room(across count: Int) -> Pixels {
    let width = (PlotSVG.width - gap * Double(count - 1)) / Double(count)
    return Pixels(width, width * aspectRatio)
  }

  /// The part of the surface that contains the fingers of all attempts; nil to show the whole surface.
  private var focus: Rectangle? {
    CloseUp.of(attempts.flatMap(\.trails), on: panel.surface.size, room: Pixels(1, Self.aspectRatio))
  }

  private func caption(_ factor: Double) -> String {
    factor > 1 ? "\(PlotWording.allAttempts), \(PlotWording.closeUp(factor))" : PlotWording.allAttempts
  }

  private func overview(_ room: Pixels) -> Cell {
    let heading = TextFit.fitted(PlotWording.heading(attempts), size: Self.headSize, into: room.x)
    return Cell(heading: heading, remark: "", outcome: [], tone: .muted, attempt: nil)
  }

  private func cell(_ attempt: AttemptPlot, _ room: Pixels) -> Cell {
    let heading = PlotWording.heading(attempt)
    let remainingWidth = room.x - TextFit.width(heading + Self.blank, size: Self.headSize)
    return Cell(
      heading: heading, remark: TextFit.fitted(PlotWording.start(attempt), size: Self.size, into: remainingWidth),
      outcome: TextFit.lines(attempt.outcome, size: Self.size, into: room.x, most: Self.lines), tone: attempt.tone,
      attempt: attempt)
  }

  private func write(_ cell: Cell, at position: Pixels, _ room: Pixels, _ markup: inout Markup) {
    let remark = cell.remark.isEmpty ? "" : Self.blank + cell.remark
    markup.write([(cell.heading, "name"), (remark, "small muted")], at: position)
    for (line, words) in cell.outcome.enumerated() {
      markup.write(words, "small \(cell.tone.style)", at: position + Pixels(0, Self.line * Double(line + 1)))
    }
  }
}
