import GestureCore

/// Who shares touches, who lets whom go on, who waits for whom.
extension Oracle {
  /// What the requirements of a gesture say about it now.
  enum Answer {
    case go
    case wait
    case fail
  }

  func share(_ a: Int, _ b: Int) -> Bool {
    gestures[a].parts & gestures[b].parts != 0
  }

  func requirements(of index: Int) -> Answer {
    var answer = Answer.go
    for (number, wait) in law.waits[index].enumerated() {
      guard gestures[index].waits & (1 << UInt32(number)) != 0 else { continue }
      guard share(index, wait.on) else { continue }
      if wait.isForEdges, !isBornAtEdge(index, of: wait.on) { continue }
      switch gestures[wait.on].phase {
      case .idle, .failed: continue
      case .undecided: answer = .wait
      case .begun, .won: return .fail
      }
    }
    return answer
  }

  /// Whether a touch of the gesture landed where the fingers of the edge gesture must.
  private func isBornAtEdge(_ index: Int, of edge: Int) -> Bool {
    fingers.indices.contains { slot in
      guard gestures[index].shown & (1 << slot) != 0, let finger = fingers[slot] else { return false }
      return finger.start.x < law.actors[edge].plan.band
    }
  }

  /// It begins or is recognized, and excludes at once.
  mutating func win(_ index: Int) {
    let isDiscrete = law.actors[index].plan.isDiscrete
    gestures[index].isHeld = false
    gestures[index].phase = isDiscrete ? .won : .begun
    say(index, isDiscrete ? .recognized : .began)
    for other in law.order where other != index && share(index, other) {
      switch (gestures[other].phase, law.verdicts[index][other]) {
      case (.undecided, .excludes), (.undecided, .prevents): gestures[other].phase = .failed
      case (.begun, .prevents): finish(other, .cancelled)
      case (.undecided, .goesOn), (.begun, .goesOn), (.begun, .excludes): break
      case (.idle, _), (.won, _), (.failed, _): break
      }
    }
    if gestures[index].hasSeenEnd, gestures[index].phase == .begun { finish(index, .ended) }
  }

  /// Held gestures, and those that wait for fingers, are looked at again until nothing changes any more.
  mutating func lookAgain() {
    var changed = true
    while changed {
      changed = false
      for index in law.order where gestures[index].phase == .undecided && gestures[index].isHeld {
        if case .fail = requirements(of: index) {
          gestures[index].phase = .failed
          changed = true
        }
      }
      let free = law.order.filter { index in
        guard gestures[index].phase == .undecided else { return false }
        if gestures[index].isAwaiting { return awaitsFingers(index) == nil }
        guard gestures[index].isHeld, case .go = requirements(of: index) else { return false }
        return true
      }
      guard let index = first(of: free) else { continue }
      attempt(index)
      changed = true
    }
  }
}
