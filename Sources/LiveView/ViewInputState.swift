import GestureCore

/// What keys have set: filter, focus, scroll positions, the chosen device.
struct ViewInputState: Equatable {
  /// The part that the arrow keys scroll.
  enum Focus { case log, recognizers }

  /// The chosen device; nil follows the fingers.
  var chosen: DeviceID?
  /// Only gestures whose name contains it; empty for all.
  var filter = ""
  var isTyping = false
  var isHelping = false
  var isDry: Bool
  var focus = Focus.log
  /// The number of the last line of the log that is shown; nil for the latest.
  var logEnd: Int?
  /// The number of recognizers that are scrolled out at the top.
  var recognizerOffset = 0
  /// The number of help lines that are scrolled out at the top.
  var helpOffset = 0
  /// What the last key did; shown until the next key.
  var notice: String?

  init(isDry: Bool) { self.isDry = isDry }

  /// Longer than any name that a user types.
  private static let longestFilter = 60

  /// Whether the filter lets a gesture of this name through.
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

  /// Back to the initial state, except for the dry run.
  private mutating func clear() { self = ViewInputState(isDry: isDry) }

  /// A key that scrolls or chooses.
  mutating func press(_ key: Key, _ extents: Extents, _ model: LiveViewModel) {
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
    let moved = min(max(end + lines, extents.logPage), numbers.count)
    logEnd = moved >= numbers.count || moved <= 0 ? nil : numbers[moved - 1]
  }

  /// Limits the scroll positions to what there is.
  mutating func keepWithin(_ extents: Extents) {
    helpOffset = min(max(0, helpOffset), max(0, extents.helpLines - extents.helpPage))
    recognizerOffset = min(max(0, recognizerOffset), max(0, extents.recognizers - 1))
  }
}

extension ViewLog {
  /// The numbers of the lines that the filter lets through.
  func numbers(_ input: ViewInputState) -> [Int] {
    entries.indices.filter { entries[$0].gesture.map(input.shows) ?? true }.map { first + $0 }
  }

  /// How many of `numbers` are at most `last`; all if it is nil.
  func count(_ numbers: [Int], upTo last: Int?) -> Int {
    last.map { last in numbers.firstIndex { $0 > last } ?? numbers.count } ?? numbers.count
  }
}
