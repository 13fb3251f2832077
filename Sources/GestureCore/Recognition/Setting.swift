/// A setting's declaration, with the Swift type of its value.
public struct Setting<Value: Sendable>: DeclaredSetting {
  public private(set) var declaration: SettingDeclaration
  let defaultValue: Value
  let read: @Sendable (SettingValue) -> Value?

  init(
    _ name: String, _ shape: SettingShape, touchscreen: SettingValue, touchpad: SettingValue? = nil,
    _ defaultValue: Value, _ summary: String, _ reason: String, read: @escaping @Sendable (SettingValue) -> Value?
  ) {
    declaration = SettingDeclaration(
      name: name, shape: shape, touchscreen: touchscreen, touchpad: touchpad ?? touchscreen, summary: summary,
      reason: reason)
    (self.defaultValue, self.read) = (defaultValue, read)
  }

  /// Returns a copy marked as a threshold. `loosening` is the change that accepts more attempts: raise or lower.
  public func loosened(by loosening: Loosening) -> Setting {
    var setting = self
    setting.declaration.loosening = loosening
    return setting
  }
}

/// A setting with a value of any Swift type, so that a kind can list all of its settings together.
public protocol DeclaredSetting: Sendable {
  var declaration: SettingDeclaration { get }
}

extension DeclaredSetting {
  /// The setting's name in the rules file.
  public var name: String { declaration.name }
}

extension Setting where Value == Double {
  /// Declares a number with a unit. The defaults and the range are in `unit`.
  public static func quantity(
    _ name: String, _ unit: Unit, touchscreen: Double, touchpad: Double, in range: ClosedRange<Double>,
    _ summary: String, reason: String
  ) -> Setting {
    Setting(
      name, .quantity(unit, range), touchscreen: .quantity(touchscreen), touchpad: .quantity(touchpad), touchscreen,
      summary, reason
    ) { if case .quantity(let value) = $0 { value } else { nil } }
  }
}

extension Setting where Value == TimeSpan {
  /// Declares a duration. The defaults and the range are in milliseconds.
  public static func time(
    _ name: String, touchscreen: Double, touchpad: Double, in range: ClosedRange<Double>, _ summary: String,
    reason: String
  ) -> Setting {
    Setting(
      name, .quantity(.milliseconds, range), touchscreen: .quantity(touchscreen), touchpad: .quantity(touchpad),
      TimeSpan(milliseconds: touchscreen), summary, reason
    ) { if case .quantity(let value) = $0 { TimeSpan(milliseconds: value) } else { nil } }
  }
}

extension Setting where Value == Int {
  /// Declares a whole number with one default for all classes of device.
  public static func count(
    _ name: String, _ defaultValue: Int, in range: ClosedRange<Int>, _ summary: String, reason: String
  ) -> Setting {
    Setting(name, .count(range), touchscreen: .count(defaultValue), defaultValue, summary, reason) {
      if case .count(let value) = $0 { value } else { nil }
    }
  }
}

extension Setting where Value == ClosedRange<Int> {
  /// Declares a whole number or a range of whole numbers, with one default for all classes of device.
  public static func countRange(
    _ name: String, _ defaultValue: ClosedRange<Int>, in range: ClosedRange<Int>, _ summary: String, reason: String
  ) -> Setting {
    Setting(name, .countRange(range), touchscreen: .countRange(defaultValue), defaultValue, summary, reason) {
      if case .countRange(let value) = $0 { value } else { nil }
    }
  }
}

extension Setting where Value == StrokeStart {
  /// Declares the setting for the start of a gesture, with one default for all classes of device.
  public static func start(_ name: String, _ defaultValue: StrokeStart, _ summary: String, reason: String) -> Setting {
    Setting(name, .start, touchscreen: .start(defaultValue), defaultValue, summary, reason) {
      if case .start(let start) = $0 { start } else { nil }
    }
  }
}

extension Setting where Value == Bool {
  /// Declares a setting that is true or false, with one default for all classes of device.
  public static func flag(_ name: String, _ defaultValue: Bool, _ summary: String, reason: String) -> Setting {
    Setting(name, .flag, touchscreen: .flag(defaultValue), defaultValue, summary, reason) {
      if case .flag(let value) = $0 { value } else { nil }
    }
  }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// Declares a choice among the cases of an enumeration. Without `canWriteDefault`, rules can't name the default.
  public static func choice(
    _ name: String, _ defaultValue: Value, canWriteDefault: Bool = true, _ summary: String, reason: String
  ) -> Setting {
    let names = Value.allCases.map { $0.rawValue }.filter { canWriteDefault || $0 != defaultValue.rawValue }
    let value = canWriteDefault ? SettingValue.choice(defaultValue.rawValue) : .none
    return Setting(name, .choice(names), touchscreen: value, defaultValue, summary, reason) {
      if case .choice(let name) = $0 { Value(rawValue: name) } else { nil }
    }
  }
}

/// The form of a setting's values.
public enum SettingShape: Equatable, Sendable {
  case quantity(Unit, ClosedRange<Double>)
  case count(ClosedRange<Int>)
  /// A number or a range of numbers: `3` or `"2-3"`.
  case countRange(ClosedRange<Int>)
  case choice([String])
  case flag
  /// Directions and circles: `"down-right up-right"`.
  case path
  /// Names of learned drawings; the range is the allowed number of names.
  case templates(ClosedRange<Int>)
  /// How a gesture starts: `"landing"`, `"hold 300 ms"`, `"force-press"`.
  case start
}

