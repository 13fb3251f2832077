import Bindings
import GestureCore
import Recordings

/// The movement of the fingers in an attempt, and the results of the explained gestures with their reasons.
public struct AttemptExplanation: Sendable {
  /// One result of a gesture in one attempt. A gesture that was recognized several times has an entry for each time.
  public struct Entry: Sendable {
    public let gesture: GestureID
    public let history: GestureHistory?
    public let conclusion: Conclusion
    /// The gesture's waits in the cycle of `conclusion`. Empty without a cycle.
    public let waits: [RecognizerWait]
    /// A state of the session in which the gesture would have been recognized or had an effect. Nil if unknown.
    public let neededSession: NeededSession?
    /// The bindings of a recognized gesture, if none of their actions ran; otherwise empty.
    public var idleBindings: [Binding] = []
  }

  /// The result of a gesture in the attempt, with the facts that explain it.
  public enum Conclusion: Equatable, Sendable {
    case recognized(RecognizerCycle)
    /// The gesture was complete and had to wait, but was not recognized.
    case waited(RecognizerCycle)
    /// The gesture failed on a threshold, but may have been meant. The remedy is nil if no helpful change is known.
    case near(RecognizerCycle, NearMissRanking.Entry, RuleRemedy?)
    case other(RecognizerCycle)
    case absent(AbsenceReason)
  }

  /// The reason why an attempt has no decision about a possible gesture.
  public enum AbsenceReason: Equatable, Sendable {
    case onlyPalms
    case fingers(landed: Int, needed: Int)
    case unknown
  }

  public let attempt: Attempt
  public let device: Device
  public let motion: HandMotion
  /// Recognized gestures by time, then waiting gestures, near misses and others.
  public let entries: [Entry]

  public var recognizedEntries: [Entry] { entries.filter(\.isRecognized) }

  /// Whether a pinch may have failed because libinput reported a swipe: fingers moved, but their spread didn't change.
  var mayBeMistakenPinch: Bool {
    guard !device.capabilities.contains(.contacts), motion.pathLength > 0, abs(motion.spread) < Self.leastSpread else {
      return false
    }
    return entries.contains { entry in
      guard case .failed(_, .own(let failure))? = entry.cycle?.outcome else { return false }
      return failure.setting == Pinch.minChange.name
    }
  }

  /// The least change of the spread, in mm, that isn't a rounding error.
  private static let leastSpread = 0.001
}

extension AttemptExplanation.Entry {
  public var isRecognized: Bool { if case .recognized = conclusion { true } else { false } }
  public var isWaiting: Bool { if case .waited = conclusion { true } else { false } }
  public var isNear: Bool { if case .near = conclusion { true } else { false } }

  public var cycle: RecognizerCycle? { conclusion.cycle }

  var rank: (group: Int, order: Double) {
    switch conclusion {
    case .recognized(let cycle): (0, Double((cycle.outcome.time ?? .never).microseconds))
    case .waited: (1, 0)
    case .near(_, let entry, _): (2, entry.order)
    case .other, .absent: (3, 0)
    }
  }
}

extension AttemptExplanation.Conclusion {
  fileprivate var cycle: RecognizerCycle? {
    switch self {
    case .recognized(let cycle), .waited(let cycle), .near(let cycle, _, _), .other(let cycle): cycle
    case .absent: nil
    }
  }
}

extension RecognizerCycle.Outcome {
  public var time: Timestamp? {
    switch self {
    case .recognized(let time), .began(let time, _), .failed(let time, _), .refused(let time, _): time
    case .undecided: nil
    }
  }
}

struct AttemptExplainer {
  private let rules: RuleSet
  private let bindings: [Binding]
  private let requirements: [Set<GestureID>]
  private let remedies: RemedySearch?

  /// If `triesChanges` is true, `explain` also searches for changes of the rules that would have helped.
  init(_ recording: Recording, _ rules: Rules, triesChanges: Bool) {
    self.rules = rules.ruleSet
    bindings = rules.bindings
    requirements = rules.ruleSet.requirementsOfAll
    remedies = triesChanges ? RemedySearch(recording, rules) : nil
  }

  func explain(_ attempt: Attempt, on device: Device, of gestures: [GestureID]) -> AttemptExplanation {
    let motion = HandMotion(attempt.frames, on: Surface(rules, of: device))
    var histories: [GestureID: GestureHistory] = [:]
    for history in attempt.histories { histories[history.gesture] = history }
    let ranking = NearMissRanking(attempt, rules, on: device)
    var entries: [AttemptExplanation.Entry] = []
    for gesture in gestures {
      let history = histories[gesture]
      let absence = AttemptExplanation.Conclusion.absent(absence(gesture, motion, device))
      let found = history.map { conclusions($0, ranking[gesture], attempt) } ?? [absence]
      for conclusion in found { entries.append(entry(gesture, history, conclusion, attempt)) }
    }
    return AttemptExplanation(
      attempt: attempt, device: device, motion: motion, entries: entries.sorted { $0.rank < $1.rank })
  }

