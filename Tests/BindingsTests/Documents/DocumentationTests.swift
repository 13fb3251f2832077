import Bindings
import Support
import Testing

/// The parts of the documents about the rules file.
@Suite struct DocumentationTests {
  @Test func theShownMistakeReadsSo() {
    let shown = Documentation.text("contrib/guide/first-gesture.md").split(separator: "\n")
      .drop { !$0.contains("unknown gesture kind") }.prefix(3).joined(separator: "\n")
    #expect(report("[gesture.next-workspace]\nkind = \"swype\"\n") == shown)
  }
}
