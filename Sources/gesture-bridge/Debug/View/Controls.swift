import GestureCore

/// What the keys have set.
struct Controls: Equatable {
  /// What the arrow keys move.
  enum Focus { case log, recognizers }

  /// The device that was chosen; nil follows the fingers.
  var chosen: DeviceID?
  /// Only gestures whose name contains it; empty for all.
  var filter = ""
  var isTyping = false
  var isHelping = false
  var isDry: Bool
  var focus = Focus.log
  /// The number of the last line of the log that is shown; nil for the latest.
  var logEnd: Int?
  /// How many recognizers are scrolled out at the top.
  var recognizerOffset = 0
  /// How many lines of the help are.
  var helpOffset = 0
  /// What the last key has done, until the next one.
  var notice: String?

  init(isDry: Bool) { self.isDry = isDry }

  /// Longer than any name one would type.
  private static let longestFilter = 60

  /// Whether something about a gesture of this name is shown.
  func shows(_ gesture: String) -> Bool {
    filter.isEmpty || gesture.lowercased().contains(filter.lowercased())
  }

  /// A key while the filter is typed.
  mutating func type(_ key: Key) {
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

  /// Back to how the view began, but for the dry run.
  private mutating func clear() { self = Controls(isDry: isDry) }

  /// A key that moves what is shown.
  mutating func press(_ key: Key, _ extents: Extents, _ gathered: Gathered) {
    switch key {
    case .tab: choose(gathered.following(self))
    case .escape: clear()
    case .left: focus = .recognizers
    case .right: focus = .log
    case .up: scroll(-1, extents, gathered)
    case .down: scroll(1, extents, gathered)
    case .pageUp: scroll(-page(extents), extents, gathered)
    case .pageDown: scroll(page(extents), extents, gathered)
    case .home: scroll(-Self.farthest, extents, gathered)
    case .end: scroll(Self.farthest, extents, gathered)
    case .character, .enter, .backspace, .interrupt: break
    }
  }

  /// More lines than there ever are.
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

  private mutating func scroll(_ lines: Int, _ extents: Extents, _ gathered: Gathered) {
    if isHelping {
      helpOffset += lines
    } else {
      switch focus {
      case .log: scrollLog(lines, extents, gathered.log)
      case .recognizers: recognizerOffset += lines
      }
    }
    keepWithin(extents)
  }

  private mutating func scrollLog(_ lines: Int, _ extents: Extents, _ log: ViewLog) {
    let numbers = log.numbers(self)
    let end = log.count(numbers, upTo: logEnd)
    let moved = min(max(end + lines, extents.logPage), numbers.count)
    logEnd = moved >= numbers.count || moved <= 0 ? nil : numbers[moved - 1]
  }

  /// No farther than there is something to see.
  mutating func keepWithin(_ extents: Extents) {
    helpOffset = min(max(0, helpOffset), max(0, extents.helpLines - extents.helpPage))
    recognizerOffset = min(max(0, recognizerOffset), max(0, extents.recognizers - 1))
  }
}

extension ViewLog {
  /// The numbers of the lines that are shown.
  func numbers(_ controls: Controls) -> [Int] {
    entries.indices.filter { entries[$0].gesture.map(controls.shows) ?? true }.map { first + $0 }
  }

  /// How many of `numbers` there are up to `last`; nil for all.
  func count(_ numbers: [Int], upTo last: Int?) -> Int {
    last.map { last in numbers.firstIndex { $0 > last } ?? numbers.count } ?? numbers.count
  }
}
