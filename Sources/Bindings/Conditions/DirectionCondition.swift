import GestureCore

/// `direction = "left"`: the direction in which a gesture has gone when it is about to begin.
struct DirectionCondition: ConditionKind {
  private static let names = Direction.allCases.map(\.rawValue)

  let key = "direction"
  let summary = "The direction of the movement."
  var manual: (value: String, text: String) {
    (
      value: "\"left\", or a list",
      text: "The direction of the movement: \(Self.names.map { "`\($0)`" }.listed("or"))."
    )
  }
  let form = ConditionForm.choices(Self.names)
  let places: Set<ConditionPlace> = [.beginIf, .binding]
  let fact: Fact? = .direction

  /// Lists name the direction after conditions with a single text.
  func rank(in place: ConditionPlace?) -> Int { 1 }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let names = reader.choices(key, among: Self.names, example: "left") else { return }
    section.condition.directions = Set(names.compactMap(Direction.init(rawValue:)))
  }

  func futility(of asked: Condition, in place: ConditionPlace, for gesture: Int, _ book: CheckContext) -> String? {
    let rule = book.rule(gesture)
    let kind = rule.kind
    guard let directions = asked.directions else { return nil }
    var own: Set<Direction> = []
    for deviceClass in book.classes(of: gesture) {
      let settings = book.settings(of: gesture, on: deviceClass)
      guard
        kind.reports.contains(.direction) || kind.reports.contains(.translation) && kind.traits.travel(settings) != nil
      else { continue }
      guard let some = kind.traits.directions(settings) else { return nil }
      own.formUnion(some)
    }
    // A gesture that is held until others have failed may have turned by then.
    if !kind.reports.contains(.direction), !own.isEmpty, waits(gesture, book) { return nil }
    guard own.isDisjoint(with: directions) else { return nil }
    let names = Direction.allCases.filter(own.contains).map(\.rawValue)
    if names.isEmpty { return "\(rule.name.quoted), \(kind.withArticle), has no direction" }
    return "\(rule.name.quoted) \(kind.isDiscrete ? "only goes" : "begins with a movement") \(names.listed("or"))"
  }

  private func waits(_ gesture: Int, _ book: CheckContext) -> Bool {
    !book.references.requirements(of: gesture).isEmpty
      || book.rule(gesture).kind.traits.yieldsToEdges
        && book.gestures.indices.contains { other in
          DeviceClass.allCases.contains { book.hasTerritory(other, on: $0) }
        }
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition.directions.map { directions in
      .texts(Direction.allCases.filter(directions.contains).map(\.rawValue))
    }
  }
}
