import Analysis
import Base
import Bindings
import Control
import GestureCore
import Recordings
import Runtime
import Studio
import Text

final class StudioRequests {
  private(set) var rules: StudioRules
  /// Whether rules were written that the studio's recognition doesn't use yet.
  var hasNewRules = false
  /// The reason why no daemon is connected; nil if a daemon is connected.
  var disconnectedReason: String?
  var mode = Context.defaultMode
  var isPaused = false
  private let recognition: StudioRecognition
  private let session: String?
  private var practised: SoloGesture?

  init(_ rules: StudioRules, _ recognition: StudioRecognition, session: String?) {
    self.rules = rules
    self.recognition = recognition
    self.session = session
  }

  func readRules() -> Bool { rules.reload() }

  /// Keeps the attempts that the daemon remembers, unless attempts are already kept.
  func keepEarlierAttempts() throws {
    guard recognition.kept.all.isEmpty else { return }
    switch try askDaemon(.attempts(last: nil)) {
    case .done(let members):
      if let script = JSONValue.object(members)["script"]?.string { try recognition.keepEarlierAttempts(script) }
    case .refused: break
    }
  }

  private func askDaemon(_ request: ControlRequest) throws -> ControlAnswer {
    try ControlAnswer(line: DaemonSearch.connect(session: session).ask(request))
  }

  /// Answers a request. Throws `StudioRefusal`, or another error whose description is a sentence for the page.
  func answer(_ request: JSONValue) throws -> [JSONValue.Member] {
    guard let word = request["do"]?.string else {
      throw StudioRefusal("the page sent a message without a request", fix: "end the studio and start it again")
    }
    switch word {
    case "hello": return hello
    case "rules": return draft
    case "catalogue": return [.init("schema", RulesSchema.document)]
    case "attempts": return [.init("attempts", .array(recognition.kept.all.map(Self.fact)))]
    case "edit": return try edit(request)
    case "undo": return try change { try $0.undo() }
    case "redo": return try change { try $0.redo() }
    case "discard": return try change { $0.discard() }
    case "write": return try write(request)
    case "measure": return try measure(request)
    case "try": return try tryValues(request)
    case "others": return try others(request)
    case "tune": return try tune(request)
    case "propose": return propose(request)
    case "trigger": return try trigger(request)
    case "practise": return try practise(request)
    default:
      throw StudioRefusal(
        "the studio does not know the page's request \(word.inQuotes)", fix: "end the studio and start it again")
    }
  }

  private var hello: [JSONValue.Member] {
    [
      .init("version", .string(GestureBridge.configuration.version)), .init("file", .string(rules.path)),
      .init("readOnly", .flag(rules.isReadOnly)), .init("connected", .flag(disconnectedReason == nil)),
      .init("why", .optional(disconnectedReason)),
      .init("paused", .flag(isPaused)), .init("mode", .string(mode)), .init("devices", recognition.deviceFacts),
    ]
  }

  // MARK: The draft

  private var draft: [JSONValue.Member] {
    rules.facts.map { member in
      member.name == "zones" ? .init("zones", .array(recognition.devices.flatMap(rules.zones))) : member
    }
  }

  private func edit(_ request: JSONValue) throws -> [JSONValue.Member] {
    let changes = try (request["edits"]?.values ?? []).map(Self.change)
    guard !changes.isEmpty else { throw StudioRefusal(Message.noEdits) }
    return try change { try $0.apply(changes) }
  }

  private func change(_ edit: (inout RulesDraft) throws -> Void) throws -> [JSONValue.Member] {
    try rules.change(edit)
    return draft
  }

  private static func change(_ edit: JSONValue) throws -> RulesDraft.Change {
    if let path = edit["set"]?.strings, let value = edit["to"]?.string { return .set(path, to: value) }
    if let path = edit["unset"]?.strings { return .unset(path) }
    if let path = edit["remove"]?.strings { return .remove(path) }
    if let section = edit["add"]?.string, let name = edit["name"]?.string, let lines = edit["toml"]?.string {
      return .add([section, name], lines: lines)
    }
    if let text = edit["text"]?.string { return .text(text) }
    throw StudioRefusal(Message.noEdits)
  }

