import GestureCore

/// Everything that a drawing shows: the model, the state of the recognizers, and what keys have set.
struct ViewState {
  var model: LiveViewModel
  var input: ViewInputState
  /// The recognizers of the device that is shown.
  var standings: [Standing]
  let time: Timestamp
  /// How many lines were logged since the view was paused; nil while it is not paused.
  var missed: Int?
  /// The rules file; nil if there is none to name.
  let file: String?

  /// The device that is shown: the chosen one, otherwise the one touched last.
  var device: WatchedDevice? { model.shown(input) }

  /// Whether the next drawing differs even if nothing happens: trails fade, velocities sink.
  var isMoving: Bool {
    guard missed == nil, let device, device.downCount > 0 else { return false }
    return time - device.latest <= SurfacePanel.faded
  }
}

extension LiveViewModel {
  func shown(_ input: ViewInputState) -> WatchedDevice? {
    input.chosen.flatMap { self[$0] } ?? touched.flatMap { self[$0] } ?? devices.first
  }

  /// The device after the one that is shown; after the last one, the first.
  func following(_ input: ViewInputState) -> DeviceID? {
    guard let shown = shown(input), devices.count > 1,
      let place = devices.firstIndex(where: { $0.device.id == shown.device.id })
    else { return nil }
    return devices[(place + 1) % devices.count].device.id
  }
}

/// How much fits on the screen, and how much there is: the limits of scrolling.
struct Extents: Equatable {
  /// How many lines of the log and of the help fit at once.
  var logPage = 0
  var helpPage = 0
  var helpLines = 0
  /// How many recognizers are shown, and how many there are.
  var recognizerPage = 0
  var recognizers = 0
}

extension ViewState {
  /// The picture for a terminal of this size, and the limits of scrolling.
  func canvas(columns: Int, rows: Int) -> (canvas: Canvas, extents: Extents) {
    var canvas = Canvas(columns: columns, rows: rows)
    var extents = Extents()
    guard let layout = Layout(columns: columns, rows: rows, surface: device?.surface.size) else {
      canvas.write([StyledLine(ViewWording.tooSmall), StyledLine(ViewWording.needed, .dim)], in: canvas.region)
      return (canvas, extents)
    }
    canvas.write(StatusLine(self, columns: columns).line, in: layout.status)
    canvas.write(KeyLine(input, columns: columns).line, in: layout.keys)
    if input.isHelping {
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
    let rows = standings.map { RecognizerRow($0, watched, model.names) }.filter { input.shows($0.name) }
    let panel = RecognizerPanel(
      rows, in: layout.recognizers, offset: input.recognizerOffset, isFocused: input.focus == .recognizers)
    canvas.write(panel.lines, in: layout.recognizers)
    extents.recognizerPage = panel.page
    extents.recognizers = rows.count
  }

  private func drawHelp(on canvas: inout Canvas, in region: Region, _ extents: inout Extents) {
    let lines = Help.lines
    extents.helpLines = lines.count
    extents.helpPage = region.rows
    canvas.write(Array(lines.dropFirst(input.helpOffset)), in: region)
  }
}

/// What the view's parts and keys mean; fills the screen in place of the panels.
private enum Help {
  private static let keyColumns = 16

  static var lines: [StyledLine] {
    var lines = [StyledLine(" \(ViewWording.helpTitle)", .bold), StyledLine()]
    lines += ViewWording.help.map { key, meaning in
      var line = StyledLine(" ")
      line.add(key, .bold, columns: keyColumns)
      line.add(" \(meaning)")
      return line
    }
    return lines
  }
}
