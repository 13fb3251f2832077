import Foundation
import Support
import Testing

/// The texts that tests compare with, and how they do it.
struct SnapshotTests {
  /// The pages have no text that no test names, and their texts are in the order of the tests.
  @Test func eachTextIsThatOfATest() throws {
    let paths = FileManager.default.enumerator(atPath: Snapshots.folder.path)?.compactMap { $0 as? String } ?? []
    let pages = paths.filter { $0.hasSuffix(".txt") }
    #expect(pages.count > 20)
    for path in pages {
      let source = try #require(try Snapshots.source(of: path.replacing(".txt", with: "")), "\(path) has no tests")
      let page = try String(contentsOf: Snapshots.folder.appendingPathComponent(path), encoding: .utf8)
      expectFile(Snapshots(page).page(of: source), "Tests/Fixtures/texts/\(path)")
    }
  }

  @Test func aPageIsReadAndWritten() {
    let page = "=== one\n\na\n\nb\n\n=== two\n\nc\n\n"
    #expect(Snapshots(page).texts == ["one": "a\n\nb", "two": "c\n"])
    #expect(Snapshots(page).page(of: #"("one") ("two")"#) == page)
    #expect(Snapshots(page).page(of: #"("two") ("on")"#) == "=== two\n\nc\n\n")
  }

  @Test(.enabled(if: !Snapshots.isWriting)) func anotherTextIsAFailure() {
    expectSnapshot(["what it says", "in two lines"], "two lines")
    for name in ["two lines", "no such text"] { withKnownIssue { expectSnapshot("what it said", name) } }
    withKnownIssue { expectSnapshot("what it says\nin two lines", "two lines", has: "in 2 lines") }
  }
}
