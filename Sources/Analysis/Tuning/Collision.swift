import Bindings
import GestureCore

/// An effect of other gestures on attempts at one gesture: the attempts fail, wait, or trigger other gestures too.
public struct Collision: Equatable, Sendable {
  public enum Effect: Equatable, Sendable {
    case excluded(by: String)
    /// The gesture must wait for the named gesture, which is recognized instead.
    case requirement(String)
    case lost
    case also(String)
    /// The gesture waits until the named gesture fails. `longest` is the longest wait among the attempts, in ms.
    case waits(String, longest: Double)
  }

  public let effect: Effect
  public let attempts: [Int]
  /// Whether only the proposed rules cause the collision, and not the present rules.
  public let isNew: Bool

  /// The effects of the other gestures in `rules` on attempts at `gesture`. Empty if `rules` doesn't have the gesture.
  public static func all(of gesture: String, in samples: [GestureSample], under rules: RuleSet) -> [Collision] {
    guard let index = rules.gestures.firstIndex(where: { $0.name == gesture }) else { return [] }
    return CollisionSearch(gesture: GestureID(index), before: rules, after: rules).collisions(in: samples)
  }
}

/// Finds other rules that interfere with a gesture.
struct CollisionSearch {
  let gesture: GestureID
  let before: RuleSet
  let after: RuleSet

  func collisions(in samples: [GestureSample]) -> [Collision] {
    var collisions: [Collision] = []
    for sample in samples {
      let old = AllRulesReplay(sample, gesture, before)
      let new = AllRulesReplay(sample, gesture, after)
      for effect in effects(new) { add(effect, sample, isNew: !occurred(effect, in: old), in: &collisions) }
    }
    return collisions
  }

  private func effects(_ replay: AllRulesReplay) -> [Collision.Effect] {
    var effects: [Collision.Effect] = []
    if !replay.isRecognized {
      switch replay.failureCause {
      case .excluded(let winner): effects.append(.excluded(by: name(winner)))
      case .requirementRecognized(let requirement): effects.append(.requirement(name(requirement)))
      case .own, .shouldNotBegin, .touchCancelled, .paused, .deviceRemoved, .illegalTransition, nil:
        effects.append(.lost)
      }
    }
    let expected = [replay.failureCause?.causingGesture, gesture].compactMap { $0 } + simultaneousGestures
    effects += replay.others.filter { !expected.contains($0) }.map { .also(name($0)) }
    if replay.isRecognized, let requirement = replay.requirement, replay.heldTime >= Self.shortestReportedWait {
      effects.append(.waits(name(requirement), longest: replay.heldTime))
    }
    return effects
  }

  /// The shortest wait that is reported, in milliseconds: the time between two frames of a slow device.
  private static let shortestReportedWait = 10.0
  /// The growth of a wait, in milliseconds, above which the wait counts as new.
  private static let newWaitGrowth = 10.0

  private func occurred(_ effect: Collision.Effect, in old: AllRulesReplay) -> Bool {
    // An attempt that was not recognized before has no `requirement`.
    if case .waits(let name, let longest) = effect {
      return old.requirement.map { self.name($0) == name && old.heldTime + Self.newWaitGrowth >= longest } ?? false
    }
    return effects(old).contains(effect)
  }

  private func add(_ effect: Collision.Effect, _ sample: GestureSample, isNew: Bool, in collisions: inout [Collision]) {
    guard let index = collisions.firstIndex(where: { $0.isNew == isNew && $0.effect.isSameKind(as: effect) }) else {
      collisions.append(Collision(effect: effect, attempts: [sample.number], isNew: isNew))
      return
    }
    let joined = collisions[index].effect.withLongerWait(effect)
    collisions[index] = Collision(effect: joined, attempts: collisions[index].attempts + [sample.number], isNew: isNew)
  }

  private func name(_ gesture: GestureID) -> String { after.gestures[gesture.rawValue].name }

  private var simultaneousGestures: [GestureID] {
    let rule = after.gestures[gesture.rawValue]
    var simultaneousGestures = after.gestures(rule.relations.simultaneousWith, of: gesture)
    for index in after.gestures.indices {
      let other = after.gestures[index]
      if after.gestures(other.relations.simultaneousWith, of: GestureID(index)).contains(gesture) {
        simultaneousGestures.append(GestureID(index))
      }
    }
    return simultaneousGestures
  }
}

extension Decision.Cause {
  fileprivate var causingGesture: GestureID? {
    switch self {
    case .excluded(let other), .requirementRecognized(let other): other
    case .own, .shouldNotBegin, .touchCancelled, .paused, .deviceRemoved, .illegalTransition: nil
    }
  }
}

extension Collision.Effect {
  fileprivate func isSameKind(as other: Collision.Effect) -> Bool {
    if case .waits(let name, _) = self, case .waits(name, _) = other { return true }
    return self == other
  }

  fileprivate func withLongerWait(_ other: Collision.Effect) -> Collision.Effect {
    guard case .waits(let name, let a) = self, case .waits(_, let b) = other else { return self }
    return .waits(name, longest: max(a, b))
  }
}

/// The result of replaying one attempt with all rules.
package struct AllRulesReplay {
  package private(set) var isRecognized = false
  /// The first cause of failure or cancellation that names another gesture, or else the last cause. Nil without causes.
  private(set) var failureCause: Decision.Cause?
  /// The time that the complete gesture was held before it was recognized, in milliseconds.
  private(set) var heldTime = 0.0
  private(set) var requirement: GestureID?
  package private(set) var others: [GestureID] = []

  package init(_ sample: GestureSample, _ gesture: GestureID, _ rules: RuleSet) {
    // Plays the tuned gesture in its mode, and ignores its other conditions on the session.
    let sample = rules.gestures[gesture.rawValue].receive.modes.map(sample.inMode) ?? sample
    var rules = rules
    rules.gestures[gesture.rawValue] = rules.gestures[gesture.rawValue].ignoringSession
    let decisions = sample.decisions(under: Rules(ruleSet: rules))
    for decision in decisions { add(decision, gesture) }
    let own = decisions.filter { $0.gesture == gesture }
    guard let recognition = own.first(where: \.isRecognition) else { return }
    for decision in own {
      guard case .held(let requirement) = decision.outcome else { continue }
      heldTime = max(0, (recognition.time - decision.time).milliseconds)
      self.requirement = requirement
      return
    }
  }

  private mutating func add(_ decision: Decision, _ gesture: GestureID) {
    switch decision.outcome {
    case .event(.recognized, _), .event(.began, _):
      if decision.gesture == gesture {
        isRecognized = true
      } else if !others.contains(decision.gesture) {
        others.append(decision.gesture)
      }
    case .failed(let cause), .cancelled(let cause):
      if decision.gesture == gesture, failureCause?.causingGesture == nil { failureCause = cause }
    case .event, .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: break
    }
  }
}
