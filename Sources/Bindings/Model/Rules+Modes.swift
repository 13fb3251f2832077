import GestureCore

extension Rules {
  /// The mode to be in when these rules take the place of others in `mode`: the same if they know it.
  public func modeStaying(after mode: String) -> String { modes.contains(mode) ? mode : Context.standardMode }

  /// Every mode that an action goes to or a condition asks for, and the standard one.
  public var modes: Set<String> {
    let effects = bindings.flatMap(\.actions).flatMap(\.effects)
    let conditions =
      bindings.map(\.when) + ruleSet.gestures.flatMap { [$0.receive, $0.beginIf] }
      + ruleSet.gestures.flatMap { ($0.relations.requireToFail + $0.relations.requiredToFailBy).map(\.condition) }
    return conditions.reduce(into: Set(effects.compactMap(\.mode) + [Context.standardMode])) {
      $0.formUnion($1.modes ?? [])
    }
  }
}
