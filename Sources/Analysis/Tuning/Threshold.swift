import GestureCore
import Recordings

/// A setting with a quantity. The setting limits which attempts are recognized, and can be loosened or tightened.
public struct Threshold: Sendable {
  public let declaration: SettingDeclaration
  public let unit: Unit
  public let loosening: Loosening
  public let range: ClosedRange<Double>

  init?(_ declaration: SettingDeclaration) {
    guard case .quantity(let unit, let range) = declaration.shape, let loosening = declaration.loosening else {
      return nil
    }
    self.declaration = declaration
    self.unit = unit
    self.loosening = loosening
    self.range = range
  }

  /// The threshold on which a gesture failed. Nil if the failure isn't on a `Threshold`, or if loosening wouldn't help.
  init?(_ miss: NearMiss, of rule: GestureRule) {
    guard let declaration = rule.kind.allSettings.first(where: { $0.name == miss.failure.setting }) else { return nil }
    self.init(declaration)
    guard miss.failure.loosening ?? loosening == loosening else { return nil }
  }

  public var name: String { declaration.name }

  /// Whether the measured value must reach the threshold. Otherwise, the value must not exceed the threshold.
  public var mustReach: Bool { loosening == .lower }

  var loosest: Double { mustReach ? range.lowerBound : range.upperBound }

  fileprivate var tightest: Double { mustReach ? range.upperBound : range.lowerBound }

  func isLooser(_ a: Double, than b: Double) -> Bool { mustReach ? a < b : a > b }
  fileprivate func looser(_ a: Double, _ b: Double) -> Double { isLooser(a, than: b) ? a : b }

  func loosened(_ value: Double, by margin: Double) -> Double {
    mustReach ? max(value * (1 - margin), range.lowerBound) : min(value * (1 + margin), range.upperBound)
  }

  /// Whether `value` differs by less than one `increment` from the loosest value, which limits nothing.
  fileprivate func limitsNothing(_ value: Double) -> Bool { abs(value - loosest) < increment }

  /// Searches for the tightest passing value, from `loose`, which must pass. Nil if the tightest possible value passes.
  fileprivate func tightest(from loose: Double, where passes: (Double) -> Bool) -> Double? {
    if passes(tightest) { return nil }
    return closest(from: loose, to: tightest, where: passes)
  }

  /// Returns approximately the passing value nearest to `bad`. `good` must pass, and `bad` must not pass.
  func closest(from good: Double, to bad: Double, where passes: (Double) -> Bool) -> Double {
    var (good, bad) = (good, bad)
    while abs(good - bad) > precision {
      let middle = (good + bad) / 2
      if passes(middle) { good = middle } else { bad = middle }
    }
    // Uses the nearest value that can be written, if this value passes and is close enough.
    let written = (good / increment).rounded() * increment
    return abs(written - good) <= precision && passes(written) ? written : good
  }

  private var increment: Double { 1 / unit.valuesPerUnit }

  /// The precision of the search in `unit`: finer than the smallest step between values in a rules file.
  private var precision: Double {
    switch unit {
    case .millimetres: 0.02
    case .milliseconds, .millimetresPerSecond: 0.5
    case .degrees, .percent, .fingers, .taps: 0.2
    }
  }
}

/// Finds changes to thresholds with which the wanted share of the attempts is recognized. Drops unneeded changes.
struct ThresholdProposal {
  let gesture: SoloGesture
  let options: TuningOptions
  let samples: [GestureSample]
  private(set) var admitting: [ThresholdValues]
  /// The thresholds to change, with their new values, rounded as in a file.
  private(set) var values: ThresholdValues = [:]
  /// The values that the attempts need, by threshold name and attempt. Nil if every value recognizes the attempt.
  private(set) var measured: [String: [Double?]] = [:]
  /// The indices of the attempts that must be recognized according to the percentile in `options`.
  private(set) var wanted: [Int] = []
  private let roundedAsWritten: (Threshold, Double) -> Double

  /// The most measuring rounds. A new value of one threshold can change the values that other thresholds need.
  private static let mostRounds = 4

  init(
    _ gesture: SoloGesture, _ samples: [GestureSample], _ admitting: [ThresholdValues], _ options: TuningOptions,
    roundedAsWritten: @escaping (Threshold, Double) -> Double
  ) {
    self.gesture = gesture
    self.samples = samples
    self.admitting = admitting
    self.options = options
    self.roundedAsWritten = roundedAsWritten
    wanted = Array(samples.indices)
    for _ in 0..<Self.mostRounds {
      measureThresholds()
      moveThresholds()
      let failing = wanted.filter { !gesture.recognizes(samples[$0], values) }
      guard !failing.isEmpty else { break }
      for index in failing { admit(index) }
    }
    removeUnneeded()
  }

