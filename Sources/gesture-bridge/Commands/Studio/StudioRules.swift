import Bindings
import GestureCore
import Glibc
import Recordings
import Studio
import TOML
import Text

/// The rules file that the studio shows, and its draft.
struct StudioRules {
  let path: String
  let isReadOnly: Bool
  private(set) var reading: RulesReading
  private(set) var draft: RulesDraft
  /// The draft as rules, and its diagnostics.
  private(set) var loaded: LoadedRules
  /// The texts of learned drawings that are not written yet, by the paths of their files.
  private var drawings: [String: String] = [:]
  /// The rules of the last draft without errors; empty if no draft was without errors yet.
  private(set) var rules: Rules

  /// - Throws: if the file can't be read. Rules with errors are accepted.
  init(_ path: String, isReadOnly: Bool) throws {
    (self.path, self.isReadOnly) = (path, isReadOnly)
    reading = RulesReading(path)
    guard let text = reading.mainText else { throw Self.failure(reading) }
    draft = RulesDraft(file: text)
    loaded = reading.loaded { $1 }
    rules = loaded.rules ?? Rules()
  }

  private static func failure(_ reading: RulesReading) -> any Error {
    if case .failure(let problem) = reading.result { return problem }
    return RulesFile.Problem.notFound([])
  }

  /// The rules in the file, without the draft's changes. Nil if the rules have errors.
  var fileRules: Rules? { reading.loaded { $1 }.rules }

  // MARK: Changes

  mutating func change(_ edit: (inout RulesDraft) throws -> Void) throws {
    try edit(&draft)
    load()
  }

  /// Writes a changed draft and the learned drawings that the draft uses. Throws if the studio is read-only, the
  /// draft's hash isn't `hash`, the draft has errors, or a file can't be written or was changed by another program.
  mutating func write(_ hash: String) throws {
    guard !isReadOnly else { throw StudioRefusal(Message.isReadOnly, fix: Message.startItAgain) }
    guard hash == self.hash else {
      throw StudioRefusal("the draft has changed since you looked at the changes", fix: "look at the changes again")
    }
    guard draft.isChanged else { return }
    guard loaded.rules != nil else {
      let errors = loaded.diagnostics.filter(\.isError)
      throw StudioRefusal(
        "nothing is written: \(Message.have(errors)): \(errors.first?.message ?? "")", fix: "fix the errors first")
    }
    let named = Set((loaded.rules?.ruleSet.gestures ?? []).flatMap(\.templateNames))
    for (file, text) in drawings where named.contains(where: { TemplateFile.path(of: $0, nextToRules: path) == file }) {
      try NewFile.write(text, to: file)
      drawings[file] = nil
    }
    try FileReplacement.write(draft.text, to: path, inPlaceOf: draft.file)
    draft.markWritten()
    reading = RulesReading(path)
    load()
  }

  /// Reads the rules file and included files again. Returns false if nothing changed or the rules file is unreadable.
  mutating func reload() -> Bool {
    let fresh = RulesReading(path)
    guard fresh.parts != reading.parts, let text = fresh.mainText else { return false }
    reading = fresh
    draft.updateFile(to: text)
    load()
    return true
  }

  private mutating func load() {
    let drawings = drawings.mapValues { Array($0.utf8) }
    loaded = reading.loaded(adding: drawings, listing: CheckDocument.listed) { [path, text = draft.text] in
      $0 == path ? text : $1
    }
    if let fresh = loaded.rules { rules = fresh }
  }

  /// A name for a new drawing, which no file and no unwritten drawing has yet.
  var newDrawing: String {
    func isTaken(_ file: String) -> Bool { drawings[file] != nil || access(file, F_OK) == 0 }
    var number = 1
    while isTaken(TemplateFile.path(of: "drawing-\(number)", nextToRules: path)) { number += 1 }
    return "drawing-\(number)"
  }

  /// Adds a drawing. The drawing's file is written with the draft, if a gesture of the draft uses the drawing.
  mutating func learn(_ name: String, _ text: String) {
    drawings[TemplateFile.path(of: name, nextToRules: path)] = text
    load()
  }

  // MARK: Facts

  /// A hash of the draft's text, to notice that the draft has changed.
  var hash: String {
    // FNV-1a is enough, because the hash keeps no secret.
    String(draft.text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }

  var facts: [JSONValue.Member] {
    [
      .init("hash", .string(hash)), .init("file", .string(path)),
      .init("text", .string(String(decoding: draft.text, as: UTF8.self))),
      .init("diff", .string(LineDifference(draft.file, draft.text).text(path))),
      .init("canUndo", .flag(draft.canUndo)), .init("canRedo", .flag(draft.canRedo)),
      .init("usable", .flag(loaded.rules != nil)), .init("diagnostics", .array(loaded.diagnostics.map(\.fact))),
      .init("gestures", .array(StudioGestures(rules, draft.text, path).facts)), .init("zones", .array(zones)),
      .init("modes", .strings(rules.modes.sorted())),
    ]
  }

  private var zones: [JSONValue] { rules.ruleSet.zones.map { ["name": .string($0.name)] } }

  func zones(of device: Device) -> [JSONValue] {
    Surface(rules.ruleSet, of: device).areas.map { area in
      [
        "name": .string(area.zone.name), "x": .number(area.rectangle.left), "y": .number(area.rectangle.top),
        "width": .number(area.rectangle.right - area.rectangle.left),
        "height": .number(area.rectangle.bottom - area.rectangle.top), "device": .string(device.name),
      ]
    }
  }
}

extension RulesReading {
  /// The bytes of the rules file, without included files; nil if the rules file could not be read.
  var mainText: [UInt8]? { try? parts.first?.content.get() }
}

/// The reason why a request is refused, and the fix.
struct StudioRefusal: Error {
  let message: String
  let fix: String?

