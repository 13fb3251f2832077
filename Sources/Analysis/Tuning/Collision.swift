import Bindings
import GestureCore

/// An effect of the other rules on attempts that the gesture alone would recognize.
public struct Collision: Equatable, Sendable {
  public enum What: Equatable, Sendable {
    case excluded(by: String)
    /// The gesture must wait for this one, which is recognized in its place.
    case requirement(String)
    /// With all rules, the gesture is not recognized.
    case lost
    case also(String)
    /// The gesture must wait for this one, at most this number of milliseconds.
    case waits(String, longest: Double)
  }

  public let what: What
  public let attempts: [Int]
  /// Whether the proposal causes it.
  public let isNew: Bool

  /// The effects of the present rules on attempts at a gesture; empty if the rules have no such gesture.
  public static func all(of gesture: String, in samples: [GestureSample], under rules: RuleSet) -> [Collision] {
    guard let place = rules.gestures.firstIndex(where: { $0.name == gesture }) else { return [] }
    return CollisionSearch(gesture: GestureID(place), before: rules, after: rules).collisions(in: samples)
  }
}

/// Finds other rules that interfere with a gesture.
struct CollisionSearch {
  let gesture: GestureID
  let before: RuleSet
  let after: RuleSet

  func collisions(in samples: [GestureSample]) -> [Collision] {
    var found: [Collision] = []
    for sample in samples {
      let old = WholeReplay(sample, gesture, before)
      let new = WholeReplay(sample, gesture, after)
      for what in happenings(new) { note(what, sample, isNew: !isThere(what, old), in: &found) }
    }
    return found
  }

  private func happenings(_ replay: WholeReplay) -> [Collision.What] {
    var happenings: [Collision.What] = []
    if !replay.isRecognized {
      switch replay.loss {
      case .excluded(let winner): happenings.append(.excluded(by: name(winner)))
      case .requirementRecognized(let requirement): happenings.append(.requirement(name(requirement)))
      case .own, .shouldNotBegin, .touchCancelled, .deviceRemoved, .illegalTransition, nil: happenings.append(.lost)
      }
    }
    let expected = [replay.loss?.culprit, gesture].compactMap { $0 } + companions
    happenings += replay.others.filter { !expected.contains($0) }.map { .also(name($0)) }
    if replay.isRecognized, let holder = replay.holder, replay.held >= Self.noticeable {
      happenings.append(.waits(name(holder), longest: replay.held))
    }
    return happenings
  }

  /// The shortest wait to report, in milliseconds: a frame of a slow device.
  private static let noticeable = 10.0
  /// A wait that grows by more than this, in milliseconds, counts as new.
  private static let longer = 10.0

  private func isThere(_ what: Collision.What, _ old: WholeReplay) -> Bool {
    // An attempt that was not recognized before has no `holder`.
    if case .waits(let name, let longest) = what {
      return old.holder.map { self.name($0) == name && old.held + Self.longer >= longest } ?? false
    }
    return happenings(old).contains(what)
  }

  private func note(_ what: Collision.What, _ sample: GestureSample, isNew: Bool, in found: inout [Collision]) {
    guard let place = found.firstIndex(where: { $0.isNew == isNew && $0.what.isLike(what) }) else {
      found.append(Collision(what: what, attempts: [sample.number], isNew: isNew))
      return
    }
    let joined = found[place].what.longer(what)
    found[place] = Collision(what: joined, attempts: found[place].attempts + [sample.number], isNew: isNew)
  }

  private func name(_ gesture: GestureID) -> String { after.gestures[gesture.rawValue].name }

  /// The gestures that the rules allow to be recognized together with it.
  private var companions: [GestureID] {
    let rule = after.gestures[gesture.rawValue]
    var companions = after.gestures(rule.relations.simultaneousWith, of: gesture)
    for index in after.gestures.indices {
      let other = after.gestures[index]
      if after.gestures(other.relations.simultaneousWith, of: GestureID(index)).contains(gesture) {
        companions.append(GestureID(index))
      }
    }
    return companions
  }
}

extension Decision.Cause {
  /// The other gesture that caused it.
  fileprivate var culprit: GestureID? {
    switch self {
    case .excluded(let other), .requirementRecognized(let other): other
    case .own, .shouldNotBegin, .touchCancelled, .deviceRemoved, .illegalTransition: nil
    }
  }
}

extension Collision.What {
  fileprivate func isLike(_ other: Collision.What) -> Bool {
    if case .waits(let name, _) = self, case .waits(name, _) = other { return true }
    return self == other
  }

  /// The collision, with the longer of two waits.
  fileprivate func longer(_ other: Collision.What) -> Collision.What {
    guard case .waits(let name, let a) = self, case .waits(_, let b) = other else { return self }
    return .waits(name, longest: max(a, b))
  }
}

/// The result of an attempt with all rules.
package struct WholeReplay {
  package private(set) var isRecognized = false
  /// The first failure that another gesture caused, else the last failure.
  private(set) var loss: Decision.Cause?
  /// The time that the complete gesture was held before it was recognized, in milliseconds.
  private(set) var held = 0.0
  private(set) var holder: GestureID?
  /// The other recognized gestures, in order.
  package private(set) var others: [GestureID] = []

  package init(_ sample: GestureSample, _ gesture: GestureID, _ rules: RuleSet) {
    // The tuned gesture is played in its mode, and with its other conditions on the session true.
    let sample = rules.gestures[gesture.rawValue].receive.modes.map(sample.inMode) ?? sample
    var rules = rules
    rules.gestures[gesture.rawValue] = rules.gestures[gesture.rawValue].ignoringSession
    let decisions = sample.decisions(under: Rules(ruleSet: rules))
    for decision in decisions { note(decision, gesture) }
    let own = decisions.filter { $0.gesture == gesture }
    guard let told = own.first(where: \.isWin) else { return }
    for decision in own {
      guard case .held(let requirement) = decision.outcome else { continue }
      held = max(0, (told.time - decision.time).milliseconds)
      holder = requirement
      return
    }
  }

  private mutating func note(_ decision: Decision, _ gesture: GestureID) {
    switch decision.outcome {
    case .event(.recognized, _), .event(.began, _):
      if decision.gesture == gesture {
        isRecognized = true
      } else if !others.contains(decision.gesture) {
        others.append(decision.gesture)
      }
    case .failed(let cause), .cancelled(let cause):
      if decision.gesture == gesture, loss?.culprit == nil { loss = cause }
    case .event, .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: break
    }
  }
}
