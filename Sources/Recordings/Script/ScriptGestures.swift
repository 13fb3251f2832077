import GestureCore
import Text

/// The section `gestures` of a touch script: `NAME = KIND setting=value …`.
///
/// Beside the kind's settings there are:
///
///     device=touchpad    device=ELAN*    priority=2    tags=scroll,zoom
///     touchpad.min-speed=20mm/s    touchscreen.slop=3mm    (settings on one class of device)
///     path=down-right,up-right    after=rest:300ms         (a stroke's, without blanks)
///     zone=left    tool=stylus    mode=presentation        (which touches it receives)
///     receive.app=firefox    receive.modifiers=ctrl+shift  (the same at length, for every word of a condition)
///     begin-if.direction=up,down    begin-if.mode=…        (what has to be so for it to begin)
///     exclusive-touch-type=false
///     require-to-fail=double,kind:pan,tag:scroll    require-to-fail=double?mode=presentation&tool=stylus
///     required-to-fail-by=…    simultaneous-with=…    prevents=…    cannot-prevent=…    cannot-be-prevented-by=…
struct ScriptGestures {
  private(set) var gestures: [GestureRule] = []
  private var lines: [Int] = []

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
    case "device": rule.device = DeviceMatch(text: value)
    case "tags": rule.tags = try tags(value)
    case "priority":
      guard let priority = Int(value) else { throw .rules(.badPriority(value)) }
      rule.priority = priority
    case "zone", "tool", "mode": try rule.receive.set(key, value)
    case "exclusive-touch-type": rule.exclusiveTouchType = try flag(value)
    case "cancels-touches": rule.delivery.cancelsTouches = try flag(value)
    case "delays-touches-began": rule.delivery.delaysTouchesBegan = try flag(value)
    case "delays-touches-ended": rule.delivery.delaysTouchesEnded = try flag(value)
    case "require-to-fail": rule.relations.requireToFail = try Requirement.list(value)
    case "required-to-fail-by": rule.relations.requiredToFailBy = try Requirement.list(value)
    case "simultaneous-with": rule.relations.simultaneousWith = try Reference.list(value)
    case "prevents": rule.relations.prevents = try Reference.list(value)
    case "cannot-prevent": rule.relations.cannotPrevent = try Reference.list(value)
    case "cannot-be-prevented-by": rule.relations.cannotBePreventedBy = try Reference.list(value)
    default:
      if let word = key.after("receive.") {
        try rule.receive.set(word, value, atLanding: true)
      } else if let word = key.after("begin-if.") {
        try rule.beginIf.set(word, value)
      } else if let (deviceClass, name) = ofClass(key) {
        rule.classSettings[deviceClass, default: [:]][name] = try setting(name, value, of: rule.kind)
      } else {
        rule.settings[key] = try setting(key, value, of: rule.kind)
      }
    }
  }

  /// `touchpad.min-speed`: a class of device and the name of a setting.
  private static func ofClass(_ key: String) -> (DeviceClass, String)? {
    for deviceClass in DeviceClass.allCases {
      if let name = key.after("\(deviceClass.rawValue).") { return (deviceClass, String(name)) }
    }
    return nil
  }

  private static func setting(
    _ key: String, _ value: String, of kind: Kind
  ) throws(RecordingError.Reason) -> SettingValue {
    guard let setting = kind.allSettings.first(where: { $0.name == key }) else {
      throw .rules(.unknownSetting(key, kind: kind.name))
    }
    do throws(SettingError) {
      return try setting.value(from: setting.shape.unblanked(value))
    } catch {
      throw .rules(.badSetting(key, setting.shape, error))
    }
  }

  private static func tags(_ text: String) throws(RecordingError.Reason) -> Set<String> {
    var tags: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard isName(String(part)) else { throw .script(.badName(String(part))) }
      tags.insert(String(part))
    }
    return tags
  }

  /// A rule may name gestures and zones that come after it, so this waits for all of them.
  func check(_ rules: RuleSet) throws(ScriptLineError) {
    for (rule, line) in zip(gestures, lines) {
      do throws(RecordingError.Reason) {
        try checkRelations(rule)
        try checkAlternatives(rule)
      } catch {
        throw ScriptLineError(line: line, reason: error)
      }
      let zones = [rule.receive, rule.beginIf] + rule.relations.requirements.map(\.condition)
      for zone in zones.compactMap(\.zone) where !rules.zones.contains(where: { $0.name == zone }) {
        throw ScriptLineError(line: line, reason: .rules(.unknownZone(zone)))
      }
    }
    guard let circle = rules.requirementCycle(), let first = circle.first?.rawValue else { return }
    throw ScriptLineError(line: lines[first], reason: .rules(.circle(circle.map { gestures[$0.rawValue].name })))
  }

  private func checkRelations(_ rule: GestureRule) throws(RecordingError.Reason) {
    for reference in rule.relations.references {
      switch reference {
      case .gesture(let name): _ = try gesture(name)
      case .tag(let tag):
        guard gestures.contains(where: { $0.tags.contains(tag) }) else { throw .rules(.unknownTag(tag)) }
      case .kind: break
      }
    }
  }

  /// Of some settings a gesture gives exactly one.
  private func checkAlternatives(_ rule: GestureRule) throws(RecordingError.Reason) {
    let names = rule.kind.traits.alternatives
    let given = names.filter { rule.settings[$0] != nil }
    if !names.isEmpty, given.count != 1 { throw .rules(.alternatives(names, given: given, kind: rule.kind.name)) }
  }

  private func gesture(_ name: String) throws(RecordingError.Reason) -> GestureRule {
    guard let found = gestures.first(where: { $0.name == name }) else { throw .rules(.unknownGesture(name)) }
    return found
  }
}

extension SettingShape {
  /// A value as a rules file has it, with blanks for what stands in their place in a script.
  fileprivate func unblanked(_ value: String) -> String {
    switch self {
    case .path: value.replacing(each: ",", by: " ")
    case .start: value.replacing(each: ":", by: " ")
    case .quantity, .count, .countRange, .choice, .flag, .templates: value
    }
  }
}

extension GestureRule.Relations {
  /// From both sides.
  fileprivate var requirements: [Requirement] { requireToFail + requiredToFailBy }
}

/// `true` or `false`.
func flag(_ text: String) throws(RecordingError.Reason) -> Bool {
  guard text == "true" || text == "false" else { throw .rules(.badFlag(text)) }
  return text == "true"
}

// Lists of other gestures: `double,kind:pinch,tag:scroll`, and where it is a failure requirement
// `double?mode=presentation&tool=stylus`.

extension Reference {
  /// Names, `kind:` and a kind, or `tag:` and a tag, separated by commas.
  fileprivate static func list(_ text: String) throws(RecordingError.Reason) -> [Reference] {
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
  fileprivate static func list(_ text: String) throws(RecordingError.Reason) -> [Requirement] {
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
  /// What follows `prefix`, where the text begins with it: whatever comes next, an accent that would join the last character too.
  func after(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
  }
}
