import GestureCore

// Lists of other gestures: `double,kind:pinch,tag:scroll`, and where it is a failure requirement
// `double?mode=presentation&tool=stylus`.

extension Reference {
  /// Names, `kind:` and a kind, or `tag:` and a tag, separated by commas.
  static func list(_ text: String) throws(RecordingError.Reason) -> [Reference] {
    var references: [Reference] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      references.append(try Reference(String(part)))
    }
    return references
  }

  init(_ text: String) throws(RecordingError.Reason) {
    if let kind = text.after("kind:"), Catalogue.kind(named: kind) != nil {
      self = .kind(kind)
    } else if let tag = text.after("tag:"), isName(tag) {
      self = .tag(tag)
    } else if isName(text) {
      self = .gesture(text)
    } else {
      throw .rules(.badRelation(text))
    }
  }
}

extension Requirement {
  /// References, each with what has to be so for it to count: `double?mode=presentation`.
  static func list(_ text: String) throws(RecordingError.Reason) -> [Requirement] {
    var requirements: [Requirement] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      requirements.append(try Requirement(String(part)))
    }
    return requirements
  }

  private init(_ text: String) throws(RecordingError.Reason) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var condition = Condition()
    for statement in parts.dropFirst().first?.split(separator: "&", omittingEmptySubsequences: false) ?? [] {
      guard let (word, value) = assignment(String(statement)) else {
        throw .script(.expected(.condition, found: String(statement)))
      }
      try condition.set(word, value, atLanding: true)
    }
    self.init(try Reference(String(parts[0])), when: condition)
  }
}

extension String {
  /// What follows `prefix`, where the text begins with it.
  func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
