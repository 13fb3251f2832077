import Actions
import GestureCore
import Text

/// The log: the latest lines, or the lines to which the user has scrolled.
struct LogPanel {
  private(set) var lines: [StyledLine] = []
  /// The number of shown entries. `firstPage` is the number of entries that are shown after scrolling to the top.
  private(set) var page = 0
  private(set) var firstPage = 0

  private static let time = 10
  private static let decimals = 3
  private static let mark = 2
  private static let leastName = 12
  private static let mostName = 20
  private static let leastColumnsForWideNames = 72

  init(_ state: ViewState, columns: Int, rows: Int) {
    let input = state.input
    let log = state.model.log
    let numbers = log.numbers(input)
    let room = max(0, rows - 1)
    func block(_ number: Int) -> [StyledLine] {
      Self.lines(log.entries[number - log.first], from: state.model.origin, columns: columns)
    }
    // At the top of the log, the first page is full.
    firstPage = Self.fit(numbers[...], in: room, block).count
    let last = min(numbers.count, max(log.count(numbers, upTo: input.logEnd), firstPage))
    lines = [Self.title(newer: numbers.count - last, isFocused: input.focus == .log, columns: columns)]
    let blocks = Self.fit(numbers[..<last].reversed()[...], in: room, block)
    page = blocks.count
    for block in blocks.reversed() { lines += block }
    if numbers.isEmpty { lines.append(StyledLine("  \(ViewWording.emptyLog)", .dim)) }
  }

  /// Returns the lines of the first entries that fit into `room` rows. If none fits, cuts off the first entry's end.
  private static func fit(
    _ numbers: ArraySlice<Int>, in room: Int, _ block: (Int) -> [StyledLine]
  ) -> [[StyledLine]] {
    var (blocks, used) = ([[StyledLine]](), 0)
    for number in numbers {
      let block = block(number)
      guard used + block.count <= room || blocks.isEmpty else { break }
      blocks.append(Array(block.prefix(room)))
      used += block.count
    }
    return blocks
  }

  private static func title(newer: Int, isFocused: Bool, columns: Int) -> StyledLine {
    var line = StyledLine(isFocused ? "▸" : " ", .bold)
    line.add(ViewWording.log, .bold)
    line.add(" ")
    let note = newer > 0 ? " \(ViewWording.newer(newer)) " : ""
    line.add(String(repeating: "─", count: max(0, columns - line.width - note.count)), .dim)
    line.add(note)
    return line
  }

  private static func lines(_ entry: ViewLog.Entry, from origin: Timestamp, columns: Int) -> [StyledLine] {
    var line = head(entry, from: origin, columns: columns)
    let start = line.width
    guard entry.isWrapped, columns - start >= leastText else {
      line.add(entry.text, entry.textStyle)
      return [line]
    }
    let texts = entry.text.wrapped(to: columns - start).split(separator: "\n").map(String.init)
    line.add(texts.first ?? "", entry.textStyle)
    let others = texts.dropFirst().map { text in
      var other = StyledLine()
      other.pad(to: start)
      other.add(text.drop { $0 == " " }.description, entry.textStyle)
      return other
    }
    return [line] + others
  }

  private static let leastText = 16

  private static func head(_ entry: ViewLog.Entry, from origin: Timestamp, columns: Int) -> StyledLine {
    var line = StyledLine()
    let seconds = entry.time.map { decimal(($0 - origin).seconds, places: decimals, padded: true) }
    line.add(seconds ?? "", .dim, columns: time, side: .right)
    line.add(" ")
    line.add(entry.mark, entry.style == .dim ? .dim : entry.style.strong, columns: mark)
    if let gesture = entry.gesture {
      line.add(gesture, .bold, columns: columns >= leastColumnsForWideNames ? mostName : leastName)
      line.add(" ")
    }
    if entry.count > 1 { line.add("\(entry.count)× ", .bold) }
    return line
  }
}

extension ViewLog.Entry {
  fileprivate var text: String {
    switch content {
    case .text(let text): text
    case .run(let run): ViewWording.run(run)
    }
  }

  fileprivate var isWrapped: Bool { ![.recognized, .ended, .command].contains(kind) }

  private var hasFailed: Bool {
    guard case .run(let run) = content, let status = run.status else { return false }
    return status != .code(0)
  }

