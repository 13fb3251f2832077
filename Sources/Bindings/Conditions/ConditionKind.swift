import GestureCore
import TOML

/// The documentation of a kind of condition.
public protocol ConditionDescription: Sendable {
  /// The key of the condition in rules files, touch scripts and JSON.
  var key: String { get }
  /// One sentence about the condition, for editors.
  var summary: String { get }
  /// For the manual: the form of the value, such as `"media", or a list`, and a text about the condition.
  var manual: (value: String, text: String) { get }
  var form: ConditionForm { get }
}

/// A kind of condition. `Conditions` lists all kinds.
protocol ConditionKind: ConditionDescription {
  var roles: Set<ConditionRole> { get }
  /// The rank in lists of kinds for `role`, or in `Conditions.statements` if `role` is nil. Lower ranks come first.
  func rank(in role: ConditionRole?) -> Int
  /// The fact that the condition tests; nil for `device`, `zone` and `not`.
  var fact: Fact? { get }

  func read(_ reader: inout TableReader, into section: inout ConditionSection)
  /// The reason, as a clause, why `gesture` can never meet this kind's part of `asked`. Nil if no reason is known.
  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String?

  /// Reads a session fact's value from a touch script. Throws for an impossible value.
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value
  func text(of value: Fact.Value) -> String?

  /// Words for the wanted and the found value: `the mode media; the mode is default`. `found` is nil if unknown.
  func words(_ test: Condition.Test, found: Fact.Value?) -> String
  /// The value that `condition` requires under this kind's key. Nil if `condition` requires no value under this key.
  func statement(in condition: Condition) -> ConditionStatement?
}

extension ConditionKind {
  var roles: Set<ConditionRole> { Set(ConditionRole.allCases) }
  var fact: Fact? { nil }
  var isOfSession: Bool { fact?.isOfSession ?? false }

  /// In `begin-if` and in the `when` of a gesture or an override, conditions on the session come first.
  func rank(in role: ConditionRole?) -> Int {
    switch role {
    case .beginIf, .binding: isOfSession ? 0 : 1
    case .receive, .requirement, .scroll, nil: 0
    }
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    nil
  }
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value { .text(text) }
  func text(of value: Fact.Value) -> String? { value.text }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String { "another \(key)" }
}

/// The part of the rules in which a condition is written.
public enum ConditionRole: CaseIterable, Sendable {
  case receive, beginIf
  /// The `when` of `require-to-fail` and `required-to-fail-by`.
  case requirement
  case binding
  case scroll

  public var key: String {
    switch self {
    case .receive: "receive"
    case .beginIf: "begin-if"
    case .requirement, .binding, .scroll: "when"
    }
  }

  static func adviceInAction(_ key: String) -> String? {
    key == binding.key ? "move `when` to the gesture or to an `[[override]]`" : nil
  }
}

/// The possible values of a condition, for schemas.
public enum ConditionForm: Sendable {
  case flag
  case text(example: String)
  case texts(example: String)
  case choice([String])
  case choices([String])
  case setting(SettingDeclaration)
  case device
  /// A table of conditions. Each kind in the table must test a fact, and be allowed in the same role as the table.
  case conditions
}

/// The value, or the list of values, that a condition requires or excludes under one key.
public enum ConditionStatement: Equatable, Sendable {
  case text(String)
  case texts([String])
}

/// The error for a wrong value of a fact in a touch script.
public struct ConditionTextError: Error, Equatable {
  public let text: String
  /// Words for a valid value, with the possible values, such as `value of fullscreen: true or false`.
  public let expected: String
}

/// A condition from a rules file, and the locations of its parts in the file's text.
struct ConditionSection: Sendable {
  let role: ConditionRole
  var condition = Condition()
  var zone: Located<String>?
  var modes: [Located<String>] = []
  var keys: [String: Range<Int>] = [:]

  init(_ role: ConditionRole) { self.role = role }
}

extension TableReader {
  /// Reads a role's condition. Returns an empty condition if the role's key is missing or its value has the wrong type.
  mutating func condition(_ role: ConditionRole) -> ConditionSection {
    var section = ConditionSection(role)
    let example = "\(role.key) = { mode = \"\(Context.defaultMode)\" }"
    guard let entry = readEntry(role.key), var reader = TableReader(entry, example: example, problems) else {
      return section
    }
    let kinds = Conditions.kinds(in: role)
    for kind in kinds {
      section.keys[kind.key] = reader.table[kind.key]?.key.range
      kind.read(&reader, into: &section)
    }
    let keys = kinds.map(\.key)
    reader.refuseUnknownKeys(keys, otherwise: "`\(role.key)` can have the keys \(keys.map { "`\($0)`" }.listed("and"))")
    return section
  }

  /// Reads patterns with `*` and `?`. Reports empty lists and patterns; skips empty patterns. Nil without a pattern.
  mutating func patterns(_ key: String, example: String) -> Condition.Test? {
    guard let names = strings(key, example: example) else { return nil }
    if isEmptyList(key) { problems.error(at: names.range, .emptyName(key)) }
    for name in names.value where name.value.isEmpty { problems.error(at: name.range, .emptyName(key)) }
    let patterns = names.value.map(\.value).filter { !$0.isEmpty }
    guard let first = patterns.first else { return nil }
    return patterns.count == 1 ? .like(first) : .likeAny(patterns)
  }

  /// Reads one or several of `names`; nil without a string or list. Reports empty lists. Reports and skips other names.
  mutating func choices(_ key: String, among names: [String], example: String) -> [String]? {
    guard let found = strings(key, example: example) else { return nil }
    if found.value.isEmpty { problems.error(at: found.range, "`\(key)` is empty", fix: DiagnosticText.write(names)) }
    return found.value.filter { isChoice($0, of: key, among: names) }.map(\.value)
  }

  /// Whether `names` contains the name; reports an error if not.
  func isChoice(_ name: Located<String>, of key: String, among names: [String]) -> Bool {
    if names.contains(name.value) { return true }
    problems.error(at: name.range, .unknownChoice(key, name.value, names))
    return false
  }
}
