import GestureCore
import TOML

/// What `[defaults]` says, with its parts for each class of device.
struct DefaultSettings {
  var all: SettingOverrides = [:]
  var classes: [DeviceClass: SettingOverrides] = [:]

  /// Of a setting that both give, that of `later` counts.
  mutating func add(_ later: DefaultSettings) {
    Self.merge(later.all, into: &all)
    for (deviceClass, overrides) in later.classes { Self.merge(overrides, into: &classes[deviceClass, default: [:]]) }
  }

  private static func merge(_ later: SettingOverrides, into overrides: inout SettingOverrides) {
    for (kind, settings) in later { overrides[kind, default: [:]].merge(settings) { $1 } }
  }
}

extension Kind {
  /// Whether a setting can be given for all gestures of the kind at once: what makes each of them a gesture of its own
  /// can't.
  public func mayHaveDefault(_ setting: SettingDeclaration) -> Bool {
    !setting.namesGestures && !traits.alternatives.contains(setting.name)
  }
}

/// Reads settings given by kind, as `swipe.min-distance = "14 mm"`: in `[defaults]` and `[device."…"]`.
struct OverridesReader {
  let kinds: [Kind]
  let problems: Problems

  /// `[defaults]` with its parts for each class of device.
  func defaults(_ entry: Entry) -> DefaultSettings {
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notATable("defaults", entry.value.content.type))
      return DefaultSettings()
    }
    var reader = TableReader(table, problems)
    var classes: [DeviceClass: SettingOverrides] = [:]
    for deviceClass in DeviceClass.allCases {
      guard let part = reader.take(deviceClass.rawValue) else { continue }
      if case .table(let table) = part.value.content {
        classes[deviceClass] = overrides(TableReader(table, problems).rest, others: [])
      } else {
        problems.error(at: part.key.range, .notATable("defaults.\(deviceClass.rawValue)", part.value.content.type))
      }
    }
    let all = overrides(reader.rest, others: DeviceClass.allCases.map(\.rawValue))
    return DefaultSettings(all: all, classes: classes)
  }

  /// One `[device."PATTERN"]`.
  func device(_ entry: Entry) -> DeviceSection? {
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notASection("device", entry.key.name, entry.value.content.type))
      return nil
    }
    if entry.key.name.isEmpty { problems.error(at: entry.key.range, .emptyPattern("device")) }
    var reader = TableReader(table, problems)
    let size = size(&reader)
    // `rotation = "90 deg"` turns the surface, `rotation.min-angle = "10 deg"` is a setting of the kind.
    let rotation = Self.isTable(table["rotation"]) ? nil : rotation(&reader)
    let source = source(&reader)
    let intercept = intercept(&reader, source)
    let settings = overrides(reader.rest, others: ["size", "rotation", "source", "intercept"])
    return DeviceSection(
      pattern: entry.key.name, size: size, rotation: rotation, source: source?.value,
      intercept: intercept, settings: settings)
  }

  private static func isTable(_ entry: Entry?) -> Bool {
    if case .table? = entry?.value.content { true } else { false }
  }

  /// `others` are the further keys that would be right here.
  private func overrides(_ entries: [Entry], others: [String]) -> SettingOverrides {
    var overrides: SettingOverrides = [:]
    for entry in entries {
      guard let kind = kinds.first(where: { $0.name == entry.key.name }) else {
        problems.error(at: entry.key.range, .unknownOverride(entry.key.name, kinds, others: others))
        continue
      }
      guard case .table(let table) = entry.value.content else {
        problems.error(at: entry.value.range, .kindIsNoTable(kind))
        continue
      }
      overrides[kind.name] = settings(of: kind, TableReader(table, problems))
    }
    return overrides
  }

  private func settings(of kind: Kind, _ reader: TableReader) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    for entry in reader.rest {
      if let declaration = kind.allSettings.first(where: { $0.name == entry.key.name }) {
        if !kind.mayHaveDefault(declaration) {
          problems.error(at: entry.key.range, .partsByDefault(declaration.name))
          continue
        }
        settings[declaration.name] = declaration.value(of: entry, problems)
      } else {
        problems.error(at: entry.key.range, .unknownSetting(entry.key.name, kind, among: kinds))
      }
    }
    return settings
  }
}
