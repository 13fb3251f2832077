import GestureCore
import TOML
import Text

/// The contents of `[defaults]`: settings for all devices and for classes of devices, and the excluded applications.
struct DefaultSettings {
  var all: SettingOverrides = [:]
  var classes: [DeviceClass: SettingOverrides] = [:]
  var excludedApps: ExcludedApps?
}

extension Kind {
  /// Whether `[defaults]` and device sections can have `setting`. False for `path`, `shape` and `templates` of strokes.
  public func mayHaveDefault(_ setting: SettingDeclaration) -> Bool { !traits.alternatives.contains(setting.name) }
}

/// Reads `[defaults]` and device sections: settings by kind, such as `swipe.min-distance`, and other keys.
struct OverridesReader {
  let kinds: [Kind]
  let problems: Problems

  /// Adds the `[defaults]` of one file, which override the defaults of earlier files.
  func read(_ entry: Entry, into defaults: inout DefaultSettings) {
    guard var reader = TableReader(section: "defaults", entry, problems) else { return }
    for part in reader.classParts(of: "defaults") {
      read(part.reader.unreadEntries, into: &defaults.classes[part.deviceClass, default: [:]], others: [])
    }
    defaults.excludedApps = ExcludedApps(&reader) ?? defaults.excludedApps
    read(reader.unreadEntries, into: &defaults.all, others: [ExcludedApps.key] + DeviceClass.allCases.map(\.rawValue))
  }

  /// Reads a `[device.CLASS]` or `[device."PATTERN"]` section, with its accommodations. Nil if the value isn't a table.
  func device(_ entry: Entry) -> (section: DeviceSection, accommodations: AccommodationRules.DevicePart?)? {
    let name = entry.key.name
    guard var reader = TableReader(section: "device.\(name.quoted)", named: name, entry, problems) else { return nil }
    checkPattern(entry.key)
    let size = size(&reader)
    let rotation = rotation(&reader)
    let output = output(&reader)
    let source = source(&reader)
    let intercept = intercept(&reader, source)
    let allowsKeys = allowsKeys(&reader, of: name, intercept: intercept)
    let accommodations = AccommodationReader(problems: problems).part(&reader, of: name)
    var settings: SettingOverrides = [:]
    read(
      reader.unreadEntries, into: &settings,
      others: ["size", Self.turnedKey, "output", "source", "intercept", Self.keysFlag, AccommodationReader.section])
    let section = DeviceSection(
      pattern: name, size: size, rotation: rotation, output: output,
      source: source?.value, intercept: intercept, allowsKeys: allowsKeys, settings: settings)
    return (section, accommodations)
  }

  private func checkPattern(_ key: Key) {
    guard DeviceMatch(section: key.name).isByName, !problems.checkPattern(key.name, key.range) else { return }
    if ["pen", "stylus", "tablet"].contains(key.name.lowercased()) {
      problems.warning(
        at: key.range, "\(key.name.quoted) is read as the name of a device",
        fix:
          "pens belong to the class \"touchscreen\": write `[device.touchscreen]`, or `[device.\"NAME\"]` with the pen's name"
      )
    }
  }

  /// Reads settings such as `swipe.min-distance`. `others` are the other possible keys, for errors about unknown keys.
  private func read(_ entries: [Entry], into overrides: inout SettingOverrides, others: [String]) {
    for entry in entries {
      guard let kind = kinds.kind(named: entry.key.name) else {
        problems.error(at: entry.key.range, unknownKey(entry.key.name, others: others))
        continue
      }
      guard case .table(let table) = entry.value.content else {
        let example = kind.settings.first(where: kind.mayHaveDefault) ?? CommonSettings.fingers.declaration
        problems.error(
          at: entry.value.range, "`\(kind.name)` is a kind of gesture, not a setting",
          fix: "set one of its settings: `\(kind.name).\(example.example)`"
            + (Synonyms.key(kind.name, among: others).map { ", or write `\($0)` if you mean that the device is turned" }
              ?? ""))
        continue
      }
      overrides[kind.name, default: [:]].merge(settings(of: kind, TableReader(table, problems))) { $1 }
    }
  }

