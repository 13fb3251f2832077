import GestureCore
import Recordings

/// A setting of a gesture that decides whether an attempt is taken for it, and that can be moved to take more or fewer.
public struct Threshold: Sendable {
  public let declaration: SettingDeclaration
  public let unit: Unit
  public let loosening: Loosening
  public let range: ClosedRange<Double>

  /// Nil for a setting that is no such threshold.
  init?(_ declaration: SettingDeclaration) {
    guard case .quantity(let unit, let range) = declaration.shape, let loosening = declaration.loosening else {
      return nil
    }
    self.declaration = declaration
    self.unit = unit
    self.loosening = loosening
    self.range = range
  }

  /// The threshold on which a gesture failed; nil if moving it does not simply let more through, or this attempt would need it
  /// moved the other way.
  init?(_ miss: NearMiss, of rule: GestureRule) {
    guard let declaration = rule.kind.allSettings.first(where: { $0.name == miss.failure.setting }) else { return nil }
    self.init(declaration)
    guard miss.failure.loosening ?? loosening == loosening else { return nil }
  }

  public var name: String { declaration.name }

  /// Whether what is measured must reach it; else it must not exceed it.
  public var mustReach: Bool { loosening == .lower }

  /// The end of the range at which most attempts are taken.
  var loosest: Double { mustReach ? range.lowerBound : range.upperBound }

  /// The end of the range at which fewest attempts are taken.
  fileprivate var tightest: Double { mustReach ? range.upperBound : range.lowerBound }

  func isLooser(_ a: Double, than b: Double) -> Bool { mustReach ? a < b : a > b }
  fileprivate func looser(_ a: Double, _ b: Double) -> Double { isLooser(a, than: b) ? a : b }

  /// The value by `margin` looser: 0.1 is a tenth.
  func eased(_ value: Double, by margin: Double) -> Double {
    mustReach ? max(value * (1 - margin), range.lowerBound) : min(value * (1 + margin), range.upperBound)
  }

  /// The tightest value at which `passes` holds, between `loose`, at which it does, and the tight end of the range; nil if
  /// it holds there too.
  fileprivate func tightest(from loose: Double, where passes: (Double) -> Bool) -> Double? {
    if passes(tightest) { return nil }
    return closest(from: loose, to: tightest, where: passes)
  }

  /// The value nearest to `bad` at which `passes` holds, between `good`, at which it does, and `bad`, at which it does not.
  func closest(from good: Double, to bad: Double, where passes: (Double) -> Bool) -> Double {
    var (good, bad) = (good, bad)
    while abs(good - bad) > precision {
      let middle = (good + bad) / 2
      if passes(middle) { good = middle } else { bad = middle }
    }
    // What is just a number that people write is one, as far as can be told.
    let written = (good / step).rounded() * step
    return abs(written - good) <= precision && passes(written) ? written : good
  }

  /// The least that two written values differ by.
  private var step: Double { 1 / unit.steps }

  /// How exactly it is measured: finer than it is written.
  private var precision: Double {
    switch unit {
    case .millimetres: 0.02
    case .milliseconds, .millimetresPerSecond: 0.5
    case .degrees, .percent, .fingers, .taps: 0.2
    }
  }
}

/// Looks for thresholds that let the attempts through, changing only what must be changed.
struct ThresholdProposal {
  let gesture: SoloGesture
  let options: TuningOptions
  /// Those that can be recognized at all.
  let samples: [GestureSample]
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
    _ gesture: SoloGesture, _ samples: [GestureSample], _ admitting: [ThresholdValues], _ options: TuningOptions,
    written: @escaping (Threshold, Double) -> Double
  ) {
    self.gesture = gesture
    self.samples = samples
    self.admitting = admitting
    self.options = options
    self.written = written
    wanted = Array(samples.indices)
    for _ in 0..<Self.mostRounds {
      measure()
      move()
      let failing = wanted.filter { !gesture.recognizes(samples[$0], values) }
      guard !failing.isEmpty else { break }
      for index in failing { bringThrough(index) }
    }
    dropNeedless()
  }

  private mutating func measure() {
    for threshold in gesture.thresholds {
      measured[threshold.name] = samples.indices.map { index in
        gesture.measure(threshold, of: samples[index], around: admitting[index])
      }
    }
  }

  /// Moves the thresholds that attempts within the percentile fail by.
  private mutating func move() {
    var beyond: Set<Int> = []
    for threshold in gesture.thresholds {
      guard let limit = limit(of: threshold) else { continue }
      let found = measured[threshold.name] ?? []
      for index in samples.indices {
        if let value = found[index], threshold.isLooser(value, than: limit) { beyond.insert(index) }
      }
      guard samples.contains(where: { threshold.isLooser(limit, than: inForce(threshold, $0)) }) else { continue }
      let value = written(threshold, threshold.eased(limit, by: options.margin))
      values[threshold.name] = values[threshold.name].map { threshold.looser($0, value) } ?? value
    }
    wanted = samples.indices.filter { !beyond.contains($0) || gesture.recognizes(samples[$0], values) }
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

  private func inForce(_ threshold: Threshold, _ sample: GestureSample) -> Double {
    values[threshold.name] ?? gesture.values(on: sample.device)[threshold.name] ?? threshold.loosest
  }

  private mutating func bringThrough(_ index: Int) {
    if case .admitted(let better) = gesture.admission(of: samples[index], from: values) { admitting[index] = better }
  }

  private mutating func dropNeedless() {
    for name in values.keys.sorted() {
      var fewer = values
      fewer[name] = nil
      if wanted.allSatisfy({ gesture.recognizes(samples[$0], fewer) }) { values = fewer }
    }
  }
}

