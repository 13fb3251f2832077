/// When contenders are ready for another attempt.
extension DevicePipeline {
  /// Recognizers tied by requirements reset together, when the last of them is done and none of their touches is down.
  mutating func resetFinished() {
    noteBusy(alsoTouched: true)
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

  /// Offers the touches that made attempts fail to whoever is done with the attempt, as the first of a new one.
  mutating func startAfresh(_ allowed: Bool) {
    hasFreshStarts = false
    noteBusy(alsoTouched: false)
    var wanted: Set<Int> = []
    for index in engaged where contenders[index].wantsFreshStart {
      wanted.insert(relations.requirements.component[index])
      contenders[index].wantsFreshStart = false
    }
    guard allowed else { return }
    let starters = engaged.filter { index in
      let component = relations.requirements.component[index]
      return wanted.contains(component) && !busy[component] && contenders[index].isDone
        && scopes[contenders[index].home].group.count > 0
    }
    for index in starters { reset(index) }
    for index in starters { start(index) }
    for index in starters { offer(index) }
    arbitrate(mayStartAfresh: false)
  }

  /// Marks the components in which someone is not done yet, or has touches that are still down.
  private mutating func noteBusy(alsoTouched: Bool) {
    for index in engaged { busy[relations.requirements.component[index]] = false }
    for index in engaged where isBusy(index) || alsoTouched && hasTouchesDown(index) {
      busy[relations.requirements.component[index]] = true
    }
  }

  /// Whether it takes part in an attempt that is not over; one whose fingers may land at any time waits for no one.
  private func isBusy(_ index: Int) -> Bool {
    contenders[index].isBusy && (contenders[index].isTracking || !contenders[index].landsApart)
  }

  /// Whether touches that are dead to it, or that are part of it where others may rest on, are down.
  private func hasTouchesDown(_ index: Int) -> Bool {
    let group = scopes[contenders[index].home].group
    guard contenders[index].landsApart else { return group.count > 0 }
    return !contenders[index].touches.isDisjoint(with: group.mask)
  }
}
