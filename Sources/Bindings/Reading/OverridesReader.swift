import GestureCore
import TOML

/// What `[defaults]` says: settings, also for each class of device, and the applications that are left alone.
struct DefaultSettings {
  var all: SettingOverrides = [:]
  var classes: [DeviceClass: SettingOverrides] = [:]
  /// The applications that gestures are not for.
  var excludedApps: ExcludedApps?

  /// If both have a setting, that of `later` counts.
  mutating func add(_ later: DefaultSettings) {
    Self.merge(later.all, into: &all)
    excludedApps = later.excludedApps ?? excludedApps
    for (deviceClass, overrides) in later.classes { Self.merge(overrides, into: &classes[deviceClass, default: [:]]) }
  }

  private static func merge(_ later: SettingOverrides, into overrides: inout SettingOverrides) {
    for (kind, settings) in later { overrides[kind, default: [:]].merge(settings) { $1 } }
  }
}

extension Kind {
  /// Whether a setting can have a default for all gestures of the kind: a setting that makes a gesture what it is
  /// can't.
  public func mayHaveDefault(_ setting: SettingDeclaration) -> Bool {
    !traits.alternatives.contains(setting.name)
  }
}

/// Reads settings given by kind, as `swipe.min-distance = "14 mm"`: in `[defaults]` and the sections of devices.
struct OverridesReader {
  let kinds: KindTable
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
    let excludedApps = ExcludedApps(&reader)
    let all = overrides(reader.rest, others: [ExcludedApps.key] + DeviceClass.allCases.map(\.rawValue))
    return DefaultSettings(all: all, classes: classes, excludedApps: excludedApps)
  }

  /// One `[device.CLASS]` or `[device."PATTERN"]`, and what it leaves out of touches.
  func device(_ entry: Entry) -> (section: DeviceSection, accommodations: AccommodationRules.DevicePart?)? {
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notASection("device", entry.key.name, entry.value.content.type))
      return nil
    }
    checkPattern(entry.key)
    var reader = TableReader(table, problems)
    let size = size(&reader)
    // `rotation = "90 deg"` turns the surface, `rotation.min-angle = "10 deg"` is a setting of the kind.
    let rotation = Self.isTable(table["rotation"]) ? nil : rotation(&reader)
    let output = output(&reader)
    let source = source(&reader)
    let intercept = intercept(&reader, source)
    let allowsKeys = allowsKeys(&reader, of: entry.key.name, intercept: intercept)
    let accommodations = AccommodationReader(problems: problems).part(&reader, of: entry.key.name)
    let settings = overrides(
      reader.rest,
      others: ["size", "rotation", "output", "source", "intercept", Self.keysFlag, AccommodationReader.section])
    let section = DeviceSection(
      pattern: entry.key.name, size: size, rotation: rotation, output: output,
      source: source?.value, intercept: intercept, allowsKeys: allowsKeys, settings: settings)
    return (section, accommodations)
  }

  /// A name that is nearly a class is rather meant as that.
  private func checkPattern(_ key: Key) {
    guard !key.name.isEmpty else { return problems.error(at: key.range, .emptyPattern("device")) }
    guard DeviceMatch(section: key.name).isByName else { return }
    if let meant = Nearest.name(to: key.name, among: DeviceClass.allCases.map(\.rawValue)) {
      problems.warning(at: key.range, .deviceLikeClass(key.name, meant))
    } else if ["pen", "stylus", "tablet"].contains(key.name.lowercased()) {
      problems.warning(at: key.range, .deviceLikePen(key.name))
    }
  }

  private static func isTable(_ entry: Entry?) -> Bool {
    if case .table? = entry?.value.content { true } else { false }
  }

  /// `others` are the other keys that are right here.
  private func overrides(_ entries: [Entry], others: [String]) -> SettingOverrides {
    var overrides: SettingOverrides = [:]
    for entry in entries {
      guard let kind = kinds.kind(named: entry.key.name) else {
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

  /// Settings of one kind: those that may have a default.
  func settings(of kind: Kind, _ reader: TableReader) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    for entry in reader.rest {
      if let declaration = kind.allSettings.first(where: { $0.name == entry.key.name }) {
        if !kind.mayHaveDefault(declaration) {
          problems.error(at: entry.key.range, .noDefault(declaration.name))
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

// Keys of sections for devices only
extension OverridesReader {
  /// The possible sides of a touch surface, in mm: from a small pad to a wall.
  private static let sides = 10.0...5000.0

  func size(_ reader: inout TableReader) -> Size? {
    guard let text = reader.string("size", example: "256 x 144 mm") else { return nil }
    guard let size = Self.size(text.value) else {
      problems.error(at: text.range, .notASize(text.value))
      return nil
    }
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      problems.error(at: text.range, .sizeOutOfRange(text.value, Self.sides))
      return nil
    }
    return size
  }

  func output(_ reader: inout TableReader) -> String? {
    guard let name = reader.string("output", example: "eDP-1") else { return nil }
    if name.value.isEmpty { problems.error(at: name.range, .emptyName("output")) }
    return name.value.isEmpty ? nil : name.value
  }

  func source(_ reader: inout TableReader) -> Located<SourceChoice>? {
    guard let text = reader.string("source", example: "raw") else { return nil }
    if let known = SourceChoice(rawValue: text.value) { return Located(value: known, range: text.range) }
    problems.error(at: text.range, .notASource(text.value))
    return nil
  }

  func intercept(_ reader: inout TableReader, _ source: Located<SourceChoice>?) -> Bool? {
    let flag = reader.flag("intercept")
    if flag?.value == true, let source, source.value == .libinput {
      problems.error(at: source.range, .interceptedByLibinput)
    }
    return flag?.value
  }

  private static let keysFlag = "allow-keys"

  /// Whoever allows it means one device, whose whole name is known.
  private func allowsKeys(_ reader: inout TableReader, of pattern: String, intercept: Bool?) -> Bool? {
    guard let flag = reader.flag(Self.keysFlag) else { return nil }
    if flag.value, pattern.contains(where: { $0 == "*" || $0 == "?" }) || !DeviceMatch(section: pattern).isByName {
      problems.error(at: flag.range, .keysOfSeveral)
    } else if flag.value, intercept == true {
      problems.error(at: flag.range, .keysIntercepted)
    }
    return flag.value
  }

  func rotation(_ reader: inout TableReader) -> Rotation? {
    guard let entry = reader.take("rotation") else { return nil }
    let text = entry.value.content.text
    switch entry.value.content {
    case .string:
      let digits = text.prefix { $0 != " " && $0 != "d" && $0 != "°" }
      let unit = text.dropFirst(digits.count).drop { $0 == " " }
      let rotation = Int(digits).flatMap(Rotation.init(rawValue:))
      if let rotation, unit == "deg" || unit == "°" { return rotation }
      problems.error(at: entry.value.range, .notARotation(text, degrees: rotation != nil && unit.isEmpty ? text : "90"))
    case .integer, .float:
      problems.error(at: entry.value.range, .rotationWithoutUnit(text))
    case .boolean, .dateTime, .array, .table:
      problems.error(
        at: entry.value.range,
        .wrongType("rotation", .string, found: entry.value.content.type, example: "rotation = \"90 deg\""))
    }
    return nil
  }

  /// `256 x 144 mm`: width, height and a unit.
  private static func size(_ text: String) -> Size? {
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" })
    guard parts.count == 2 else { return nil }
    let width = parts[0].filter { $0 != " " }
    let rest = parts[1].filter { $0 != " " }
    let height = rest.prefix { $0.isNumber || $0 == "." }
    let factor: Double
    switch rest.dropFirst(height.count) {
    case "mm": factor = 1
    case "cm": factor = 10
    default: return nil
    }
    guard let width = Double(width), let height = Double(height) else { return nil }
    return Size(width: width * factor, height: height * factor)
  }
}

extension TableReader {
  /// The devices of a section: a class, or devices by name.
  mutating func device() -> DeviceMatch {
    guard let text = string("device", example: "touchscreen") else { return .any }
    if let known = DeviceClass(rawValue: text.value) { return .deviceClass(known) }
    if text.value.isEmpty {
      problems.error(at: text.range, .emptyPattern("device"))
    } else if let meant = Nearest.name(to: text.value, among: DeviceClass.allCases.map(\.rawValue)) {
      problems.warning(at: text.range, .deviceLikeClass(text.value, meant))
    }
    return .name(text.value)
  }
}

/// The keys for the delivery of a gesture's touches to applications, if gesture-bridge delivers them.
public enum DeliveryKey: String, CaseIterable, Sendable {
  case cancelsTouches = "cancels-touches"
  case delaysTouchesBegan = "delays-touches-began"
  case delaysTouchesEnded = "delays-touches-ended"

  /// Nil if the default depends on the device and the compositor.
  public var standard: Bool? {
    let standard = DeliverySettings()
    return switch self {
    case .cancelsTouches: standard.cancelsTouches
    case .delaysTouchesBegan: standard.delaysTouchesBegan
    case .delaysTouchesEnded: standard.delaysTouchesEnded
    }
  }

  func set(_ value: Bool, in delivery: inout DeliverySettings) {
    switch self {
    case .cancelsTouches: delivery.cancelsTouches = value
    case .delaysTouchesBegan: delivery.delaysTouchesBegan = value
    case .delaysTouchesEnded: delivery.delaysTouchesEnded = value
    }
  }
}
