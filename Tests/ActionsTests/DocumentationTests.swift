import Actions
import Support
import Testing

/// What the documents say of commands.
@Suite struct DocumentationTests {
  @Test func theTableOfVariablesIsTheProgramsOwn() {
    let rows = Documentation.rows(of: "README.md", below: "| variable | unit | meaning |")
    #expect(rows == GestureVariable.table.map { ["`\($0.name)`", $0.unit, $0.meaning] })
  }

  @Test func theLimitsAreTheProgramsOwn() {
    let options = CommandRunner.Options()
    let sentence = "At most \(options.perBinding) commands of one binding and \(options.overall) in all"
    #expect(Documentation.text("README.md").contains(sentence))
    #expect(Documentation.text("README.md").contains("up to \(options.waiting) of one action wait"))
  }
}
