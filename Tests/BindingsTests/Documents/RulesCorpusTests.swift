import Bindings
import Support
import Testing

/// Broken files of all sorts each give an error that shows its place.
@Suite(.timeLimit(.minutes(5))) struct RulesCorpusTests {
  private static func corpus() throws -> [Corpus.File] {
    let everything = try Fixtures.text("rules/everything.toml")
    let ordinary = try Fixtures.text("rules/thirteen.toml")
    return Corpus.mutations(of: everything, seed: 1) + Corpus.mutations(of: ordinary, seed: 2)
  }

  /// Whether the file has errors; checks that each error has the right form and a place in the file.
  private func isBroken(_ file: Corpus.File) -> Bool {
    let loaded = Rules.load(text: file.bytes, file: "bindings.toml")
    let (rules, diagnostics) = (loaded.rules, loaded.diagnostics)
    let errors = diagnostics.filter { $0.severity == .error }
    #expect((rules == nil) == !errors.isEmpty, "\(file.name)")
    for error in errors {
      let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
      let location = "bindings.toml:\(error.location.line):\(error.location.column): error: "
      #expect(lines.count == 3 && lines[0].hasPrefix(location) && lines[2].contains("^"), "\(file.name): \(error)")
      #expect(error.location.line >= 1 && error.location.column >= 1)
    }
    return !errors.isEmpty
  }

  @Test func smallMistakesAreShown() throws {
    let files = try Self.corpus()
    #expect(files.count >= 250)
    #expect(files.filter(isBroken).count >= 200)
  }

  @Test func strangeFilesAreShown() {
    for file in Corpus.strange() { #expect(isBroken(file), "\(file.name)") }
  }

  @Test func halfTypedFilesNeverCrash() throws {
    let text = Array(try Fixtures.text("rules/everything.toml").utf8)
    let broken = stride(from: 0, to: text.count, by: 17).filter { isBroken(Corpus.File(cut: text, at: $0)) }
    #expect(broken.count >= 100)
  }

  @Test func theGoodFileIsGood() throws {
    #expect(problemText(try Fixtures.text("rules/everything.toml")) == "")
  }

  @Test func theGoodFileUsesEverything() throws {
    let text = try Fixtures.text("rules/everything.toml")
    let keys = [
      "stream", "mode", "pause", "scope", "at-most-every", "also", "when", "receive", "begin-if",
      "exclusive-touch-type", "source", "intercept", "allow-keys", "overlay", "level",
    ]
    let triggers = Trigger.allCases.map(\.rawValue) + StepSettings.StepDirection.allCases.map(\.rawValue)
    let all = keys + DeliveryKey.allCases.map(\.rawValue) + triggers
    for key in all { #expect(text.contains("\n\(key) = ") || text.contains(" \(key) = "), "\(key)") }
    for overlap in Overlap.allCases where overlap != .allow { #expect(text.contains("\"\(overlap.rawValue)\"")) }
  }
}
