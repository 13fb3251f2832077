import Recordings
import Support
import Testing

/// The touch scripts in the documents have the results that they expect.
@Suite struct DocumentationTests {
  @Test func thereAreScriptsToShow() {
    #expect(Documentation.blocks("touches").count >= 2)
  }

  @Test(arguments: Documentation.blocks("touches"))
  func shownScriptsGiveWhatTheyExpect(block: Documentation.Block) {
    expectScript(block.text, name: block.testDescription)
  }
}
