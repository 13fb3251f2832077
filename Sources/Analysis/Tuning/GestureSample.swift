import Bindings
import GestureCore
import Recordings

/// A movement of a hand, to be played again under other rules: it was meant to be a gesture, or must not be treated as one.
public struct GestureSample: Equatable, Sendable {
  /// The recording it is from; nil for one that was made on the spot.
  public let origin: String?
  /// From 1, in the order in which they were made.
  public let number: Int
  public let device: Device
  public private(set) var frames: [Frame]
  private var contexts: [ContextChange]
  private let interruptions: [Interruption]

  /// Nil for an attempt of a device that is not among `devices`.
  public init?(
    _ attempt: Attempt, number: Int, of devices: [Device], in context: Context = Context(), origin: String? = nil
  ) {
    let session = ContextChange(time: attempt.began, context: context)
    self.init(attempt, number: number, of: Recording(name: "", devices: devices, contexts: [session]), origin: origin)
  }

  /// An attempt with the session of its recording; nil if the recording doesn't have its device.
  init?(_ attempt: Attempt, number: Int, of recording: Recording, origin: String? = nil) {
    guard let device = recording.devices.first(where: { $0.id == attempt.device }) else { return nil }
    self.origin = origin
    self.number = number
    self.device = device
    frames = attempt.frames
    contexts = recording.contexts
    interruptions = recording.interruptions
  }

  /// The movement in the first of `modes`, if its session is in none of them.
  func inMode(of modes: Set<String>) -> GestureSample {
    var sample = self
    for place in contexts.indices where !modes.contains(contexts[place].context.mode) {
      sample.contexts[place].context.mode = modes.min() ?? contexts[place].context.mode
    }
    return sample
  }

  /// The same movement turned around the middle of the surface by so many eighths of a circle clockwise, also where that leads beyond it.
  package func turned(byEighths eighths: Int) -> GestureSample {
    // The sine and the cosine of an eighth.
    let half = 0.5.squareRoot()
    let middle = Vector(device.size.width / 2, device.size.height / 2)
    var sample = self
    for frame in frames.indices {
      for touch in frames[frame].touches.indices {
        var way = frames[frame].touches[touch].position - middle
        for _ in 0..<eighths { way = Vector((way.x - way.y) * half, (way.x + way.y) * half) }
        sample.frames[frame].touches[touch].position = middle + way
      }
    }
    return sample
  }

  /// The same movement up to where all fingers have lifted for the first time; nil where they land only once.
  package var upToTheFirstLift: GestureSample? {
    var down: Set<Int32> = []
    for (place, frame) in frames.enumerated() {
      for touch in frame.touches { down.follow(touch) }
      guard down.isEmpty, place > 0 else { continue }
      guard place + 1 < frames.count else { return nil }
      var sample = self
      sample.frames.removeSubrange((place + 1)...)
      return sample
    }
    return nil
  }

  /// This movement and the one after it, as one.
  package func joined(with next: GestureSample) -> GestureSample {
    var sample = self
    sample.frames += next.frames
    return sample
  }

  /// The most fingers that were down at once.
  var fingers: Int {
    var down: Set<Int32> = []
    var most = 0
    for touch in frames.lazy.flatMap(\.touches) {
      down.follow(touch)
      most = max(most, down.count)
    }
    return most
  }

  func decisions(under rules: Rules) -> [Decision] {
    let journal = DecisionJournal()
    let recording = Recording(
      name: "", devices: [device], frames: frames, contexts: contexts, interruptions: interruptions)
    // Rules with a circle of requirements were refused when they were read.
    try? Replay.run(recording, rules: rules, watcher: journal) { _, _ in }
    return journal.decisions
  }

  /// The attempts at `gesture` that a recording holds, numbered from `first` on. They are cut apart as if the gesture were
  /// the only one and took twice its time: of taps in a row that are too slow now the second is still part of the attempt.
  public static func all(
    in recording: Recording, of gesture: SoloGesture, from first: Int = 1
  ) throws(RequirementCycle) -> [GestureSample] {
    let attempts = try Replay.attempts(recording, rules: Rules(ruleSet: gesture.unhurried))
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

/// Keeps all decisions of a replay.
private final class DecisionJournal: Watcher {
  // A replay is on one thread.
  private(set) var decisions: [Decision] = []

  func observe(_ decision: Decision) { decisions.append(decision) }
}

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
  public func verdict(of sample: GestureSample) -> Verdict { verdict(on: sample).verdict }

  /// The same with the thresholds that would let it through, if there are such.
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
    case .hopeless(let last):
      return (Verdict(isRecognized: false, isUsable: false, words: reason(last, sample)), nil)
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
