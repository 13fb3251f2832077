import GestureCore
import Text

/// The state of the live view at one time, from which the screen is drawn.
struct ViewState {
  var model: LiveViewModel
  var input: ViewInputState
  var snapshots: [RecognizerSnapshot]
  let time: Timestamp
  /// The number of new log lines since the view was paused. Nil while the view isn't paused.
  var linesSincePause: Int?
  let file: String?

  /// The chosen device, or else the device touched last, or else the first device. Nil without devices.
  var device: WatchedDevice? { model.shown(input) }

  /// Whether the view changes as time passes, even without events, because trails fade and speeds fall.
  var isMoving: Bool {
    guard linesSincePause == nil, let device, device.downCount > 0 else { return false }
    return time - device.latest <= SurfacePanel.faded
  }

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
      let panel = LogPanel(self, columns: layout.log.columns, rows: layout.log.rows)
      canvas.write(panel.lines, in: layout.log)
      extents.logPage = max(1, panel.page)
      extents.firstLogPage = panel.firstPage
    }
    return (canvas, extents)
  }

  private func drawDevice(on canvas: inout Canvas, _ layout: Layout, _ extents: inout Extents) {
    guard let watched = device else {
      Box.draw(on: &canvas, in: layout.surface, title: "", foot: "")
      let area = layout.surface.rows > 0 ? layout.surface.inset(by: 1) : layout.fingers
      let lines =
        model.unreadable > 0
        ? [ViewWording.noneReadable(model.unreadable), ViewWording.whyNoneReadable] : [ViewWording.noDevice]
      for (row, text) in lines.enumerated() {
        canvas.write(StyledLine(" \(text)", .dim), in: area, row: (area.rows - lines.count + 1) / 2 + row)
      }
      return
    }
    SurfacePanel(watched: watched, time: time).draw(on: &canvas, in: layout.surface)
    canvas.write(FingerLines(watched, at: time).lines, in: layout.fingers)
    let rows = snapshots.map { RecognizerRow($0, watched, model.names) }.filter { input.shows($0.name) }
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

extension LiveViewModel {
  func shown(_ input: ViewInputState) -> WatchedDevice? {
    input.chosen.flatMap { self[$0] } ?? touched.flatMap { self[$0] } ?? devices.first
  }

  /// Returns the device after the shown device; after the last device, the first. Nil with fewer than two devices.
  fileprivate func following(_ input: ViewInputState) -> DeviceID? {
    guard let shown = shown(input), devices.count > 1,
      let index = devices.firstIndex(where: { $0.device.id == shown.device.id })
    else { return nil }
    return devices[(index + 1) % devices.count].device.id
  }
}

/// The limits of scrolling, in log entries, help lines and recognizers. A page is the number of items on the screen.
struct Extents: Equatable {
  var logPage = 0
  var firstLogPage = 0
  var helpPage = 0
  var helpLines = 0
  var recognizerPage = 0
  var recognizers = 0
}

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

/// The state that keys have set, for example the filter, the focus, the scroll positions and the chosen device.
struct ViewInputState: Equatable {
  /// The part of the view that the arrow keys scroll.
  enum Focus { case log, recognizers }

  /// The device that the user has chosen; nil to show the device touched last.
  fileprivate var chosen: DeviceID?
  /// The text that the names of shown gestures contain, in upper or lower case. Empty to show all gestures.
  var filter = ""
  var isTyping = false
  var isHelping = false
  var isDry: Bool
  var focus = Focus.log
  /// The number of the log's last visible line. Nil to follow the latest line.
  var logEnd: Int?
  fileprivate var recognizerOffset = 0
  fileprivate var helpOffset = 0
  /// The effect of the last key, shown until the next key.
  var notice: String?

  init(isDry: Bool) { self.isDry = isDry }

  private static let longestFilter = 60

  func shows(_ gesture: String) -> Bool { filter.isEmpty || gesture.lowercased().includes(filter.lowercased()) }

  mutating func type(_ key: KeyPress) {
    switch key {
    case .character(let character): if filter.count < Self.longestFilter { filter.append(character) }
    case .backspace: if !filter.isEmpty { filter.removeLast() }
    case .enter: isTyping = false
    case .escape:
      isTyping = false
      filter = ""
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .tab, .interrupt: break
    }
    logEnd = nil
    recognizerOffset = 0
  }

  /// Restores the initial state, except for the dry run.
  private mutating func clear() { self = ViewInputState(isDry: isDry) }

  mutating func press(_ key: KeyPress, _ extents: Extents, _ model: LiveViewModel) {
    switch key {
    case .tab: choose(model.following(self))
    case .escape: clear()
    case .left: focus = .recognizers
    case .right: focus = .log
    case .up: scroll(-1, extents, model)
    case .down: scroll(1, extents, model)
    case .pageUp: scroll(-page(extents), extents, model)
    case .pageDown: scroll(page(extents), extents, model)
    case .home: scroll(-Self.farthest, extents, model)
    case .end: scroll(Self.farthest, extents, model)
    case .character, .enter, .backspace, .interrupt: break
    }
  }

  private static let farthest = 1 << 20

  private mutating func choose(_ device: DeviceID?) {
    guard let device else { return }
    chosen = device
    recognizerOffset = 0
  }

  private func page(_ extents: Extents) -> Int {
    if isHelping { return max(1, extents.helpPage) }
    return switch focus {
    case .log: max(1, extents.logPage)
    case .recognizers: max(1, extents.recognizerPage)
    }
  }

  private mutating func scroll(_ lines: Int, _ extents: Extents, _ model: LiveViewModel) {
    if isHelping {
      helpOffset += lines
    } else {
      switch focus {
      case .log: scrollLog(lines, extents, model.log)
      case .recognizers: recognizerOffset += lines
      }
    }
    keepWithin(extents)
  }

  private mutating func scrollLog(_ lines: Int, _ extents: Extents, _ log: ViewLog) {
    let numbers = log.numbers(self)
    let end = log.count(numbers, upTo: logEnd)
    let moved = min(max(end + lines, extents.firstLogPage), numbers.count)
    logEnd = moved >= numbers.count || moved <= 0 ? nil : numbers[moved - 1]
  }

  mutating func keepWithin(_ extents: Extents) {
    helpOffset = min(max(0, helpOffset), max(0, extents.helpLines - extents.helpPage))
    recognizerOffset = min(max(0, recognizerOffset), max(0, extents.recognizers - 1))
  }
}

extension ViewLog {
  func numbers(_ input: ViewInputState) -> [Int] {
    entries.indices.filter { entries[$0].gesture.map(input.shows) ?? true }.map { first + $0 }
  }

  /// Returns how many of the ascending `numbers` are at most `last`, or the count of all `numbers` if `last` is nil.
  func count(_ numbers: [Int], upTo last: Int?) -> Int {
    last.map { last in numbers.firstIndex { $0 > last } ?? numbers.count } ?? numbers.count
  }
}
