import GestureCore

/// The kinds of gesture and their settings by their names.
struct KindTable {
  let kinds: [Kind]
  let names: [String]
  private var places: [String: Int] = [:]

  init(_ kinds: [Kind]) {
    self.kinds = kinds
    names = kinds.map(\.name)
    for (place, kind) in kinds.enumerated() where places[kind.name] == nil { places[kind.name] = place }
  }

  func kind(named name: String) -> Kind? { places[name].map { kinds[$0] } }

  /// The kind that a word stands for that is none: one that is nearly written so, or another word for it.
  func meant(by word: String) -> Kind? {
    (OtherWords.gesture(word)?.kind ?? Nearest.name(to: word, among: names)).flatMap { kind(named: $0) }
  }

  /// How the kinds declare a setting, that of `first` before the others.
  func declarations(of setting: String, first: Kind?) -> [SettingDeclaration] {
    let names = owners(of: setting)
    return (names.filter { $0 == first?.name } + names.filter { $0 != first?.name }).compactMap { name in
      places[name].flatMap { kinds[$0].allSettings.first { $0.name == setting } }
    }
  }

  /// The names of the kinds that have a setting of this name, in the order of the kinds.
  func owners(of setting: String) -> [String] {
    kinds.filter { $0.allSettings.contains { $0.name == setting } }.map(\.name)
  }

  /// The names of all settings of all kinds, each once.
  var settingNames: [String] {
    var seen: Set<String> = []
    return kinds.flatMap(\.allSettings).map(\.name).filter { seen.insert($0).inserted }
  }
}
