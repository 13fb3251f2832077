import GestureCore
import Recordings
import Text

/// The list of recognizers, active recognizers first. If rows are hidden, the last line shows how many rows are hidden.
struct RecognizerPanel {
  private let rows: [RecognizerRow]
  private let region: Region
  private let offset: Int
  private let isFocused: Bool
  private(set) var page = 0
  private(set) var lines: [StyledLine] = []

  private struct Head {
    let name: Int

    static let mark = 2
    static let kind = 11
    static let state = 10
    private static let blanks = 2
    private static let besideName = mark + kind + state + blanks
    private static let leastName = 8
    private static let mostName = 22

    init(_ columns: Int) { name = min(Self.mostName, max(Self.leastName, columns - Self.besideName)) }

    var width: Int { name + Self.besideName }
  }

  /// The least number of columns for bars next to the names. In a narrower panel, the bars are below the names.
  private static let leastColumnsForBars = 88
  private static let indent = 2
  private static let mostBars = 4

  init(_ rows: [RecognizerRow], in region: Region, offset: Int, isFocused: Bool) {
    self.rows = rows.sorted { $0.order.lexicographicallyPrecedes($1.order) }
    self.region = region
    self.offset = max(0, min(offset, rows.count - 1))
    self.isFocused = isFocused
    lines = [title]
    fill()
  }

  private var title: StyledLine {
    var line = StyledLine(isFocused ? "▸" : " ", .bold)
    line.add(ViewWording.recognizers, .bold)
    line.add("  \(ViewWording.engaged(rows.filter(\.state.isEngaged).count, of: rows.count))", .dim)
    return line
  }

  private mutating func fill() {
    guard !rows.isEmpty else {
      lines.append(StyledLine("  \(ViewWording.noRecognizers)", .dim))
      return
    }
    let room = region.rows - lines.count
    let shown = rows.dropFirst(offset)
    let blocks = Self.blocks(Array(shown), columns: region.columns, room: room)
    var used: [StyledLine] = []
    for (index, block) in blocks.enumerated() {
      // The last line is for the count of hidden rows, unless all rows fit.
      let isLast = index == blocks.count - 1
      guard used.count + block.count <= room - (isLast && offset == 0 ? 0 : 1) else { break }
      used += block
      page += 1
    }
    lines += used
    let below = rows.count - offset - page
    if below > 0 || offset > 0 {
      lines.append(StyledLine("  \(ViewWording.more(below, above: offset, isFocused: isFocused))", .dim))
    }
  }

  /// Returns the lines of each row. Shows fewer bars per row, but at least 1, if the active rows don't fit.
  private static func blocks(_ rows: [RecognizerRow], columns: Int, room: Int) -> [[StyledLine]] {
    var bars = mostBars
    while true {
      let blocks = rows.map { block($0, columns: columns, bars: bars) }
      let busy = zip(rows, blocks).reduce(0) { $1.0.state.isEngaged ? $0 + $1.1.count : $0 }
      if bars == 1 || busy < room { return blocks }
      bars -= 1
    }
  }

  private static func block(_ row: RecognizerRow, columns: Int, bars: Int) -> [StyledLine] {
    let isWide = columns >= leastColumnsForBars
    let head = Head(columns)
    let start = isWide ? head.width : indent
    let details = row.chosen(bars).map { detail($0, row, columns: columns - start) }
    var first = StyledLine()
    let isQuiet = row.state.isQuiet
    first.add(row.state.mark, isQuiet ? .dim : row.state.style.strong, columns: Head.mark)
    first.add(row.name, isQuiet ? .dim : .bold, columns: head.name)
    first.add(" ")
    first.add(row.kind, .dim, columns: Head.kind)
    first.add(row.state.word, row.state.style, columns: Head.state)
    guard isWide else { return [first] + details.map { indented($0, by: start) } }
    first.pad(to: start)
    if let firstDetail = details.first { first.add(firstDetail) }
    return [first] + details.dropFirst().map { indented($0, by: start) }
  }

  private static func indented(_ line: StyledLine, by columns: Int) -> StyledLine {
    var indented = StyledLine()
    indented.pad(to: columns)
    indented.add(line)
    return indented
  }

  private static func detail(_ detail: RecognizerRow.Detail, _ row: RecognizerRow, columns: Int) -> StyledLine {
    switch detail {
    case .gauge(let gauge): GaugeBar(gauge).line(GaugeBar.Widths(columns))
    case .text(let text): StyledLine(text, row.state == .nearlyFailed ? Palette.bad : .dim)
    }
  }
}

