import Text

/// The text of a diagnostic. The text is made only when needed, because many diagnostics are never listed.
struct DiagnosticText {
  /// The text's place in this program's source. Similar diagnostics have the same origin.
  let origin: String
  private let makeMessage: () -> String
  private let makeFix: () -> String?

  init(
    _ message: @autoclosure @escaping () -> String, fix: @autoclosure @escaping () -> String? = nil,
    file: String = #fileID, line: Int = #line
  ) {
    makeMessage = message
    makeFix = fix
    origin = "\(file):\(line)"
  }

  var message: String { makeMessage() }
  var fix: String? { makeFix() }

  static let listCommand = "`gesture-bridge kinds`"
  static let includeKey = "include"

  static var misplacedInclude: DiagnosticText {
    DiagnosticText(
      "`include` can't be in a section", fix: "move it to the top of the file, before the first `[section]`")
  }

  static func wrongType(_ key: String, _ wanted: ValueType, found: ValueType, example: String) -> DiagnosticText {
    DiagnosticText("`\(key)` must be \(wanted.rawValue), not \(found.rawValue)", fix: "write `\(example)`")
  }

  static func unknownChoice(_ key: String, _ found: String, _ names: [String]) -> DiagnosticText {
    DiagnosticText("`\(key)` can't be \(found.quoted)", fix: didYouMean(found, among: names) ?? write(names))
  }

  /// The fix that lists the allowed values of a key, in quotes.
  static func write(_ names: [String]) -> String { "write \(names.map(\.quoted).listed("or"))" }

  static func badName(_ name: String, of section: String) -> DiagnosticText {
    DiagnosticText("\(name.quoted) can't be the name of a \(section)", fix: "use only letters, digits and `-`")
  }

  static func emptyCommand(_ key: String) -> DiagnosticText {
    DiagnosticText("`\(key)` is empty", fix: "write a value, or remove `\(key)`")
  }

  static func emptyName(_ key: String) -> DiagnosticText {
    DiagnosticText("`\(key)` has an empty value", fix: "write a value, or remove `\(key)`")
  }

  static var bindingWithoutGesture: DiagnosticText {
    DiagnosticText(
      "this override has no `gesture`", fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")
  }
}

/// Names in a circle: each name refers to the next name.
struct Circle: CustomStringConvertible {
  private let names: [String]

  init(_ names: [String]) { self.names = names }

  var count: Int { names.count }
  var fix: String { count == 1 ? "remove this reference" : "remove one of these references" }

  /// The names with arrows. The first name is repeated at the end. Long circles are cut.
  var description: String {
    let cycle = names + names.prefix(1)
    let shown = cycle.count <= 9 ? cycle : cycle.prefix(7) + ["…"] + cycle.suffix(1)
    return shown.map(\.short).joined(separator: " -> ")
  }
}

extension [Int] {
  /// The numbers of a cycle, rotated so that the smallest comes first.
  var fromSmallest: [Int] {
    guard let first = self.min(), let index = firstIndex(of: first) else { return self }
    return Array(self[index...] + self[..<index])
  }
}

extension [String] {
  /// The elements as a list in a sentence, such as `a, b and c` if `word` is `and`.
  public func listed(_ word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

extension String {
  /// The text for a message: safe to print, and cut if it is long.
  var short: String { Words.cut(self) }

  var quoted: String { "\"\(short)\"" }

  var withArticle: String { (first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + self }
}
