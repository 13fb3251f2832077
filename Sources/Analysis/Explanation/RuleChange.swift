import Bindings
import GestureCore
import Recordings
import Text

/// A threshold's new value, as a piece of a rules file.
public struct RuleChange: Equatable, Sendable {
  public let gesture: String
  public let setting: String
  /// The class of devices on which it counts; nil where it is the gesture's own section that is changed.
  public let deviceClass: DeviceClass?
  /// In the setting's unit, rounded as it is written.
  public let value: Double
  public let unit: Unit
  public let before: Double

  /// By how much a threshold is moved beyond what an attempt would have needed, so that the next one like it passes too.
  public static let margin = 0.1

  /// The change that would have let a movement past the threshold of `miss`, and a tenth more; nil if no value would. The value that is
  /// needed is found by playing the movement again, to this gesture alone, with the threshold moved.
  public init?(_ miss: NearMiss, in sample: GestureSample, _ rules: RuleSet) {
    guard rules.gestures.indices.contains(miss.gesture.rawValue) else { return nil }
    let rule = rules.gestures[miss.gesture.rawValue]
    // If the fingers did nothing at all, no threshold is low enough.
    guard let threshold = Threshold(miss, of: rule), let solo = SoloGesture(rule.name, of: rules),
      let needed = solo.needed(threshold, for: sample), needed > 0
    else { return nil }
    self.init(rule, threshold.declaration, threshold.eased(needed, by: Self.margin), rules, sample.device)
    guard threshold.isLooser(value, than: before) else { return nil }
  }

  /// The change of one of `rule`'s thresholds to `value`, in the setting's unit; nil if it would change nothing. `tried` are
  /// the classes of devices that it is for; if it is nil, that of the device.
  public init?(
    _ rule: GestureRule, _ declaration: SettingDeclaration, _ value: Double, _ rules: RuleSet, _ device: Device,
    tried: Set<DeviceClass>? = nil
  ) {
    guard case .quantity(let unit, let range) = declaration.shape,
      let before = rules.settings(of: rule, on: device).quantity(declaration.name)
    else { return nil }
    let rounded = Self.rounded(min(max(value, range.lowerBound), range.upperBound), unit, declaration.loosening)
    let bounded = min(max(rounded, range.lowerBound), range.upperBound)
    guard bounded != before else { return nil }
    gesture = rule.name
    setting = declaration.name
    deviceClass = rule.home(of: declaration.name, for: tried ?? [device.deviceClass])
    self.value = bounded
    self.unit = unit
    self.before = before
  }

  /// The value as it is written in a rules file: `"8.4 mm"`.
  public var valueText: String { "\"\(Self.text(value, unit))\"" }

  /// The setting's way from the gesture's section: `touchpad.min-speed`.
  public var path: String { deviceClass.map { "\($0.rawValue).\(setting)" } ?? setting }

  public var section: String { "gesture.\(tomlKey(gesture))" + (deviceClass.map { ".\($0.rawValue)" } ?? "") }

  /// The section with the new value, and the old one beside it.
  public var toml: String {
    "[\(section)]\n\(setting) = \(valueText)  # was \(Self.text(before, unit))"
  }

  private static func text(_ value: Double, _ unit: Unit) -> String {
    "\(decimal(value, places: unit.places)) \(unit.rawValue)"
  }

  /// Rounded to what is written, on the side that lets more through.
  private static func rounded(_ value: Double, _ unit: Unit, _ loosening: Loosening?) -> Double {
    // A value that is whole but for the last bits of its number stays what it is.
    let scaled = (value * unit.steps * exact).rounded() / exact
    return switch loosening {
    case .raise: scaled.rounded(.up) / unit.steps
    case .lower: scaled.rounded(.down) / unit.steps
    case nil: scaled.rounded() / unit.steps
    }
  }

  private static let exact = 1e6

  /// Whether the threshold stays within half of what it is.
  public var isNear: Bool {
    let needed = value > before ? value / (1 + Self.margin) : value / (1 - Self.margin)
    return abs(needed - before) <= before * NearMiss.nearest
  }
}

extension Unit {
  /// The number of decimals with which a threshold is written.
  fileprivate var places: Int {
    switch self {
    case .millimetres: 1
    case .milliseconds, .millimetresPerSecond, .degrees, .percent, .fingers, .taps: 0
    }
  }

  /// The number of values with which a threshold can be written from one whole number to the next.
  var steps: Double { places == 0 ? 1 : 10 }
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
  /// Where a threshold of attempts on these classes of devices is set: in the section for that class, unless the gesture is
  /// for no other devices, or was tried on all. Nil for the gesture's own section.
  func home(of setting: String, for tried: Set<DeviceClass>) -> DeviceClass? {
    guard let deviceClass = tried.first, tried.count == 1 else { return nil }
    if classSettings[deviceClass]?[setting] != nil { return deviceClass }
    for match in [device, receive.device] { if case .deviceClass = match { return nil } }
    return deviceClass
  }

  /// Changes a threshold, on one class of devices or, where that is nil, on all that have none of their own.
  package mutating func set(_ setting: String, to value: Double, on deviceClass: DeviceClass?) {
    guard let deviceClass else { return settings[setting] = .quantity(value) }
    classSettings[deviceClass, default: [:]][setting] = .quantity(value)
  }
}
