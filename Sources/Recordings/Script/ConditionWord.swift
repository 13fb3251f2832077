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
