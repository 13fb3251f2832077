import Bindings
import GestureCore

/// A threshold's new value, as a piece of a rules file.
public struct RuleChange: Equatable, Sendable {
  public let gesture: String
  public let setting: String
  /// In the setting's unit, rounded as it is written.
  public let value: Double
  public let unit: Unit
  /// What it is now.
  public let before: Double

  /// By how much a threshold is moved beyond what an attempt would have needed, so that the next one like it passes too.
  public static let margin = 0.1

  /// The change that would have let this attempt through: a tenth beyond what it measured, within what the setting may be.
  /// Nil where no threshold of the gesture itself can be moved, as for a number of fingers.
  public init?(_ miss: NearMiss, _ rules: RuleSet, on device: Device) {
    guard rules.gestures.indices.contains(miss.gesture.rawValue) else { return nil }
    let rule = rules.gestures[miss.gesture.rawValue]
    guard let declaration = rule.kind.allSettings.first(where: { $0.name == miss.failure.setting }),
      let loosening = declaration.loosening
    else { return nil }
    // What fails at its deadline has measured just the limit: how much more it would have taken nobody knows.
    let factor =
      switch loosening {
      case .raise: 1 + Self.margin
      case .lower: 1 - Self.margin
      }
    self.init(rule, declaration, miss.needed.value * factor, rules, device)
  }

  /// The change of one of `rule`'s thresholds to `value`, in the setting's unit; nil if it would change nothing.
  public init?(
    _ rule: GestureRule, _ declaration: SettingDeclaration, _ value: Double, _ rules: RuleSet, _ device: Device
  ) {
    guard case .quantity(let unit, let range) = declaration.shape,
      case .quantity(let before)? = rules.settings(of: rule, on: device).values[declaration.name]
    else { return nil }
    let rounded = Self.rounded(min(max(value, range.lowerBound), range.upperBound), unit, declaration.loosening)
    let bounded = min(max(rounded, range.lowerBound), range.upperBound)
    guard bounded != before else { return nil }
    gesture = rule.name
    setting = declaration.name
    self.value = bounded
    self.unit = unit
    self.before = before
  }

  /// The value as it is written in a rules file: `"8.4 mm"`.
  public var valueText: String { "\"\(Self.text(value, unit))\"" }

  /// The section with the new value, and the old one beside it.
  public var toml: String {
    "[gesture.\(tomlKey(gesture))]\n\(setting) = \(valueText)  # was \(Self.text(before, unit))"
  }

  private static func text(_ value: Double, _ unit: Unit) -> String {
    "\(decimal(value, places: places(unit))) \(unit.rawValue)"
  }

  private static func places(_ unit: Unit) -> Int {
    switch unit {
    case .millimetres: 1
    case .milliseconds, .millimetresPerSecond, .degrees, .percent, .fingers, .taps: 0
    }
  }

  /// Rounded to what is written, on the side that lets more through.
  private static func rounded(_ value: Double, _ unit: Unit, _ loosening: Loosening?) -> Double {
    let steps = places(unit) == 0 ? 1.0 : 10.0
    // A value that is whole but for the last bits of its number stays what it is.
    let scaled = (value * steps * exact).rounded() / exact
    return switch loosening {
    case .raise: scaled.rounded(.up) / steps
    case .lower: scaled.rounded(.down) / steps
    case nil: scaled.rounded() / steps
    }
  }

  private static let exact = 1e6
}
