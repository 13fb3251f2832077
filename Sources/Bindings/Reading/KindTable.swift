import GestureCore

/// Kinds of gesture and their settings by their names.
extension [Kind] {
  var names: [String] { map(\.name) }

  func kind(named name: String) -> Kind? { first { $0.name == name } }

  /// The kind that a word stands for that is none: one that is nearly written so, or another word for it.
  func meant(by word: String) -> Kind? {
    (OtherWords.gesture(word)?.kind ?? Nearest.name(to: word, among: names)).flatMap { kind(named: $0) }
  }

  /// How the kinds declare a setting, that of `first` before the others.
  func declarations(of setting: String, first: Kind?) -> [SettingDeclaration] {
    (filter { $0.name == first?.name } + filter { $0.name != first?.name })
      .compactMap { $0.allSettings.first { $0.name == setting } }
  }

  /// The names of the kinds that have a setting of this name, in the order of the kinds.
  func owners(of setting: String) -> [String] {
    filter { $0.allSettings.contains { $0.name == setting } }.map(\.name)
  }
}

extension Kind {
  var withArticle: String { name.withArticle }

  /// `swipes`, `pinches`.
  var plural: String { name + (name.hasSuffix("h") || name.hasSuffix("s") ? "es" : "s") }
}
