import GestureCore

/// A kind of gesture in words: what it is and all its settings.
struct KindReport {
  private let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  var text: String {
    let states = kind.isDiscrete ? "recognized once" : "begins, changes, ends"
    return "\(kind.name)  (\(states))\n  \(kind.summary)\n"
      + kind.allSettings.map { "\n" + Self.lines($0) }.joined()
  }

  private static func lines(_ setting: SettingDeclaration) -> String {
    """
      \(setting.name) = \(defaults(setting))
          \(setting.summary)
          Allowed: \(setting.shape.rangeText). From: \(setting.origin).

    """
  }

  private static func defaults(_ setting: SettingDeclaration) -> String {
    let touchscreen = text(setting.touchscreen, setting.shape)
    let touchpad = text(setting.touchpad, setting.shape)
    return touchscreen == touchpad ? touchscreen : "\(touchscreen) on touchscreens, \(touchpad) on touchpads"
  }

  /// A value as it is written in a rules file.
  static func text(_ value: SettingValue, _ shape: SettingShape) -> String {
    switch value {
    case .quantity(let number):
      guard case .quantity(let unit, _) = shape else { return decimal(number, places: 3) }
      return "\"\(decimal(number, places: 3)) \(unit.rawValue)\""
    case .count(let count): return "\(count)"
    case .countRange(let range):
      return range.count == 1 ? "\(range.lowerBound)" : "\"\(range.lowerBound)-\(range.upperBound)\""
    case .choice(let name): return "\"\(name)\""
    case .flag(let flag): return "\(flag)"
    case .gestures(let names): return "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
  }
}
