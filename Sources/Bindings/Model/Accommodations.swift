import GestureCore

/// `[accommodations]`: what is left out of touches, and which of them are one, for people whose hands shake, rest or bounce. Nothing by default.
public struct Accommodations: Equatable, Sendable {
  public static let hold = Setting<TimeSpan>.time(
    "hold", touchscreen: 0, touchpad: 0, in: 0...3000,
    "How long a finger must be down before it counts; one that lifts earlier is ignored.",
    origin: "off; desktops offer 0 to 2 s for keys that must be held to count")
  public static let ignoreRepeats = Setting<TimeSpan>.time(
    "ignore-repeats", touchscreen: 0, touchpad: 0, in: 0...3000,
    "A finger that lands this soon after another one has lifted, near the same place, continues that touch.",
    origin: "off; desktops offer 0 to 1 s for keys that bounce; iOS treats several touches within this time as one")
  public static let steady = Setting.quantity(
    "steady", .millimetres, touchscreen: 0, touchpad: 0, in: 0...15,
    "How far a finger must go before its touch moves; the touch then follows at this distance.",
    origin: "off; hands with a tremor stray by 1 to 5 mm")

  public static let declarations = [hold.declaration, ignoreRepeats.declaration, steady.declaration]

  public let hold: TimeSpan
  public let ignoreRepeats: TimeSpan
  /// In mm.
  public let steady: Double

  /// Values by name; nothing is left out by all others.
  init(_ values: [String: SettingValue] = [:]) {
    let settings = Settings(values)
    hold = settings[Self.hold]
    ignoreRepeats = settings[Self.ignoreRepeats]
    steady = settings[Self.steady]
  }

  /// Whether nothing is left out.
  public var isNothing: Bool { self == Accommodations() }
}

/// `[accommodations]`, with what is said of a class of devices and of single devices.
public struct AccommodationRules: Equatable, Sendable {
  /// What the section of a device says.
  public struct DevicePart: Equatable, Sendable {
    let match: DeviceMatch
    let values: [String: SettingValue]
  }

  /// Values by name, for all devices and for those of a class.
  var general: [String: SettingValue] = [:]
  var classes: [DeviceClass: [String: SettingValue]] = [:]
  private let devices: [DevicePart]

  /// Values for the name of a device go before those of a section for its class, these before those of `classes`, and these before
  /// those for all. Of several names that fit, the last one is strongest.
  public init(devices: [DevicePart] = []) {
    self.devices = devices.filter { !$0.match.isByName } + devices.filter(\.match.isByName)
  }

  /// What is left out of the touches of a device; nil for nothing, and where the source reports no touches.
  public func accommodations(of device: Device) -> Accommodations? {
    guard device.capabilities.contains(.contacts) else { return nil }
    let own = accommodations(of: device.identity)
    return own.isNothing ? nil : own
  }

  /// What is left out of touches that a device reports.
  func accommodations(of device: DeviceIdentity) -> Accommodations {
    var values = general.merging(classes[device.deviceClass] ?? [:]) { $1 }
    for part in devices where part.match.matches(device) { values.merge(part.values) { $1 } }
    return Accommodations(values)
  }

  /// The names of the devices that have values of their own, as patterns.
  var patterns: [String] {
    devices.compactMap { if case .name(let pattern) = $0.match { pattern } else { nil } }
  }

  /// Whether nothing is left out on any device.
  public var isNothing: Bool {
    ([general] + classes.values + devices.map(\.values)).allSatisfy { Accommodations($0).isNothing }
  }
}
