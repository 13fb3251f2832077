import GestureCore

/// `direction = "left"`: the direction of the movement when a gesture begins or is recognized.
struct DirectionCondition: ConditionKind {
  private static let names = Direction.allCases.map(\.rawValue)

  let key = "direction"
  let summary = "The direction of the movement."
  var manual: (value: String, text: String) {
    (
      value: "\"left\", or a list", text: "The direction of the movement: \(Self.names.map { "`\($0)`" }.listed("or"))."
    )
  }
  let form = ConditionForm.choices(Self.names)
  let roles: Set<ConditionRole> = [.beginIf, .binding]
  let fact: Fact? = .direction

  /// In `Conditions.statements` (`role` is nil), the direction comes after conditions such as `app`.
  func rank(in role: ConditionRole?) -> Int { 1 }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let names = reader.choices(key, among: Self.names, example: "left") else { return }
    section.condition.directions = Set(names.compactMap(Direction.init(rawValue:)))
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    let rule = context.rule(gesture)
    let kind = rule.kind
    guard let directions = asked.directions else { return nil }
    var own: Set<Direction> = []
    for deviceClass in context.classes(of: gesture) {
      let settings = context.settings(of: gesture, on: deviceClass)
      guard
        kind.reports.contains(.direction) || kind.reports.contains(.translation) && kind.traits.travel(settings) != nil
      else { continue }
      guard let some = kind.traits.directions(settings) else { return nil }
      own.formUnion(some)
    }
    // While a gesture waits for other gestures, its fingers may move in another direction.
    if !kind.reports.contains(.direction), !own.isEmpty, waits(gesture, context) { return nil }
    guard own.isDisjoint(with: directions) else { return nil }
    let names = Direction.allCases.filter(own.contains).map(\.rawValue)
    if names.isEmpty { return "\(rule.name.quoted), \(kind.withArticle), has no direction" }
    return "\(rule.name.quoted) \(kind.isDiscrete ? "moves only" : "begins with a movement") \(names.listed("or"))"
  }

  private func waits(_ gesture: Int, _ context: CheckContext) -> Bool {
    !context.references.requirements(of: gesture).isEmpty
      || context.rule(gesture).kind.traits.yieldsToEdges
        && context.gestures.indices.contains { other in
          DeviceClass.allCases.contains { context.hasTerritory(other, on: $0) }
        }
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition.directions.map { directions in
      .texts(Direction.allCases.filter(directions.contains).map(\.rawValue))
    }
  }
}
