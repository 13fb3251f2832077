import Synchronization
import Testing

@testable import Bindings

/// How many problems of a file are listed, and that all of them count.
struct ListingTests {
  /// The text of `count` gestures, one below the other, each with these lines.
  private func gestures(_ count: Int, _ lines: (Int) -> String) -> String {
    (0..<count).map { "[gesture.g\($0)]\nrun = \"x\"\n" + lines($0) }.joined()
  }

  private func places(_ diagnostics: [Diagnostic]) -> [Int] { diagnostics.map(\.location.line) }

  @Test func theFirstOfThoseThatSayTheSame() {
    let loaded = load(gestures(1000) { _ in "kind = \"swype\"\n" })
    #expect(places(loaded.diagnostics) == (0..<20).map { 3 * $0 + 3 })
    #expect(loaded.diagnostics.map(\.more) == [Int](repeating: 0, count: 19) + [980])
    #expect(loaded.diagnostics.count(of: .error) == 1000)
    #expect(loaded.diagnostics.count(of: .warning) == 0)
    #expect(loaded.rules == nil)
  }

  @Test func theLastListedProblemHasTheNumberOfOthers() {
    let last = load(gestures(10_020) { _ in "kind = \"swype\"\n" }).diagnostics.last
    expectProblems(last?.description ?? "", "the last that is listed says how many more there are", "60:8 error")
  }

  @Test func asManyAsAreListedSayNothingOfMore() {
    let loaded = load(gestures(20) { _ in "kind = \"swype\"\n" })
    #expect(loaded.diagnostics.count == 20 && loaded.diagnostics.allSatisfy { $0.more == 0 })
    #expect(!loaded.diagnostics.contains { $0.description.contains("more like it") })
  }

  /// A thousand mistakes of one sort don't hide the only one of another.
  @Test func othersAreListedBesides() {
    let text =
      gestures(1000) { _ in "kind = \"swype\"\n" }
      + "[gesture.last]\nkind = \"swipe\"\nmin-distance = 14\nrun = \"x\"\n[gesture.idle]\nkind = \"tap\"\n"
    let loaded = load(text)
    #expect(loaded.diagnostics.count == 22)
    #expect(loaded.diagnostics[20].message == "`min-distance` needs a unit" && loaded.diagnostics[20].more == 0)
    #expect(loaded.diagnostics[21].message == "\"idle\" does nothing")
    #expect(loaded.diagnostics.count(of: .error) == 1001 && loaded.diagnostics.count(of: .warning) == 1)
  }

  /// Each text counts for itself, whichever names are in it.
  @Test func wordingsAreDistinguished() {
    let units = ["14", "\"14 kg\"", "\"x\"", "\"-1 mm\""]
    let loaded = load(gestures(200) { "kind = \"swipe\"\nmin-distance = \(units[$0 % units.count])\n" })
    #expect(loaded.diagnostics.count == 4 * 20)
    #expect(loaded.diagnostics.map(\.more).filter { $0 > 0 } == [30, 30, 30, 30])
  }

  @Test func asManyAsAreAskedFor() {
    let text = Array(gestures(30) { _ in "kind = \"swype\"\n" }.utf8)
    for most in [0, 1, 29, 30, 500] {
      let loaded = Rules.load(text: text, file: "f", listing: most)
      #expect(loaded.diagnostics.count == min(most, 30))
      #expect(loaded.rules == nil, "an error that is not listed is one")
      if most > 0 { #expect(loaded.diagnostics.count(of: .error) == 30) }
    }
  }

  @Test func warningsThatAreNotListedCount() {
    let loaded = load((0..<100).map { "[gesture.g\($0)]\nkind = \"tap\"\ndevice = \"Pad \($0)\"\n" }.joined())
    #expect(loaded.diagnostics.count == 20 && loaded.diagnostics.count(of: .warning) == 100)
    #expect(loaded.rules?.ruleSet.gestures.count == 100)
  }

  @Test func ofAllFilesTheFirst() {
    let included = gestures(15) { _ in "kind = \"swype\"\n" }
    let includes = Includes(home: nil, identity: "main") { path in
      .success(
        Includes.File(
          text: Array(included.replacing("gesture.", with: "gesture.\(path.first ?? "-")").utf8), identity: path))
    }
    let text = "include = [\"a.toml\", \"b.toml\"]\n" + gestures(15) { _ in "kind = \"swype\"\n" }
    let loaded = Rules.load(text: Array(text.utf8), file: "main.toml", includes: includes)
    #expect(
      loaded.diagnostics.map(\.location.file) == [String](repeating: "main.toml", count: 15)
        + [String](repeating: "a.toml", count: 5))
    #expect(loaded.diagnostics.last?.more == 25)
  }

  // MARK: How they are kept

  /// Counts how often texts are made.
  private final class Made: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }

    func text(_ number: Int) -> String {
      value.withLock { $0 += 1 }
      return "\(number)"
    }
  }

  private func problems(_ numbers: some Sequence<Int>, most: Int, _ made: Made) -> Problems {
    let problems = Problems(listing: most)
    _ = problems.open(Source(file: "f", text: [UInt8](repeating: 0x0A, count: 1000)))
    for number in numbers { problems.error(at: number..<number, DiagnosticText(made.text(number))) }
    return problems
  }

  @Test func onlyTextsThatAreListedAreMade() {
    let made = Made()
    let problems = problems(0..<1000, most: 7, made)
    #expect(made.count == 0 && problems.errorCount == 1000)
    #expect(problems.drainDiagnostics().map(\.message) == (0..<7).map { "\($0)" })
    #expect(made.count == 7)
  }

  /// The checks report in an order of their own; the list has the first places of the file.
  @Test(arguments: [1, 7, 20])
  func inWhicheverOrderTheyComeTheFirstOfTheFileAreKept(most: Int) {
    for order in [Array((0..<1000).reversed()), (0..<1000).map { $0 * 7 % 1000 }] {
      let found = problems(order, most: most, Made()).drainDiagnostics()
      #expect(found.map(\.message) == (0..<most).map { "\($0)" })
      #expect(found.map(\.more) == [Int](repeating: 0, count: most - 1) + [1000 - most])
    }
  }

  @Test func ofOnePlaceTheFirstThatCame() {
    let found = problems([5, 5, 5, 5], most: 2, Made()).drainDiagnostics()
    #expect(found.count == 2 && found.last?.more == 2)
  }

  // MARK: Syntax

  @Test func aReadingThatStopsIsReported() {
    let loaded = load(String(repeating: "x\n", count: 1000))
    #expect(loaded.diagnostics.map(\.location.line) == Array(1...20) + [101])
    expectProblems(loaded.diagnostics.last?.description ?? "", "reading that stops says so", "101:1 error")
    #expect(loaded.diagnostics.count(of: .error) == 101)
  }

  @Test func tooManyErrorsOfOneStatementAreReported() {
    let loaded = load("a = [" + String(repeating: "\"\\q\", ", count: 1000) + "]\n")
    #expect(loaded.diagnostics.contains { $0.message == "after 100 errors, the rest of this file is not read" })
  }

  @Test func aHundredErrorsToTheEndAreAll() {
    let loaded = load(String(repeating: "x\n", count: 100))
    #expect(loaded.diagnostics.count(of: .error) == 100)
  }
}
