import GestureCore

extension ViewState {
  /// The picture for a terminal of this size, and how much more there is than it shows.
  func canvas(columns: Int, rows: Int) -> (canvas: Canvas, extents: Extents) {
    var canvas = Canvas(columns: columns, rows: rows)
    var extents = Extents()
    guard let layout = Layout(columns: columns, rows: rows, surface: device?.surface.size) else {
      canvas.write([StyledLine(ViewWording.tooSmall), StyledLine(ViewWording.needed, .dim)], in: canvas.region)
      return (canvas, extents)
    }
    canvas.write(StatusLine(self, columns: columns).line, in: layout.status)
    canvas.write(KeyLine(controls, columns: columns).line, in: layout.keys)
    if controls.isHelping {
      drawHelp(on: &canvas, in: layout.body, &extents)
    } else {
      drawDevice(on: &canvas, layout, &extents)
      canvas.write(LogPanel(self, columns: layout.log.columns, rows: layout.log.rows).lines, in: layout.log)
      extents.logPage = max(1, layout.log.rows - 1)
    }
    return (canvas, extents)
  }

  private func drawDevice(on canvas: inout Canvas, _ layout: Layout, _ extents: inout Extents) {
    guard let watched = device else {
      Box.draw(on: &canvas, in: layout.surface, title: "", foot: "")
      let place = layout.surface.rows > 0 ? layout.surface.inset(by: 1) : layout.fingers
      canvas.write(StyledLine(" \(ViewWording.noDevice)", .dim), in: place, row: place.rows / 2)
      return
    }
    SurfacePanel(watched, at: time).draw(on: &canvas, in: layout.surface)
    canvas.write(FingerLines(watched, at: time).lines, in: layout.fingers)
    let rows = standings.map { RecognizerRow($0, watched, gathered.names) }.filter { controls.shows($0.name) }
    let panel = RecognizerPanel(
      rows, in: layout.recognizers, offset: controls.recognizerOffset, isFocused: controls.focus == .recognizers)
    canvas.write(panel.lines, in: layout.recognizers)
    extents.recognizerPage = panel.page
    extents.recognizers = rows.count
  }

  private func drawHelp(on canvas: inout Canvas, in region: Region, _ extents: inout Extents) {
    let lines = Help.lines
    extents.helpLines = lines.count
    extents.helpPage = region.rows
    canvas.write(Array(lines.dropFirst(controls.helpOffset)), in: region)
  }
}
