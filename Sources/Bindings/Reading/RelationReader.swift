import GestureCore
import TOML

/// The keys of a gesture's relations to others.
public enum RelationKey: String, CaseIterable, Sendable {
  case requireToFail = "require-to-fail"
  case requiredToFailBy = "required-to-fail-by"
  case simultaneousWith = "simultaneous-with"
  case prevents
  case cannotPrevent = "cannot-prevent"
  case cannotBePreventedBy = "cannot-be-prevented-by"

  /// Whether its values may have a condition, as failure requirements may.
  public var hasConditions: Bool {
    switch self {
    case .requireToFail, .requiredToFailBy: true
    case .simultaneousWith, .prevents, .cannotPrevent, .cannotBePreventedBy: false
    }
  }
}

/// A gesture, kind or tag that a gesture names, with its place.
struct Mention: Sendable {
  let key: RelationKey
  let reference: Reference
  let condition: ConditionSection
  let range: Range<Int>
}

/// A gesture's relations as read.
struct RelationSection: Sendable {
  var mentions: [Mention] = []
  /// The whole value of each key.
  var ranges: [RelationKey: Range<Int>] = [:]

  func mentions(_ key: RelationKey) -> [Mention] { mentions.filter { $0.key == key } }

  var relations: GestureRule.Relations {
    var relations = GestureRule.Relations()
    for mention in mentions {
      let requirement = Requirement(mention.reference, when: mention.condition.condition)
      switch mention.key {
      case .requireToFail: relations.requireToFail.append(requirement)
      case .requiredToFailBy: relations.requiredToFailBy.append(requirement)
      case .simultaneousWith: relations.simultaneousWith.append(mention.reference)
      case .prevents: relations.prevents.append(mention.reference)
      case .cannotPrevent: relations.cannotPrevent.append(mention.reference)
      case .cannotBePreventedBy: relations.cannotBePreventedBy.append(mention.reference)
      }
    }
    return relations
  }
}

/// Reads the keys of a gesture's relations to others.
struct RelationReader {
  private static let example = "another-gesture"
  let problems: Problems

  func section(_ reader: inout TableReader) -> RelationSection {
    var section = RelationSection()
    for key in RelationKey.allCases {
      guard let mentions = key.hasConditions ? requirements(key, &reader) : references(key, &reader) else { continue }
      section.mentions += mentions.value
      section.ranges[key] = mentions.range
    }
    return section
  }

  private func references(_ key: RelationKey, _ reader: inout TableReader) -> Located<[Mention]>? {
    reader.strings(key.rawValue, example: Self.example).map { names in
      Located(value: names.value.map { mention(key, $0) }, range: names.range)
    }
  }

  private func requirements(_ key: RelationKey, _ reader: inout TableReader) -> Located<[Mention]>? {
    guard let entry = reader.take(key.rawValue) else { return nil }
    let values: [Value]
    switch entry.value.content {
    case .string, .table: values = [entry.value]
    case .array(let list): values = list
    case .integer, .float, .boolean, .dateTime:
      return reader.wrongType(entry, .stringOrList, example: "\(key.rawValue) = [\"\(Self.example)\"]")
    }
    return Located(value: values.compactMap { requirement(key, $0) }, range: entry.value.range)
  }

  private func requirement(_ key: RelationKey, _ value: Value) -> Mention? {
    switch value.content {
    case .string(let name): return mention(key, Located(value: name, range: value.range))
    case .table(let table): return conditional(key, table)
    case .integer, .float, .boolean, .dateTime, .array:
      problems.error(at: value.range, .wrongElement(key.rawValue, value.content.type))
      return nil
    }
  }

  /// `{ gesture = "…", when = {…} }`.
  private func conditional(_ key: RelationKey, _ table: Table) -> Mention? {
    var reader = TableReader(table, problems)
    let name = reader.string("gesture", example: Self.example)
    let condition = reader.take(ConditionPlace.requirement.key).map {
      ConditionReader(problems: problems).section($0, .requirement)
    }
    for entry in reader.rest { problems.error(at: entry.key.range, .unknownRequirementKey(entry.key.name)) }
    if !reader.mentions("gesture") { problems.error(at: table.range, .requirementOfNothing) }
    return name.map { mention(key, $0, condition ?? ConditionSection(.requirement)) }
  }

  private func mention(
    _ key: RelationKey, _ name: Located<String>, _ condition: ConditionSection = ConditionSection(.requirement)
  ) -> Mention {
    Mention(key: key, reference: Reference(written: name.value), condition: condition, range: name.range)
  }
}

extension Reference {
  static let kindPrefix = "kind:"
  static let tagPrefix = "tag:"

  /// `NAME`, `kind:KIND` or `tag:TAG`.
  init(written text: String) {
    if text.hasPrefix(Self.kindPrefix) {
      self = .kind(String(text.dropFirst(Self.kindPrefix.count)))
    } else if text.hasPrefix(Self.tagPrefix) {
      self = .tag(String(text.dropFirst(Self.tagPrefix.count)))
    } else {
      self = .gesture(text)
    }
  }
}
