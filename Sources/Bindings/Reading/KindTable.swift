import GestureCore

/// Looks up kinds of gesture and their settings by name.
extension [Kind] {
  var names: [String] { map(\.name) }

  func kind(named name: String) -> Kind? { first { $0.name == name } }

  func meant(by word: String) -> Kind? {
    (Synonyms.gesture(word)?.kind ?? Nearest.name(to: word, among: names)).flatMap { kind(named: $0) }
  }

  /// The declarations of a setting in all kinds that have it. The declaration of the kind `first` comes first.
  func declarations(of setting: String, first: Kind?) -> [SettingDeclaration] {
    (filter { $0.name == first?.name } + filter { $0.name != first?.name })
      .compactMap { $0.allSettings.first { $0.name == setting } }
  }

  func owners(of setting: String) -> [String] {
    filter { $0.allSettings.contains { $0.name == setting } }.map(\.name)
  }
}

extension Kind {
  var withArticle: String { name.withArticle }

  var plural: String { name + (name.hasSuffix("h") || name.hasSuffix("s") ? "es" : "s") }
}
