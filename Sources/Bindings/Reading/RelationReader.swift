import GestureCore
import TOML

public enum RelationKey: String, CaseIterable, Sendable {
  case requireToFail = "require-to-fail"
  case requiredToFailBy = "required-to-fail-by"
  case simultaneousWith = "simultaneous-with"
  case prevents
  case cannotPrevent = "cannot-prevent"
  case cannotBePreventedBy = "cannot-be-prevented-by"

  public var hasConditions: Bool {
    switch self {
    case .requireToFail, .requiredToFailBy: true
    case .simultaneousWith, .prevents, .cannotPrevent, .cannotBePreventedBy: false
    }
  }
}

/// A gesture, kind or tag that a relation such as `prevents` names, with the relation's condition and the name's range.
struct Mention: Sendable {
  let key: RelationKey
  let reference: Reference
  let condition: ConditionSection
  let range: Range<Int>
}

struct RelationSection: Sendable {
  var mentions: [Mention] = []
  /// The range of each key's whole value in the file.
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

struct RelationReader {
  private static let example = "another-gesture"
  let problems: Problems

  func section(_ reader: inout TableReader) -> RelationSection {
    var section = RelationSection()
    for key in RelationKey.allCases {
      guard let entry = reader.readEntry(key.rawValue),
        let values = reader.values(of: entry, orTable: key.hasConditions, example: "[\"\(Self.example)\"]")
      else { continue }
      section.mentions += values.compactMap { mention(key, $0) }
      section.ranges[key] = entry.value.range
    }
    return section
  }

  private func mention(_ key: RelationKey, _ value: Value) -> Mention? {
    switch value.content {
    case .string(let name):
      return Mention(
        key: key, reference: Reference(written: name), condition: ConditionSection(.requirement), range: value.range)
    case .table(let table) where key.hasConditions: return conditional(key, table)
    case .integer, .float, .boolean, .dateTime, .array, .table:
      problems.wrongElement(value, of: key.rawValue)
      return nil
    }
  }

  /// Reads `{ gesture = "…", when = {…} }`. Nil if `gesture` is missing or wrong.
  private func conditional(_ key: RelationKey, _ table: Table) -> Mention? {
    var reader = TableReader(table, problems)
    let name = reader.string("gesture", example: Self.example)
    let condition = reader.condition(.requirement)
    reader.refuseUnknownKeys(
      ["gesture", ConditionRole.requirement.key], otherwise: "write `{ gesture = \"NAME\", when = {…} }`")
    if !reader.mentions("gesture") {
      problems.error(
        at: table.range, "this requirement has no `gesture`",
        fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")
    }
    return name.map {
      Mention(key: key, reference: Reference(written: $0.value), condition: condition, range: $0.range)
    }
  }
}

extension Reference {
  static let kindPrefix = "kind:"
  static let tagPrefix = "tag:"

  /// Reads `NAME`, `kind:KIND` or `tag:TAG`.
  init(written text: String) {
    if text.hasPrefix(Self.kindPrefix) {
      self = .kind(String(text.dropFirst(Self.kindPrefix.count)))
    } else if text.hasPrefix(Self.tagPrefix) {
      self = .tag(String(text.dropFirst(Self.tagPrefix.count)))
    } else {
      self = .gesture(text)
    }
  }

  var written: String {
    switch self {
    case .gesture(let name): name
    case .kind(let kind): Self.kindPrefix + kind
    case .tag(let tag): Self.tagPrefix + tag
    }
  }
}
