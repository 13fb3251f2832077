import GestureCore

/// `not = { app = "steam_app_*" }`: conditions that must all be false. If a fact isn't known, `not` isn't met.
struct NotCondition: ConditionKind {
  static let key = "not"

  var key: String { Self.key }
  let summary = "Conditions that must all be false."
  let manual = (
    value: "{ app = \"steam_app_*\" }",
    text:
      "All of these conditions are false. `not` can contain every condition in this list except `device`, `zone` and `not`. A condition on a fact that is not known is not met, and a `not` with such a condition is not met either."
  )
  let form = ConditionForm.conditions

  func rank(in role: ConditionRole?) -> Int { 2 }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let entry = reader.readEntry(key),
      var inner = TableReader(entry, example: "\(key) = { app = \"steam_app_*\" }", reader.problems)
    else { return }
    var unwanted = ConditionSection(section.role)
    let kinds = Self.kinds(in: section.role)
    for kind in kinds { kind.read(&inner, into: &unwanted) }
    let keys = kinds.map(\.key)
    for unknown in inner.unreadEntries.map(\.key) {
      reader.problems.error(
        at: unknown.range, "`\(key)` can't have the key \(unknown.name.quoted)",
        fix: didYouMean(unknown.name, among: keys) ?? "`\(key)` can have the keys \(keys.listed("and"))")
    }
    for term in unwanted.condition.terms { section.condition.exclude(term.fact, term.test) }
  }

  static func kinds(in role: ConditionRole) -> [any ConditionKind] {
    Conditions.kinds(in: role).filter { $0.fact != nil }
  }

  func statement(in condition: Condition) -> ConditionStatement? { nil }

  /// The values that a condition excludes, each with its key, such as `not.app` or `not-in`.
  static func statements(in condition: Condition) -> [(key: String, statement: ConditionStatement)] {
    condition.exclusions.compactMap { exclusion in
      var unwanted = Condition()
      unwanted[exclusion.term.fact] = exclusion.term.test
      guard let kind = Conditions.kind(of: exclusion.term.fact), let statement = kind.statement(in: unwanted) else {
        return nil
      }
      return (exclusion.acceptsUnknown ? ExcludedApps.key : "\(key).\(kind.key)", statement)
    }
  }
}
