import GestureCore
import TOML

/// Reads `[accommodations]`, its parts `[accommodations.CLASS]`, and `[device."PATTERN".accommodations]`.
struct AccommodationReader {
  static let section = "accommodations"
  private static let settingKeys = Accommodations.declarations.map(\.name)

  let problems: Problems

  /// Adds the values of one file, which override the values of earlier files. Returns the range of the header
  /// `[accommodations.touchpad]`, or nil if the file has no valid section with this header.
  func read(_ entry: Entry, into rules: inout AccommodationRules) -> Range<Int>? {
    guard var reader = TableReader(section: Self.section, entry, problems) else { return nil }
    var touchpads: Range<Int>?
    rules.general.merge(reader.settings(Accommodations.declarations)) { $1 }
    for part in reader.classParts(of: Self.section) {
      rules.classes[part.deviceClass, default: [:]].merge(values(part.reader)) { $1 }
      if part.deviceClass == .touchpad { touchpads = part.header }
    }
    refuseUnknownKeys(reader, Self.settingKeys + DeviceClass.allCases.map(\.rawValue))
    return touchpads
  }

  /// Reads `accommodations` in a device section. Nil if the key is missing or its value isn't a table.
  func part(_ reader: inout TableReader, of pattern: String) -> AccommodationRules.DevicePart? {
    reader.readEntry(Self.section)
      .flatMap { TableReader(section: "device.\(pattern.quoted).\(Self.section)", $0, problems) }
      .map { AccommodationRules.DevicePart(match: DeviceMatch(section: pattern), values: values($0)) }
  }

  private func values(_ part: TableReader) -> [String: SettingValue] {
    var reader = part
    let values = reader.settings(Accommodations.declarations)
    refuseUnknownKeys(reader, Self.settingKeys)
    return values
  }

  private func refuseUnknownKeys(_ reader: TableReader, _ keys: [String]) {
    reader.refuseUnknownKeys(keys, otherwise: "`\(Self.section)` can have the keys \(keys.listed("and"))")
  }
}
