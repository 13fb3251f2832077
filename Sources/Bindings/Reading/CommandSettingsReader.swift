import GestureCore
import TOML

/// Reads `[commands]`, which says how commands are started.
struct CommandSettingsReader {
  static let section = "commands"

  let problems: Problems

  /// What one file says, by the names of the settings.
  func values(_ entry: Entry) -> [String: SettingValue] {
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notATable(Self.section, entry.value.content.type))
      return [:]
    }
    var reader = TableReader(table, problems)
    var values: [String: SettingValue] = [:]
    for declaration in CommandSettings.declarations {
      values[declaration.name] = reader.take(declaration.name).flatMap { declaration.value(of: $0, problems) }
    }
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownCommandSetting(unknown.key.name)) }
    return values
  }
}
