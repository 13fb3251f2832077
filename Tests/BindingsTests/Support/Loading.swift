import Bindings
import GestureCore

/// Loads rules from text written in a test.
func load(_ text: String, kinds: [Kind] = Catalogue.kinds) -> LoadedRules {
  Rules.load(text: Array(text.utf8), file: "bindings.toml", kinds: kinds)
}

/// All that is said about a text, as a person reads it.
func report(_ text: String, kinds: [Kind] = Catalogue.kinds) -> String { report(Array(text.utf8), kinds: kinds) }

func report(_ text: [UInt8], kinds: [Kind] = Catalogue.kinds) -> String {
  Rules.load(text: text, file: "bindings.toml", kinds: kinds).diagnostics.map(\.description).joined(separator: "\n")
}