  private func write(_ request: JSONValue) throws -> [JSONValue.Member] {
    try rules.write(request["hash"]?.string ?? "")
    hasNewRules = true
    // The daemon notices the change itself, but the request makes it read the file sooner.
    _ = try? askDaemon(.reload)
    return draft
  }

  // MARK: Attempts

  private func samples(_ list: JSONValue?) -> [GestureSample] {
    recognition.kept.samples(list?.values?.compactMap(\.integer) ?? [])
  }

  private func solo(_ request: JSONValue) throws -> SoloGesture {
    let name = request["gesture"]?.string ?? ""
    guard let solo = SoloGesture(name, of: rules.rules.ruleSet) else {
      throw StudioRefusal(Message.noSuchGesture(name))
    }
    return solo
  }

  private static func values(_ request: JSONValue) -> ThresholdValues {
    (request["values"]?.members ?? []).reduce(into: [:]) { values, member in
      if let number = member.value.number { values[member.name] = number }
    }
  }

  private func measure(_ request: JSONValue) throws -> [JSONValue.Member] {
    let solo = try solo(request)
    let samples = recognition.kept.all.map(\.sample)
    let measured = samples.map { (number: $0.number, values: solo.measurements(of: $0)) }
    guard let device = samples.last?.device else { return [.init("thresholds", []), .init("verdicts", [])] }
    let now = solo.values(on: device)
    // Thresholds with measured values come first.
    let decides = { (threshold: Threshold) in measured.contains { $0.values[threshold.name] != nil } }
    let order = solo.thresholds.filter(decides) + solo.thresholds.filter { !decides($0) }
    let thresholds = order.map { threshold -> JSONValue in
      [
        "name": .string(threshold.name), "title": .string(threshold.declaration.summary),
        "unit": .string(threshold.unit.rawValue), "low": .number(threshold.range.lowerBound),
        "high": .number(threshold.range.upperBound), "value": .number(now[threshold.name] ?? 0),
        "mustReach": .flag(threshold.mustReach),
        "measured": .array(
          measured.map { one in
            ["attempt": .integer(one.number), "value": .optional(one.values[threshold.name])]
          }),
      ]
    }
    return [
      .init("thresholds", .array(thresholds)),
      .init(
        "verdicts",
        .array(
          samples.map { sample in
            let verdict = solo.verdict(of: sample)
            return [
              "attempt": .integer(sample.number), "recognized": .flag(verdict.isRecognized),
              "words": .string(verdict.words),
            ]
          })),
    ]
  }

  private func tryValues(_ request: JSONValue) throws -> [JSONValue.Member] {
    let solo = try solo(request)
    let values = Self.values(request)
    let start = EventLoop.now()
    let recognized = recognition.kept.all.map { solo.recognizes($0.sample, values) }
    let duration = Double(EventLoop.now() - start) / 1000
    let verdicts = zip(recognition.kept.all, recognized).map { kept, isRecognized -> JSONValue in
      ["attempt": .integer(kept.number), "recognized": .flag(isRecognized)]
    }
    return [.init("verdicts", .array(verdicts)), .init("took", .number(duration))]
  }

  private func others(_ request: JSONValue) throws -> [JSONValue.Member] {
    let name = request["gesture"]?.string ?? ""
    guard let index = rules.rules.ruleSet.gestures.firstIndex(where: { $0.name == name }) else {
      throw StudioRefusal(Message.noSuchGesture(name))
    }
    var changed = rules.rules.ruleSet
    for (setting, value) in Self.values(request) { changed.gestures[index].set(setting, to: value, on: nil) }
    let others = samples(request["yes"]).compactMap { sample -> JSONValue? in
      let names = AllRulesReplay(sample, GestureID(index), changed).others.map { changed.gestures[$0.rawValue].name }
      guard !names.isEmpty else { return nil }
      return [
        "attempt": .integer(sample.number), "gestures": .strings(names),
        "words": .string("also triggers \(names.map(\.inQuotes).listed("and"))"),
      ]
    }
    return [.init("others", .array(others))]
  }

