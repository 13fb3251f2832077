import GestureCore
import TOML

/// Reads `[accommodations]`, with its parts for each class of device.
struct AccommodationReader {
  static let section = "accommodations"
  static let keys = Accommodations.declarations.map(\.name) + DeviceClass.allCases.map(\.rawValue)

  /// What the files say together.
  struct Values: Sendable {
    private(set) var all: [String: SettingValue] = [:]
    private(set) var classes: [DeviceClass: [String: SettingValue]] = [:]

    var rules: AccommodationRules { AccommodationRules(all, classes: classes) }

    fileprivate mutating func add(_ values: [String: SettingValue], for deviceClass: DeviceClass? = nil) {
      if let deviceClass {
        classes[deviceClass, default: [:]].merge(values) { $1 }
      } else {
        all.merge(values) { $1 }
      }
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
      values.add(settings(&own), for: deviceClass)
      reportUnknown(own)
    }
    reportUnknown(reader)
  }

  private func settings(_ reader: inout TableReader) -> [String: SettingValue] {
    Accommodations.declarations.reduce(into: [:]) { values, declaration in
      values[declaration.name] = reader.take(declaration.name).flatMap { declaration.value(of: $0, problems) }
    }
  }

  private func reportUnknown(_ reader: TableReader) {
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownAccommodation(unknown.key.name)) }
  }
}