  private mutating func measureThresholds() {
    for threshold in gesture.thresholds {
      measured[threshold.name] = samples.indices.map { index in
        gesture.measure(threshold, of: samples[index], around: admitting[index])
      }
    }
  }

  private mutating func moveThresholds() {
    var beyond: Set<Int> = []
    for threshold in gesture.thresholds {
      guard let limit = limit(of: threshold) else { continue }
      let found = measured[threshold.name] ?? []
      for index in samples.indices {
        if let value = found[index], threshold.isLooser(value, than: limit) { beyond.insert(index) }
      }
      guard samples.contains(where: { threshold.isLooser(limit, than: currentValue(threshold, $0)) }) else { continue }
      var value = roundedAsWritten(threshold, threshold.loosened(limit, by: options.margin))
      if threshold.limitsNothing(value) { value = roundedAsWritten(threshold, limit) }
      values[threshold.name] = values[threshold.name].map { threshold.looser($0, value) } ?? value
    }
    wanted = samples.indices.filter { !beyond.contains($0) || gesture.recognizes(samples[$0], values) }
  }

  /// The value that recognizes the wanted share of the attempts. Nil if every value is enough, or without attempts.
  func limit(of threshold: Threshold) -> Double? {
    let found = measured[threshold.name] ?? []
    guard !found.isEmpty else { return nil }
    let ranked = found.sorted { a, b in
      guard let a else { return b != nil }
      return b.map { threshold.isLooser($0, than: a) } ?? false
    }
    return ranked[options.rank(of: ranked.count)]
  }

  private func currentValue(_ threshold: Threshold, _ sample: GestureSample) -> Double {
    values[threshold.name] ?? gesture.values(on: sample.device)[threshold.name] ?? threshold.loosest
  }

  private mutating func admit(_ index: Int) {
    if case .admitted(let better) = gesture.admission(of: samples[index], from: values) { admitting[index] = better }
  }

  private mutating func removeUnneeded() {
    for name in values.keys.sorted() {
      var fewer = values
      fewer[name] = nil
      if wanted.allSatisfy({ gesture.recognizes(samples[$0], fewer) }) { values = fewer }
    }
  }
}

/// Tightens thresholds so that fewer movements in `others` are recognized, while all attempts in `meant` still are.
struct Separation {
  struct Cut: Equatable {
    let threshold: String
    /// The tightest value with which all meant attempts are recognized; nil if every value is enough. `notMeant` is the
    /// nearest looser value with which a movement that isn't meant is recognized too.
    let meant: Double?
    let notMeant: Double
    let value: Double
  }

  private(set) var values: ThresholdValues
  private(set) var cuts: [Cut] = []
  /// The indices of the other movements that are still recognized.
  private(set) var remaining: [Int] = []

  private let gesture: SoloGesture
  private let meant: [GestureSample]
  private let others: [GestureSample]
  private let roundedAsWritten: (Threshold, Double) -> Double
  private let isRecognizedWithAllRules: (GestureSample, ThresholdValues) -> Bool

  init(
    _ gesture: SoloGesture, from values: ThresholdValues, meant: [GestureSample], not others: [GestureSample],
    roundedAsWritten: @escaping (Threshold, Double) -> Double,
    isRecognizedWithAllRules: @escaping (GestureSample, ThresholdValues) -> Bool
  ) {
    self.gesture = gesture
    self.values = values
    self.meant = meant
    self.others = others
    self.roundedAsWritten = roundedAsWritten
    self.isRecognizedWithAllRules = isRecognizedWithAllRules
    remaining = recognizedOthers(values)
    while !remaining.isEmpty, let cut = best() {
      self.values[cut.threshold] = cut.value
      cuts.removeAll { $0.threshold == cut.threshold }
      cuts.append(cut)
      remaining = recognizedOthers(self.values)
    }
  }

  private func recognizedOthers(_ values: ThresholdValues) -> [Int] {
    others.indices.filter { isRecognizedWithAllRules(others[$0], values) }
  }

  private func with(_ name: String, _ value: Double) -> ThresholdValues { values.merging([name: value]) { $1 } }