extension RecognizerRow {
  /// Returns at most `bars` bars, and then all texts. Bars with unmet thresholds have priority.
  fileprivate func chosen(_ bars: Int) -> [Detail] {
    let gauges = details.compactMap { if case .gauge(let gauge) = $0 { gauge } else { nil } }
    guard gauges.count > bars else { return details }
    let ranked = gauges.indices.sorted { (gauges[$0].isMet ? 1 : 0, $0) < (gauges[$1].isMet ? 1 : 0, $1) }
    let kept = Set(ranked.prefix(bars))
    let texts = details.filter { if case .text = $0 { true } else { false } }
    return gauges.indices.filter(kept.contains).map { .gauge(gauges[$0]) } + texts
  }
}

/// A recognizer's name, state and details.
struct RecognizerRow {
  enum State { case possible, held, begun, succeeded, ended, cancelled, nearlyFailed, waiting, failed, idle }

  fileprivate enum Detail {
    case gauge(Gauge)
    case text(String)
  }

  let name: String
  let kind: String
  let state: State
  fileprivate let details: [Detail]
  private let fitsFingerCount: Bool

  init(_ snapshot: RecognizerSnapshot, _ watched: WatchedDevice, _ names: Names) {
    let index = snapshot.gesture.rawValue
    let decision = watched.decision(on: snapshot.gesture)
    fitsFingerCount = watched.fitsFingerCount(snapshot.gesture)
    name = names.gesture(snapshot.gesture)
    kind = names.rule(snapshot.gesture)?.kind.name ?? ""
    state = Self.state(snapshot.phase, decision, isNear: watched.isNearMiss(snapshot.gesture))
    var details: [Detail] = []
    switch snapshot.phase {
    case .landing:
      let count = watched.fingerCounts.indices.contains(index) ? watched.fingerCounts[index] : nil
      details.append(.text(ViewWording.waitsForFingers(count)))
    case .awaitingFingers: details.append(.text(ViewWording.anotherFinger))
    case .idle, .possible, .held, .begun, .succeeded, .failed:
      if let text = Self.text(decision, snapshot.phase, names) { details.append(.text(text)) }
    }
    if !snapshot.waitsFor.isEmpty {
      details.append(.text(ViewWording.waits(for: snapshot.waitsFor.map(names.gesture), state == .held)))
    }
    self.details = snapshot.gauges.map(Detail.gauge) + details
  }

  /// The sort key. Among waiting, failed and idle recognizers, recognizers for the attempt's finger count come first.
  fileprivate var order: [Int] {
    switch state {
    case .possible, .held, .begun, .succeeded, .ended, .cancelled: [state.group]
    case .nearlyFailed, .waiting, .failed, .idle: [State.nearlyFailed.group, fitsFingerCount ? 0 : 1, state.group]
    }
  }

  private static func state(_ phase: RecognizerSnapshot.Phase, _ decision: Decision?, isNear: Bool) -> State {
    switch phase {
    case .landing: .waiting
    case .possible: .possible
    case .awaitingFingers, .held: .held
    case .begun: .begun
    case .idle, .succeeded, .failed:
      decision.flatMap { state($0, isNear) } ?? (phase == .succeeded ? .succeeded : .idle)
    }
  }

  private static func state(_ decision: Decision, _ isNear: Bool) -> State? {
    switch decision.outcome {
    case .event(let state, _):
      switch state {
      case .recognized: .succeeded
      case .ended: .ended
      case .cancelled: .cancelled
      case .began, .changed: .begun
      }
    case .failed: isNear ? .nearlyFailed : .failed
    case .cancelled: .cancelled
    case .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: nil
    }
  }

  /// A failure's or cancellation's reason, or an event's values. Nil if `decision` has neither or doesn't fit `phase`.
  private static func text(_ decision: Decision?, _ phase: RecognizerSnapshot.Phase, _ names: Names) -> String? {
    guard let decision else { return nil }
    switch decision.outcome {
    case .failed, .cancelled: return phase == .possible || phase == .held ? nil : names.reason(decision)
    case .event(_, let values):
      let isNow = phase == .begun || phase == .succeeded || phase == .idle
      return isNow ? names.values(values, of: decision.gesture).joined(separator: ", ") : nil
    case .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: return nil
    }
  }
}

extension RecognizerRow.State {
  /// The look of a state, and its group. Lower groups come first.
  private var look: (word: String, mark: String, style: Style, group: Int) {
    switch self {
    case .possible: ("possible", "◌", Palette.busy, 0)
    case .held: ("held", "◆", Palette.waiting, 0)
    case .begun: ("began", "●", Palette.good, 0)
    case .succeeded: ("recognized", "✓", Palette.good, 1)
    case .ended: ("ended", "✓", Palette.good, 1)
    case .cancelled: ("cancelled", "×", Palette.bad, 1)
    case .nearlyFailed: ("failed", "✗", Palette.bad, 2)
    case .waiting: ("waiting", "○", .dim, 3)
    case .failed: ("failed", "✗", .dim, 4)
    case .idle: ("idle", "·", .dim, 5)
    }
  }

