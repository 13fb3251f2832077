import Foundation
import Support
import Testing

/// What users read has no turn of phrase of `Fixtures/plain-english/banned.txt`, which says why and what is better.
@Suite struct PlainEnglishTests {
  @Test func programs() throws {
    let files = try Self.files(under: "Sources", suffixes: [".swift", ".js", ".html"])
    #expect(files.count > 500)
    for file in files { try expectPlain(Self.withoutComments(Documentation.text(file)), file) }
  }

  @Test func documents() throws {
    let files = Documentation.files.filter { !$0.hasPrefix("Sources/") }
    #expect(files.contains("README.md") && files.contains("contrib/man/gesture-bridge.1.scd"))
    for file in files + ["bindings.toml", "contrib/try.toml"] { try expectPlain(Documentation.text(file), file) }
  }

  @Test func snapshots() throws {
    let files = try Self.files(under: "Tests/Fixtures/texts", suffixes: [".txt"])
    #expect(files.count > 20)
    for file in files { try expectPlain(Documentation.text(file), file) }
  }

  @Test(arguments: [
    ("Gestures stand in\n   bindings.toml", 1), ("Three settings, of which one is set. OF WHOM?", 2),
    ("the offspring of whichever device", 0), ("\"which ones you \" + \"may not open\"", 1), ("// whoever comes", 0),
    ("print(\"// whoever\")", 1), ("a line that \\\n    nobody can read", 1), ("there is no file here", 0),
  ])
  func whatIsFound(_ text: String, _ count: Int) throws {
    #expect(try Self.found(in: Self.withoutComments(text)).count == count)
  }

  @Test func everyPatternHasAReasonAndABetterForm() throws {
    let rows = try Self.rows
    #expect(rows.count > 40)
    #expect(rows.allSatisfy { $0.count == 3 && !$0.contains("") })
    #expect(Set(rows.map { $0[0] }).count == rows.count)
  }

  private func expectPlain(_ text: String, _ file: String) throws {
    for found in try Self.found(in: text) {
      let row = try Self.rows.first { Self.expression(of: [$0], in: found.phrase) }
      let advice = row.map { "\($0[1]); better: \($0[2])" } ?? ""
      Issue.record("\(file): \"\(found.phrase)\" in \"…\(found.context)…\": \(advice)")
    }
  }

  /// The pattern, the reason and the better form of each line.
  private static var rows: [[String]] {
    get throws {
      try Fixtures.text("plain-english/banned.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.components(separatedBy: " | ") }
    }
  }

  /// All patterns in one expression: a text is read once.
  private static let expression = Result { try whole(rows) }

  private static func whole(_ rows: [[String]]) throws -> NSRegularExpression {
    let patterns = rows.map { $0[0].replacingOccurrences(of: " ", with: "\\s+") }
    return try NSRegularExpression(
      pattern: "\\b(?:\(patterns.joined(separator: "|")))\\b", options: .caseInsensitive)
  }

  private static func expression(of rows: [[String]], in phrase: String) -> Bool {
    let range = NSRange(location: 0, length: (phrase as NSString).length)
    return (try? whole(rows))?.firstMatch(in: phrase, range: range) != nil
  }

  private static func found(in text: String) throws -> [(phrase: String, context: String)] {
    let text = text as NSString
    let all = NSRange(location: 0, length: text.length)
    return try expression.get().matches(in: text as String, range: all).map { match in
      let start = max(0, match.range.location - 40)
      let end = min(text.length, NSMaxRange(match.range) + 40)
      let context = text.substring(with: NSRange(location: start, length: end - start))
      return (text.substring(with: match.range), context.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
  }

  /// Source text without comments, with the parts of a broken literal put together.
  private static func withoutComments(_ text: String) -> String {
    let comment = "(?m)^\\s*//.*$|^\\s*/\\*[\\s\\S]*?\\*/|\\s//\\s[^\"\\n]*$"
    return text.replacingOccurrences(of: comment, with: "", options: .regularExpression)
      .replacingOccurrences(of: "\\\\#?\\n\\s*|\"\\s*\\+\\s*\"", with: "", options: .regularExpression)
  }

  private static func files(under folder: String, suffixes: [String]) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: packageRoot.appendingPathComponent(folder).path)
      .filter { path in suffixes.contains { path.hasSuffix($0) } }.sorted().map { "\(folder)/\($0)" }
  }
}
