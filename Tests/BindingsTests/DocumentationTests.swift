import Bindings
import Support
import Testing

/// What the documents say of the rules file.
@Suite struct DocumentationTests {
  @Test func theShownMistakeReadsSo() {
    let shown = Documentation.text("README.md").split(separator: "\n").drop { !$0.contains("unknown gesture kind") }
      .prefix(3).map { $0.dropFirst(7) }.joined(separator: "\n")
    #expect(report("[gesture.next-workspace]\nkind = \"swype\"\n") == shown)
  }

  @Test func everyKeyOfZonesConditionsAndRelationsIsExplained() {
    func explained(_ head: String) -> Set<Substring> {
      let cells = Documentation.rows(of: "README.md", below: head).compactMap(\.first).joined(separator: " ")
      return Set(cells.split(separator: "`").filter { !$0.contains(" ") })
    }
    #expect(
      explained("| key of a zone | meaning |") == [
        "rect", "edge", "band", "corner", "size", "inside", "device", "exclusive", "ignore", "multi-touch",
      ])
    #expect(
      explained("| key of a gesture | meaning |") == [
        "receive", "begin-if", "exclusive-touch-type", "require-to-fail", "required-to-fail-by", "simultaneous-with",
        "prevents", "cannot-prevent", "cannot-be-prevented-by",
      ])
  }

  @Test func everySectionIsExplained() {
    for section in [
      "[gesture.NAME]", "[zone.NAME]", "[[binding]]", "[defaults]", "[defaults.touchpad]", "[device.\"PATTERN\"]",
    ] {
      #expect(Documentation.text("README.md").contains("`\(section)`"))
    }
  }
}
