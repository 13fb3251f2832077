import Bindings
import GestureCore
import Recordings
import Text

/// A threshold's new value, for a rules file.
public struct RuleChange: Equatable, Sendable {
  public let gesture: String
  public let setting: String
  /// The class whose section gets the value. Nil if the value is for all classes, in the gesture's own section.
  public let deviceClass: DeviceClass?
  /// The new value in the setting's unit, rounded to the precision of rules files.
  public let value: Double
  public let unit: Unit
  public let before: Double

  /// The share by which a threshold is loosened beyond the needed value, so that similar attempts are recognized too.
  public static let margin = 0.1

  /// The change that lets `sample` pass the threshold of `miss`. Nil if no change of this threshold helps.
  public init?(_ miss: NearMiss, in sample: GestureSample, _ rules: RuleSet) {
    guard rules.gestures.indices.contains(miss.gesture.rawValue) else { return nil }
    let rule = rules.gestures[miss.gesture.rawValue]
    // If the fingers did nothing at all, no threshold is low enough.
    guard let threshold = Threshold(miss, of: rule), let solo = SoloGesture(rule.name, of: rules),
      let needed = solo.needed(threshold, for: sample), needed > 0
    else { return nil }
    self.init(rule, threshold.declaration, threshold.loosened(needed, by: Self.margin), rules, sample.device)
    guard threshold.isLooser(value, than: before) else { return nil }
  }

  /// A change to `value`, rounded and limited to the setting's range, for `classes` or, if `classes` is nil, for the
  /// class of `device`. Nil if the setting isn't a number with a unit, or already has this value.
  public init?(
    _ rule: GestureRule, _ declaration: SettingDeclaration, _ value: Double, _ rules: RuleSet, _ device: Device,
    classes: Set<DeviceClass>? = nil
  ) {
    guard case .quantity(let unit, let range) = declaration.shape,
      let before = rules.settings(of: rule, on: device).quantity(declaration.name)
    else { return nil }
    let rounded = Self.rounded(min(max(value, range.lowerBound), range.upperBound), unit, declaration.loosening)
    let bounded = min(max(rounded, range.lowerBound), range.upperBound)
    guard bounded != before else { return nil }
    gesture = rule.name
    setting = declaration.name
    deviceClass = rule.classSection(of: declaration.name, for: classes ?? [device.deviceClass])
    (self.value, self.unit, self.before) = (bounded, unit, before)
  }

  /// The value in a rules file: `"8.4 mm"`.
  public var valueText: String { "\"\(Self.text(value, unit))\"" }

  /// The setting's key in the gesture's section, preceded by `deviceClass` if not nil: `touchpad.min-speed`.
  public var path: String { deviceClass.map { "\($0.rawValue).\(setting)" } ?? setting }

  public var section: String { "gesture.\(tomlKey(gesture))" + (deviceClass.map { ".\($0.rawValue)" } ?? "") }

  /// The section with the new value, and the old value in a comment.
  public var toml: String { "[\(section)]\n\(setting) = \(valueText)  # was \(Self.text(before, unit))" }

  private static func text(_ value: Double, _ unit: Unit) -> String {
    "\(decimal(value, places: unit.decimals)) \(unit.rawValue)"
  }

  /// Rounds a value to the precision of rules files: to the looser side, or to the nearest value if `loosening` is nil.
  private static func rounded(_ value: Double, _ unit: Unit, _ loosening: Loosening?) -> Double {
    // Removes floating-point noise, so that a whole value stays whole.
    let scaled = (value * unit.valuesPerUnit * noiseScale).rounded() / noiseScale
    return switch loosening {
    case .raise: scaled.rounded(.up) / unit.valuesPerUnit
    case .lower: scaled.rounded(.down) / unit.valuesPerUnit
    case nil: scaled.rounded() / unit.valuesPerUnit
    }
  }

  private static let noiseScale = 1e6

  /// Whether the value without the margin differs from `before` by at most half of `before`.
  public var isNear: Bool {
    let needed = value > before ? value / (1 + Self.margin) : value / (1 - Self.margin)
    return abs(needed - before) <= before * NearMiss.nearest
  }
}

extension Unit {
  fileprivate var decimals: Int {
    switch self {
    case .millimetres: 1
    case .milliseconds, .millimetresPerSecond, .degrees, .percent, .fingers, .taps: 0
    }
  }

  var valuesPerUnit: Double { decimals == 0 ? 1 : 10 }
}

extension RuleSet {
  public func changed(by change: RuleChange) -> RuleSet {
    var rules = self
    for index in rules.gestures.indices where rules.gestures[index].name == change.gesture {
      rules.gestures[index].set(change.setting, to: change.value, on: change.deviceClass)
    }
    return rules
  }
}

extension GestureRule {
  /// The class whose section should get the setting. Nil, for the gesture's own section, if `classes` isn't exactly one
  /// class, or if the rule is for one class whose section lacks the setting.
  func classSection(of setting: String, for classes: Set<DeviceClass>) -> DeviceClass? {
    guard let deviceClass = classes.first, classes.count == 1 else { return nil }
    if classSettings[deviceClass]?[setting] != nil { return deviceClass }
    for match in [device, receive.device] { if case .deviceClass = match { return nil } }
    return deviceClass
  }

  /// Sets a threshold for `deviceClass`. Nil means all classes without their own value.
  package mutating func set(_ setting: String, to value: Double, on deviceClass: DeviceClass?) {
    guard let deviceClass else { return settings[setting] = .quantity(value) }
    classSettings[deviceClass, default: [:]][setting] = .quantity(value)
  }
}
