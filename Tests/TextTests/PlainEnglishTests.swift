import Foundation
import Support
import Testing

/// No text has a turn of phrase of `Fixtures/plain-english/banned.txt`, which gives the reason and a better form.
@Suite struct PlainEnglishTests {
  /// The texts for which a pattern holds, if it doesn't hold for all.
  private enum Texts: String { case users, comments }

  private struct Pattern {
    let text, reason, better: String
    let texts: Texts?
    let expression: NSRegularExpression
  }

  @Test func programs() throws {
    let files = try Self.files(under: "Sources", suffixes: [".swift", ".js", ".html"])
    #expect(files.count > 500)
    for file in files { try expectPlain(Self.withoutComments(Documentation.text(file)), file, .users) }
  }

  @Test func documents() throws {
    let files = Documentation.files.filter { !$0.hasPrefix("Sources/") }
    #expect(files.contains("README.md") && files.contains("contrib/man/gesture-bridge.1.scd"))
    for file in files + ["bindings.toml", "contrib/try.toml"] {
      try expectPlain(Documentation.text(file), file, .users)
    }
  }

  @Test func snapshots() throws {
    let files = try Self.files(under: "Tests/Fixtures/texts", suffixes: [".txt"])
    #expect(files.count > 20)
    for file in files { try expectPlain(Documentation.text(file), file, .users) }
  }

  /// Names of scripts in contrib have no suffix.
  @Test(arguments: ["Sources", "Tests", "contrib"]) func comments(_ folder: String) throws {
    let code = try Self.files(under: folder, suffixes: [".swift", ".c", ".h", ".js"])
    let scripts = try Self.files(under: folder, suffixes: [".py", ".sh", ".mk"], others: folder == "contrib")
    #expect(code.count + scripts.count > 100)
    for file in code { try expectPlain(Self.comments(in: Documentation.text(file), Self.comment), file, .comments) }
    for file in scripts { try expectPlain(Self.comments(in: Documentation.text(file), Self.note), file, .comments) }
  }

  @Test func pagesOfDocc() throws {
    let files = try Self.files(under: "Sources", suffixes: [".md"])
    #expect(files.count > 5)
    for file in files { try expectPlain(Documentation.text(file), file, .comments) }
  }

  /// The subjects after the last one that is in other words. An archive of the sources and a shallow clone don't have that commit: then the
  /// test passes without a check.
  @Test func subjectsOfCommits() throws {
    let subjects = TestbedProgram.output(of: "git log --format=%s 3b246d69..HEAD") ?? ""
    for subject in subjects.split(separator: "\n") { try expectPlain(String(subject), "a commit", .comments) }
  }

  @Test(arguments: [
    ("Gestures stand in\n   bindings.toml", 1), ("Three settings, of which one is set. OF WHOM?", 2),
    ("the offspring of whichever device", 0), ("\"which ones you \" + \"may not open\"", 1), ("// whoever comes", 0),
    ("print(\"// whoever\")", 1), ("a line that \\\n    nobody can read", 1), ("there is no file here", 0),
  ])
  func whatIsFound(_ text: String, _ count: Int) throws {
    #expect(try Self.found(in: Self.withoutComments(text), .users).count == count)
  }

  @Test(arguments: [
    ("/// Nil where the name\n  /// stands in quotes.", 2), ("let a = 1  // It is told.\n/* It is gone. */", 2),
    ("let gone = 1", 0),
    ("\"it is told\"  // \"~\" stands for a folder", 0), ("// What is it?\n// Where fingers land.", 0),
    ("/// Nil\nlet a: Int?\n/// where there is room", 0),
    ("// So many commands, one of which is due at 5 s, that some are refused.", 0),
  ])
  func whatIsFoundInComments(_ text: String, _ count: Int) throws {
    #expect(try Self.found(in: Self.comments(in: text, Self.comment), .comments).count == count)
  }

  @Test func everyPatternHasAReasonAndABetterForm() throws {
    let rows = try Self.rows("banned") + Self.rows("allowed").map { $0 + [""] }
    #expect(rows.count > 80)
    #expect(rows.allSatisfy { $0.count == 3 || $0.count == 4 && Texts(rawValue: $0[3]) != nil })
    #expect(Set(rows.map { $0[0] }).count == rows.count)
  }

