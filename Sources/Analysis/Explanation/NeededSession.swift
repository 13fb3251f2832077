import Bindings
import GestureCore
import Recordings
import Text

/// The state of the session that a gesture needed but didn't have, such as a certain active application.
public enum NeededSession: Equatable, Sendable {
  /// The gesture would have been recognized if this condition had been true.
  case recognized(Condition)
  /// The gesture was recognized, but no action ran. All conditions of the actions depend only on the session.
  case acted([Condition])
}

extension RemedySearch {
  /// The state of the session that the gesture lacked. Nil if no state that would have helped is known.
  func neededSession(for gesture: GestureID, _ history: GestureHistory, in attempt: Attempt) -> NeededSession? {
    let recognitions = history.recognitions
    if !recognitions.isEmpty { return sessionOfActions(gesture, in: attempt) }
    let rule = rules.ruleSet.gestures[gesture.rawValue]
    let needed = rule.sessionCondition
    guard !needed.isEmpty, history.wasRefusedBySession(rule) else { return nil }
    var changed = rules.ruleSet
    changed.gestures[gesture.rawValue] = rule.ignoringSession
    let changedHistory = self.history(of: gesture, in: attempt, with: changed)
    return changedHistory.map { !$0.recognitions.isEmpty } ?? false ? .recognized(needed) : nil
  }

  /// The conditions of the gesture's actions, if each condition depends only on the session. Nil if an action has no
  /// such condition, if an action has `at-most-every`, if an action ran, or if the gesture has no actions.
  private func sessionOfActions(_ gesture: GestureID, in attempt: Attempt) -> NeededSession? {
    let bindings = rules.bindings.filter { $0.gesture == gesture }
    let conditions = bindings.map(\.when)
    guard !conditions.isEmpty, conditions.allSatisfy({ !$0.facts.isEmpty && $0.facts.allSatisfy(\.isOfSession) }),
      bindings.flatMap(\.actions).allSatisfy({ $0.atMostEvery == nil }),
      !attempt.events.contains(where: { $0.event.gesture == gesture && !$0.orders.isEmpty })
    else { return nil }
    return .acted(conditions)
  }
}

extension GestureRule {
  /// The parts of the rule's `receive` and `begin-if` conditions that are about the session.
  fileprivate var sessionCondition: Condition {
    var needed = Condition()
    for condition in [receive, beginIf] {
      for term in condition.terms where term.fact.isOfSession { needed[term.fact] = term.test }
      for exclusion in condition.exclusions where exclusion.term.fact.isOfSession {
        needed.exclude(exclusion.term.fact, exclusion.term.test, acceptsUnknown: exclusion.acceptsUnknown)
      }
    }
    return needed
  }
}

extension GestureHistory {
  /// Whether the state of the session may have stopped the gesture.
  fileprivate func wasRefusedBySession(_ rule: GestureRule) -> Bool {
    cycles.flatMap(\.decisions).contains { decision in
      switch decision.outcome {
      case .notReceived(.condition(.term(let term, _))), .notReceived(.condition(.excluded(let term, _))):
        term.fact.isOfSession
      case .failed(.shouldNotBegin): rule.beginIf.facts.contains(where: \.isOfSession)
      default: false
      }
    }
  }
}

extension NeededSession {
  var sentence: String {
    switch self {
    case .recognized(let condition): "\(condition.conditionText), the gesture would have been recognized"
    case .acted(let conditions):
      "the gesture did nothing: its actions run only \(conditions.map(\.conditionText).listed("or"))"
    }
  }

  /// The needed session as JSON: an object with one key, `recognized` or `acted`, whose value is a list of conditions.
  var json: JSONValue {
    let (key, conditions): (String, [Condition]) =
      switch self {
      case .recognized(let condition): ("recognized", [condition])
      case .acted(let conditions): ("acted", conditions)
      }
    return .object([.init(key, .array(conditions.map(\.json)))])
  }
}

extension Condition {
  /// The condition in words: `with app = "firefox", without fullscreen = "true"`.
  fileprivate var conditionText: String {
    var unwanted = Condition()
    for exclusion in exclusions { unwanted[exclusion.term.fact] = exclusion.term.test }
    return [("with", factsText), ("without", unwanted.factsText)].filter { !$1.isEmpty }.map { "\($0) \($1)" }
      .joined(separator: ", ")
  }

  private var factsText: String {
    var wanted = Condition()
    for term in terms { wanted[term.fact] = term.test }
    return Conditions.statements(in: wanted).map { key, statement in
      switch statement {
      case .text(let text): "\(key) = \(text.inQuotes)"
      case .texts(let texts): "\(key) = [\(texts.map(\.inQuotes).joined(separator: ", "))]"
      }
    }.joined(separator: ", ")
  }

  fileprivate var json: JSONValue {
    .object(
      Conditions.statements(in: self).map { key, statement in
        switch statement {
        case .text(let text): .init(key, .string(text))
        case .texts(let texts): .init(key, .strings(texts))
        }
      })
  }
}
