import GestureCore

// Conditions as they are written
extension Wording {
  static func unknownConditionKey(_ name: String, _ place: ConditionPlace) -> Wording {
    let keys = place.keys.map(\.rawValue)
    let meant = Nearest.name(to: name, among: keys)
    return Wording(
      "unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "`\(place.key)` has the keys \(keys.listed("and"))")
  }

  static func emptyName(_ key: String) -> Wording { Wording("`\(key)` is empty", fix: "give it a name, or remove it") }

  static func emptyChoice(_ key: String, _ names: [String]) -> Wording {
    Wording("`\(key)` is empty", fix: "it may be \(names.listed("or"))")
  }

  static func unknownChoice(_ key: String, _ found: String, _ names: [String]) -> Wording {
    let meant = Nearest.name(to: found, among: names)
    return Wording(
      "`\(key)` can't be \(found.quoted)", fix: meant.map(didYouMean) ?? "it may be \(names.listed("or"))")
  }
}

// Conditions that never hold
extension Wording {
  /// Of facts that nothing tells the daemon.
  static func neverHolds(_ key: UntoldFact, _ place: ConditionPlace) -> Wording {
    Wording("`\(key.rawValue)` never holds: \(key.gap); \(place.loss)", fix: "remove it")
  }

  static func neverHolds(
    _ key: ConditionKey, for rule: GestureRule, _ reason: FutileConditions.Reason, _ place: ConditionPlace
  ) -> Wording {
    Wording(
      "`\(key.rawValue)` never holds: \(reason.sentence(rule)); \(place.loss)", fix: "change it, or remove it")
  }
}

extension ConditionPlace {
  /// What comes of a condition that never holds.
  fileprivate var loss: String {
    switch self {
    case .receive: "this gesture sees no touch"
    case .beginIf: "this gesture never fires"
    case .requirement: "this requirement is never asked for"
    case .binding: "this binding is never chosen"
    }
  }
}

extension FutileConditions.Reason {
  fileprivate func sentence(_ rule: GestureRule) -> String {
    let name = rule.name.quoted
    switch self {
    case .fingers(let range):
      let count = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      return "\(name) has \(count) \(range == 1...1 ? "finger" : "fingers")"
    case .deviceClasses(let classes):
      return "\(name) is only made on \(classes.map { "\($0.rawValue)s" }.listed("and"))"
    case .placeless: return "\(name) is made on touchpads, of which libinput reports no places"
    case .zoneElsewhere: return "\(name) is made on other devices than those that have this zone"
    case .modes(let modes):
      return "\(name) is only looked for in the \(modes.count == 1 ? "mode" : "modes") "
        + modes.sorted().map(\.quoted).listed("and")
    case .directions(let directions):
      let names = Direction.allCases.filter(directions.contains).map(\.rawValue)
      if names.isEmpty { return "\(name), \(rule.kind.withArticle), has no direction" }
      return "\(name) \(rule.kind.isDiscrete ? "only goes" : "begins by going") \(names.listed("or"))"
    }
  }
}

extension UntoldFact {
  /// Why the daemon does not know it.
  fileprivate var gap: String {
    switch self {
    case .app: "nothing tells the daemon yet which application is in front"
    case .output: "nothing tells the daemon yet which output has the focus"
    case .modifiers: "nothing tells the daemon yet which keys are held down"
    }
  }
}

// Modes
extension Wording {
  static func unreachedMode(_ name: String, meant: String?) -> Wording {
    Wording(
      "nothing goes to the mode \(name.quoted)",
      fix: meant.map(didYouMean) ?? "let an action go there: `run = { mode = \(name.quoted) }`")
  }

  static func unusedMode(_ name: String, meant: String?) -> Wording {
    Wording(
      "no gesture and no binding is made for the mode \(name.quoted)",
      fix: meant.map(didYouMean)
        ?? "name it in `receive = { mode = … }` of a gesture, or in `when = { mode = … }` of a `[[binding]]`")
  }

  static func trap(_ name: String) -> Wording {
    Wording(
      "nothing leads out of the mode \(name.quoted)",
      fix: "let a gesture that is looked for there go back: `run = { mode = \(Context.standardMode.quoted) }`")
  }

  static func strangers(_ name: String, _ other: String, _ key: RelationKey) -> Wording {
    Wording(
      "`\(key.rawValue)` has no effect: \(name.quoted) and \(other.quoted) are never looked for in the same mode",
      fix: "remove it")
  }
}