  private func unknownKey(_ name: String, others: [String]) -> DiagnosticText {
    if name == DiagnosticText.includeKey { return .misplacedInclude }
    if let kind = kinds.owners(of: name).first.flatMap(kinds.kind) {
      let setting = kind.allSettings.first { $0.name == name }
      if setting.map(kind.mayHaveDefault) == false { return noDefault(name) }
      return DiagnosticText(
        "\(name.quoted) needs the kind of gesture before it", fix: "write `\(kind.name).\(name) = …`")
    }
    let keys = others + kinds.names
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: kinds.names + others) ?? "this section can have the keys \(keys.listed("and"))")
  }

  private func noDefault(_ setting: String) -> DiagnosticText {
    DiagnosticText(
      "`\(setting)` can be set only in a gesture's own section", fix: "move `\(setting)` to a section `[gesture.NAME]`")
  }

  func settings(of kind: Kind, _ reader: TableReader) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    for entry in reader.unreadEntries {
      if let declaration = kind.allSettings.first(where: { $0.name == entry.key.name }) {
        if !kind.mayHaveDefault(declaration) {
          problems.error(at: entry.key.range, noDefault(declaration.name))
          continue
        }
        settings[declaration.name] = declaration.value(of: entry, problems)
      } else {
        problems.error(at: entry.key.range, .unknownKey(entry.key.name, of: kind, onlySettings: true, among: kinds))
      }
    }
    return settings
  }

  // MARK: Keys of sections for devices only

  /// The possible lengths of a side of a touch surface, in mm.
  private static let sides = 10.0...5000.0

  func size(_ reader: inout TableReader) -> Size? {
    guard let text = reader.string("size", example: "256 x 144 mm") else { return nil }
    guard let size = Self.size(text.value) else {
      problems.error(
        at: text.range, "\(text.value.quoted) is not a size",
        fix: "write width x height and a unit: `size = \"256 x 144 mm\"`")
      return nil
    }
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      let bounds = "\(decimal(Self.sides.lowerBound, places: 0)) to \(decimal(Self.sides.upperBound, places: 0)) mm"
      problems.error(at: text.range, "\(text.value.quoted) is out of range", fix: "each side can be \(bounds) long")
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
    let names = SourceChoice.allCases.map(\.rawValue)
    problems.error(
      at: text.range, "`source` can't be \(text.value.quoted)",
      fix: didYouMean(text.value, among: names) ?? DiagnosticText.write(names))
    return nil
  }

  func intercept(_ reader: inout TableReader, _ source: Located<SourceChoice>?) -> Bool? {
    let flag = reader.flag("intercept")
    if flag?.value == true, let source, source.value == .libinput {
      problems.error(
        at: source.range, "`intercept` reads the device directly, so `source` can't be `libinput`",
        fix: "remove this line, or write `source = \"raw\"`")
    }
    return flag?.value
  }

  private static let keysFlag = "allow-keys"
  private static let turnedKey = "turned"

  /// Reads `allow-keys`; nil if missing or wrong. `true` is an error with `intercept` or if several devices may match.
  private func allowsKeys(_ reader: inout TableReader, of pattern: String, intercept: Bool?) -> Bool? {
    guard let flag = reader.flag(Self.keysFlag) else { return nil }
    if flag.value, pattern.contains(where: { $0 == "*" || $0 == "?" }) || !DeviceMatch(section: pattern).isByName {
      problems.error(
        at: flag.range, "`allow-keys` is for one device, and this section may match several devices",
        fix: "write `[device.\"NAME\"]` with the device's whole name; `gesture-bridge devices` shows the name")
    } else if flag.value, intercept == true {
      problems.error(
        at: flag.range, "a device with keys can't be intercepted: applications would lose the keys",
        fix: "remove `intercept = true`, or `allow-keys`")
    }
    return flag.value
  }

  func rotation(_ reader: inout TableReader) -> Rotation? {
    let rotations = Rotation.allCases.map { "\($0.rawValue)" }
    func notARotation(_ text: String, degrees: String) -> DiagnosticText {
      DiagnosticText(
        "`turned` can't be \(text.quoted)",
        fix: "write \(rotations.listed("or")) deg: `turned = \"\(degrees) deg\"`")
    }
    guard let entry = reader.readEntry(Self.turnedKey) else { return nil }
    let text = problems.measure(entry, example: "90 deg") { number in
      guard rotations.contains(number) else { return notARotation(number, degrees: "90") }
      return DiagnosticText("`turned` needs a unit", fix: "write `turned = \"\(number) deg\"`")
    }
    guard let text else { return nil }
    let (digits, unit) = numberAndUnit(text)
    let rotation = Int(digits).flatMap(Rotation.init(rawValue:))
    if let rotation, unit == "deg" || unit == "°" { return rotation }
    problems.error(at: entry.value.range, notARotation(text, degrees: rotation != nil && unit.isEmpty ? text : "90"))
    return nil
  }

  /// Reads a size such as `256 x 144 mm`. Returns the size in mm, or nil if the text isn't a size.
  private static func size(_ text: String) -> Size? {
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" }).map { $0.filter { $0 != " " } }
    guard parts.count == 2, let width = Double(parts[0]) else { return nil }
    let (digits, unit) = numberAndUnit(parts[1])
    guard let height = Double(digits), let factor = Unit.millimetres.spellings.first(where: { $0.key == unit })?.value
    else { return nil }
    return Size(width: width * factor, height: height * factor)
  }
}

extension TableReader {
  /// Reads the key `device`: a class, or a pattern for names and connections. The default is all devices.
  mutating func device() -> DeviceMatch {
    guard let text = string("device", example: "touchscreen") else { return .any }
    if let known = DeviceClass(rawValue: text.value) { return .deviceClass(known) }
    problems.checkPattern(text.value, text.range)
    return .name(text.value)
  }
}

extension Problems {
  /// Reports an empty pattern, or a pattern that looks like a mistyped class. Returns true if it reported a problem.
  @discardableResult
  fileprivate func checkPattern(_ pattern: String, _ range: Range<Int>) -> Bool {
    if pattern.isEmpty {
      error(
        at: range, "the name of the device is empty",
        fix: "write a device's name, or a pattern such as `*Wacom*`; `gesture-bridge devices` lists the names")
    } else if let meant = Nearest.name(to: pattern, among: DeviceClass.allCases.map(\.rawValue)) {
      warning(at: range, "\(pattern.quoted) is read as the name of a device", fix: didYouMean(meant))
    } else {
      return false
    }
    return true
  }
}

/// The keys that decide whether and when applications get a gesture's touches from an intercepted device.
public enum DeliveryKey: String, CaseIterable, Sendable {
  case cancelsTouches = "cancels-touches"
  case delaysTouchesBegan = "delays-touches-began"
  case delaysTouchesEnded = "delays-touches-ended"

  /// The default; nil if it depends on the device and the compositor.
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
