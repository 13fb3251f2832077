import GestureCore

/// The section `gestures` of a touch script: `NAME = KIND setting=value …`.
///
/// Beside the kind's settings there are `device` (a class or a name with `*` and `?`), `priority`, `require-to-fail` and
/// `simultaneous-with` (names, or `kind:` and a kind, separated by commas).
struct GestureSection {
  private var gestures: [GestureRule] = []
  private var lines: [Int] = []

  var rules: RuleSet { RuleSet(gestures: gestures) }

  mutating func read(_ tokens: inout Tokens, _ line: Int) throws(RecordingError.Reason) {
    let name = try tokens.next(.gesture)
    guard isName(name) else { throw .script(.badName(name)) }
    guard !gestures.contains(where: { $0.name == name }) else { throw .rules(.twice(name)) }
    guard tokens.skip("=") else { throw .script(.expected(.gesture, found: tokens.peek)) }
    let kindName = try tokens.next(.gesture)
    guard let kind = Catalogue.kind(named: kindName) else { throw .rules(.unknownKind(kindName)) }
    var rule = GestureRule(name: name, kind: kind)
    while let token = tokens.next() {
      guard let (key, value) = assignment(token) else { throw .script(.expected(.setting, found: token)) }
      try Self.set(key, value, &rule)
    }
    gestures.append(rule)
    lines.append(line)
  }

  private static func set(
    _ key: String, _ value: String, _ rule: inout GestureRule
  ) throws(RecordingError.Reason) {
    switch key {
    case "device": rule.device = match(value)
    case "priority":
      guard let priority = Int(value) else { throw .rules(.badPriority(value)) }
      rule.priority = priority
    case "require-to-fail": rule.relations.requireToFail = try references(value).map { Requirement($0) }
    case "simultaneous-with": rule.relations.simultaneousWith = try references(value)
    default:
      guard let setting = rule.kind.allSettings.first(where: { $0.name == key }) else {
        throw .rules(.unknownSetting(key, kind: rule.kind.name))
      }
      do throws(SettingError) {
        rule.settings[key] = try setting.value(from: value)
      } catch {
        throw .rules(.badSetting(key, setting.shape, error))
      }
    }
  }

  private static func match(_ text: String) -> DeviceMatch {
    if text == "any" { return .any }
    return DeviceClass(rawValue: text).map { .deviceClass($0) } ?? .name(text)
  }

  private static func references(_ text: String) throws(RecordingError.Reason) -> [Reference] {
    var references: [Reference] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasPrefix("kind:"), Catalogue.kind(named: String(part.dropFirst(5))) != nil {
        references.append(.kind(String(part.dropFirst(5))))
      } else if isName(String(part)) {
        references.append(.gesture(String(part)))
      } else {
        throw .rules(.badRelation(String(part)))
      }
    }
    return references
  }

  /// A rule may name one that comes after it, so this waits for all of them.
  func checkReferences() throws(Located) {
    for (rule, line) in zip(gestures, lines) {
      for case .gesture(let name) in rule.relations.references
      where !gestures.contains(where: { $0.name == name }) {
        throw Located(line: line, reason: .rules(.unknownGesture(name)))
      }
    }
    guard let circle = rules.requirementCycle(), let first = circle.first?.rawValue else { return }
    throw Located(line: lines[first], reason: .rules(.circle(circle.map { gestures[$0.rawValue].name })))
  }
}
