import GestureCore

@testable import Bindings

/// Loads rules from text written in a test.
func load(_ text: String, kinds: [Kind] = Catalogue.kinds) -> LoadedRules {
  Rules.load(text: Array(text.utf8), file: "bindings.toml", kinds: kinds)
}

/// All that is said about a text, as a person reads it.
func report(_ text: String, kinds: [Kind] = Catalogue.kinds) -> String { report(Array(text.utf8), kinds: kinds) }

func report(_ text: [UInt8], kinds: [Kind] = Catalogue.kinds) -> String {
  Rules.load(text: text, file: "bindings.toml", kinds: kinds).diagnostics.map(\.description).joined(separator: "\n")
}

/// The keys of conditions in a place, as messages list them.
func conditionKeys(in place: ConditionPlace) -> String { Conditions.kinds(in: place).map(\.key).listed("and") }
