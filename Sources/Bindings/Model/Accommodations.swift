import GestureCore

/// The settings of `[accommodations]` for one device, for hands that shake or rest.
public struct Accommodations: Equatable, Sendable {
  public static let hold = Setting<TimeSpan>.time(
    "hold", touchscreen: 0, touchpad: 0, in: 0...3000,
    "How long a finger must be down before it counts; a finger that lifts earlier is ignored.",
    reason:
      "0 means off; desktops offer up to 2 s for their keyboard setting Slow Keys"
  )
  public static let ignoreRepeats = Setting<TimeSpan>.time(
    "ignore-repeats", touchscreen: 0, touchpad: 0, in: 0...3000,
    "If a finger lifts and a finger lands near the same position within this time, the earlier touch continues.",
    reason:
      "0 means off; desktops offer up to 1 s for their keyboard setting Bounce Keys"
  )
  public static let steady = Setting.quantity(
    "steady", .millimetres, touchscreen: 0, touchpad: 0, in: 0...15,
    "How far a finger must move before its movement counts; then the touch stays this distance behind the finger.",
    reason: "0 means off; hands with a tremor stray by 1 to 5 mm")

  public static let declarations = [hold.declaration, ignoreRepeats.declaration, steady.declaration]

  public let hold: TimeSpan
  public let ignoreRepeats: TimeSpan
  /// The distance in mm that a finger must move before its touch moves.
  public let steady: Double

  /// `values` has settings by name; settings without a value are off.
  init(_ values: [String: SettingValue] = [:]) {
    let settings = Settings(values)
    hold = settings[Self.hold]
    ignoreRepeats = settings[Self.ignoreRepeats]
    steady = settings[Self.steady]
  }

  public var isEmpty: Bool { self == Accommodations() }
}

/// All settings of `accommodations`: for all devices, for classes, and in device sections.
public struct AccommodationRules: Equatable, Sendable {
  /// The values of `accommodations` in one device section.
  public struct DevicePart: Equatable, Sendable {
    let match: DeviceMatch
    let values: [String: SettingValue]
  }

  /// The values for all devices, with the names of the settings as keys. `classes` has the values for each class.
  var general: [String: SettingValue] = [:]
  var classes: [DeviceClass: [String: SettingValue]] = [:]
  private let devices: [DevicePart]

  /// The last value wins: `general`, `classes`, sections for classes, sections for names, each group in its own order.
  public init(devices: [DevicePart] = []) {
    self.devices = devices.filter { !$0.match.isByName } + devices.filter(\.match.isByName)
  }

  /// The accommodations of a device. Nil if all are off, or if the device doesn't report touches.
  public func accommodations(of device: Device) -> Accommodations? {
    guard device.capabilities.contains(.contacts) else { return nil }
    let own = accommodations(of: device.identity)
    return own.isEmpty ? nil : own
  }

  /// The accommodations of a device, even if it doesn't report touches.
  func accommodations(of device: DeviceIdentity) -> Accommodations {
    var values = general.merging(classes[device.deviceClass] ?? [:]) { $1 }
    for part in devices where part.match.matches(device) { values.merge(part.values) { $1 } }
    return Accommodations(values)
  }

  /// The name patterns of the device sections that have `accommodations`.
  var patterns: [String] {
    devices.compactMap { if case .name(let pattern) = $0.match { pattern } else { nil } }
  }

  public var isEmpty: Bool {
    ([general] + classes.values + devices.map(\.values)).allSatisfy { Accommodations($0).isEmpty }
  }
}
