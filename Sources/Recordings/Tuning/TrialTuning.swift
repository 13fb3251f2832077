import GestureCore

// How thresholds have to be for one attempt. Looser is not always better: a swipe that may be short is judged by its first
// millimetre, which hardly ever goes straight. So an attempt is brought through by what makes it fail, one threshold after
// another, and only where that leads nowhere by loosening them all.
extension SoloGesture {
  /// Whether an attempt can be recognized.
  enum Admission {
    /// With these thresholds it is.
    case admitted(ThresholdValues)
    /// Whatever they are it is not; this is what became of it when nothing was left to loosen.
    case hopeless(Outcome)
  }

  /// Thresholds with which the attempt is recognized: `start`, or what is in force, loosened as little as can be.
  func admission(of trial: Trial, from start: ThresholdValues = [:]) -> Admission {
    let now = values(on: trial.device).merging(start) { $1 }
    if recognizes(trial, now) { return .admitted(now) }
    let repaired = repaired(trial, now)
    switch repaired {
    case .admitted(let values): return .admitted(asLittleAsNeeded(values, trial, now))
    case .hopeless:
      guard let values = loosened(trial, now) else { return repaired }
      return .admitted(asLittleAsNeeded(values, trial, now))
    }
  }

  /// Loosens what the attempt fails by, each as little as it takes to fail by something else or not at all.
  private func repaired(_ trial: Trial, _ now: ThresholdValues) -> Admission {
    var values = now
    var outcome = outcome(of: trial, values)
    for _ in 0...thresholds.count where !outcome.isRecognized {
      guard let name = outcome.settings.first, let threshold = thresholds.first(where: { $0.name == name }),
        let old = values[name], threshold.loosest != old
      else { return .hopeless(outcome) }
      let base = values
      let passes = { (candidate: Double) in
        let result = self.outcome(of: trial, base.merging([name: candidate]) { $1 })
        return result.isRecognized || result.settings.first != name
      }
      guard passes(threshold.loosest) else { return .hopeless(outcome) }
      values[name] = threshold.closest(from: threshold.loosest, to: old, where: passes)
      outcome = self.outcome(of: trial, values)
    }
    return outcome.isRecognized ? .admitted(values) : .hopeless(outcome)
  }

  /// Loosens everything, and then tightens one threshold after another as far as can be.
  private func loosened(_ trial: Trial, _ now: ThresholdValues) -> ThresholdValues? {
    var values = now
    for threshold in thresholds { values[threshold.name] = threshold.loosest }
    guard recognizes(trial, values) else { return nil }
    for threshold in thresholds {
      guard let old = now[threshold.name], threshold.isLooser(threshold.loosest, than: old) else { continue }
      let base = values
      let passes = { (candidate: Double) in
        self.recognizes(trial, base.merging([threshold.name: candidate]) { $1 })
      }
      values[threshold.name] =
        passes(old) ? old : threshold.closest(from: threshold.loosest, to: old, where: passes)
    }
    return values
  }

  /// Takes back each change without which the attempt is recognized all the same, and of the others as much as can be.
  private func asLittleAsNeeded(
    _ admitting: ThresholdValues, _ trial: Trial, _ now: ThresholdValues
  ) -> ThresholdValues {
    var values = admitting
    for threshold in thresholds {
      guard let old = now[threshold.name], let changed = values[threshold.name], changed != old else { continue }
      let base = values
      let passes = { (candidate: Double) in
        self.recognizes(trial, base.merging([threshold.name: candidate]) { $1 })
      }
      values[threshold.name] = passes(old) ? old : threshold.closest(from: changed, to: old, where: passes)
    }
    return values
  }

  /// The tightest value of a threshold at which the attempt is recognized, the others being as in `values`, with which it
  /// is; nil if this threshold never decides.
  func measure(_ threshold: Threshold, of trial: Trial, around values: ThresholdValues) -> Double? {
    guard let admitted = values[threshold.name] else { return nil }
    return threshold.tightest(from: admitted) { recognizes(trial, values.merging([threshold.name: $0]) { $1 }) }
  }
}
