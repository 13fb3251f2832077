import GestureCore

/// The kinds of gesture by their names, with what is asked of them for every gesture of a file: a kind puts the list of its
/// settings together each time.
struct KindTable: Sendable {
  let kinds: [Kind]
  let names: [String]
  private var places: [String: Int] = [:]
  private let settings: [[SettingDeclaration]]
  private var owners: [String: [String]] = [:]

  init(_ kinds: [Kind]) {
    self.kinds = kinds
    names = kinds.map(\.name)
    settings = kinds.map(\.allSettings)
    for (place, kind) in kinds.enumerated() {
      if places[kind.name] == nil { places[kind.name] = place }
      for name in Set(settings[place].map(\.name)) { owners[name, default: []].append(kind.name) }
    }
  }

  func kind(named name: String) -> Kind? { places[name].map { kinds[$0] } }

  /// All settings of a kind, in their order.
  func settings(of kind: Kind) -> [SettingDeclaration] { places[kind.name].map { settings[$0] } ?? kind.allSettings }

  /// The names of the kinds that have a setting of this name, in the order of the kinds.
  func owners(of setting: String) -> [String] { owners[setting] ?? [] }
}
