/// Watches the arbiter for gestures that only look on: which gestures are possible on the touches of a hint, and when that
/// has changed.
///
/// A hint is a contender with one exception, which is this type: it takes nothing from other gestures, and as soon as one
/// of them wins a touch it looks at, or none is possible any more, it is over. Hints come last in the device's order.
struct HintObserver: Sendable {
  /// From here on the device's contenders are hints.
  private let first: ContenderID
  private let beginConditions: [DeviceCondition?]

  init(_ plan: PipelinePlan) {
    first = plan.firstHint
    beginConditions = plan.beginConditions
  }

  /// Whether the contender is a hint.
  func isHint(_ id: ContenderID) -> Bool { id >= first }

  /// What happens to `other`, which shares a touch, when `winner` begins or is recognized; nil if neither is a hint.
  func impact(of winner: ContenderID, on other: ContenderID) -> RelationTable.Impact? {
    if isHint(winner) { return RelationTable.Impact.none }
    return isHint(other) ? .ends : nil
  }

  /// The gestures that are possible on the touches of a hint.
  func possible(
    for hint: ContenderID, _ contenders: Contenders, _ router: TouchRouter
  ) -> [GestureID] {
    contenders.engaged.filter { isPossible($0, for: hint, contenders, router) }.map { contenders[$0].gesture }
  }

  /// Whether any gesture is possible on the touches of a hint.
  func hasSomethingToShow(
    _ hint: ContenderID, _ contenders: Contenders, _ router: TouchRouter
  ) -> Bool {
    contenders.engaged.contains { isPossible($0, for: hint, contenders, router) }
  }

  /// Whether a hint has last shown exactly the gestures that are possible; allocates no list.
  func isUpToDate(
    _ hint: ContenderID, _ contenders: Contenders, _ router: TouchRouter
  ) -> Bool {
    var count = 0
    let shown = contenders.values[hint].hints
    for id in contenders.engaged where isPossible(id, for: hint, contenders, router) {
      guard count < shown.count, shown[count] == contenders[id].gesture else { return false }
      count += 1
    }
    return count == shown.count
  }

  /// Whether a gesture may still be made of the touches of a hint, as far as its fingers and the session tell.
  private func isPossible(
    _ id: ContenderID, for hint: ContenderID, _ contenders: Contenders, _ router: TouchRouter
  ) -> Bool {
    guard contenders[id].isUndecided, contenders[id].isTracking, !isHint(id),
      contenders[id].shares(contenders[hint])
    else { return false }
    guard let condition = beginConditions[id] else { return true }
    return router.mayHold(condition, in: contenders[id].scope)
  }
}
