import GestureCore
import TOML

/// The documentation of a kind of condition.
public protocol ConditionDescription: Sendable {
  /// Its key in rules files, touch scripts and JSON.
  var key: String { get }
  /// One sentence for editors.
  var summary: String { get }
  /// The form of its value in the manual, and its meaning.
  var manual: (value: String, text: String) { get }
  var form: ConditionForm { get }
}

/// A kind of condition. Its file has everything about it; `Conditions` lists all kinds.
///
/// A kind about a fact needs a key, texts, a form, its places, and how it is read; the rest follows from the fact.
protocol ConditionKind: ConditionDescription {
  var places: Set<ConditionPlace> { get }
  /// The order among the keys of a place, or, without a place, in the list of a binding's conditions; lower goes first.
  func rank(in place: ConditionPlace?) -> Int
  /// Its fact; nil for a device and a zone.
  var fact: Fact? { get }

  /// Reads it from a rules file and reports mistakes.
  func read(_ reader: inout TableReader, into section: inout ConditionSection)
  /// Why it can't hold for a gesture, as a clause; nil if it can.
  func futility(of asked: Condition, in place: ConditionPlace, for gesture: Int, _ book: CheckContext) -> String?

  /// The value of its fact in a touch script; only called for facts about the session.
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value
  func text(of value: Fact.Value) -> String?

  /// The wanted and the found value: `the mode media; the mode is default`.
  func words(_ test: Condition.Test, found: Fact.Value?) -> String
  /// The value that it requires, for lists of bindings.
  func statement(in condition: Condition) -> ConditionStatement?
}

extension ConditionKind {
  var places: Set<ConditionPlace> { Set(ConditionPlace.allCases) }
  var fact: Fact? { nil }
  var isOfSession: Bool { fact?.isOfSession ?? false }

  /// In `begin-if` and for bindings the session goes first.
  func rank(in place: ConditionPlace?) -> Int {
    switch place {
    case .beginIf, .binding: isOfSession ? 0 : 1
    case .receive, .requirement, .scroll, nil: 0
    }
  }

  func futility(of asked: Condition, in place: ConditionPlace, for gesture: Int, _ book: CheckContext) -> String? {
    nil
  }
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value { .text(text) }
  func text(of value: Fact.Value) -> String? { value.text }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String { "another \(key)" }
}

/// The place of a condition, which decides what it may ask for and when it is evaluated.
public enum ConditionPlace: CaseIterable, Sendable {
  case receive, beginIf
  /// The `when` of `require-to-fail` and `required-to-fail-by`.
  case requirement
  /// The `when` of a `[[binding]]`.
  case binding
  /// The `when` of a `[[scroll]]`.
  case scroll

  public var key: String {
    switch self {
    case .receive: "receive"
    case .beginIf: "begin-if"
    case .requirement, .binding, .scroll: "when"
    }
  }
}

/// The possible values of a condition, for schemas.
public enum ConditionForm: Sendable {
  case flag
  case text(example: String)
  /// One text or a list of them.
  case texts(example: String)
  case choice([String])
  /// One of these or a list of them.
  case choices([String])
  case setting(SettingDeclaration)
  case device
  /// A table of other conditions of the same place: those about facts.
  case conditions
}

/// What a condition requires under one key.
public enum ConditionStatement: Equatable, Sendable {
  case text(String)
  case texts([String])
}

/// A text in a touch script that isn't a value of a fact about the session.
public struct ConditionTextError: Error, Equatable {
  public let text: String
  /// The expected values: `tool: there are finger and stylus`.
  public let expected: String
}

/// A condition as read.
struct ConditionSection: Sendable {
  let place: ConditionPlace
  var condition = Condition()
  var zone: Located<String>?
  var modes: [Located<String>] = []
  var keys: [String: Range<Int>] = [:]

  init(_ place: ConditionPlace) { self.place = place }
}

extension TableReader {
  /// The condition of a place: `receive`, `begin-if` or `when`; an empty one if the table has none.
  mutating func condition(_ place: ConditionPlace) -> ConditionSection {
    var section = ConditionSection(place)
    let example = "\(place.key) = { mode = \"\(Context.standardMode)\" }"
    guard let entry = take(place.key), var reader = TableReader(entry, example: example, problems) else {
      return section
    }
    let kinds = Conditions.kinds(in: place)
    for kind in kinds {
      section.keys[kind.key] = reader.table[kind.key]?.key.range
      kind.read(&reader, into: &section)
    }
    let keys = kinds.map(\.key)
    reader.refuseRest(keys, otherwise: "`\(place.key)` has the keys \(keys.listed("and"))")
    return section
  }

  /// A name with `*` and `?`, or a list of them.
  mutating func patterns(_ key: String, example: String) -> Condition.Test? {
    guard let names = strings(key, example: example) else { return nil }
    if isEmptyList(key) { problems.error(at: names.range, .emptyName(key)) }
    for name in names.value where name.value.isEmpty { problems.error(at: name.range, .emptyName(key)) }
    let patterns = names.value.map(\.value).filter { !$0.isEmpty }
    guard let first = patterns.first else { return nil }
    return patterns.count == 1 ? .like(first) : .likeAny(patterns)
  }

  /// One of these names or a list of them, which must not be empty.
  mutating func choices(_ key: String, among names: [String], example: String) -> [String]? {
    guard let found = strings(key, example: example) else { return nil }
    if found.value.isEmpty {
      problems.error(at: found.range, "`\(key)` is empty", fix: "it may be \(names.listed("or"))")
    }
    return found.value.filter { isChoice($0, of: key, among: names) }.map(\.value)
  }

  /// Whether it is one of these names; reports one that isn't.
  func isChoice(_ name: Located<String>, of key: String, among names: [String]) -> Bool {
    if names.contains(name.value) { return true }
    problems.error(at: name.range, .unknownChoice(key, name.value, names))
    return false
  }
}