/// Tightens thresholds until what must not be recognized is not, as long as what was meant still is.
struct Separation {
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
  private let meant: [GestureSample]
  private let others: [GestureSample]
  private let written: (Threshold, Double) -> Double
  private let isTaken: (GestureSample, ThresholdValues) -> Bool

  /// `isTaken` tells whether one of `others` is recognized among all rules.
  init(
    _ gesture: SoloGesture, from values: ThresholdValues, meant: [GestureSample], not others: [GestureSample],
    written: @escaping (Threshold, Double) -> Double, isTaken: @escaping (GestureSample, ThresholdValues) -> Bool
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
    let loosest = needs.max { threshold.isLooser($1, than: $0) }
    let apart = left.compactMap { need(threshold, others[$0], isTaken) }
      .filter { value in loosest.map { threshold.isLooser(value, than: $0) } ?? true }
    guard let tightest = apart.min(by: { threshold.isLooser($1, than: $0) }) else { return nil }
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

  /// The tightest value at which `sample` is taken, the others being as they are.
  private func need(_ threshold: Threshold, _ sample: GestureSample, _ takes: (GestureSample, ThresholdValues) -> Bool)
    -> Double?
  {
    let now = values[threshold.name] ?? gesture.values(on: sample.device)[threshold.name] ?? threshold.loosest
    return threshold.tightest(from: now) { takes(sample, self.with(threshold.name, $0)) }
  }
}

// How thresholds have to be for one attempt. Looser is not always better: a swipe that may be short is judged by its first
// millimetre, which hardly ever goes straight. So an attempt is brought through by what makes it fail, one threshold after
// another, and only where that leads nowhere by loosening them all.
extension SoloGesture {
  enum Admission {
    case admitted(ThresholdValues)
    /// Whatever they are it is not; this is what became of it when nothing was left to loosen.
    case hopeless(Outcome)
  }

  /// Thresholds with which the attempt is recognized: `start`, or what is in force, loosened as little as can be.
  func admission(of sample: GestureSample, from start: ThresholdValues = [:]) -> Admission {
    let now = values(on: sample.device).merging(start) { $1 }
    if recognizes(sample, now) { return .admitted(now) }
    let repaired = repaired(sample, now)
    switch repaired {
    case .admitted(let values): return .admitted(asLittleAsNeeded(values, sample, now))
    case .hopeless:
      let loosest = thresholds.reduce(into: now) { $0[$1.name] = $1.loosest }
      guard recognizes(sample, loosest) else { return repaired }
      // What could not be tightened at first may be once those after it are.
      return .admitted(asLittleAsNeeded(asLittleAsNeeded(loosest, sample, now), sample, now))
    }
  }

  /// Loosens what the attempt fails by, each as little as it takes to fail by something else or not at all.
  private func repaired(_ sample: GestureSample, _ now: ThresholdValues) -> Admission {
    var values = now
    var outcome = outcome(of: sample, values)
    for _ in 0...thresholds.count where !outcome.isRecognized {
      guard let name = outcome.settings.first, let threshold = thresholds.first(where: { $0.name == name }),
        let old = values[name], threshold.loosest != old
      else { return .hopeless(outcome) }
      let base = values
      let passes = { (candidate: Double) in
        let result = self.outcome(of: sample, base.merging([name: candidate]) { $1 })
        return result.isRecognized || result.settings.first != name
      }
      guard passes(threshold.loosest) else { return .hopeless(outcome) }
      values[name] = threshold.closest(from: threshold.loosest, to: old, where: passes)
      outcome = self.outcome(of: sample, values)
    }
    return outcome.isRecognized ? .admitted(values) : .hopeless(outcome)
  }

  /// Takes back each change that the attempt does not need, and reduces the others as far as possible.
  private func asLittleAsNeeded(
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

  /// What each threshold would have to be for the attempt, with nothing changed that need not be: only those that decide. Empty
  /// for an attempt that no thresholds let through.
  public func measurements(of sample: GestureSample) -> ThresholdValues {
    guard case .admitted(let admitting) = admission(of: sample) else { return [:] }
    return thresholds.reduce(into: [:]) { measured, threshold in
      measured[threshold.name] = measure(threshold, of: sample, around: admitting)
    }
  }

  /// The tightest value of a threshold at which the attempt is recognized, the others being as in `values`, with which it
  /// is; nil if this threshold never decides.
  fileprivate func measure(_ threshold: Threshold, of sample: GestureSample, around values: ThresholdValues) -> Double?
  {
    guard let admitted = values[threshold.name] else { return nil }
    return threshold.tightest(from: admitted) { recognizes(sample, values.merging([threshold.name: $0]) { $1 }) }
  }
}