  private func expectPlain(_ text: String, _ file: String, _ texts: Texts) throws {
    for (phrase, context, pattern) in try Self.found(in: text, texts) {
      let advice = pattern.map { "\($0.reason); better: \($0.better)" } ?? ""
      Issue.record("\(file): \"\(phrase)\" in \"…\(context)…\": \(advice)")
    }
  }

  /// The columns of each line.
  private static func rows(_ list: String) throws -> [[String]] {
    try Fixtures.text("plain-english/\(list).txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.components(separatedBy: " | ") }
  }

  private static let patterns = Result {
    try rows("banned").map { row in
      try Pattern(
        text: row[0], reason: row[1], better: row[2], texts: row.count > 3 ? Texts(rawValue: row[3]) : nil,
        expression: expression(row[0]))
    }
  }

  private static let forUsers = Result { try all(.users) }
  private static let forComments = Result { try all(.comments) }

  /// All patterns in one expression, so that a text is read once. The first group is an exception.
  private static func all(_ texts: Texts) throws -> NSRegularExpression {
    let allowed = try rows("allowed").map { $0[0] }.joined(separator: "|")
    let banned = try patterns.get().filter { $0.texts == nil || $0.texts == texts }.map(\.text)
    return try expression("(\(allowed))|\(banned.joined(separator: "|"))")
  }

  private static func expression(_ pattern: String) throws -> NSRegularExpression {
    let words = pattern.replacingOccurrences(of: " ", with: "\\s+(?:(?:///?|#|\\*)\\s+)?")
    return try NSRegularExpression(pattern: "\\b(?:\(words))\\b", options: .caseInsensitive)
  }

  private static func found(in text: String, _ texts: Texts) throws
    -> [(phrase: String, context: String, pattern: Pattern?)]
  {
    let expression = try (texts == .users ? forUsers : forComments).get()
    let text = text as NSString
    let all = NSRange(location: 0, length: text.length)
    let matches = expression.matches(in: text as String, range: all).filter { $0.range(at: 1).location == NSNotFound }
    return try matches.map { match in
      let phrase = text.substring(with: match.range)
      let start = max(0, match.range.location - 40)
      let end = min(text.length, NSMaxRange(match.range) + 40)
      let context = text.substring(with: NSRange(location: start, length: end - start))
      let pattern = try patterns.get().first { pattern in
        pattern.expression.matches(in: context, range: NSRange(location: 0, length: end - start))
          .contains { (context as NSString).substring(with: $0.range) == phrase }
      }
      return (phrase, context.split(whereSeparator: \.isWhitespace).joined(separator: " "), pattern)
    }
  }

  /// A comment of Swift, C or JavaScript: lines, the end of a line, or a block.
  private static let comment = "(?m)(?:^[ \\t]*//.*\\n?)+|[ \\t]//[ \\t][^\"\\n]*$|(?:^|\\s)/\\*[\\s\\S]*?\\*/"
  /// A comment of a script.
  private static let note = "(?m)(?:^[ \\t]*#.*\\n?)+|[ \\t]#[ \\t][^\"'\\n]*$"

  /// The comments of a file, separated where code is between them.
  private static func comments(in text: String, _ comment: String) throws -> String {
    let text = text as NSString
    return try NSRegularExpression(pattern: comment)
      .matches(in: text as String, range: NSRange(location: 0, length: text.length))
      .map { text.substring(with: $0.range) }.joined(separator: "\n.\n")
  }

  /// Source text without comments, with the parts of a broken literal put together.
  private static func withoutComments(_ text: String) -> String {
    text.replacingOccurrences(of: comment, with: "", options: .regularExpression)
      .replacingOccurrences(of: "\\\\#?\\n\\s*|\"\\s*\\+\\s*\"", with: "", options: .regularExpression)
  }

  /// Files with these suffixes, except the fixtures of tests; with `others` also files without any suffix, except random bytes.
  private static func files(under folder: String, suffixes: [String], others: Bool = false) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: packageRoot.appendingPathComponent(folder).path)
      .filter { path in
        suffixes.contains { path.hasSuffix($0) } || others && !path.contains(".") && !path.hasPrefix("fuzz/corpus/")
      }
      .filter { folder != "Tests" || !$0.hasPrefix("Fixtures/") }.sorted().map { "\(folder)/\($0)" }
  }
}
