import GestureCore

// Names of others
extension DiagnosticText {
  static func unknownGesture(_ name: String, _ names: [String]) -> DiagnosticText {
    return DiagnosticText(
      "there is no gesture \(name.quoted)",
      fix: didYouMean(name, among: names) ?? "name one that is there, or add a `[gesture.\(name.short)]`")
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
        ?? "give it to one: `tags = [\(tag.quoted)]`")
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
      "only this gesture itself has the tag \(tag.quoted)", fix: "give it to another one too, or name that")
  }
}

// Gestures that only observe
extension DiagnosticText {
  static func relationOfBystander(_ key: RelationKey, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "`\(key.rawValue)` means nothing for \(kind.withArticle): it waits for nobody and takes no touch from anybody",
      fix: "leave it out")
  }

  static func relationToBystander(_ reference: Reference, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(reference.written.quoted) is \(kind.withArticle), which only looks on: nobody waits for it or shares touches "
        + "with it", fix: "leave it out")
  }
}

// Requirements
extension DiagnosticText {
  static let requirementKeys = ["gesture", "when"]
  static let requirementOfNothing = DiagnosticText(
    "this requirement names no gesture", fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")

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
      "`\(key.rawValue)` makes a circle: \(round(names)); \(fate)",
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
      "it is said of \(reference.written.quoted) both that this gesture `prevents` it and that it `cannot-prevent` it",
      fix: "remove one of them; `cannot-prevent` would win")
  }

  static func prohibited(_ name: String, _ other: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) does not prevent \(other.quoted): `cannot-be-prevented-by` of that one, in \(line), wins",
      fix: "remove one of them")
  }
}

// Gestures that are made of others
extension DiagnosticText {
  static func missingParts(_ setting: SettingDeclaration, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(kind.withArticle) needs `\(setting.name)`",
      fix: "name the gestures it is made of: `\(setting.name) = [\"first\", \"second\"]`")
  }

  static func partsByDefault(_ setting: String) -> DiagnosticText {
    DiagnosticText("`\(setting)` can't have a default", fix: "move it to a `[gesture.NAME]`")
  }

  static func partOfItself(_ kind: Kind) -> DiagnosticText {
    DiagnosticText("\(kind.withArticle) can't be made of itself", fix: "name another gesture")
  }

  static func bystanderPart(_ name: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) is \(kind.withArticle), which only looks on: a gesture can't be made of it",
      fix: "name another gesture")
  }

  static func composedPart(_ name: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) is \(kind.withArticle): a gesture can't be made of one that is made of others",
      fix: "name the gestures that one is made of")
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
