import GestureCore

extension CheckContext {
  /// Reports circles of gestures that would wait for one another.
  func checkCircles() { for circle in RequirementCycles(references) { report(circle) } }

  /// Reports a circle at the relation between its first two gestures.
  private func report(_ circle: [Int]) {
    let path = circle.fromSmallest
    guard let first = path.first else { return }
    let next = path.count > 1 ? path[1] : first
    let names = Circle(path.map { rule($0).name })
    let consequence =
      path.count == 1 ? "the gesture would wait for itself" : "these gestures would wait for one another"
    let own = rule(first).relations.requireToFail.contains { $0.reference.names(rule(next)) }
    let key = own ? RelationKey.requireToFail : .requiredToFailBy
    let section = gestures[own ? first : next]
    problems.error(
      at: section.relations.ranges[key] ?? section.header, "`\(key.rawValue)` is circular: \(names); \(consequence)",
      fix: names.fix)
  }
}
