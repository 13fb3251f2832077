import GestureCore

/// `[accommodations]`: what is left out of touches for people whose hands shake, rest or bounce. Nothing by default.
public struct Accommodations: Equatable, Sendable {
  public static let hold = Setting<TimeSpan>.time(
    "hold", touchscreen: 0, touchpad: 0, in: 0...3000,
    "How long a finger must be down before it counts; one that lifts earlier is ignored.",
    origin: "off; desktops offer 0 to 2 s for keys that count only once they are held")
  public static let ignoreRepeats = Setting<TimeSpan>.time(
    "ignore-repeats", touchscreen: 0, touchpad: 0, in: 0...3000,
    "A finger that lands so soon after another one has lifted, near the same place, is ignored.",
    origin: "off; desktops offer 0 to 1 s for keys that bounce")
  public static let steady = Setting.quantity(
    "steady", .millimetres, touchscreen: 0, touchpad: 0, in: 0...15,
    "How far a finger goes before its touch moves; then the touch follows at this distance.",
    origin: "off; hands with a tremor stray by 1 to 5 mm")

  /// All of them, for descriptions of a rules file.
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

/// `[accommodations]` for each class of device.
public struct AccommodationRules: Equatable, Sendable {
  private let all: [DeviceClass: Accommodations]

  /// Values by name, for all devices and for those of a class, which go before the others.
  public init(_ values: [String: SettingValue] = [:], classes: [DeviceClass: [String: SettingValue]] = [:]) {
    all = DeviceClass.allCases.reduce(into: [:]) { all, deviceClass in
      all[deviceClass] = Accommodations(values.merging(classes[deviceClass] ?? [:]) { $1 })
    }
  }

  /// What is left out of the touches of a device; nil for nothing, and where the source reports no touches.
  public func accommodations(of device: Device) -> Accommodations? {
    guard device.capabilities.contains(.contacts), let own = all[device.deviceClass], !own.isNothing else { return nil }
    return own
  }

  /// Whether nothing is left out on any device.
  public var isNothing: Bool { all.values.allSatisfy(\.isNothing) }
}
