/// When contenders are ready for another attempt.
extension DevicePipeline {
  /// Recognizers tied by requirements reset together, when the last of them is done and none of their touches is down.
  mutating func resetFinished() {
    noteBusy()
    var kept = 0
    for place in engaged.indices {
      let index = engaged[place]
      if contenders[index].isDone, !busy[relations.requirements.component[index]] {
        reset(index)
      } else {
        engaged[kept] = index
        kept += 1
      }
    }
    engaged.removeLast(engaged.count - kept)
  }

  /// Offers the touches that made an attempt fail to those tied to it, as the first of a new one; unless one of these has
  /// other touches down, which are dead to it.
  mutating func startAfresh(_ allowed: Bool) {
    hasFreshStarts = false
    let wanting = engaged.filter { contenders[$0].wantsFreshStart }
    for index in wanting { contenders[index].wantsFreshStart = false }
    guard allowed else { return }
    for index in wanting where mayStartAfresh(index) {
      let component = relations.requirements.component[index]
      let tied = engaged.filter { relations.requirements.component[$0] == component }
      let landed = scopes[contenders[index].home].group.mask
      let starters = tied.filter { !scopes[contenders[$0].home].group.mask.isDisjoint(with: landed) }
      for other in tied { reset(other) }
      engaged.removeAll { tied.contains($0) && !starters.contains($0) }
      hasWinners = engaged.contains { contenders[$0].hasWon }
      for other in starters { start(other) }
      for other in starters { offer(other) }
    }
    arbitrate(mayStartAfresh: false)
  }

  /// Whether all that are tied to a contender are done, and have no touches but those that made it fail.
  private func mayStartAfresh(_ index: Int) -> Bool {
    let component = relations.requirements.component[index]
    let landed = scopes[contenders[index].home].group.mask
    return !landed.isEmpty
      && engaged.allSatisfy { other in
        relations.requirements.component[other] != component
          || contenders[other].isDone && touchesDown(other).isSubset(of: landed)
      }
  }

  /// Marks the components in which someone is not done yet, or has touches that are still down.
  private mutating func noteBusy() {
    for index in engaged { busy[relations.requirements.component[index]] = false }
    for index in engaged where isBusy(index) || !touchesDown(index).isEmpty {
      busy[relations.requirements.component[index]] = true
    }
  }

  /// Whether it takes part in an attempt that is not over; one whose fingers may land at any time waits for no one.
  private func isBusy(_ index: Int) -> Bool {
    contenders[index].isBusy && (contenders[index].isTracking || !contenders[index].landsApart)
  }

  /// The touches down that are dead to it; where others may rest on, only those that are part of it.
  private func touchesDown(_ index: Int) -> TouchMask {
    let mask = scopes[contenders[index].home].group.mask
    return contenders[index].landsApart ? mask.intersection(contenders[index].touches) : mask
  }
}
