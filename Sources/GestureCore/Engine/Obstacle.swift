/// Why a rule has no part to play on a device.
public enum Obstacle: Equatable, Sendable {
  /// It is for others, by their name, their class or the tool that touches them.
  case otherDevice
  /// The source lacks what the kind needs.
  case lacks(Capabilities)
  /// The source tells of these fingers only.
  case fingers(ClosedRange<Int>)
  /// So few fingers point and scroll there, and the rule does not say that it means the device all the same.
  case pointing
  /// The device has no such zone.
  case noZone(String)
  /// A gesture it is made of is unknown, is made of others itself, or only looks on.
  case noPart(String)
}

extension RuleSet {
  /// Why `rule` can never be recognized on `device`; nil when it can.
  public func obstacle(to rule: GestureRule, on device: Device) -> Obstacle? {
    guard rule.device.matches(device), rule.receive.device.matches(device) else { return .otherDevice }
    if rule.receive.tool == .finger, device.capabilities.contains(.stylus) { return .otherDevice }
    let isNamed = rule.device != .any || rule.receive.device != .any
    if device.capabilities.contains(.pointing), !isNamed, mayPoint(rule, on: device) { return .pointing }
    if let zone = rule.receive.zone {
      guard device.capabilities.contains(.places) else { return .lacks(.places) }
      guard zones.contains(where: { $0.name == zone && $0.device.matches(device) }) else { return .noZone(zone) }
    }
    let settings = settings(of: rule, on: device)
    guard rule.kind.fingers == nil else { return obstacle(to: rule.kind, settings, on: device) }
    for name in names(ofPartsOf: rule, settings) {
      guard let part = part(named: name) else { return .noPart(name) }
      if let obstacle = obstacle(to: part.kind, self.settings(of: part, on: device), on: device) { return obstacle }
    }
    return nil
  }

  /// Whether no more fingers than point and scroll make it, or a part of it. Of what libinput tells too, as of pinches, it
  /// has made sure that it is no scrolling.
  private func mayPoint(_ rule: GestureRule, on device: Device) -> Bool {
    let settings = settings(of: rule, on: device)
    let looking = rule.kind.fingers == nil ? names(ofPartsOf: rule, settings).compactMap(part) : [rule]
    return looking.contains { rule in
      let settings = self.settings(of: rule, on: device)
      let fingers = settings[CommonSettings.fingers].lowerBound
      return fingers <= Self.pointingFingers && !LibinputTouchpad.tells(rule.kind, settings, fingers: fingers)
    }
  }

  private static let pointingFingers = 2

  private func obstacle(to kind: Kind, _ settings: Settings, on device: Device) -> Obstacle? {
    let missing = kind.needs(settings).subtracting(device.capabilities)
    guard missing.isEmpty else { return .lacks(missing) }
    guard settings[CommonSettings.fingers].overlaps(device.fingers) else { return .fingers(device.fingers) }
    return nil
  }

  /// The gestures that `rule` is made of, in order; of those only the kind and the settings count.
  func parts(of rule: GestureRule, on device: Device) -> [Kind.Part] {
    names(ofPartsOf: rule, settings(of: rule, on: device)).compactMap(part).map { part in
      let settings = settings(of: part, on: device)
      return Kind.Part(
        name: part.name, fingers: settings[CommonSettings.fingers], landWithin: settings[CommonSettings.landWithin],
        isMadeByLifting: part.kind.traits.isMadeByLifting(settings), recognizer: part.kind.make(settings))
    }
  }

  /// The names of the gestures that `rule` is made of; none for a kind that looks at touches itself.
  public func names(ofPartsOf rule: GestureRule, _ settings: Settings) -> [String] {
    guard let setting = rule.kind.partsSetting, case .gestures(let names)? = settings.values[setting.name] else {
      return []
    }
    return names
  }

  private func part(named name: String) -> GestureRule? {
    gestures.first { $0.name == name && $0.kind.fingers != nil && !$0.kind.traits.isBystander }
  }
}