  private var look: (mark: String, style: Style, text: Style) {
    switch kind {
    case .recognized: ("✓", Palette.good, .plain)
    case .ended: ("■", .plain, .plain)
    case .cancelled: ("×", Palette.bad, Palette.bad)
    case .ignored: ("∅", .plain, .plain)
    case .held: ("◆", Palette.waiting, .dim)
    case .released: ("◇", Palette.waiting, .dim)
    case .miss: ("✗", Palette.bad, Palette.bad)
    case .command: hasFailed ? ("!", Palette.bad, Palette.bad) : ("→", Palette.started, .dim)
    case .skipped: ("!", Palette.bad, Palette.bad)
    case .mode: ("↔", .dim, .dim)
    case .device: ("□", .dim, .dim)
    case .rules: ("↻", .dim, .dim)
    case .note: ("·", .plain, .plain)
    }
  }

  fileprivate var mark: String { look.mark }
  fileprivate var style: Style { look.style }
  fileprivate var textStyle: Style { look.text }
}

/// The latest lines of the view's log, in limited memory.
struct ViewLog {
  /// The subject of a line, which selects its mark.
  enum Kind {
    case recognized, ended, cancelled, ignored, held, released, miss, command, skipped, mode, device, rules, note
  }

  /// A command that was started, with its exit status.
  struct Run: Equatable {
    let pid: Int32
    let key: String
    let command: String
    /// Microseconds from the gesture event to the start of the command; nil if the time of the event isn't known.
    let latency: Int64?
    var status: CommandStatus?
  }

  enum Content: Equatable {
    case text(String)
    case run(Run)
  }

  struct Entry: Equatable {
    /// The time of the line. If a line is added without a time, its time is nil until `stamp` sets the time.
    fileprivate(set) var time: Timestamp?
    let kind: Kind
    let gesture: String?
    fileprivate(set) var content: Content
    /// The number of consecutive equal lines that are shown as a single line.
    fileprivate(set) var count = 1

    init(_ kind: Kind, of gesture: String? = nil, at time: Timestamp?, _ content: Content) {
      self.kind = kind
      self.gesture = gesture
      self.time = time
      self.content = content
    }

    fileprivate func hasSameContent(as other: Entry) -> Bool {
      kind == other.kind && gesture == other.gesture && content == other.content
    }
  }

  /// The number of latest lines that are always kept for scrolling back.
  static let capacity = 500
  /// The number of oldest lines that are removed together, for speed.
  private static let batch = 100
  /// The number of last lines that can get a command's exit status.
  private static let recent = 8

  private(set) var entries: [Entry] = []
  /// The number of the oldest kept line. Lines are numbered from the program's start, beginning with 0.
  private(set) var first = 0

  init() { entries.reserveCapacity(Self.capacity + Self.batch) }

  /// The number that the next line will get.
  var end: Int { first + entries.count }

  /// Adds a line, or counts a repetition. A time earlier than the last line's time is replaced by the last line's time.
  mutating func add(_ entry: Entry) {
    var entry = entry
    if let time = entry.time, let latest = entries.last?.time, time < latest { entry.time = latest }
    if let last = entries.last, last.hasSameContent(as: entry) {
      entries[entries.count - 1].count += 1
      entries[entries.count - 1].time = entry.time
      return
    }
    entries.append(entry)
    if entries.count >= Self.capacity + Self.batch {
      entries.removeFirst(Self.batch)
      first += Self.batch
    }
  }

  /// Adds a command's exit status to the command's line. Returns false if the line isn't in the last `recent` lines.
  mutating func end(_ pid: Int32, _ status: CommandStatus) -> Bool {
    for index in entries.indices.suffix(Self.recent).reversed() {
      guard case .run(var run) = entries[index].content, run.pid == pid, run.status == nil else { continue }
      run.status = status
      entries[index].content = .run(run)
      return true
    }
    return false
  }

  /// Sets each missing time to `time`, or to the next line's time if that is earlier.
  mutating func stamp(_ time: Timestamp) {
    var next = time
    for index in entries.indices.reversed() {
      if entries[index].time == nil { entries[index].time = next }
      next = min(next, entries[index].time ?? next)
    }
  }
}