  private func tune(_ request: JSONValue) throws -> [JSONValue.Member] {
    let name = request["gesture"]?.string ?? ""
    guard
      let tuning = Tuning(name, of: rules.rules.ruleSet, attempts: samples(request["yes"]), not: samples(request["no"]))
    else { throw StudioRefusal(Message.noSuchGesture(name)) }
    let values = tuning.changes.map { JSONValue.Member($0.change.setting, .number($0.change.value)) }
    let words = tuning.proposalText.split(separator: "\n").map(String.init) + tuning.warnings
    return [.init("values", .object(values)), .init("words", .strings(words))]
  }

  private func propose(_ request: JSONValue) -> [JSONValue.Member] {
    let samples = samples(request["attempts"])
    let found = GestureProposal.proposals(for: samples, in: rules.rules, drawing: rules.newDrawing)
    for proposal in found { if let drawing = proposal.drawing { rules.learn(drawing.name, drawing.file) } }
    let proposals = found.map { proposal -> JSONValue in
      [
        "kind": .string(proposal.kind.name), "words": .string(proposal.words), "toml": .string(proposal.toml),
        "fits": .integer(proposal.recognizedCount), "of": .integer(samples.count),
        "collisions": .strings(proposal.collisions),
      ]
    }
    return [.init("proposals", .array(proposals))]
  }

  // MARK: Doing

  private func trigger(_ request: JSONValue) throws -> [JSONValue.Member] {
    guard !rules.isReadOnly else { throw StudioRefusal(Message.isReadOnly, fix: Message.startItAgain) }
    switch try askDaemon(.trigger(request["gesture"]?.string ?? "")) {
    case .done: return []
    case .refused(let error, let fix, _): throw StudioRefusal(error, fix: fix)
    }
  }

  private func practise(_ request: JSONValue) throws -> [JSONValue.Member] {
    practised = request["gesture"]?.string == nil ? nil : try solo(request)
    return []
  }

  /// News for the page: whether attempt `kept` was recognized as the practised gesture. Nil if no gesture is practised.
  func practised(_ kept: KeptAttempts.Kept) -> JSONValue? {
    guard let practised else { return nil }
    let verdict = practised.verdict(of: kept.sample)
    return [
      "news": "practised", "gesture": .string(practised.rule.name), "attempt": .integer(kept.number),
      "recognized": .flag(verdict.isRecognized), "words": .string(verdict.isRecognized ? kept.movement : verdict.words),
    ]
  }

  // MARK: Facts

  static func fact(_ kept: KeptAttempts.Kept) -> JSONValue {
    let device = kept.sample.device
    let strokes = kept.strokes.map { stroke in
      JSONValue.array(
        stroke.flatMap { point -> [JSONValue] in
          [.number(point.position.x), .number(point.position.y), .number(point.time.milliseconds)]
        })
    }
    return [
      "number": .integer(kept.number), "device": .string(device.name), "class": .string(device.deviceClass.rawValue),
      "width": .number(kept.surface.width), "height": .number(kept.surface.height),
      "began": .number(kept.began.milliseconds), "lasted": .number(kept.duration.milliseconds),
      "fingers": .integer(kept.fingers), "strokes": .array(strokes), "recognized": .strings(kept.recognized),
      "words": .string(kept.words),
    ]
  }

  static func command(_ facts: JSONValue) -> JSONValue {
    let run = facts["run"]?.string ?? facts["run"]?.strings?.joined(separator: " ") ?? ""
    return [
      "news": "command", "gesture": .string(facts["gesture"]?.string ?? ""),
      "words": .string("\(facts["command"]?.string ?? ""): \(run)"),
    ]
  }
}

extension Message {
  static let noEdits = "the page sent a change that is empty or not valid: end the studio and start it again"
  static func noSuchGesture(_ name: String) -> String {
    "there is no gesture \(name.inQuotes) in the rules: choose another gesture"
  }
}
