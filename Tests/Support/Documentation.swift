import Foundation
import Testing

/// The project's documents, for tests that hold them to what the program does.
public enum Documentation {
  /// A fenced block: ```` ```toml must-fail ```` has the language `toml` and the note `must-fail`.
  public struct Block: Sendable, CustomTestStringConvertible {
    public let file: String
    /// Of the opening fence, from 1.
    public let line: Int
    public let language: String
    public let note: String
    public let text: String

    public var testDescription: String { "\(file):\(line)" }
  }

  /// Every Markdown file of the package, relative to it.
  public static let files: [String] = {
    let folders = ["", "contrib/"]
    return folders.flatMap { folder in
      let path = packageRoot.appendingPathComponent(folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
    }
  }()

  public static func text(_ file: String) -> String {
    (try? String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)) ?? ""
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
    var blocks: [Block] = []
    var open: (line: Int, words: [String], text: String)?
    for (index, line) in text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```"), let block = open {
        blocks.append(
          Block(
            file: file, line: block.line, language: block.words.first ?? "",
            note: block.words.dropFirst().joined(separator: " "), text: block.text))
        open = nil
      } else if line.hasPrefix("```") {
        open = (index + 1, line.dropFirst(3).split(separator: " ").map(String.init), "")
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }
}
