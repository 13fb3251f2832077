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

  /// The change that would have let this attempt through: a tenth beyond what it measured. Of a sequence it is the step's
  /// own gesture that changes. Nil where no threshold can be moved so, as for a number of fingers, or not so far.
  ///
  /// What fails while its measure still grows has measured hardly more than the limit: how far it would have gone, only the
  /// whole attempt tells.
  public init?(_ miss: NearMiss, _ rules: RuleSet, on device: Device) {
    guard let threshold = Threshold(miss, rules) else { return nil }
    self.init(threshold, needed: miss.needed.value, miss.failure.isOpenEnded, rules, on: device)
  }

  /// The change of `threshold` by which `needed` passes it, and a tenth more.
  init?(_ threshold: Threshold, needed: Double, _ isOpenEnded: Bool, _ rules: RuleSet, on device: Device) {
    let factor: Double
    switch threshold.loosening {
    case .raise: factor = 1 + Self.margin
    case .lower:
      // Where nothing was done at all, no threshold is low enough.
      guard needed > 0 else { return nil }
      factor = 1 - Self.margin
    }
    self.init(threshold.rule, threshold.declaration, needed * factor, rules, device)
    switch threshold.loosening {
    case .raise: guard value > before, isOpenEnded ? value > needed : value >= needed else { return nil }
    case .lower: guard value < before, value <= needed else { return nil }
    }
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

/// The threshold on which an attempt failed, and which way it is loosened.
struct Threshold {
  /// The gesture whose setting it is: of a sequence that failed in one of its steps, that step's.
  let rule: GestureRule
  let declaration: SettingDeclaration
  let loosening: Loosening

  /// Nil where moving the setting does not simply let more through, or this attempt would need it moved the other way.
  init?(_ miss: NearMiss, _ rules: RuleSet) {
    guard rules.gestures.indices.contains(miss.gesture.rawValue) else { return nil }
    let own = rules.gestures[miss.gesture.rawValue]
    guard let rule = miss.failure.step.map({ name in rules.gestures.first { $0.name == name } }) ?? own,
      let declaration = rule.kind.allSettings.first(where: { $0.name == miss.failure.setting }),
      let loosening = declaration.loosening, miss.failure.loosening ?? loosening == loosening
    else { return nil }
    self.rule = rule
    self.declaration = declaration
    self.loosening = loosening
  }
}

/// A name as a key of TOML: bare where it can be.
public func tomlKey(_ name: String) -> String {
  let isBare = name.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
  return isBare && !name.isEmpty ? name : jsonString(name)
}
