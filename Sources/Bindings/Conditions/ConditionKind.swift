import GestureCore
import TOML

/// A kind of condition. Its file says all there is to say about it; `Conditions` lists all kinds.
///
/// A kind about a fact needs a key, words, a form, its places, and how it is read; the rest follows from the fact.
protocol ConditionKind: Sendable {
  /// Its key in rules files, touch scripts and JSON.
  var key: String { get }
  /// One sentence for editors.
  var summary: String { get }
  /// What stands behind the key in the manual, and what it means.
  var manual: (value: String, text: String) { get }
  var form: ConditionForm { get }
  var places: Set<ConditionPlace> { get }
  /// The lower goes first among the keys of a place, or, without a place, in the list of a binding's conditions.
  func rank(in place: ConditionPlace?) -> Int
  /// The fact it is about; nil for a device and a zone.
  var fact: Fact? { get }
  /// Why the daemon can't determine the fact; nil where it can.
  var gap: String? { get }

  /// Reads it from a rules file and reports what is wrong with it.
  func read(_ reader: inout TableReader, into section: inout ConditionSection)
  /// Why it can't hold for a gesture, as a clause; nil where it can.
  func futility(of asked: Condition, in place: ConditionPlace, for gesture: Int, _ book: CheckContext) -> String?
  func isStated(by condition: Condition) -> Bool

  /// Reads it from a touch script.
  func read(_ text: String, into condition: inout Condition) throws(ConditionTextError)
  /// The value of its fact in a touch script; only asked of facts about the session.
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value
  func text(of value: Fact.Value) -> String?

  /// What was wanted and what was found: `the mode media; the mode is default`.
  func words(_ test: Condition.Test, found: Fact.Value?) -> String
  /// What it states, for lists of bindings.
  func statement(in condition: Condition) -> ConditionStatement?
}

extension ConditionKind {
  var gap: String? { nil }
  var isOfSession: Bool { fact?.isOfSession ?? false }

  /// In `begin-if` and for bindings the session goes first.
  func rank(in place: ConditionPlace?) -> Int {
    switch place {
    case .beginIf, .binding: isOfSession ? 0 : 1
    case .receive, .requirement, nil: 0
    }
  }

  func futility(of asked: Condition, in place: ConditionPlace, for gesture: Int, _ book: CheckContext) -> String? {
    nil
  }
  func isStated(by condition: Condition) -> Bool { fact.map { condition[$0] != nil } ?? false }
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value { .text(text) }
  func text(of value: Fact.Value) -> String? { value.text }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String { "another \(key)" }
}

/// Where a condition stands, which decides what it may ask for and when it is looked at.
public enum ConditionPlace: CaseIterable, Sendable {
  case receive, beginIf
  /// The `when` of `require-to-fail` and `required-to-fail-by`.
  case requirement
  /// The `when` of a `[[binding]]`.
  case binding

  /// As the file has it.
  public var key: String {
    switch self {
    case .receive: "receive"
    case .beginIf: "begin-if"
    case .requirement, .binding: "when"
    }
  }
}

/// What the value of a condition may be, for schemas.
public enum ConditionForm: Sendable {
  case text(example: String)
  /// One text or a list of them.
  case texts(example: String)
  case choice([String])
  /// One of these or a list of them.
  case choices([String])
  case setting(SettingDeclaration)
  case device
}

/// What a condition states, under one key.
public enum ConditionStatement: Equatable, Sendable {
  case text(String)
  case texts([String])
}

/// A text of a touch script that is no value of a condition.
public struct ConditionTextError: Error, Equatable {
  public let text: String
  /// What it should be: `tool: there are finger and stylus`.
  public let expected: String
}