  /// The cut that excludes the most other movements; of several such cuts, the cut with the widest relative gap to the
  /// meant attempts. Nil without meant attempts, or if every cut excludes no movement or also a meant attempt.
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
    let needs = meant.compactMap { tightestValue(threshold, $0) { self.gesture.recognizes($0, $1) } }
    let loosest = needs.max { threshold.isLooser($1, than: $0) }
    let apart = remaining.compactMap { tightestValue(threshold, others[$0], isRecognizedWithAllRules) }
      .filter { value in loosest.map { threshold.isLooser(value, than: $0) } ?? true }
    guard let tightest = apart.min(by: { threshold.isLooser($1, than: $0) }) else { return nil }
    let limit = loosest ?? threshold.tightest
    let value = roundedAsWritten(threshold, (limit + tightest) / 2)
    let changed = with(threshold.name, value)
    let still = recognizedOthers(changed)
    guard still.count < remaining.count, meant.allSatisfy({ gesture.recognizes($0, changed) }) else { return nil }
    let scale = max(abs(limit), abs(tightest))
    let gap = scale > 0 ? abs(limit - tightest) / scale : 0
    return (
      Cut(threshold: threshold.name, meant: loosest, notMeant: tightest, value: value), remaining.count - still.count,
      gap
    )
  }

  /// The tightest value that recognizes `sample`, or nil if all values do.
  private func tightestValue(
    _ threshold: Threshold, _ sample: GestureSample, _ isRecognized: (GestureSample, ThresholdValues) -> Bool
  )
    -> Double?
  {
    let now = values[threshold.name] ?? gesture.values(on: sample.device)[threshold.name] ?? threshold.loosest
    return threshold.tightest(from: now) { isRecognized(sample, self.with(threshold.name, $0)) }
  }
}

// Finds the thresholds that one attempt needs. Looser is not always better: if a swipe may be short, its first
// millimetre decides, and this millimetre is hardly ever straight. So the thresholds on which the attempt fails are
// loosened one by one, or all if this isn't enough.
extension SoloGesture {
  enum Admission {
    case admitted(ThresholdValues)
    /// No thresholds for the attempt are found, or a changed threshold limits nothing. The outcome has the reason.
    case unrecognizable(Outcome)
  }

  /// Finds thresholds that recognize the attempt, with few changes to the present values, which `start` can override.
  func admission(of sample: GestureSample, from start: ThresholdValues = [:]) -> Admission {
    let now = values(on: sample.device).merging(start) { $1 }
    if recognizes(sample, now) { return .admitted(now) }
    let repaired = repaired(sample, now)
    let least: ThresholdValues
    switch repaired {
    case .admitted(let values): least = leastChanges(values, sample, now)
    case .unrecognizable:
      let loosest = thresholds.reduce(into: now) { $0[$1.name] = $1.loosest }
      guard recognizes(sample, loosest) else { return repaired }
      // A threshold that could not be tightened in the first pass may be tightened after the later thresholds.
      least = leastChanges(leastChanges(loosest, sample, now), sample, now)
    }
    let isUseless = thresholds.contains { threshold in
      least[threshold.name].map { $0 != now[threshold.name] && threshold.limitsNothing($0) } ?? false
    }
    return isUseless ? .unrecognizable(outcome(of: sample, now)) : .admitted(least)
  }

  /// Loosens the thresholds on which the attempt fails, one after another, just enough.
  private func repaired(_ sample: GestureSample, _ now: ThresholdValues) -> Admission {
    var values = now
    var outcome = outcome(of: sample, values)
    for _ in 0...thresholds.count where !outcome.isRecognized {
      guard let name = outcome.settings.first, let threshold = thresholds.first(where: { $0.name == name }),
        let old = values[name], threshold.loosest != old
      else { return .unrecognizable(outcome) }
      let base = values
      let passes = { (candidate: Double) in
        let result = self.outcome(of: sample, base.merging([name: candidate]) { $1 })
        return result.isRecognized || result.settings.first != name
      }
      guard passes(threshold.loosest) else { return .unrecognizable(outcome) }
      values[name] = threshold.closest(from: threshold.loosest, to: old, where: passes)
      outcome = self.outcome(of: sample, values)
    }
    return outcome.isRecognized ? .admitted(values) : .unrecognizable(outcome)
  }

  /// Undoes each unneeded change, and reduces the other changes.
  private func leastChanges(
    _ admitting: ThresholdValues, _ sample: GestureSample, _ now: ThresholdValues
  ) -> ThresholdValues {
    var values = admitting
    for threshold in thresholds {
      guard let old = now[threshold.name], let changed = values[threshold.name], changed != old else { continue }
      let base = values
      let passes = { (candidate: Double) in
        self.recognizes(sample, base.merging([threshold.name: candidate]) { $1 })
      }
      values[threshold.name] = passes(old) ? old : threshold.closest(from: changed, to: old, where: passes)
    }
    return values
  }

  /// Returns the tightest passing value of each threshold that can make the attempt fail. Empty if no values are found.
  public func measurements(of sample: GestureSample) -> ThresholdValues {
    guard case .admitted(let admitting) = admission(of: sample) else { return [:] }
    return thresholds.reduce(into: [:]) { measured, threshold in
      measured[threshold.name] = measure(threshold, of: sample, around: admitting)
    }
  }

  /// The tightest value that recognizes the attempt, with `values` for other thresholds. Nil if every value is enough.
  fileprivate func measure(_ threshold: Threshold, of sample: GestureSample, around values: ThresholdValues) -> Double?
  {
    guard let admitted = values[threshold.name] else { return nil }
    return threshold.tightest(from: admitted) { recognizes(sample, values.merging([threshold.name: $0]) { $1 }) }
  }
}