  fileprivate var word: String { look.word }
  var mark: String { look.mark }
  var style: Style { look.style }
  fileprivate var group: Int { look.group }

  fileprivate var isQuiet: Bool { group > Self.nearlyFailed.group }

  /// Whether the gesture is possible, is held, or has begun.
  fileprivate var isEngaged: Bool { group == Self.possible.group }
}

/// A measured value and its threshold, as numbers and a bar. A value that must reach its threshold fills the bar, then
/// gets a check mark. A value with an upper limit moves towards a limit sign, and gets a cross beyond the limit.
struct GaugeBar {
  private let gauge: Gauge

  private static let full = "▇"
  private static let empty = "▁"
  private static let passed = "━"
  private static let ahead = "╌"
  private static let limitMark = "┤"
  private static let brokenLimitMark = "╪"

  init(_ gauge: Gauge) { self.gauge = gauge }

  /// The column widths, which align the bars of all lines.
  struct Widths: Equatable {
    fileprivate let what: Int
    let bar: Int
    let figures: Int
    /// The width of the column with the threshold's name; 0 to hide the name.
    let setting: Int

    private static let leastWhat = 8
    private static let mostWhat = 22
    private static let figures = 13
    private static let leastBar = 6
    private static let setting = 14
    /// The least number of columns of a line that shows the threshold's name.
    private static let named = 50
    private static let blanks = 4
    /// The description gets at most this share of the remaining columns, at least `leastWhat`. The bar gets the rest.
    private static let words = 0.65

    init(_ columns: Int) {
      setting = columns >= Self.named ? Self.setting : 0
      figures = Self.figures
      let remaining = columns - figures - Self.blanks - (setting > 0 ? setting + 1 : 0)
      let words = min(Self.mostWhat, Int(Double(remaining) * Self.words), remaining - Self.leastBar)
      what = max(Self.leastWhat, words)
      bar = max(Self.leastBar, remaining - what)
    }
  }

  func line(_ widths: Widths) -> StyledLine {
    var line = StyledLine()
    line.add(ViewWording.measure(gauge), columns: widths.what)
    line.add(" ")
    line.add(bar(widths.bar), style)
    line.add(" ")
    line.add(figures, columns: widths.figures, side: .right)
    line.add(" ")
    line.add(mark, style.strong, columns: 1)
    if widths.setting > 0 {
      line.add(" ")
      line.add(gauge.setting, .dim, columns: widths.setting)
    }
    return line
  }

  /// The measured value and its limit: `9.4/12 mm`. The unit decides how many decimals the measured value has.
  var figures: String {
    let unit = gauge.limit.unit
    let measured = decimal(gauge.measured.value, places: Self.decimals(unit), padded: true)
    let limit = decimal(gauge.limit.value, places: Self.decimals(unit))
    return "\(measured)/\(limit)\(Self.suffix(unit))"
  }

  var mark: String {
    switch (gauge.mustReach, gauge.isMet) {
    case (true, true): "✓"
    case (true, false), (false, true): " "
    case (false, false): "✗"
    }
  }

  private var style: Style {
    switch (gauge.mustReach, gauge.isMet) {
    case (true, true): Palette.good
    case (true, false): Palette.busy
    case (false, true): .dim
    case (false, false): Palette.bad
    }
  }

  func bar(_ columns: Int) -> String {
    let share = gauge.share.isFinite ? min(gauge.share, 1) : 1
    guard gauge.mustReach else {
      let length = max(0, columns - 1)
      let filled = min(length, Int((share * Double(length)).rounded(.up)))
      let limitMark = gauge.isMet ? Self.limitMark : Self.brokenLimitMark
      return String(repeating: Self.passed, count: filled) + String(repeating: Self.ahead, count: length - filled)
        + limitMark
    }
    // A bar is full only if its threshold is reached.
    let filled = max(0, gauge.isMet ? columns : min(columns - 1, Int(share * Double(columns))))
    return String(repeating: Self.full, count: filled) + String(repeating: Self.empty, count: columns - filled)
  }

  private static func decimals(_ unit: Unit) -> Int {
    switch unit {
    case .millimetres, .percent: 1
    case .milliseconds, .millimetresPerSecond, .degrees, .fingers, .taps: 0
    }
  }

  private static func suffix(_ unit: Unit) -> String {
    switch unit {
    case .degrees: "°"
    case .millimetres, .percent, .milliseconds, .millimetresPerSecond, .fingers, .taps: " \(unit.rawValue)"
    }
  }
}
