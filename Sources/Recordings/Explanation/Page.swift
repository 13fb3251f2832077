import Bindings

/// Lines of text for a terminal of 80 columns.
struct Page {
  /// An entry's name stands in a column of at most this width; a longer one has a line of its own.
  static let widestColumn = 24
  private static let width = 80
  private static let gap = 2

  private(set) var text = ""

  /// Adds words, broken into lines; all but the first are set in by `hanging`, the first by `indent`.
  mutating func add(_ words: String, indent: Int = 0, hanging: Int) {
    var line = Self.blanks(indent)
    var isEmpty = true
    for word in Self.unbreakable(words.visible) {
      if !isEmpty, line.count + 1 + word.count > Self.width {
        end(&line)
        line = Self.blanks(hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    end(&line)
  }

  /// Adds a name with what is said of it, lined up in columns.
  mutating func add(_ name: String, _ sentences: [String], indent: Int, column: Int) {
    let start = indent + column + Self.gap
    var sentences = sentences[...]
    if name.count <= column, let first = sentences.popFirst() {
      add(leftAligned(name, column + Self.gap) + first, indent: indent, hanging: start)
    } else {
      add(name, indent: indent, hanging: indent)
    }
    for sentence in sentences { add(sentence, indent: start, hanging: start) }
  }

  mutating func addBlankLine() { text += "\n" }

  /// The words between which a line may be broken: a number stays with its unit.
  private static func unbreakable(_ text: String) -> [String] {
    var words: [String] = []
    var isNumber = false
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if isNumber, let last = words.popLast() {
        words.append("\(last) \(word)")
      } else {
        words.append(String(word))
      }
      isNumber = word.contains(where: \.isNumber) && word.allSatisfy { $0.isNumber || "-.,\"".contains($0) }
    }
    return words
  }

  private mutating func end(_ line: inout String) {
    text += line + "\n"
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
