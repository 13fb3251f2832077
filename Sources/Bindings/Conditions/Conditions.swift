import GestureCore

/// All kinds of condition, and the facts and descriptions that other targets use.
public enum Conditions {
  /// All kinds of condition. Kinds of equal `rank` are listed in this order.
  static let kinds: [any ConditionKind] = [
    DeviceMatchCondition(),
    ZoneCondition(),
    ToolCondition(),
    ModeCondition(),
    PatternCondition.app,
    PatternCondition.title,
    FlagCondition.fullscreen,
    PatternCondition.output,
    PatternCondition.workspace,
    OrientationCondition(),
    FlagCondition.tabletMode,
    ModifiersCondition(),
    FingersCondition(),
    DirectionCondition(),
    SpeedCondition(),
    NotCondition(),
  ]

  /// The title of the window. GestureCore doesn't define this fact or the next four facts.
  public static let title = Fact(ofSession: "title")
  public static let fullscreen = Fact(ofSession: "fullscreen")
  public static let workspace = Fact(ofSession: "workspace")
  public static let orientation = OrientationCondition.orientation
  public static let tabletMode = Fact(ofSession: "tablet-mode")
  /// The facts about the window under the finger or with the focus.
  public static let windowFacts: Set<Fact> = [.app, title, fullscreen, .output]

  /// The descriptions of all kinds, in the order of the manual.
  public static let descriptions: [any ConditionDescription] = sorted(kinds, for: .binding)

  public static func descriptions(in role: ConditionRole) -> [any ConditionDescription] { kinds(in: role) }

  /// The kinds of condition that `not` can contain in a role.
  public static func excludable(in role: ConditionRole) -> [any ConditionDescription] { NotCondition.kinds(in: role) }

  static func kinds(in role: ConditionRole) -> [any ConditionKind] { kindsByRole[role] ?? [] }

  private static let kindsByRole = Dictionary(
    uniqueKeysWithValues: ConditionRole.allCases.map { role in
      (role, sorted(kinds.filter { $0.roles.contains(role) }, for: role))
    })

  private static func sorted(_ kinds: [any ConditionKind], for role: ConditionRole?) -> [any ConditionKind] {
    let ranks = kinds.map { $0.rank(in: role) }
    return kinds.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { kinds[$0] }
  }

  static func kind(of fact: Fact) -> (any ConditionKind)? { kinds.first { $0.fact == fact } }

  /// The value that an unmet condition tests and, if known, the found value: `the mode media; the mode is default`.
  public static func words(_ unmet: Condition.Unmet) -> String {
    switch unmet {
    case .term(let term, let found), .excluded(let term, let found):
      kind(of: term.fact)?.words(term.test, found: found) ?? "another \(term.fact.name)"
    case .zone(let name): "touches in the zone \(name); the touch began outside the zone"
    case .device: "another device"
    }
  }

  /// All values that a condition requires or excludes, each with its key.
  public static func statements(in condition: Condition) -> [(key: String, statement: ConditionStatement)] {
    sorted(kinds, for: nil).compactMap { kind in
      kind.statement(in: condition).map { (kind.key, $0) }
    } + NotCondition.statements(in: condition)
  }
}

extension Conditions {
  /// The session facts that touch scripts can set.
  public static let sessionFacts: [Fact] = kinds.filter(\.isOfSession).compactMap(\.fact)

  public static func value(of fact: Fact, _ text: String) throws(ConditionTextError) -> Fact.Value {
    try kind(of: fact)?.value(text) ?? .text(text)
  }

  /// The names and values of the known session facts except the mode, as written in touch scripts.
  public static func known(_ context: Context) -> [(word: String, value: String)] {
    sessionFacts.filter { $0 != .mode }.compactMap { fact in
      context[fact].flatMap { text(of: fact, $0) }.map { (fact.name, $0) }
    }
  }

  public static func text(of fact: Fact, _ value: Fact.Value) -> String? { kind(of: fact)?.text(of: value) }
}
