/// What some lines of another program's file have become.
struct ImportedItem {
  /// What came of them.
  enum Content {
    /// One gesture of the source, in its words; some need several of ours.
    case gesture([ImportedGesture], words: String)
    case comment(String)
    case setting(ImportedSetting)
    case notCarried(Remark)
    /// Brackets, headers and the like, which have no meaning of their own.
    case structure
  }

  /// Of the source, from 1.
  let lines: ClosedRange<Int>
  let content: Content

  init(_ lines: ClosedRange<Int>, _ content: Content) {
    self.lines = lines
    self.content = content
  }

  init(_ line: Int, _ content: Content) {
    self.init(line...line, content)
  }
}

/// Something of the source that has no place in the rules, and why.
struct Remark: Equatable {
  /// The source's own words.
  let text: String
  let reason: String
  /// Gestures are counted.
  var isGesture = false
}

/// A threshold of the source in our units.
struct ImportedSetting: Equatable {
  /// The section it belongs in, `defaults.touchpad`.
  let section: String
  /// With its kind: `swipe.min-distance`.
  let key: String
  let value: String
  /// The source's own.
  let words: String
  /// How the figure came about.
  let conversion: String
}
