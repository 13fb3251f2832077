import GestureCore
import Support
import Testing

@testable import Bindings

/// Loads rules from text written in a test.
func load(_ text: String, kinds: [Kind] = Catalogue.kinds) -> LoadedRules {
  Rules.load(text: Array(text.utf8), file: "bindings.toml", kinds: kinds)
}

/// All diagnostics for a text, in the form that the user reads.
func report(_ text: String, kinds: [Kind] = Catalogue.kinds) -> String { report(Array(text.utf8), kinds: kinds) }

func report(_ text: [UInt8], kinds: [Kind] = Catalogue.kinds) -> String {
  Rules.load(text: text, file: "bindings.toml", kinds: kinds).diagnostics.map(\.description).joined(separator: "\n")
}

/// The keys of conditions in a role, as messages list them.
func conditionKeys(in role: ConditionRole) -> String { Conditions.kinds(in: role).map(\.key).listed("and") }

/// Expects problems at these places, each such as "3:8 error", and the diagnostics under `name` in the texts of the
/// test's file.
func expectProblems(
  _ report: String, _ name: String, _ locations: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  let line = /^(?:bindings\.toml:)?(\S*\d+:\d+):? (error|warning)/.anchorsMatchLineEndings()
  #expect(report.matches(of: line).map { "\($0.1) \($0.2)" } == locations, sourceLocation: sourceLocation)
  expectSnapshot(report, name, sourceLocation: sourceLocation)
}

/// Expects that each of these inputs has an error at `location`, and that the inputs and their diagnostics are under
/// `name` in the texts of the test's file.
func expectErrors(
  _ inputs: [String], _ name: String, at location: String = "error: ", problemText: (String) -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let reports = inputs.map(problemText)
  #expect(reports.allSatisfy { $0.hasPrefix(location) }, sourceLocation: sourceLocation)
  expectSnapshot(zip(inputs, reports).map { "\($0)\n  \($1)" }, name, sourceLocation: sourceLocation)
}