  init(_ message: String, fix: String? = nil) { (self.message, self.fix) = (message, fix) }
}

struct StudioGestures {
  let facts: [JSONValue]

  init(_ rules: Rules, _ text: [UInt8], _ path: String) {
    let bindings = Dictionary(grouping: BindingList(rules).entries) { $0["gesture"]?.string }
    let relations = StudioRelations(rules)
    let document = TOML.parse(text)
    let written = document.errors.isEmpty ? document.root["gesture"]?.value.content.json : nil
    facts = rules.ruleSet.gestures.indices.map { index in
      let rule = rules.ruleSet.gestures[index]
      let location = rules.locations.indices.contains(index) ? rules.locations[index] : nil
      let own = bindings[rule.name] ?? []
      let settings = rules.ruleSet.settings(of: rule, on: MadeUpGesture.device(for: rule))
      return .object(
        [
          .init("name", .string(rule.name)), .init("kind", .string(rule.kind.name)),
          .init("line", .optional(location?.line)), .init("own", .flag(location?.file == path)),
          .init("fingers", .string(BindingList.fingers(of: rule, rules.ruleSet))),
          .init("summary", .string(StudioWording.summary(rule, settings))),
          .init("does", .array(own.map { ["key": $0["key"] ?? .null, "words": .string(BindingText.effect($0))] })),
          .init("settings", .array(rule.kind.allSettings.map { Self.setting($0, rule, settings) })),
        ] + (written?[rule.name].map { [.init("section", $0)] } ?? []) + relations.facts(of: GestureID(index)))
    }
  }

  private static func setting(_ setting: SettingDeclaration, _ rule: GestureRule, _ settings: Settings) -> JSONValue {
    let value = settings[setting.name] ?? .none
    let device = MadeUpGesture.device(for: rule)
    var members: [JSONValue.Member] = [
      .init("name", .string(setting.name)), .init("title", .string(setting.summary)),
      .init("value", .string(value.written(in: setting.shape))),
      .init("default", .string(setting.defaultValue(for: device.deviceClass).written(in: setting.shape))),
      .init("isSet", .flag(rule.settings[setting.name] != nil)),
    ]
    switch setting.shape {
    case .quantity(let unit, let range):
      members += [
        .init("shape", "quantity"), .init("unit", .string(unit.rawValue)), .init("low", .number(range.lowerBound)),
        .init("high", .number(range.upperBound)),
      ]
      if case .quantity(let number) = value { members.append(.init("number", .number(number))) }
    case .count(let range), .countRange(let range):
      members += [
        .init("shape", "text"), .init("low", .integer(range.lowerBound)), .init("high", .integer(range.upperBound)),
      ]
    case .choice(let names): members += [.init("shape", "choice"), .init("choices", .strings(names))]
    case .flag: members.append(.init("shape", "flag"))
    case .templates: members.append(.init("shape", "list"))
    case .path, .start: members.append(.init("shape", "text"))
    }
    return .object(members)
  }
}

/// The relations of gestures to one another, for the page.
private struct StudioRelations {
  private let rules: Rules
  private let delays: Delays
  /// `requirements[n]` has the gestures for which gesture n waits. `after[n]` has the gestures that wait for gesture n.
  private let requirements: [[GestureID]]
  private var after: [[GestureID]]

  init(_ rules: Rules) {
    self.rules = rules
    let delays = Delays(rules)
    self.delays = delays
    requirements = rules.ruleSet.gestures.indices.map { delays.requirements(of: GestureID($0)) }
    after = [[GestureID]](repeating: [], count: requirements.count)
    for (index, others) in requirements.enumerated() {
      for other in others { after[other.rawValue].append(GestureID(index)) }
    }
  }

  func facts(of gesture: GestureID) -> [JSONValue.Member] {
    let rule = rules.ruleSet.gestures[gesture.rawValue]
    let name = { [rules] (id: GestureID) in rules.ruleSet.gestures[id.rawValue].name }
    let names = { [rules] (references: [Reference]) in
      JSONValue.strings(rules.ruleSet.gestures(references, of: gesture).filter { $0 != gesture }.map(name))
    }
    let waits = requirements[gesture.rawValue].map { other -> JSONValue in
      let delay = delays.wait(for: other, holding: gesture).longest
      var longest = JSONValue.null
      if case .atMost(let span) = delay { longest = .number(span.milliseconds) }
      return ["gesture": .string(name(other)), "longest": longest, "words": .string("\(delay)")]
    }
    return [
      .init("waitsFor", .array(waits)), .init("goesBefore", .strings(after[gesture.rawValue].map(name))),
      .init("excludes", names(rule.relations.prevents)), .init("beside", names(rule.relations.simultaneousWith)),
    ]
  }
}

// Tables are at most `TOML.maximumDepth` deep, and so is the recursion.
extension Content {
  /// The value as JSON; a date becomes a string.
  fileprivate var json: JSONValue {
    switch self {
    case .string(let text), .dateTime(let text): .string(text)
    case .integer(let number): .integer(Int(number))
    case .float(let number): .number(number)
    case .boolean(let flag): .flag(flag)
    case .array(let values): .array(values.map(\.content.json))
    case .table(let table): .object(table.entries.map { .init($0.key.name, $0.value.content.json) })
    }
  }
}
