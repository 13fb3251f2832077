/// Who only looks on is told what is still possible on its touches.
extension DevicePipeline {
  /// What a contender reports now.
  func values(of index: Int) -> GestureValues {
    var values = recognizers[index].values(scopes[contenders[index].scope].group)
    if contenders[index].isBystander { values.hints = possible(from: index).map { contenders[$0].gesture } }
    return values
  }

  /// Whether anything is possible on the touches of a bystander.
  func hasSomethingToSee(_ index: Int) -> Bool { engaged.contains { isPossible($0, from: index) } }

  /// After all steps of an instant: tells bystanders that have begun of what is possible now, if that is no longer what
  /// they know. With nothing left they are over.
  mutating func showBystanders() {
    for index in engaged where contenders[index].isBystander && contenders[index].phase == .active {
      guard !isUpToDate(index) else { continue }
      if hasSomethingToSee(index) { emit(index, .changed) } else { end(index) }
    }
  }

  /// Whether the gestures it was last told of are those that are possible, without making a list of these.
  private func isUpToDate(_ index: Int) -> Bool {
    var place = 0
    let known = contenders[index].values.hints
    for other in engaged where isPossible(other, from: index) {
      guard place < known.count, known[place] == contenders[other].gesture else { return false }
      place += 1
    }
    return place == known.count
  }

  private func possible(from index: Int) -> [Int] { engaged.filter { isPossible($0, from: index) } }

  /// Whether a gesture may still be made of the touches that a bystander looks at, as far as its fingers and the session
  /// tell.
  private func isPossible(_ other: Int, from index: Int) -> Bool {
    guard contenders[other].isUndecided, contenders[other].isTracking, !contenders[other].isBystander,
      contenders[other].shares(contenders[index])
    else { return false }
    guard let condition = beginConditions[other] else { return true }
    let scope = scopes[contenders[other].scope]
    return condition.mayHold(in: context, tool: scope.tool, fingers: scope.group.count)
  }
}
