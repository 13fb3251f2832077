import GestureCore

/// What a gesture alone makes of one attempt.
public struct Verdict: Equatable, Sendable {
  public let isRecognized: Bool
  /// Whether some thresholds would let it through.
  public let isUsable: Bool
  /// What it was, or why it is not recognized.
  public let words: String

  public init(isRecognized: Bool, isUsable: Bool, words: String) {
    self.isRecognized = isRecognized
    self.isUsable = isUsable
    self.words = words
  }
}

extension SoloGesture {
  /// What becomes of an attempt as the rules are.
  public func verdict(of trial: Trial) -> Verdict { verdict(on: trial).verdict }

  /// The same with the thresholds that would let it through, if there are such.
  func verdict(on trial: Trial) -> (verdict: Verdict, admitting: ThresholdValues?) {
    let outcome = outcome(of: trial)
    if outcome.isRecognized {
      let words = outcome.values.map(summary) ?? ""
      return (Verdict(isRecognized: true, isUsable: true, words: words), values(on: trial.device))
    }
    switch admission(of: trial) {
    case .admitted(let values):
      let words = TuningWording.remedy(reason(outcome, trial), changes(to: values, on: trial.device))
      return (Verdict(isRecognized: false, isUsable: true, words: words), values)
    case .hopeless(let last):
      return (Verdict(isRecognized: false, isUsable: false, words: reason(last, trial)), nil)
    }
  }

  /// What is another value than the one in force.
  private func changes(to values: ThresholdValues, on device: Device) -> [Tuning.Measurement] {
    let now = self.values(on: device)
    return thresholds.compactMap { threshold in
      guard let value = values[threshold.name], value != now[threshold.name] else { return nil }
      return Tuning.Measurement(setting: threshold.name, measure: Measure(value, threshold.unit))
    }
  }
}

extension Threshold {
  /// Whether what is measured must reach it; else it must not exceed it.
  var mustReach: Bool {
    switch loosening {
    case .raise: false
    case .lower: true
    }
  }
}
