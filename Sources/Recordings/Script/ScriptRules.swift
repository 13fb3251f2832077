import Bindings
import GestureCore
import Text

/// The sections `gestures` and `zones` of a touch script. Each line becomes a TOML line with the same line number. The
/// TOML is read as a rules file.
///
///     single = tap fingers=2 touchpad.slop=3mm receive.app=firefox require-to-fail=double?mode=presentation,kind:pan
///     left   = edge=left band=10mm exclusive
///
/// Values are written without blanks. `,` separates the items of a list and the parts of a `path`. `:` separates the
/// parts of a `start`, such as `hold:300ms`. `tool` and `mode` are short for `receive.tool` and `receive.mode`. In a
/// zone with `corner`, `width` and `height` set the key `size`.
struct ScriptRules {
  private var toml = ""
  private var lineCount = 1

  mutating func readGesture(_ tokens: inout Tokens, _ line: Int) throws(RecordingError.Reason) {
    let name = try Self.name(&tokens, .gesture)
    let kind = try tokens.next(.gesture)
    let declarations = Catalogue.kind(named: kind)?.allSettings ?? []
    var entries = ["kind = \(jsonString(kind))"]
    while let token = tokens.next() {
      guard let (key, value) = assignment(token) else { throw .expected(.setting, found: token) }
      entries.append(try Self.entry(key, value, declarations))
    }
    add("gesture", name, entries, line)
  }

  mutating func readZone(_ tokens: inout Tokens, _ line: Int) throws(RecordingError.Reason) {
    let name = try Self.name(&tokens, .zone)
    var words: [(key: String, value: String)] = []
    while let token = tokens.next() { words.append(assignment(token) ?? (token, "true")) }
    let isCorner = words.contains { $0.key == "corner" }
    let size = isCorner ? ["width", "height"].compactMap { key in words.last { $0.key == key }?.value } : []
    var entries = size.isEmpty ? [] : ["size = \(jsonString(size.joined(separator: " x ")))"]
    for (key, value) in words {
      switch key {
      case "width" where isCorner, "height" where isCorner: continue
      case "x", "y", "width", "height": entries.append("rect.\(key) = \(jsonString(value))")
      case "exclusive", "ignore", "multi-touch": entries.append("\(key) = \(Self.flag(value))")
      default: entries.append("\(tomlKey(key)) = \(jsonString(value))")
      }
    }
    add("zone", name, entries, line)
  }

  func rules(_ script: String) throws(RecordingError) -> RuleSet {
    let loaded = Rules.load(text: Array(toml.utf8), file: script, isOfScript: true)
    if let rules = loaded.rules { return rules.ruleSet }
    let error = loaded.diagnostics.first { $0.severity == .error }
    let text = [error?.message, error?.fix].compactMap { $0 }.joined(separator: ": ")
    throw RecordingError(script, error?.location.line, .wrongRules(text))
  }

  private mutating func add(_ section: String, _ name: String, _ entries: [String], _ line: Int) {
    toml += String(repeating: "\n", count: line - lineCount)
    lineCount = line
    toml += "\(section).\(tomlKey(name)) = { \(entries.joined(separator: ", ")) }"
  }

  private static func name(_ tokens: inout Tokens, _ part: RecordingError.Part) throws(RecordingError.Reason) -> String
  {
    let name = try tokens.next(part)
    guard isName(name) else { throw .badName(name) }
    guard tokens.skip("=") else { throw .expected(part, found: tokens.peek) }
    return name
  }

  // MARK: Values in TOML

  private static func entry(
    _ key: String, _ value: String, _ declarations: [SettingDeclaration]
  ) throws(RecordingError.Reason) -> String {
    let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let toml = dotted(key)
    if let relation = RelationKey(rawValue: key) {
      return "\(key) = \(relation.hasConditions ? try requirements(value) : list(value))"
    }
    if let role = [ConditionRole.receive, .beginIf].first(where: { $0.key == path[0] }), path.count > 1 {
      return "\(toml) = \(condition(key, value, in: role))"
    }
    switch key {
    case "tool", "mode": return "receive.\(key) = \(condition(key, value, in: .receive))"
    case "priority": return "\(key) = \(Int(value) == nil ? jsonString(value) : value)"
    case "tags": return "\(key) = \(list(value))"
    case "exclusive-touch-type": return "\(key) = \(flag(value))"
    default:
      if DeliveryKey(rawValue: key) != nil { return "\(key) = \(flag(value))" }
      return "\(toml) = \(setting(value, declarations.first { $0.name == path.last }?.shape))"
    }
  }

  private static func setting(_ text: String, _ shape: SettingShape?) -> String {
    switch shape {
    case .count, .countRange: Int(text) == nil ? jsonString(text) : text
    case .flag: flag(text)
    case .path: jsonString(text.replacing(each: ",", by: " "))
    case .start: jsonString(text.replacing(each: ":", by: " "))
    case .templates: list(text)
    case .quantity, .choice, nil: jsonString(text)
    }
  }

  private static func condition(_ word: String, _ text: String, in role: ConditionRole) -> String {
    let key = word.split(separator: ".").last.map(String.init)
    return switch Conditions.descriptions(in: role).first(where: { $0.key == key })?.form {
    case .flag: flag(text)
    case .choices: text == "none" ? "[]" : list(text.replacing(each: "+", by: ","))
    case .texts: list(text)
    case .setting(let declaration): setting(text, declaration.shape)
    case .text, .choice, .device, .conditions, nil: jsonString(text)
    }
  }

  /// Returns requirements such as `double?mode=presentation&tool=stylus,kind:pan` as a TOML array.
  private static func requirements(_ text: String) throws(RecordingError.Reason) -> String {
    var values: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard halves.count > 1 else {
        values.append(jsonString(String(part)))
        continue
      }
      var conditions: [String] = []
      for statement in halves[1].split(separator: "&", omittingEmptySubsequences: false) {
        guard let (word, value) = assignment(String(statement)) else {
          throw .expected(.condition, found: String(statement))
        }
        conditions.append("\(dotted(word)) = \(condition(word, value, in: .requirement))")
      }
      values.append("{ gesture = \(jsonString(halves[0])), when = { \(conditions.joined(separator: ", ")) } }")
    }
    return "[\(values.joined(separator: ", "))]"
  }

  private static func list(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { jsonString(String($0)) }
    return "[\(parts.joined(separator: ", "))]"
  }

  private static func dotted(_ key: String) -> String {
    key.split(separator: ".", omittingEmptySubsequences: false).map { tomlKey(String($0)) }.joined(separator: ".")
  }

  private static func flag(_ text: String) -> String { ["true", "false"].contains(text) ? text : jsonString(text) }
}
