import Foundation
import Support
import Testing

/// `check` on broken files of all sorts: exit status 1 and an error with its place, never a crash.
struct RecordingCorpusTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Whether `check` refuses the file; checks the form of its errors.
  private func isRefused(_ file: Corpus.File) throws -> Bool {
    let path = folder.path("rules.toml")
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    let outcome = try Program.run("check", "rules.toml", in: folder)
    #expect(outcome.status == 0 || outcome.status == 1, "\(file.name): exit status \(outcome.status)")
    #expect(outcome.errors.isEmpty, "\(file.name): \(outcome.errors)")
    guard outcome.status == 1 else { return false }
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex(where: Self.isError)
    guard let place, lines.indices.contains(place + 2) else {
      Issue.record("\(file.name): no error with its place in \(outcome.output)")
      return true
    }
    #expect(lines[place + 2].contains("^"), "\(file.name)")
    return true
  }

  /// `rules.toml:LINE:COLUMN: error: …`
  private static func isError(_ line: Substring) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 3)
    guard parts.count == 4, let row = Int(parts[1]), let column = Int(parts[2]) else { return false }
    return parts[0] == "rules.toml" && row >= 1 && column >= 1 && parts[3].hasPrefix(" error: ")
  }

  @Test func smallMistakesAreRefused() throws {
    let files =
      Corpus.mutations(of: try Fixtures.text("rules/everything.toml"), seed: 1)
      + Corpus.mutations(of: try Fixtures.text("rules/thirteen.toml"), seed: 2)
    #expect(try files.filter(isRefused).count >= 200)
  }

  @Test func strangeFilesAreRefused() throws {
    for file in Corpus.strange() { #expect(try isRefused(file), "\(file.name)") }
  }
}
