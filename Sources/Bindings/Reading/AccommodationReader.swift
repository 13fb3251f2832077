import GestureCore
import TOML

/// Reads `[accommodations]`, with its parts for each class of device, and the part of the same name in the section of a device.
struct AccommodationReader {
  static let section = "accommodations"
  private static let settingKeys = Accommodations.declarations.map(\.name)
  private static let keys = settingKeys + DeviceClass.allCases.map(\.rawValue)

  /// What the files say together.
  struct Values: Sendable {
    private(set) var all: [String: SettingValue] = [:]
    private(set) var classes: [DeviceClass: [String: SettingValue]] = [:]
    /// The header of the part for a class.
    private(set) var headers: [DeviceClass: Range<Int>] = [:]

    /// With what the sections of devices say.
    func rules(_ devices: [AccommodationRules.DevicePart]) -> AccommodationRules {
      AccommodationRules(all, classes: classes, devices: devices)
    }

    fileprivate mutating func add(_ values: [String: SettingValue]) { all.merge(values) { $1 } }

    fileprivate mutating func add(_ values: [String: SettingValue], for deviceClass: DeviceClass, at header: Range<Int>)
    {
      classes[deviceClass, default: [:]].merge(values) { $1 }
      headers[deviceClass] = header
    }
  }

  let problems: Problems

  /// Adds what one file says; that goes before what was read so far.
  func read(_ entry: Entry, into values: inout Values) {
    guard case .table(let table) = entry.value.content else {
      return problems.error(at: entry.key.range, .notATable(Self.section, entry.value.content.type))
    }
    var reader = TableReader(table, problems)
    values.add(settings(&reader))
    for deviceClass in DeviceClass.allCases {
      guard let part = reader.take(deviceClass.rawValue) else { continue }
      guard case .table(let table) = part.value.content else {
        problems.error(
          at: part.key.range, .notATable("\(Self.section).\(deviceClass.rawValue)", part.value.content.type))
        continue
      }
      var own = TableReader(table, problems)
      values.add(settings(&own), for: deviceClass, at: part.key.range)
      reportUnknown(own, among: Self.settingKeys)
    }
    reportUnknown(reader, among: Self.keys)
  }

  /// The part in the section of a class or pattern; nil if it has none.
  func part(_ reader: inout TableReader, of pattern: String) -> AccommodationRules.DevicePart? {
    guard let entry = reader.take(Self.section) else { return nil }
    guard case .table(let table) = entry.value.content else {
      problems.error(
        at: entry.key.range, .notATable("device.\(pattern.quoted).\(Self.section)", entry.value.content.type))
      return nil
    }
    var own = TableReader(table, problems)
    let values = settings(&own)
    reportUnknown(own, among: Self.settingKeys)
    return AccommodationRules.DevicePart(match: DeviceMatch(section: pattern), values: values)
  }

  private func settings(_ reader: inout TableReader) -> [String: SettingValue] {
    Accommodations.declarations.reduce(into: [:]) { values, declaration in
      values[declaration.name] = reader.take(declaration.name).flatMap { declaration.value(of: $0, problems) }
    }
  }

  private func reportUnknown(_ reader: TableReader, among keys: [String]) {
    for unknown in reader.rest {
      problems.error(at: unknown.key.range, .unknownAccommodation(unknown.key.name, among: keys))
    }
  }
}
