import Bindings
import GestureCore

extension Condition {
  /// Adds `word=value` of a touch script: `mode=presentation`, `direction=up,down`. Only some words mean something as a
  /// touch lands.
  mutating func set(
    _ word: String, _ value: String, atLanding: Bool = false
  ) throws(RecordingError.Reason) {
    let known = Conditions.scriptWords(atLanding: atLanding)
    do {
      if known.contains(word), try Conditions.read(word, value, into: &self) { return }
    } catch {
      throw .rules(.badCondition(error))
    }
    throw .rules(.unknownCondition(word, known: known))
  }
}

/// What a touch script can say of the session: `mode presentation`, `app firefox`, `output DP-1`, `modifiers ctrl+shift`.
///
/// All words but `mode` without anything after them mean that the fact can't be determined.
struct SessionWord: Equatable {
  private let fact: Fact

  /// Nil if there is no such word.
  init?(_ word: String) {
    guard let fact = Conditions.sessionFacts.first(where: { $0.name == word }) else { return nil }
    self.fact = fact
  }

  var isMode: Bool { fact == .mode }

  /// Takes what follows the word, and notes it in `context`.
  func read(_ tokens: inout Tokens, _ context: inout Context) throws(RecordingError.Reason) {
    if isMode {
      let name = try tokens.next(.mode)
      guard isName(name) else { throw .script(.badName(name)) }
      context.mode = name
    } else if let text = tokens.nextOfAction() {
      do {
        context[fact] = try Conditions.value(of: fact, text)
      } catch {
        throw .rules(.badCondition(error))
      }
    } else {
      context[fact] = nil
    }
  }

  /// The actions that make of `old` what `change` tells.
  static func actions(from old: Context, to change: ContextChange) -> [String] {
    let new = change.context
    return Conditions.sessionFacts.compactMap { fact in
      if fact == .mode { return change.setsMode || new.mode != old.mode ? "mode \(new.mode)" : nil }
      return new[fact] == old[fact] ? nil : text(fact.name, new[fact].flatMap { Conditions.text(of: fact, $0) })
    }
  }

  private static func text(_ word: String, _ value: String?) -> String {
    value.map { "\(word) \(isName($0.replacing("+", with: "")) ? $0 : quotedToken($0))" } ?? word
  }
}