  private func entry(
    _ gesture: GestureID, _ history: GestureHistory?, _ conclusion: AttemptExplanation.Conclusion, _ attempt: Attempt
  ) -> AttemptExplanation.Entry {
    let waits = conclusion.cycle.map { attempt.waits(in: $0, requirements: requirements[gesture.rawValue]) } ?? []
    let neededSession = history.flatMap { remedies?.neededSession(for: gesture, $0, in: attempt) }
    var entry = AttemptExplanation.Entry(
      gesture: gesture, history: history, conclusion: conclusion, waits: waits, neededSession: neededSession)
    let hasActed = attempt.events.contains { $0.event.gesture == gesture && !$0.orders.isEmpty }
    if entry.isRecognized, !hasActed { entry.idleBindings = bindings.filter { $0.gesture == gesture } }
    return entry
  }

  /// Returns a conclusion for each recognition, or else a single conclusion: `waited`, `near`, `other` or `absent`.
  private func conclusions(
    _ history: GestureHistory, _ near: NearMissRanking.Entry?, _ attempt: Attempt
  ) -> [AttemptExplanation.Conclusion] {
    let recognitions = history.recognitions
    guard recognitions.isEmpty else { return recognitions.map { .recognized($0) } }
    guard let nearest = history.nearest else { return [.absent(.unknown)] }
    if nearest.wasSatisfied { return [.waited(nearest)] }
    guard let near, let cycle = history.cycles.first(where: { $0.has(near.miss) }) else { return [.other(nearest)] }
    return [.near(cycle, near, remedies?.remedy(near.miss, attempt))]
  }

  private func absence(_ gesture: GestureID, _ motion: HandMotion, _ device: Device) -> AttemptExplanation.AbsenceReason
  {
    if motion.fingers == 0, motion.palms > 0 { return .onlyPalms }
    let settings = rules.settings(of: rules.gestures[gesture.rawValue], on: device)
    let needed = settings[CommonSettings.fingers].lowerBound
    return motion.fingers < needed ? .fingers(landed: motion.fingers, needed: needed) : .unknown
  }
}

/// A period in which a complete gesture had to wait, and the reason. `ended` is nil if no later decision is known.
public struct RecognizerWait: Equatable, Sendable {
  public enum WaitTarget: Equatable, Sendable {
    case fingers
    case failures([GestureID])
  }

  public let awaited: WaitTarget
  public let began: Timestamp
  public let ended: Timestamp?
}

extension Attempt {
  /// The gesture's waits in a cycle. `requirements` are the gestures that must fail first.
  func waits(in cycle: RecognizerCycle, requirements: Set<GestureID>) -> [RecognizerWait] {
    cycle.decisions.indices.compactMap { index in
      let decision = cycle.decisions[index]
      let next = cycle.decisions.indices.contains(index + 1) ? cycle.decisions[index + 1] : nil
      switch decision.outcome {
      case .awaitingFingers: return RecognizerWait(awaited: .fingers, began: decision.time, ended: next?.time)
      case .held(let first):
        let end = next == nil ? decisions.count : cycle.decisionIndices[index + 1]
        let others = decisions[cycle.decisionIndices[index]..<end].compactMap { other -> GestureID? in
          guard case .failed = other.outcome, other.gesture != first, requirements.contains(other.gesture) else {
            return nil
          }
          return other.gesture
        }
        return RecognizerWait(awaited: .failures([first] + others), began: decision.time, ended: next?.time)
      case .tracking, .event, .released, .failed, .cancelled, .reset, .notReceived: return nil
      }
    }
  }
}

extension RuleSet {
  /// For each gesture, the gestures that must fail first. Requirements that come from `edge-first` aren't included.
  var requirementsOfAll: [Set<GestureID>] {
    var all = gestures.indices.map { index in
      Set(gestures(gestures[index].relations.requireToFail.map(\.reference), of: GestureID(index)))
    }
    for (index, rule) in gestures.enumerated() where !rule.relations.requiredToFailBy.isEmpty {
      for waiting in gestures(rule.relations.requiredToFailBy.map(\.reference), of: GestureID(index)) {
        all[waiting.rawValue].insert(GestureID(index))
      }
    }
    return all
  }
}
