import Foundation
import Testing

/// The project's documents, for tests that compare them with the program.
public enum Documentation {
  /// A block of code: ```` ```toml must-fail ```` has the language `toml` and the note `must-fail`.
  ///
  /// The source of a man page has no words behind its fences. There a comment before them has the words:
  /// `; toml must-fail`.
  public struct Block: Sendable, CustomTestStringConvertible {
    public let file: String
    /// Of the opening fence, from 1.
    public let line: Int
    public let language: String
    public let note: String
    public let text: String

    public var testDescription: String { "\(file):\(line)" }
  }

  /// Every Markdown file of the package and every source of a man page, relative to it.
  public static let files: [String] = {
    let folders = [
      ("", ".md"), ("contrib/", ".md"), ("contrib/guide/", ".md"), ("contrib/man/", ".scd"), (catalogue, ".md"),
    ]
    return folders.flatMap { folder, suffix in
      let path = packageRoot.appendingPathComponent(folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder + $0 }
    }
  }()

  private static let catalogue = "Sources/GestureCore/GestureCore.docc/"

  public static func text(_ file: String) -> String {
    (try? String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)) ?? ""
  }

  /// A rules file in which the examples, gestures and overrides behind `# `, are rules too.
  public static func withExamples(_ rules: String) -> String {
    var isExample = false
    return rules.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isHeader = line.hasPrefix("# [gesture.") || line.hasPrefix("# [[override]]")
      isExample = isHeader || isExample && line.hasPrefix("# ")
      return String(isExample ? line.dropFirst(2) : line)
    }.joined(separator: "\n")
  }

  /// All blocks of these languages, in the order of the documents.
  public static func blocks(_ languages: String...) -> [Block] {
    files.flatMap { blocks(of: $0) }.filter { languages.contains($0.language) }
  }

  /// The rows of the Markdown table with this head, each with its cells.
  public static func rows(of file: String, below head: String) -> [[String]] {
    text(file).split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { row in
        row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// All blocks of one document, in order.
  public static func blocks(of file: String) -> [Block] {
    let isManPage = file.hasSuffix(".scd")
    var blocks: [Block] = []
    var open: (line: Int, words: [String], text: String)?
    var comment: [String] = []
    for (index, line) in text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix(fence), let block = open {
        blocks.append(
          Block(
            file: file, line: block.line, language: block.words.first ?? "",
            note: block.words.dropFirst().joined(separator: " "), text: block.text))
        open = nil
      } else if line.hasPrefix(fence) {
        open = (index + 1, isManPage ? comment : words(line.dropFirst(fence.count)), "")
      } else {
        open?.text += (isManPage ? unescaped(line) : String(line)) + "\n"
      }
      comment = isManPage && line.hasPrefix("; ") ? words(line.dropFirst(2)) : []
    }
    return blocks
  }

  private static let fence = "```"

  private static func words(_ line: Substring) -> [String] { line.split(separator: " ").map(String.init) }

  /// In man pages a backslash precedes each literal character, in blocks too.
  private static func unescaped(_ line: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in line {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        text.append(character)
        isEscaped = false
      }
    }
    return text
  }
}
