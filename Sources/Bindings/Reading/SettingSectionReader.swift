import GestureCore
import TOML

/// Reads a section that has nothing but settings, as `[commands]`. Of several files the last one that has a setting counts.
struct SettingSectionReader {
  static let commands = SettingSectionReader("commands", CommandSettings.declarations)
  static let privacy = SettingSectionReader("privacy", PrivacySettings.declarations)
  static let overlay = SettingSectionReader("overlay", OverlayRules.declarations)

  let section: String
  let declarations: [SettingDeclaration]

  private init(_ section: String, _ declarations: [SettingDeclaration]) {
    self.section = section
    self.declarations = declarations
  }

  /// The settings in all files, by name.
  func take(from files: inout [TableReader], _ problems: Problems) -> [String: SettingValue] {
    files.indices.reduce(into: [:]) { result, file in
      guard let entry = files[file].take(section) else { return }
      result.merge(values(entry, problems)) { $1 }
    }
  }

  private func values(_ entry: Entry, _ problems: Problems) -> [String: SettingValue] {
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notATable(section, entry.value.content.type))
      return [:]
    }
    var reader = TableReader(table, problems)
    var values: [String: SettingValue] = [:]
    for declaration in declarations {
      values[declaration.name] = reader.take(declaration.name).flatMap { declaration.value(of: $0, problems) }
    }
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownSetting(unknown.key.name, in: self)) }
    return values
  }
}

extension DiagnosticText {
  fileprivate static func unknownSetting(_ name: String, in reader: SettingSectionReader) -> DiagnosticText {
    let keys = reader.declarations.map(\.name)
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: keys)
        ?? "`[\(reader.section)]` has the \(keys.count == 1 ? "key" : "keys") \(keys.listed("and"))")
  }
}
