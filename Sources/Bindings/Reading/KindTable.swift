import GestureCore

/// The kinds of gesture and their settings by their names.
struct KindTable {
  let kinds: [Kind]
  let names: [String]
  private var places: [String: Int] = [:]
  /// Only what is said of mistakes asks for it.
  private let settings: Later<SettingNames>

  init(_ kinds: [Kind]) {
    self.kinds = kinds
    names = kinds.map(\.name)
    settings = Later { SettingNames(kinds) }
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
  func owners(of setting: String) -> [String] { settings.value.owners[setting] ?? [] }

  /// The names of all settings of all kinds, each once.
  var settingNames: [String] { settings.value.all }
}

/// The names of the settings of some kinds, and which kinds have each.
private struct SettingNames {
  private(set) var all: [String] = []
  private(set) var owners: [String: [String]] = [:]

  init(_ kinds: [Kind]) {
    for kind in kinds {
      for setting in kind.allSettings { note(setting.name, of: kind.name) }
    }
  }

  private mutating func note(_ setting: String, of kind: String) {
    let others = owners[setting] ?? []
    guard others.last != kind else { return }
    if others.isEmpty { all.append(setting) }
    owners[setting] = others + [kind]
  }
}
