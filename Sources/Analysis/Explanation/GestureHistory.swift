import GestureCore
import Recordings

/// All cycles of one gesture in an attempt: more than one if the gesture's recognizer starts again.
public struct GestureHistory: Equatable, Sendable {
  public let gesture: GestureID
  public private(set) var cycles: [RecognizerCycle] = []

  init(_ gesture: GestureID) { self.gesture = gesture }

  init?(_ decisions: [Decision]) {
    guard let first = decisions.first else { return nil }
    self.init(first.gesture)
    for (index, decision) in decisions.enumerated() { add(decision, at: index) }
  }

  fileprivate mutating func add(_ decision: Decision, at index: Int) {
    if cycles.last?.isOver ?? true { cycles.append(RecognizerCycle()) }
    cycles[cycles.count - 1].add(decision, at: index)
  }

  public var recognitions: [RecognizerCycle] { cycles.filter { $0.outcome.isRecognition } }

  /// The cycle that best explains why the gesture wasn't recognized; nil if every cycle has a recognition. Prefers, in
  /// this order: a complete gesture, tracked touches, the smallest distance from a limit, a later cycle.
  public var nearest: RecognizerCycle? {
    var best: RecognizerCycle?
    for cycle in cycles where !cycle.outcome.isRecognition { if best.map(cycle.explains) ?? true { best = cycle } }
    return best
  }
}

/// A cycle of a recognizer: from the first touch until the recognizer is ready again.
public struct RecognizerCycle: Equatable, Sendable {
  public private(set) var decisions: [Decision] = []
  /// The index of each decision in the list from which the history was made.
  private(set) var decisionIndices: [Int] = []

  fileprivate mutating func add(_ decision: Decision, at index: Int) {
    decisions.append(decision)
    decisionIndices.append(index)
  }

  fileprivate var isOver: Bool { decisions.last?.outcome == .reset }

  public enum Outcome: Equatable, Sendable {
    case recognized(Timestamp)
    /// A gesture that lasts has begun. The ending is nil if no decision ended or cancelled the gesture.
    case began(Timestamp, Ending?)
    case failed(Timestamp, Decision.Cause)
    /// The gesture received no touch.
    case refused(Timestamp, Decision.Refusal)
    case undecided

    public var isRecognition: Bool {
      switch self {
      case .recognized, .began: true
      case .failed, .refused, .undecided: false
      }
    }
  }

  public enum Ending: Equatable, Sendable {
    case ended(Timestamp)
    case cancelled(Timestamp, Decision.Cause)
  }

  public var outcome: Outcome {
    var outcome = Outcome.undecided
    for decision in decisions {
      switch decision.outcome {
      case .event(.recognized, _): return .recognized(decision.time)
      case .event(.began, _): outcome = .began(decision.time, nil)
      case .event(.ended, _):
        if case .began(let time, nil) = outcome { outcome = .began(time, .ended(decision.time)) }
      case .cancelled(let cause):
        if case .began(let time, nil) = outcome { outcome = .began(time, .cancelled(decision.time, cause)) }
      case .failed(let cause): return .failed(decision.time, cause)
      case .notReceived(let refusal):
        if outcome == .undecided, !wasTracking { outcome = .refused(decision.time, refusal) }
      case .tracking: if !outcome.isRecognition { outcome = .undecided }
      case .event, .awaitingFingers, .held, .released, .reset: break
      }
    }
    return outcome
  }

  /// The first failure or cancellation because of one of the gesture's own thresholds, or nil.
  public var miss: NearMiss? { decisions.lazy.compactMap(NearMiss.init).first }

  func has(_ miss: NearMiss) -> Bool {
    decisions.contains { $0.time == miss.time && NearMiss($0)?.failure.setting == miss.failure.setting }
  }

  /// The first reason why a touch was refused, or nil.
  public var refusal: Decision.Refusal? {
    decisions.lazy.compactMap { if case .notReceived(let refusal) = $0.outcome { refusal } else { nil } }.first
  }

  /// Whether the gesture was complete in this cycle, but had to wait.
  public var wasSatisfied: Bool {
    decisions.contains { decision in
      switch decision.outcome {
      case .awaitingFingers, .held, .released: true
      case .tracking, .event, .failed, .cancelled, .reset, .notReceived: false
      }
    }
  }

  /// The distance of `miss` from its limit, as a share of the limit. Infinite if `miss` is nil or the distance is 0.
  private var distance: Double {
    guard let miss, miss.distance > 0 else { return .infinity }
    return miss.distance
  }

  private var wasTracking: Bool { decisions.contains { $0.outcome == .tracking } }

  fileprivate func explains(atLeastAsMuchAs other: RecognizerCycle) -> Bool {
    if wasSatisfied != other.wasSatisfied { return wasSatisfied }
    if wasTracking != other.wasTracking { return wasTracking }
    return distance <= other.distance
  }
}

extension Attempt {
  /// The histories of all gestures with decisions, in the order of the rules.
  public var histories: [GestureHistory] {
    var histories: [GestureID: GestureHistory] = [:]
    for (index, decision) in wholeDecisions.enumerated() {
      histories[decision.gesture, default: GestureHistory(decision.gesture)].add(decision, at: index)
    }
    return histories.values.sorted { $0.gesture < $1.gesture }
  }
}
