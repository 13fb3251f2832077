import Bindings
import GestureCore

/// What becomes of an attempt with all rules in force.
struct WholeReplay {
  /// Why the gesture was not recognized, among the others.
  enum Loss: Equatable {
    case excluded(by: GestureID)
    case requirement(GestureID)
    case other
  }

  private(set) var isRecognized = false
  private(set) var loss: Loss?
  /// How long it was held after it had been recognized, in milliseconds, and by whom.
  private(set) var held = 0.0
  private(set) var holder: GestureID?
  /// The others that were recognized, in order.
  private(set) var others: [GestureID] = []

  init(_ trial: Trial, _ gesture: GestureID, _ rules: RuleSet) {
    var (context, rules) = (trial.context, rules)
    // What is tuned is made as if its layer were on and whatever else it asks of the session were so.
    if let modes = rules.gestures[gesture.rawValue].receive.modes, !modes.contains(context.mode) {
      context.mode = modes.min() ?? context.mode
    }
    rules.gestures[gesture.rawValue] = rules.gestures[gesture.rawValue].inAnySession
    let journal = WholeJournal()
    trial.in(context).play(rules, journal)
    for decision in journal.decisions { note(decision, gesture) }
    if let held = journal.heldSince[gesture], let told = journal.told[gesture] {
      self.held = max(0, (told - held.time).milliseconds)
      holder = held.by
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
      guard decision.gesture == gesture, loss == nil || loss == .other else { return }
      switch cause {
      case .excluded(let winner): loss = .excluded(by: winner)
      case .requirementRecognized(let requirement): loss = .requirement(requirement)
      case .own, .shouldNotBegin, .touchCancelled, .deviceRemoved, .illegalTransition: loss = .other
      }
    case .event, .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: break
    }
  }
}

/// Keeps what is decided, and when each gesture was held and told.
private final class WholeJournal: Observer, @unchecked Sendable {
  // A replay is on one thread.
  private(set) var decisions: [Decision] = []
  private(set) var heldSince: [GestureID: (time: Timestamp, by: GestureID)] = [:]
  private(set) var told: [GestureID: Timestamp] = [:]

  func observe(_ decision: Decision) {
    decisions.append(decision)
    switch decision.outcome {
    case .held(let requirement):
      if heldSince[decision.gesture] == nil { heldSince[decision.gesture] = (decision.time, requirement) }
    case .event(.recognized, _), .event(.began, _):
      if told[decision.gesture] == nil { told[decision.gesture] = decision.time }
    case .event, .tracking, .awaitingFingers, .released, .failed, .cancelled, .reset, .notReceived: break
    }
  }
}
