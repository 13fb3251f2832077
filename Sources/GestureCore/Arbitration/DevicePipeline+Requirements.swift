/// Failure requirements: who is held, until when, and what becomes of it then.
extension DevicePipeline {
  /// Looks at the requirements of a contender that has seen its gesture.
  mutating func settle(_ index: Int, finished: Bool) {
    switch verdict(on: index) {
    case .go: succeed(index, finished: finished)
    case .fail(let cause, let winner): fail(index, cause, winner: winner)
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
    case fail(Decision.Cause, winner: Int?)
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
      case .active, .done(.succeeded): return .fail(.requirementRecognized(other), winner: requirement)
      case .done(.failed(winner: let winner?)) where excludes(winner, index):
        return .fail(.fellWith(other, winner: contenders[winner].gesture), winner: winner)
      case .done(.failed): break
      }
    }
    return waitsFor.map { .wait(for: $0) } ?? .go
  }

  /// Looks again at all held ones until nothing changes any more, in order.
  mutating func release() {
    var before: Int
    repeat {
      before = heldCount
      for index in engaged {
        while let stronger = strongerReleased(than: index) { reconsider(stronger) }
        reconsider(index)
      }
    } while heldCount > 0 && heldCount < before
  }

  private mutating func reconsider(_ index: Int) {
    guard case .held(let wait, let finished) = contenders[index].phase else { return }
    if wait == .fingers {
      guard landingEnds(for: index) == nil else { return }
      contenders[index].recognized = now
    }
    settle(index, finished: finished)
  }

  /// One that is released at the same instant and goes before `index`, and that nobody goes before: a tap of more taps.
  private func strongerReleased(than index: Int) -> Int? {
    guard relations.canBeOutranked(index), case .held = contenders[index].phase else { return nil }
    return engaged.first { other in
      guard relations.outranks(other, index), case .held(let wait, _) = contenders[other].phase,
        wait == .requirements || landingEnds(for: other) == nil
      else { return false }
      if case .go = verdict(on: other) { return strongerReleased(than: other) == nil }
      return false
    }
  }
}
