import GestureCore

/// Tightens thresholds until what must not be recognized is not, as long as what was meant still is.
struct Separation {
  /// A threshold that tells them apart.
  struct Cut: Equatable {
    let threshold: String
    /// How far it had to be to take the attempts, and how far not to take the others.
    let meant: Double?
    let notMeant: Double
    let value: Double
  }

  private(set) var values: ThresholdValues
  private(set) var cuts: [Cut] = []
  /// The places of those that are recognized all the same.
  private(set) var left: [Int] = []

  private let gesture: SoloGesture
  private let meant: [Trial]
  private let others: [Trial]
  private let written: (Threshold, Double) -> Double
  private let isTaken: (Trial, ThresholdValues) -> Bool

  /// `isTaken` tells whether one of `others` is recognized among all rules.
  init(
    _ gesture: SoloGesture, from values: ThresholdValues, meant: [Trial], not others: [Trial],
    written: @escaping (Threshold, Double) -> Double, isTaken: @escaping (Trial, ThresholdValues) -> Bool
  ) {
    self.gesture = gesture
    self.values = values
    self.meant = meant
    self.others = others
    self.written = written
    self.isTaken = isTaken
    left = taken(values)
    while !left.isEmpty, let cut = best() {
      self.values[cut.threshold] = cut.value
      cuts.removeAll { $0.threshold == cut.threshold }
      cuts.append(cut)
      left = taken(self.values)
    }
  }

  private func taken(_ values: ThresholdValues) -> [Int] {
    others.indices.filter { isTaken(others[$0], values) }
  }

  private func with(_ name: String, _ value: Double) -> ThresholdValues {
    values.merging([name: value]) { $1 }
  }

  /// The cut that leaves out most of those that are left; of several the one with the widest gap.
  private func best() -> Cut? {
    var best: (cut: Cut, count: Int, gap: Double)?
    for threshold in gesture.thresholds {
      guard let found = cut(by: threshold) else { continue }
      if let best, (best.count, best.gap) >= (found.count, found.gap) { continue }
      best = found
    }
    return best?.cut
  }

  private func cut(by threshold: Threshold) -> (cut: Cut, count: Int, gap: Double)? {
    guard !meant.isEmpty else { return nil }
    let needs = meant.compactMap { need(threshold, $0) { self.gesture.recognizes($0, $1) } }
    let loosest = needs.reduce(Double?.none) { result, value in result.map { threshold.looser($0, value) } ?? value }
    let apart = left.compactMap { need(threshold, others[$0], isTaken) }
      .filter { value in loosest.map { threshold.isLooser(value, than: $0) } ?? true }
    guard
      let tightest = apart.reduce(
        Double?.none,
        { result, value in
          result.map { threshold.isLooser($0, than: value) ? value : $0 } ?? value
        })
    else { return nil }
    let limit = loosest ?? threshold.tightest
    let value = written(threshold, (limit + tightest) / 2)
    let changed = with(threshold.name, value)
    let still = taken(changed)
    guard still.count < left.count, meant.allSatisfy({ gesture.recognizes($0, changed) }) else { return nil }
    let scale = max(abs(limit), abs(tightest))
    let gap = scale > 0 ? abs(limit - tightest) / scale : 0
    return (
      Cut(threshold: threshold.name, meant: loosest, notMeant: tightest, value: value), left.count - still.count, gap
    )
  }

  /// The tightest value at which `trial` is taken, the others being as they are.
  private func need(_ threshold: Threshold, _ trial: Trial, _ takes: (Trial, ThresholdValues) -> Bool) -> Double? {
    let now = values[threshold.name] ?? gesture.values(on: trial.device)[threshold.name] ?? threshold.loosest
    return threshold.tightest(from: now) { takes(trial, self.with(threshold.name, $0)) }
  }
}
