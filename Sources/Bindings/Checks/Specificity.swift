import GestureCore

// How conditions compare.
extension Condition {
  /// Whether it holds whenever `other` does, as far as what they state tells.
  func holds(whenever other: Condition) -> Bool {
    (device == .any || device == other.device) && (zone == nil || zone == other.zone)
      && (tool == nil || tool == other.tool) && (app == nil || app == other.app)
      && (output == nil || output == other.output) && (modifiers == nil || modifiers == other.modifiers)
      && Self.covers(modes, other.modes) && Self.covers(directions, other.directions)
      && (fingers.map { own in other.fingers.map(own.includes) ?? false } ?? true)
  }

  private static func covers<Element>(_ own: Set<Element>?, _ other: Set<Element>?) -> Bool {
    own.map { own in other?.isSubset(of: own) ?? false } ?? true
  }
}

extension GestureRule {
  /// The modes it can fire in; nil for all.
  var modes: Set<String>? {
    guard let first = receive.modes, let second = beginIf.modes else { return receive.modes ?? beginIf.modes }
    return first.intersection(second)
  }

  /// Whether there is a mode in which touches reach both.
  func meets(_ other: GestureRule) -> Bool {
    guard let own = receive.modes, let modes = other.receive.modes else { return true }
    return !own.isDisjoint(with: modes)
  }
}
