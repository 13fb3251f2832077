/// A gesture that has begun and the touches it began with, while fingers that it cannot have are down too.
struct ApartTouches: Sendable {
  let contender: Int
  var group: TouchGroup
  /// Whether this step was about one of its touches.
  var isConcerned = false
}

/// A finger beyond the range of a gesture that has begun is ignored: from its landing on the gesture looks at its own
/// touches only, until it is over.
extension DevicePipeline {
  func isApart(_ index: Int) -> Bool { apart.contains { $0.contender == index } }

  /// What a contender sees.
  func touches(of index: Int) -> TouchGroup { apart.first { $0.contender == index }?.group ?? group }

  /// Whether a contender has anything to see in this step.
  func isConcerned(_ index: Int) -> Bool { apart.first { $0.contender == index }?.isConcerned ?? true }

  /// Before `landed` touches land: gestures that cannot have them part from the rest.
  mutating func setApart(landing landed: Int) {
    guard group.count > 0 else { return }
    for index in contenders.indices where contenders[index].phase == .active && !isApart(index) {
      guard group.count + landed > contenders[index].fingers.upperBound else { continue }
      apart.append(ApartTouches(contender: index, group: group))
    }
  }

  mutating func moveApart(_ moved: Refill<TouchTracker.Motion>) {
    for place in apart.indices {
      let mask = apart[place].group.mask
      apart[place].isConcerned = moved.indices.contains { !moved[$0].bit.isDisjoint(with: mask) }
      // A group passes over touches that are not its own.
      if apart[place].isConcerned { apart[place].group.move(moved, at: now, isWatched: true) }
    }
  }

  mutating func liftApart(_ lifted: [Touch]) {
    for place in apart.indices {
      let own = own(of: lifted, at: place)
      if !own.isEmpty { apart[place].group.lift(own, at: now) }
    }
  }

  mutating func settleApart() {
    for place in apart.indices where apart[place].isConcerned { apart[place].group.settle() }
  }

  private mutating func own(of touches: [Touch], at place: Int) -> [Touch] {
    let mask = apart[place].group.mask
    let own = touches.filter { !$0.bit.isDisjoint(with: mask) }
    apart[place].isConcerned = !own.isEmpty
    return own
  }
}