/// A setting's value in its declared unit.
public enum SettingValue: Equatable, Sendable {
  case quantity(Double)
  case count(Int)
  case countRange(ClosedRange<Int>)
  case choice(String)
  case flag(Bool)
  case path(StrokePath)
  case templates([StrokeTemplates])
  case start(StrokeStart)
  /// No value: the default of settings whose default can't be written in rules.
  case none
}

/// The declaration of a setting, with a default for each class of device.
public struct SettingDeclaration: DeclaredSetting {
  public let name: String
  public let shape: SettingShape
  public let touchscreen: SettingValue
  public let touchpad: SettingValue
  /// The setting's description in the manual.
  public let summary: String
  public let reason: String
  /// The direction in which the value must change to accept more attempts. Nil if the setting isn't a threshold.
  public var loosening: Loosening?

  public var declaration: SettingDeclaration { self }

  /// The default for a class of device, in the setting's unit.
  public func defaultValue(for deviceClass: DeviceClass) -> SettingValue {
    switch deviceClass {
    case .touchscreen: touchscreen
    case .touchpad: touchpad
    }
  }
}

/// The direction in which a threshold must change to accept more attempts.
public enum Loosening: Sendable {
  /// A higher threshold accepts more attempts: the measured value must not exceed it, as with `land-within`.
  case raise
  /// A lower threshold accepts more attempts: the measured value must reach it, as with a minimum distance.
  case lower
}

/// Settings with their values: all settings of a kind for one class of device, or settings without a kind.
public struct Settings: Sendable {
  /// The settings that the kind declares; nil if there is no kind.
  private let declared: [SettingDeclaration]?
  private let deviceClass: DeviceClass
  /// The given values, the strongest layer last.
  private var layers: [[String: SettingValue]]

  /// Creates settings for a kind. Later layers are stronger. Undeclared values are ignored.
  public init(_ kind: Kind, for deviceClass: DeviceClass, layers: [[String: SettingValue]] = []) {
    declared = kind.allSettings
    (self.deviceClass, self.layers) = (deviceClass, layers)
  }

  /// Creates settings without a kind, from values by name.
  public init(_ values: [String: SettingValue]) {
    declared = nil
    deviceClass = .touchscreen
    layers = [values]
  }

  /// The setting's value in its unit. Nil if the kind doesn't declare the setting, or if there is no kind and no value.
  public subscript(name: String) -> SettingValue? {
    let index = declared?.firstIndex { $0.name == name }
    if declared != nil, index == nil { return nil }
    for layer in layers.reversed() {
      if let value = layer[name] { return value }
    }
    return index.flatMap { declared?[$0].defaultValue(for: deviceClass) }
  }

  /// The setting's value. Returns `setting.defaultValue` if there is no value, or a value of another type.
  public subscript<Value>(_ setting: Setting<Value>) -> Value {
    self[setting.declaration.name].flatMap(setting.read) ?? setting.defaultValue
  }

  /// Returns a copy in which `stronger` replaces present values. Later layers are stronger.
  public func replaced(by stronger: [[String: SettingValue]]) -> Settings {
    var other = self
    other.layers += stronger
    return other
  }
}

/// The settings that most kinds of gestures have.
public enum CommonSettings {
  public static let fingers = fingers(in: 1...10)

  public static let landWithin = Setting<TimeSpan>.time(
    "land-within", touchscreen: 120, touchpad: 160, in: 10...2000,
    "How long after the first finger the other fingers can land; gestures that need fewer fingers than this gesture wait at most this long.",
    reason:
      "touchpads: fingers of one recorded gesture land up to 155 ms apart; touchscreens: an estimate"
  ).loosened(by: .raise)

  public static let strictFingers = Setting<Bool>.flag(
    "strict-fingers", false,
    "Whether the gesture is cancelled instead of ended if some fingers lift and others are still down after `lift-within`.",
    reason: "Apple's UIKit ends a pan that loses a finger; `true` is for gestures that need all fingers until the end")

  public static let liftWithin = Setting<TimeSpan>.time(
    "lift-within", touchscreen: 200, touchpad: 200, in: 10...2000,
    "How long other fingers can stay down after the first finger lifts; at the end of a gesture that lasts, this counts only with `strict-fingers`.",
    reason:
      "in 11 of 79 recorded scrolls with two fingers, the second finger lifts more than 100 ms after the first"
  ).loosened(by: .raise)

  private static func fingers(in range: ClosedRange<Int>, isAny: Bool = false) -> Setting<ClosedRange<Int>> {
    .countRange(
      "fingers", isAny ? range : range.lowerBound...range.lowerBound, in: range,
      "How many fingers: a number or a range.",
      reason: isAny
        ? "any number, because the gesture only watches and takes no touches from other gestures"
        : "the smallest number that the gesture allows")
  }

  /// The common settings of a kind. A button press has only `fingers`. `land-within` is missing if fingers land
  /// separately, and `strict-fingers` is only for gestures that last.
  static func all(for fingers: ClosedRange<Int>, isDiscrete: Bool, _ traits: Kind.Traits) -> [any DeclaredSetting] {
    let fingers = Self.fingers(in: fingers, isAny: traits.onlyObserves)
    if traits.isMadeByButton { return [fingers] }
    return isDiscrete ? [fingers, landWithin, liftWithin] : [fingers, landWithin, liftWithin, strictFingers]
  }
}
