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
    for requirement in relations.requirements[index] {
      let other = contenders[requirement].gesture
      switch contenders[requirement].phase {
      case .idle: break
      case .possible, .held: waitsFor = waitsFor ?? requirement
      case .active, .done(.succeeded): return .fail(.requirementRecognized(other), winner: requirement)
      case .done(.failed(winner: let winner?)) where !mayRunBeside(index, winner):
        return .fail(.fellWith(other, winner: contenders[winner].gesture), winner: winner)
      case .done(.failed): break
      }
    }
    return waitsFor.map { .wait(for: $0) } ?? .go
  }

  /// Whether nothing keeps `index` from succeeding beside `winner`.
  func mayRunBeside(_ index: Int, _ winner: Int) -> Bool {
    contenders[index].touches.isDisjoint(with: contenders[winner].touches)
      || relations.areSimultaneous(index, winner)
      || contenders[index].kind == contenders[winner].kind
        && contenders[index].precedence > contenders[winner].precedence
  }

  /// Looks again at all held ones until nothing changes any more, in order.
  mutating func release() {
    var before: Int
    repeat {
      before = heldCount
      for index in contenders.indices {
        while let stronger = strongerReleased(than: index) { reconsider(stronger) }
        reconsider(index)
      }
    } while heldCount > 0 && heldCount < before
  }

  private mutating func reconsider(_ index: Int) {
    guard case .held(let wait, let finished) = contenders[index].phase else { return }
    if wait == .fingers {
      guard landingEnds == nil else { return }
      contenders[index].recognized = now
    }
    settle(index, finished: finished)
  }

  /// One of the same kind that is released at the same instant and goes before `index`: a tap of more taps.
  private func strongerReleased(than index: Int) -> Int? {
    guard contenders[index].precedence > 0, case .held = contenders[index].phase else { return nil }
    return contenders.indices.first { other in
      guard case .held(let wait, _) = contenders[other].phase, contenders[other].kind == contenders[index].kind,
        contenders[other].precedence > contenders[index].precedence, wait == .requirements || landingEnds == nil
      else { return false }
      if case .go = verdict(on: other) { return strongerReleased(than: other) == nil }
      return false
    }
  }
}
