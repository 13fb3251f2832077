import Analysis
import Bindings
import Foundation
import Recordings
import Support
import Testing

/// Every reference recording is explained, and always in the same words.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct ExplainedReferenceTests {
  private static let rules: Rules? = {
    let text = (try? Fixtures.text("rules/thirteen.toml")) ?? ""
    return Rules.load(text: Array(text.utf8), file: "bindings.toml").rules
  }()

  @Test(arguments: ReferenceData.recordings) func explained(_ file: ReferenceFile) throws {
    let rules = try #require(Self.rules)
    let recording = try file.read()
    let explanation = try Explanation(recording, rules: rules)
    let text = explanation.text(recording: "it")
    let json = explanation.json(recording: "it").text
    #expect(!text.isEmpty)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
    let again = try Explanation(recording, rules: rules)
    #expect(again.text(recording: "it") == text)
    #expect(again.json(recording: "it").text == json)
    let attempts = try Replay.attempts(recording, rules: rules)
    #expect(explanation.explainedAttempts.count == attempts.count)
    let side = try Comparison.Side("same", recording, rules)
    #expect(Comparison(side, side).matchedAttempts.isEmpty)
  }
}
