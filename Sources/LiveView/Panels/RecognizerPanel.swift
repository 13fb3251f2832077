import GestureCore

/// The rows of the recognizers: those at work first, with their bars; what does not fit is counted.
struct RecognizerPanel {
  private let rows: [RecognizerRow]
  private let region: Region
  private let offset: Int
  private let isFocused: Bool
  /// How many are shown.
  private(set) var page = 0
  private(set) var lines: [StyledLine] = []

  /// The columns of a row's beginning.
  private struct Head {
    let name: Int
    let kind: Int
    let state: Int

    static let mark = 2
    static let blanks = 2
    private static let kind = 11
    private static let state = 10
    private static let leastName = 8
    private static let mostName = 22

    init(_ columns: Int) {
      kind = Self.kind
      state = Self.state
      name = min(Self.mostName, max(Self.leastName, columns - Self.mark - Self.blanks - kind - state))
    }

    var width: Int { Self.mark + name + kind + state + Self.blanks }
  }

  /// From so many columns on the bars stand beside the names, else below them.
  private static let besideFrom = 88
  private static let indent = 2
  /// Of more bars than this those that are decided already are left out first.
  private static let mostBars = 4

  init(_ rows: [RecognizerRow], in region: Region, offset: Int, isFocused: Bool) {
    self.rows = rows.enumerated().sorted { ($0.element.state.group, $0.offset) < ($1.element.state.group, $1.offset) }
      .map(\.element)
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
      // The last line says how many more there are, unless these are the last.
      let isLast = index == blocks.count - 1
      guard used.count + block.count <= room - (isLast && offset == 0 ? 0 : 1) else { break }
      used += block
      page += 1
    }
    lines += used
    let below = rows.count - offset - page
    if below > 0 || offset > 0 { lines.append(StyledLine("  \(ViewWording.more(below, above: offset))", .dim)) }
  }

  /// Of the rows at work all bars, or as many of each as fit; the others follow as far as there is room.
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
    let isWide = columns >= besideFrom
    let head = Head(columns)
    let start = isWide ? head.width : indent
    let details = row.chosen(bars).map { detail($0, row, columns: columns - start) }
    var first = StyledLine()
    let isQuiet = row.state.isQuiet
    first.add(row.state.mark, isQuiet ? .dim : row.state.style.strong, columns: Head.mark)
    first.add(row.name, isQuiet ? .dim : .bold, columns: head.name)
    first.add(" ")
    first.add(row.kind, .dim, columns: head.kind)
    first.add(row.state.word, row.state.style, columns: head.state)
    guard isWide else { return [first] + details.map { indented($0, by: start) } }
    first.pad(to: start)
    if let beside = details.first { first.add(beside) }
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
  /// At most so many bars, those first that still keep it from being recognized; texts stay.
  fileprivate func chosen(_ bars: Int) -> [Detail] {
    let gauges = details.compactMap { if case .gauge(let gauge) = $0 { gauge } else { nil } }
    guard gauges.count > bars else { return details }
    let ranked = gauges.indices.sorted { (gauges[$0].isMet ? 1 : 0, $0) < (gauges[$1].isMet ? 1 : 0, $1) }
    let kept = Set(ranked.prefix(bars))
    let texts = details.filter { if case .text = $0 { true } else { false } }
    return gauges.indices.filter(kept.contains).map { .gauge(gauges[$0]) } + texts
  }
}
