import GestureCore

/// Looks for thresholds that let the attempts through, changing only what must be changed.
struct Proposal {
  let gesture: SoloGesture
  let options: TuningOptions
  /// Those that can be recognized at all.
  let trials: [Trial]
  /// With what each of them is recognized.
  private(set) var admitting: [ThresholdValues]
  /// The thresholds that have to be changed, with their new values as they are written.
  private(set) var values: ThresholdValues = [:]
  /// What each threshold would have had to be for each attempt; nil where it does not decide.
  private(set) var measured: [String: [Double?]] = [:]
  /// The attempts that have to be recognized: all but those beyond the percentile.
  private(set) var wanted: [Int] = []
  private let written: (Threshold, Double) -> Double

  /// Thresholds influence one another: what is judged sooner is judged by less.
  private static let mostRounds = 4

  /// `written` rounds a value as it is written in a rules file.
  init(
    _ gesture: SoloGesture, _ trials: [Trial], _ admitting: [ThresholdValues], _ options: TuningOptions,
    written: @escaping (Threshold, Double) -> Double
  ) {
    self.gesture = gesture
    self.trials = trials
    self.admitting = admitting
    self.options = options
    self.written = written
    wanted = Array(trials.indices)
    for _ in 0..<Self.mostRounds {
      measure()
      move()
      let failing = wanted.filter { !gesture.recognizes(trials[$0], values) }
      guard !failing.isEmpty else { break }
      for index in failing { bringThrough(index) }
    }
    dropNeedless()
  }

  private mutating func measure() {
    for threshold in gesture.thresholds {
      measured[threshold.name] = trials.indices.map { index in
        gesture.measure(threshold, of: trials[index], around: admitting[index])
      }
    }
  }

  /// Moves the thresholds that attempts within the percentile fail by.
  private mutating func move() {
    var beyond: Set<Int> = []
    for threshold in gesture.thresholds {
      guard let limit = limit(of: threshold) else { continue }
      let found = measured[threshold.name] ?? []
      for index in trials.indices {
        if let value = found[index], threshold.isLooser(value, than: limit) { beyond.insert(index) }
      }
      guard trials.contains(where: { threshold.isLooser(limit, than: inForce(threshold, $0)) }) else { continue }
      let value = written(threshold, threshold.eased(limit, by: options.margin))
      values[threshold.name] = values[threshold.name].map { threshold.looser($0, value) } ?? value
    }
    wanted = trials.indices.filter { !beyond.contains($0) || gesture.recognizes(trials[$0], values) }
  }

  /// What a threshold has to be for the share of attempts that is asked for; nil if it may be anything.
  func limit(of threshold: Threshold) -> Double? {
    let found = measured[threshold.name] ?? []
    guard !found.isEmpty else { return nil }
    let ranked = found.sorted { a, b in
      guard let a else { return b != nil }
      return b.map { threshold.isLooser($0, than: a) } ?? false
    }
    return ranked[options.rank(of: ranked.count)]
  }

  private func inForce(_ threshold: Threshold, _ trial: Trial) -> Double {
    values[threshold.name] ?? gesture.values(on: trial.device)[threshold.name] ?? threshold.loosest
  }

  private mutating func bringThrough(_ index: Int) {
    if case .admitted(let better) = gesture.admission(of: trials[index], from: values) { admitting[index] = better }
  }

  private mutating func dropNeedless() {
    for name in values.keys.sorted() {
      var fewer = values
      fewer[name] = nil
      if wanted.allSatisfy({ gesture.recognizes(trials[$0], fewer) }) { values = fewer }
    }
  }
}
