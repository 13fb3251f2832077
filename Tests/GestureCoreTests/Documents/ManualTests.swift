import Support
import Testing

/// The Swift code in the manual is compiled and run: each block is in the examples or in their tests, word for word.
@Suite struct ManualTests {
  private static let catalogue = "Sources/GestureCore/GestureCore.docc"
  private static let tests = "Tests/GestureCoreTests"

  private static let documents = [
    "contrib/guide/swift.md", "\(catalogue)/GestureCore.md", "\(catalogue)/AddingAGesture.md",
  ]
  private static let blocks = documents.flatMap { Documentation.blocks(of: $0) }.filter { $0.language == "swift" }

  private static let examples = [
    "\(tests)/Examples/CheckMark.swift", "\(tests)/Examples/Chevron.swift", "\(tests)/Examples/Embedding.swift",
  ]

  private static let sources =
    (examples + ["CheckMark", "Chevron"].map { "\(tests)/Recognizers/\($0)Tests.swift" }).map(Documentation.text)

  @Test func thereAreBlocksOfEachDocument() {
    #expect(Set(Self.blocks.map(\.file)).count == 3 && Self.blocks.count >= 15)
    #expect(Self.sources.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: blocks)
  func everyBlockIsPartOfAnExample(block: Documentation.Block) {
    #expect(Self.sources.contains { $0.contains("\n\(block.text)") }, "\(block.testDescription) is in no example")
  }

  /// The examples use only the public interface of the library.
  @Test(arguments: examples)
  func examplesImportTheLibraryAlone(file: String) {
    let imports = Documentation.text(file).split(separator: "\n").filter { $0.contains("import ") }
    #expect(imports == ["import GestureCore"])
  }
}
