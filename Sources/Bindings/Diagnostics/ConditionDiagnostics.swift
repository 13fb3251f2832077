import GestureCore

// Conditions as they are written
extension DiagnosticText {
  static func unknownConditionKey(_ name: String, _ place: ConditionPlace) -> DiagnosticText {
    let keys = Conditions.kinds(in: place).map(\.key)
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: keys) ?? "`\(place.key)` has the keys \(keys.listed("and"))")
  }

  static func unknownExcludedKey(_ name: String, _ keys: [String]) -> DiagnosticText {
    return DiagnosticText(
      "`\(NotCondition.key)` can't have the key \(name.quoted)",
      fix: didYouMean(name, among: keys) ?? "it may have \(keys.listed("and"))")
  }

  static func emptyName(_ key: String) -> DiagnosticText {
    DiagnosticText("`\(key)` is empty", fix: "give it a name, or remove it")
  }

  static func emptyChoice(_ key: String, _ names: [String]) -> DiagnosticText {
    DiagnosticText("`\(key)` is empty", fix: "it may be \(names.listed("or"))")
  }

  static func badSpeed(_ found: String) -> DiagnosticText {
    DiagnosticText("\(found.quoted) is not a speed", fix: "it may be \(SpeedCondition.forms)")
  }

  static func unknownChoice(_ key: String, _ found: String, _ names: [String]) -> DiagnosticText {
    return DiagnosticText(
      "`\(key)` can't be \(found.quoted)", fix: didYouMean(found, among: names) ?? "it may be \(names.listed("or"))")
  }
}

// Conditions that never hold
extension DiagnosticText {
  /// A condition that contradicts its gesture.
  static func neverHolds(_ key: String, for reason: String, _ place: ConditionPlace) -> DiagnosticText {
    DiagnosticText("`\(key)` is never true: \(reason); \(place.loss)", fix: "change it, or remove it")
  }
}

extension ConditionPlace {
  /// The consequence of a condition that never holds.
  fileprivate var loss: String {
    switch self {
    case .receive: "this gesture never gets a touch"
    case .beginIf: "this gesture never fires"
    case .requirement: "this requirement never applies"
    case .binding: "this binding is never used"
    case .scroll: "this section never applies"
    }
  }
}

// Modes
extension DiagnosticText {
  static func unreachedMode(_ name: String, among names: [String]) -> DiagnosticText {
    DiagnosticText(
      "no action switches to the mode \(name.quoted)",
      fix: didYouMean(name, among: names) ?? "add an action that does: `run = { mode = \(name.quoted) }`")
  }

  static func unusedMode(_ name: String, among names: [String]) -> DiagnosticText {
    DiagnosticText(
      "no gesture and no binding uses the mode \(name.quoted)",
      fix: didYouMean(name, among: names)
        ?? "name it in `receive = { mode = … }` of a gesture, or in `when = { mode = … }` of a `[[binding]]`")
  }

  static func trap(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "no action leaves the mode \(name.quoted)",
      fix: "give a gesture that works in this mode the action `run = { mode = \(Context.standardMode.quoted) }`")
  }

  static func strangers(_ name: String, _ other: String, _ key: RelationKey) -> DiagnosticText {
    DiagnosticText(
      "`\(key.rawValue)` has no effect: \(name.quoted) and \(other.quoted) never work in the same mode",
      fix: "remove it")
  }
}
