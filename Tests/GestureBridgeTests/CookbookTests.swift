import Foundation
import Support
import Testing

/// The cookbook: recipes that are whole, and a list of contents that leads to each.
struct CookbookTests {
  private static let file = "contrib/COOKBOOK.md"
  private static let lines = Documentation.text(file).split(separator: "\n", omittingEmptySubsequences: false)
  private static let headings = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst("## ".count)) }

  @Test func theContentsAreTheHeadings() {
    let contents = Self.lines.filter { $0.hasPrefix("- [") }
    #expect(contents.map(String.init) == Self.headings.map { "- [\($0)](#\(Self.anchor($0)))" })
  }

  /// As web pages of Markdown name their headings.
  private static func anchor(_ heading: String) -> String {
    String(heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
  }

  /// One sentence, the rules, and something to know about them.
  @Test func everyRecipeIsWhole() {
    let parts = Documentation.text(Self.file).components(separatedBy: "\n## ").dropFirst()
    #expect(parts.count >= 12)
    for part in parts {
      let name = part.prefix { $0 != "\n" }
      #expect(part.contains("\n```toml"), "\(name)")
      #expect(part.contains("\n[gesture."), "\(name)")
      #expect(part.contains("\n- "), "\(name)")
    }
  }
}
