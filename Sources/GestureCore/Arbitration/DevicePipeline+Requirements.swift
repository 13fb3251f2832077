/// Failure requirements: who is held, until when, and what becomes of it then.
extension DevicePipeline {
  /// Looks at the requirements of a contender that has seen its gesture.
  mutating func settle(_ index: Int, finished: Bool) {
    switch verdict(on: index) {
    case .go: succeed(index, finished: finished)
    case .fail(let cause): fail(index, cause)
    case .wait(let requirement):
      if contenders[index].phase != .held(.requirements, finished: finished) {
        enter(index, .held(.requirements, finished: finished))
        report(index, .held(by: contenders[requirement].gesture))
      }
    }
  }

  private enum Verdict {
    case go
    case wait(for: Int)
    case fail(Decision.Cause)
  }

  private func verdict(on index: Int) -> Verdict {
    var waitsFor: Int?
    for need in relations.requirements.needs[index] where need.gate.map({ isOpen[$0] }) ?? true {
      let requirement = need.place
      guard contenders[requirement].shares(contenders[index]) else { continue }
      let other = contenders[requirement].gesture
      switch contenders[requirement].phase {
      case .idle: break
      case .possible, .held: waitsFor = waitsFor ?? requirement
      case .active, .done(.succeeded): return .fail(.requirementRecognized(other))
      case .done(.failed): break
      }
    }
    return waitsFor.map { .wait(for: $0) } ?? .go
  }

  /// The requirements of a contender that count in its attempt and are still undecided on a touch they share.
  func opponents(of index: Int) -> [Int] {
    relations.requirements.needs[index].filter { need in
      (need.gate.map { isOpen[$0] } ?? true) && contenders[need.place].isUndecided
        && contenders[need.place].shares(contenders[index])
    }.map(\.place)
  }

  /// Looks again at all held ones, each time from the first on, until nothing changes any more.
  mutating func release() {
    repeat {
      for index in engaged {
        guard case .held(.requirements, _) = contenders[index].phase else { continue }
        if case .fail(let cause) = verdict(on: index) { fail(index, cause) }
      }
    } while releaseFirst()
  }

  /// Settles the first of those that need not wait any more, if there is one.
  private mutating func releaseFirst() -> Bool {
    guard heldCount > 0, let earliest = engaged.first(where: isFree) else { return false }
    var first = nearestFree(from: earliest)
    for _ in engaged where relations.canBeOutranked(first) {
      guard let stronger = engaged.first(where: { relations.outranks($0, first) && isFree($0) }) else { break }
      first = stronger
    }
    guard case .held(let wait, let finished) = contenders[first].phase else { return false }
    if wait == .fingers { contenders[first].recognized = now }
    settle(first, finished: finished)
    return true
  }

  /// Whether it is held, but need not be any more.
  private func isFree(_ index: Int) -> Bool {
    switch contenders[index].phase {
    case .held(.fingers, _): return landingEnds(for: index) == nil
    case .held(.requirements, _):
      if case .go = verdict(on: index) { return true }
      return false
    case .idle, .possible, .active, .done: return false
    }
  }

  /// The nearest of those with a distance that are free, where the earliest has one.
  private func nearestFree(from earliest: Int) -> Int {
    var nearest = earliest
    guard contenders[earliest].distance != nil else { return earliest }
    for index in engaged where isNearer(index, than: nearest) && isFree(index) { nearest = index }
    return nearest
  }
}
