/// Hints are contenders that only observe. A hint shows the gestures that are possible on its touches, and takes no
/// touch. It ends when a gesture succeeds on one of these touches, when no gesture is possible, or at the lift.
extension Contenders {
  func isHint(_ id: ContenderID) -> Bool { id >= firstHint }

  func gesturesPossible(for hint: ContenderID) -> [GestureID] {
    engaged.filter { isPossible($0, for: hint) }.map { self[$0].gesture }
  }

  func hasSomethingToShow(_ hint: ContenderID) -> Bool { engaged.contains { isPossible($0, for: hint) } }

  /// Updates each begun hint whose possible gestures have changed. Ends the hint if no gesture is possible any more.
  mutating func refreshHints() {
    for id in engaged where isHint(id) && self[id].phase == .active && !isUpToDate(id) {
      if hasSomethingToShow(id) { emit(id, .changed) } else { end(id) }
    }
  }

  /// Whether a hint shows exactly the gestures that are possible now. Allocates no list.
  private func isUpToDate(_ hint: ContenderID) -> Bool {
    var count = 0
    let shown = values[hint].hints
    for id in engaged where isPossible(id, for: hint) {
      guard count < shown.count, shown[count] == self[id].gesture else { return false }
      count += 1
    }
    return count == shown.count
  }

  /// Whether the gesture is possible on a touch of the hint.
  private func isPossible(_ id: ContenderID, for hint: ContenderID) -> Bool {
    self[id].isUndecided && self[id].isTracking && !isHint(id) && self[id].shares(self[hint]) && canStillBegin(id)
  }
}
