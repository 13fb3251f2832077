import GestureCore
import TOML

/// An action as read, and the places that later checks point at.
struct ActionSection: Sendable {
  /// The key it stands under.
  let trigger: Located<Trigger>
  /// Nil after an error.
  var action: Action?
  /// Its key `stream`.
  var stream: Range<Int>?
  /// What a step counts; of a wrong number only the unit is right.
  var every: Located<Step.Stretch>?
  /// The keys of a step's ways.
  var ways: [Located<Step.Way>] = []
  /// Every mode it goes to, also where it is wrong otherwise.
  var modes: [Located<String>] = []
  /// Everything it says of pausing, likewise.
  var pauses: [Located<Pause>] = []

  init(_ trigger: Trigger, _ entry: Entry) {
    self.trigger = Located(value: trigger, range: entry.key.range)
  }
}

/// The keys of an action beside those of its effect.
enum ActionOption: String, CaseIterable {
  case overlap
  case atMostEvery = "at-most-every"
  case scope
}

/// What an action says beside what it does.
struct ActionOptions {
  /// Its key, where it is given.
  var overlapKey: Range<Int>?
  var overlap = Overlap.allow
  var atMostEvery: TimeSpan?
  /// Its key `scope`, where it is given.
  var scopeKey: Range<Int>?
  var isScoped: Bool?

  /// Takes the keys that every action may have.
  init(_ reader: inout TableReader) {
    overlapKey = reader.table[ActionOption.overlap.rawValue]?.key.range
    overlap = reader.choice(ActionOption.overlap.rawValue, example: Overlap.skip) ?? .allow
    let limit = ActionSettings.atMostEvery.declaration
    let value = reader.take(limit.name).flatMap { limit.value(of: $0, reader.problems) }
    if case .quantity(let milliseconds)? = value { atMostEvery = TimeSpan(milliseconds: milliseconds) }
    scopeKey = reader.table[ActionOption.scope.rawValue]?.key.range
    isScoped = reader.flag(ActionOption.scope.rawValue)?.value
  }
}

extension TableReader {
  /// One of a few names.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, example: Choice) -> Choice?
  where Choice.RawValue == String {
    locatedChoice(key, example: example)?.value
  }

  /// One of a few names, and where it stands.
  mutating func locatedChoice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, example: Choice
  ) -> Located<Choice>? where Choice.RawValue == String {
    guard let name = string(key, example: example.rawValue) else { return nil }
    if let choice = Choice(rawValue: name.value) { return Located(value: choice, range: name.range) }
    problems.error(at: name.range, .unknownChoice(key, name.value, Choice.allCases.map(\.rawValue)))
    return nil
  }
}
