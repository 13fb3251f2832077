import Bindings
import GestureCore

/// What the other rules make of attempts that the gesture alone would take.
public struct Collision: Equatable, Sendable {
  public enum What: Equatable, Sendable {
    case excluded(by: String)
    /// It has to wait for this one, which is recognized in its place.
    case requirement(String)
    /// It is not recognized among the others.
    case lost
    case also(String)
    /// It has to wait for this one, at most this many milliseconds.
    case waits(String, longest: Double)
  }

  public let what: What
  public let attempts: [Int]
  /// Whether it is the proposal that brings it about.
  public let isNew: Bool

  /// What the other rules make of attempts at a gesture as all of them are; none for a gesture that there is not.
  public static func all(of gesture: String, in samples: [GestureSample], under rules: RuleSet) -> [Collision] {
    guard let place = rules.gestures.firstIndex(where: { $0.name == gesture }) else { return [] }
    return CollisionSearch(gesture: GestureID(place), before: rules, after: rules).collisions(in: samples)
  }
}

/// Finds out which other rules get in the way of a gesture.
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

  /// The shortest wait that counts, in milliseconds: a frame of a slow device.
  private static let noticeable = 10.0
  /// A wait that grows by more milliseconds than this counts as another one.
  private static let longer = 10.0

  private func isThere(_ what: Collision.What, _ old: WholeReplay) -> Bool {
    // An attempt that no gesture took before met with nothing.
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

  /// Those that are meant to be recognized beside it: the rules say so.
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
  /// The other gesture that brought it about.
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

  /// The same, with the longer of two waits.
  fileprivate func longer(_ other: Collision.What) -> Collision.What {
    guard case .waits(let name, let a) = self, case .waits(_, let b) = other else { return self }
    return .waits(name, longest: max(a, b))
  }
}

/// What becomes of an attempt with all rules in force.
package struct WholeReplay {
  package private(set) var isRecognized = false
  /// The first failure that another gesture brought about, else the last one.
  private(set) var loss: Decision.Cause?
  /// How long it was held after it had been recognized, in milliseconds.
  private(set) var held = 0.0
  private(set) var holder: GestureID?
  /// The others that were recognized, in order.
  package private(set) var others: [GestureID] = []

  package init(_ sample: GestureSample, _ gesture: GestureID, _ rules: RuleSet) {
    // What is tuned is made as if its layer were on and whatever else it asks of the session were so.
    let sample = rules.gestures[gesture.rawValue].receive.modes.map(sample.inMode) ?? sample
    var rules = rules
    rules.gestures[gesture.rawValue] = rules.gestures[gesture.rawValue].inAnySession
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
