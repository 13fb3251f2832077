import Bindings
import GestureCore
import Recordings

/// A movement that is played again with other rules.
public struct GestureSample: Equatable, Sendable {
  /// The recording's name; nil for a movement that was just made.
  public let origin: String?
  /// The movement's number, which texts show. The count begins at 1, and continues in further recordings.
  public let number: Int
  public let device: Device
  public private(set) var frames: [Frame]
  private var contexts: [ContextChange]
  private let interruptions: [Interruption]

  /// Makes a sample of an attempt; nil if `devices` doesn't include the attempt's device.
  public init?(
    _ attempt: Attempt, number: Int, of devices: [Device], in context: Context = Context(), origin: String? = nil
  ) {
    let session = ContextChange(time: attempt.began, context: context)
    self.init(attempt, number: number, of: Recording(name: "", devices: devices, contexts: [session]), origin: origin)
  }

  /// Makes a sample with the contexts and interruptions of `recording`. Nil if `recording` lacks the attempt's device.
  init?(_ attempt: Attempt, number: Int, of recording: Recording, origin: String? = nil) {
    guard let device = recording.devices.first(where: { $0.id == attempt.device }) else { return nil }
    (self.origin, self.number, self.device) = (origin, number, device)
    frames = attempt.frames
    contexts = recording.contexts
    interruptions = recording.interruptions
  }

  /// Returns a copy in which the alphabetically first of `modes` replaces each mode that isn't in `modes`.
  func inMode(of modes: Set<String>) -> GestureSample {
    var sample = self
    for index in contexts.indices where !modes.contains(contexts[index].context.mode) {
      sample.contexts[index].context.mode = modes.min() ?? contexts[index].context.mode
    }
    return sample
  }

  /// The movement, rotated clockwise around the surface's middle by `eighths` of a turn; touches can leave the surface.
  package func turned(byEighths eighths: Int) -> GestureSample {
    // The sine and the cosine of 45°.
    let diagonal = 0.5.squareRoot()
    let middle = Vector(device.size.width / 2, device.size.height / 2)
    var sample = self
    for frame in frames.indices {
      for touch in frames[frame].touches.indices {
        var offset = frames[frame].touches[touch].position - middle
        for _ in 0..<eighths { offset = Vector((offset.x - offset.y) * diagonal, (offset.x + offset.y) * diagonal) }
        sample.frames[frame].touches[touch].position = middle + offset
      }
    }
    return sample
  }

  /// The movement until all fingers are up for the first time. Nil if no frame follows, or if a finger stays down.
  package var untilFirstLift: GestureSample? {
    var down: Set<Int32> = []
    for (index, frame) in frames.enumerated() {
      for touch in frame.touches { down.track(touch) }
      guard down.isEmpty, index > 0 else { continue }
      guard index + 1 < frames.count else { return nil }
      var sample = self
      sample.frames.removeSubrange((index + 1)...)
      return sample
    }
    return nil
  }

  package func joined(with next: GestureSample) -> GestureSample {
    var sample = self
    sample.frames += next.frames
    return sample
  }

  var fingers: Int {
    var down: Set<Int32> = []
    var most = 0
    for touch in frames.lazy.flatMap(\.touches) {
      down.track(touch)
      most = max(most, down.count)
    }
    return most
  }

  func decisions(under rules: Rules) -> [Decision] {
    let collector = DecisionCollector()
    let recording = Recording(
      name: "", devices: [device], frames: frames, contexts: contexts, interruptions: interruptions)
    // The rules reader has already refused rules with a circle of requirements.
    try? Replay.run(recording, rules: rules, watcher: collector) { _, _ in }
    return collector.decisions
  }

  /// The attempts at `gesture`, numbered from `first`. Doubled time limits join a late second tap to the first tap.
  public static func all(
    in recording: Recording, of gesture: SoloGesture, from first: Int = 1
  ) throws(RequirementCycle) -> [GestureSample] {
    let attempts = try Replay.attempts(recording, rules: Rules(ruleSet: gesture.withDoubledTimes))
    var samples: [GestureSample] = []
    for attempt in attempts.sorted(by: { $0.number < $1.number }) {
      let context = recording.contexts.last { $0.time <= attempt.began }?.context ?? Context()
      let number = first + samples.count
      let sample = GestureSample(attempt, number: number, of: recording.devices, in: context, origin: recording.name)
      if let sample { samples.append(sample) }
    }
    return samples
  }
}

private final class DecisionCollector: Watcher {
  private(set) var decisions: [Decision] = []

  func observe(_ decision: Decision) { decisions.append(decision) }
}

/// The result of a replay of an attempt with a `SoloGesture`.
public struct Verdict: Equatable, Sendable {
  public let isRecognized: Bool
  /// Whether the attempt is recognized, or would be with thresholds that still exclude some movements.
  public let isUsable: Bool
  /// A description of the recognized gesture, or the reason for the failure.
  public let words: String
}

extension SoloGesture {
  /// The result of an attempt with the present thresholds.
  public func verdict(of sample: GestureSample) -> Verdict { verdict(on: sample).verdict }

  /// The result, and thresholds with which the attempt is recognized; `admitting` is nil if no such thresholds exist.
  func verdict(on sample: GestureSample) -> (verdict: Verdict, admitting: ThresholdValues?) {
    let outcome = outcome(of: sample)
    if outcome.isRecognized {
      let words = outcome.values.map(summary) ?? ""
      return (Verdict(isRecognized: true, isUsable: true, words: words), values(on: sample.device))
    }
    switch admission(of: sample) {
    case .admitted(let values):
      let words = TuningWording.remedy(reason(outcome, sample), changes(to: values, on: sample.device))
      return (Verdict(isRecognized: false, isUsable: true, words: words), values)
    case .unrecognizable(let last):
      return (Verdict(isRecognized: false, isUsable: false, words: reason(last, sample)), nil)
    }
  }

  private func changes(to values: ThresholdValues, on device: Device) -> [Tuning.Measurement] {
    let currentValues = self.values(on: device)
    return thresholds.compactMap { threshold in
      guard let value = values[threshold.name], value != currentValues[threshold.name] else { return nil }
      return Tuning.Measurement(setting: threshold.name, measure: Measure(value, threshold.unit))
    }
  }
}
