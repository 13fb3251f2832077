import Bindings
import GestureCore

/// Loads rules from text written in a test.
func load(_ text: String) -> (rules: Rules?, diagnostics: [Diagnostic]) {
  Rules.load(text: Array(text.utf8), file: "bindings.toml")
}

/// All that is said about a text, as a person reads it.
func report(_ text: String) -> String { report(Array(text.utf8)) }

func report(_ text: [UInt8]) -> String {
  Rules.load(text: text, file: "bindings.toml").diagnostics.map(\.description).joined(separator: "\n")
}
