import GestureCore

// Names of others
extension DiagnosticText {
  static func unknownGesture(_ name: String, _ names: [String]) -> DiagnosticText {
    return DiagnosticText(
      "there is no gesture \(name.quoted)",
      fix: didYouMean(name, among: names) ?? "write the name of an existing one, or add a `[gesture.\(name.short)]`")
  }

  static func unknownReference(_ name: String, _ names: [String]) -> DiagnosticText {
    return DiagnosticText(
      "there is no gesture \(name.quoted)",
      fix: didYouMean(name, among: names) ?? "name a `[gesture.NAME]`, or a kind: \"kind:tap\"")
  }

  static func unknownKindReference(_ kind: String, _ kinds: [String]) -> DiagnosticText {
    DiagnosticText(
      "unknown gesture kind \(kind.quoted)",
      fix: (Nearest.name(to: kind, among: kinds).map { didYouMean(Reference.kindPrefix + $0) + " " } ?? "")
        + "\(listCommand) lists them all")
  }

  static func unknownTag(_ tag: String, _ tags: Set<String>) -> DiagnosticText {
    DiagnosticText(
      "no gesture has the tag \(tag.quoted)",
      fix: Nearest.name(to: tag, among: tags.sorted()).map { didYouMean(Reference.tagPrefix + $0) }
        ?? "add it to one: `tags = [\(tag.quoted)]`")
  }

  static func badTag(_ tag: String) -> DiagnosticText {
    DiagnosticText(
      "\(tag.quoted) can't be a tag", fix: "use letters, digits and `-`, without `:` or control characters")
  }

  static func namesItself(_ key: RelationKey) -> DiagnosticText {
    DiagnosticText("`\(key.rawValue)` names the gesture itself", fix: "name another one")
  }

  static func onlyItsOwnTag(_ tag: String) -> DiagnosticText {
    DiagnosticText(
      "only this gesture has the tag \(tag.quoted)", fix: "give the tag to another gesture too, or name that gesture")
  }
}

// Gestures that only observe
extension DiagnosticText {
  static func relationOfBystander(_ key: RelationKey, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "`\(key.rawValue)` has no effect on \(kind.withArticle): it never waits and never takes touches from others",
      fix: "leave it out")
  }

  static func relationToBystander(_ reference: Reference, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(reference.written.quoted) is \(kind.withArticle), which only watches: other gestures never wait for it or share touches "
        + "with it", fix: "leave it out")
  }
}

// Requirements
extension DiagnosticText {
  static let requirementKeys = ["gesture", "when"]
  static let requirementOfNothing = DiagnosticText(
    "this requirement has no `gesture`", fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")

  static func unknownRequirementKey(_ name: String) -> DiagnosticText {
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: requirementKeys) ?? "write `{ gesture = \"NAME\", when = {…} }`")
  }

  static func circle(_ names: [String], _ key: RelationKey) -> DiagnosticText {
    let fate =
      switch names.count {
      case 2: "it could never fire"
      case 3: "neither could ever fire"
      default: "none of them could ever fire"
      }
    return DiagnosticText(
      "`\(key.rawValue)` is circular: \(round(names)); \(fate)",
      fix: names.count == 2 ? "remove it" : "remove one of them")
  }

  /// A long circle is shown by its beginning: the file has the rest.
  static func round(_ names: [String]) -> String {
    let shown = names.count <= 9 ? names : names.prefix(7) + ["…"] + names.suffix(1)
    return shown.map(\.short).joined(separator: " -> ")
  }
}

// Prevention
extension DiagnosticText {
  static func preventsAndCannot(_ reference: Reference) -> DiagnosticText {
    DiagnosticText(
      "this gesture both `prevents` and `cannot-prevent` \(reference.written.quoted)",
      fix: "remove one of them; `cannot-prevent` would apply")
  }

  static func prohibited(_ name: String, _ other: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) does not prevent \(other.quoted): `cannot-be-prevented-by` of that one, in \(line), applies",
      fix: "remove one of them")
  }
}

extension Reference {
  /// The form in a rules file.
  var written: String {
    switch self {
    case .gesture(let name): name
    case .kind(let kind): Self.kindPrefix + kind
    case .tag(let tag): Self.tagPrefix + tag
    }
  }
}
