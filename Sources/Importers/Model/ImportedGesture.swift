import Text

/// A gesture in terms of the rules, with its actions.
struct ImportedGesture {
  var shape: GestureShape
  var actions: [ImportedAction]
  /// The distance, percentage or angle between steps. Nil if no action runs at steps.
  var every: String?
  var atMostEvery: String?
  var condition = ImportedCondition()
  var measure = ForeignMovement.Measure()
  var tuning: [TOMLValue.Pair] = []
  /// Whether swipes with the same number of fingers can still be recognized during this drag.
  var sparesSwipes = false
  var waitsFor: [GestureShape] = []
  /// Whether a gesture for all applications replaces this gesture if both gestures have the same shape.
  var yieldsToAll = false
  var notes: [String] = []

  init(_ shape: GestureShape, run command: ImportedCommand) { self.init(shape, .phase(.run), command) }

  init(_ shape: GestureShape, _ slot: ImportedAction.Slot, _ command: ImportedCommand) {
    self.init(shape, [ImportedAction(slot, command)])
  }

  init(_ shape: GestureShape, _ actions: [ImportedAction]) {
    self.shape = shape
    self.actions = actions.map { action in
      guard shape.form.lasts, action.slot == .phase(.run) || action.slot == .phase(.began) else { return action }
      return ImportedAction(action.slot, OwnAction.whileHeld(action.command) ?? action.command)
    }
  }

  var identity: ConditionalShape { ConditionalShape(shape: shape, condition: condition) }

  mutating func addNote(_ note: String) { if !notes.contains(note) { notes.append(note) } }

  /// Sets the least amount of the movement, in mm, percent, degrees or ms, and adds the form's setting for this amount.
  mutating func require(_ amount: Double) {
    measure.least = amount
    tuning += [shape.form.threshold(amount)].compactMap { $0 }
  }

  mutating func repeatActions(every amount: Double) {
    measure.step = amount
    every = shape.form.step(amount)
  }
}

struct ConditionalShape: Hashable {
  let shape: GestureShape
  var condition = ImportedCondition()
}

/// The movement and settings that distinguish a gesture in the rules. Gestures of equal shape can't be distinguished.
@dynamicMemberLookup
struct GestureShape: Hashable {
  var movement: ForeignMovement
  var settings: [TOMLValue.Pair] = []
  var label: String?  // a word that makes the gesture's name unique

  init(_ form: ImportedForm, fingers: ClosedRange<Int>, device: String? = nil, direction: String? = nil) {
    movement = ForeignMovement(form: form, fingers: fingers, device: device, direction: direction)
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<ForeignMovement, Value>) -> Value {
    get { movement[keyPath: path] }
    set { movement[keyPath: path] = newValue }
  }

  /// The shape with more settings, and with `label` as a part of the gesture's name.
  func with(_ settings: TOMLValue.Pair?..., label: String? = nil) -> GestureShape {
    var shape = self
    shape.settings += settings.compactMap { $0 }
    if let label { shape.label = self.label.map { "\($0)-\(label)" } ?? label }
    return shape
  }

  /// A swipe as a pan, for actions that follow the fingers. Other shapes stay unchanged.
  var swipeAsPan: GestureShape {
    guard self.form == .swipe else { return self }
    var shape = self
    shape.form = .pan
    guard let direction = self.direction else { return shape }
    guard direction != "horizontal", direction != "vertical" else { return shape.with(.init("axis", direction)) }
    let isVertical = direction == "up" || direction == "down"
    let beside = isVertical ? ["\(direction)-left", "\(direction)-right"] : ["up-\(direction)", "down-\(direction)"]
    return shape.with(
      .init("axis", isVertical ? "vertical" : "horizontal"),
      .init("begin-if", .table([.init("direction", .list(([direction] + beside).map(TOMLValue.string)))])))
  }

  /// The zone in which the fingers begin. Nil if the fingers can begin anywhere, and for edge swipes.
  var zone: ImportedZone? { self.form == .edgeSwipe ? nil : self.start.map { ImportedZone($0, device: self.device) } }

  var isDiagonal: Bool { self.form == .swipe && SwipeDirection.isDiagonal(self.direction ?? "") }

  /// Whether the gesture is for this class. A pattern for device names counts as a touchpad.
  func isOn(_ deviceClass: String) -> Bool {
    guard let device = self.device else { return true }
    return device == deviceClass || device != "touchscreen" && deviceClass == "touchpad"
  }

  /// The name of the gesture, for example `swipe-3-left` or `long-press-4`.
  var name: String {
    var edge = zone?.name
    if self.form == .edgeSwipe, case .edge(let name, _)? = self.start { edge = name }
    let direction = self.direction?.replacing(each: " ", by: "-")
    return [self.form.rawValue, count, edge, label, direction].compactMap { $0 }.joined(separator: "-")
  }

  private var count: String {
    let (first, last) = (self.fingers.lowerBound, self.fingers.upperBound)
    return first == last ? "\(first)" : "\(first)-\(last)"
  }

  /// The keys of the rule that describe the movement.
  var keys: [TOMLValue.Pair] {
    let (form, direction) = (movement.form, movement.direction)
    var keys = [TOMLValue.Pair("kind", form.rawValue)]
    if let device = movement.device { keys.append(.init("device", device)) }
    keys.append(.init("fingers", Int(count).map(TOMLValue.integer) ?? .string(count)))
    if let direction, form != .pan { keys.append(.init(form == .stroke ? "path" : "direction", direction)) }
    if let zone { keys.append(.init("zone", zone.name)) }
    if form == .edgeSwipe, case .edge(let edge, _)? = movement.start { keys.append(.init("edge", edge)) }
    if movement.taps > 1 { keys.append(.init("taps", .integer(movement.taps))) }
    return keys
  }
}

struct ImportedZone: Hashable {
  let name: String
  let settings: [TOMLValue.Pair]

  init(_ place: ForeignMovement.Place, device: String?) {
    switch place {
    case .edge(let edge, let width):
      let (key, extent) = edge.contains("-") ? ("corner", "size") : ("edge", "band")
      name = "\(edge)-\(key)"
      settings = [.init(key, edge), .init(extent, Quantity.band(width)), .init("device", device ?? "touchscreen")]
    case .area(let x, let y):
      let ends = [x.lowerBound, y.lowerBound, x.upperBound, y.upperBound]
      name = "from-" + ends.map { Quantity.decimal($0).replacing(each: ".", by: "-") }.joined(separator: "-")
      let sides = zip(["x", "y", "width", "height"], [ends[0], ends[1], ends[2] - ends[0], ends[3] - ends[1]])
      let rectangle = sides.map { TOMLValue.Pair($0, "\(Quantity.decimal($1)) %") }
      settings = [.init("rect", .table(rectangle)), .init("device", device ?? "touchscreen")]
    }
  }
}

/// The condition under which an imported gesture's actions run. Comparison ignores the case of application names.
public struct ImportedCondition: Hashable, Sendable {
  public internal(set) var app: String?
  public internal(set) var modifiers: [String] = []
  var facts: [TOMLValue.Pair] = []

  var isEmpty: Bool { app == nil && modifiers.isEmpty && facts.isEmpty }

  public static func == (one: ImportedCondition, other: ImportedCondition) -> Bool {
    one.app?.lowercased() == other.app?.lowercased() && one.modifiers == other.modifiers && one.facts == other.facts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(app?.lowercased()) }

  /// Facts that meet the condition, such as an application or a modifier, for touch scripts.
  public var example: [(fact: String, value: String)] {
    func plain(_ value: TOMLValue) -> String {
      switch value {
      case .string(let text): text.filter { $0 != "*" }
      case .list(let values): values.first.map(plain) ?? ""
      case .integer, .flag, .table: value.text
      }
    }
    let own = facts.flatMap { pair in
      if case .table(let others) = pair.value { return others.map { ($0.key, "another \($0.key)") } }
      return [(pair.key, plain(pair.value))]
    }
    let keys = modifiers.isEmpty ? [] : [("modifiers", modifiers.joined(separator: "+"))]
    return (app.map { [("app", plain(.string($0)))] } ?? []) + keys + own
  }
}

/// A command, and the moment at which it runs.
public struct ImportedAction {
  public enum Slot: Hashable, Sendable {
    case phase(Phase)
    case step(StepDirection)
  }

  public enum Phase: String, CaseIterable, Sendable {
    case run, began, changed, ended, cancelled
  }

  public enum StepDirection: String, CaseIterable, Sendable {
    case left, right, up, down, `in`, out, clockwise, counterclockwise

    var opposite: StepDirection {
      let all = Self.allCases
      return all.firstIndex(of: self).map { all[$0 ^ 1] } ?? self
    }
  }

  let slot: Slot
  let command: ImportedCommand

  /// Replaces the command with an action of gesture-bridge if such an action does the same as the command.
  init(_ slot: Slot, _ command: ImportedCommand) {
    self.slot = slot
    self.command = OwnAction.of(command) ?? command
  }
}

/// A command with or without a shell, or an action of gesture-bridge.
enum ImportedCommand: Hashable, Sendable {
  case shell(String)
  case direct([String])
  case own(String, TOMLValue)  // an action of gesture-bridge, as a key and its value in the rules
  case several([TOMLValue.Pair])  // several effects, or an effect with options

  var toml: TOMLValue {
    switch self {
    case .shell(let text): .string(text)
    case .direct(let words): .list(words.map(TOMLValue.string))
    case .own, .several: .table(effects)
    }
  }

  var effects: [TOMLValue.Pair] {
    switch self {
    case .shell, .direct: [.init("command", toml)]
    case .own(let key, let value): [.init(key, value)]
    case .several(let pairs): pairs
    }
  }

  /// One action with the effects of all commands; nil without commands, or if two effects have the same key.
  static func all(_ commands: [ImportedCommand]) -> ImportedCommand? {
    if commands.count == 1 { return commands[0] }
    let pairs = commands.flatMap { (OwnAction.of($0) ?? $0).effects }
    return Set(pairs.map(\.key)).count == pairs.count && !pairs.isEmpty ? .several(pairs) : nil
  }
}

/// The result of reading one or more lines of another program's configuration.
struct ImportedItem {
  enum Content {
    /// A gesture of the source as one or more gestures for the rules, and its text in the source (`words`).
    case gesture([ImportedGesture], words: String)
    case comment(String)
    case setting(ImportedSetting)
    case notConverted(Remark)
    case structure  // brackets, headers and other lines that have no content of their own
  }

  let lines: ClosedRange<Int>
  let content: Content

  init(_ lines: ClosedRange<Int>, _ content: Content) { (self.lines, self.content) = (lines, content) }
  init(_ line: Int, _ content: Content) { self.init(line...line, content) }
  var parts: [ImportedGesture] { if case .gesture(let parts, _) = content { parts } else { [] } }
}

/// The reason why a gesture can't be converted to the rules.
struct ImportRefusal: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let noCommand = Self("it has no command")
  static func noAction(_ action: String) -> Self { Self("gesture-bridge has no action for \"\(action)\"") }
  static func noGesture(_ words: String) -> Self { Self("gesture-bridge has no gesture like \(words)") }
  static func noCondition(_ text: String) -> Self { Self("gesture-bridge has no condition \"\(text)\"") }
  static func unknownKey(_ keys: String) -> Self { Self("\"\(keys)\" has a key unknown to gesture-bridge") }
  static func noCount(_ word: String) -> Self { Self("the number of fingers can't be \"\(word)\" for this gesture") }
}

extension [ImportedItem] {
  /// The gesture's item; a remark if `parts` throws. YAML (`column`) without a command doesn't count as a gesture.
  static func gesture(
    _ lines: ClosedRange<Int>, _ words: String, column: Int? = nil,
    _ parts: () throws(ImportRefusal) -> [ImportedGesture]
  ) -> [ImportedItem] {
    do throws(ImportRefusal) {
      return [ImportedItem(lines, .gesture(try parts(), words: words))]
    } catch {
      let isGesture = error != .noCommand || column == nil
      return [ImportedItem(lines, .remark(words, error.reason, isGesture: isGesture, column: column))]
    }
  }

  mutating func add(_ line: Int, _ content: ImportedItem.Content) { append(ImportedItem(line, content)) }

  mutating func defaults(
    _ line: Int, _ device: String, _ keys: [String], _ value: String, _ words: String, _ conversion: String
  ) {
    for key in keys {
      add(line, .setting(ImportedSetting("defaults.\(device)", key, .string(value), words, conversion)))
    }
  }

  mutating func claim(_ lines: ClosedRange<Int>) { append(ImportedItem(lines, .structure)) }

  /// Adds the lines of a comment. `bare` removes the comment marks from a line.
  mutating func comment(_ text: String, _ lines: ClosedRange<Int>, _ bare: (String) -> String = { $0 }) {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = bare(String(line).trimmingSpace)
      let number = Swift.min(lines.lowerBound + offset, lines.upperBound)
      add(number, text.isEmpty ? .structure : .comment(text))
    }
  }

  /// Adds a remark for each block of lines without an item. `words` makes the remark's text from the number of lines.
  mutating func addRest(of source: ConfigText, _ reason: String, _ words: (Int) -> String) {
    let claimed = reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    for block in source.nonBlankLines.filter({ !claimed.contains($0) }).runs {
      append(ImportedItem(block, .remark(words(block.count), reason)))
    }
  }

  mutating func remark(_ line: Int, _ text: String, _ reason: String, isGesture: Bool = false, column: Int? = nil) {
    append(ImportedItem(line, .remark(text, reason, isGesture: isGesture, column: column)))
  }
}

extension Collection {
  func all<Value>(_ value: (Element) -> Value?) -> [Value]? {
    let values = compactMap(value)
    return values.count == count ? values : nil
  }
}

extension ImportedItem.Content {
  static func remark(_ text: String, _ reason: String, isGesture: Bool = false, column: Int? = nil) -> Self {
    .notConverted(Remark(text: text, reason: reason, isGesture: isGesture, column: column))
  }
}

/// A part of the source that was not converted, and the reason.
struct Remark: Equatable {
  let text: String
  let reason: String
  var isGesture = false
  var count = 1  // how many times the source has this gesture; more than once if YAML aliases repeat it
  var column: Int?
}

/// A setting of the source, in the rules' units.
struct ImportedSetting: Equatable {
  let section: String
  let key: String
  let value: TOMLValue
  let words: String
  let conversion: String

  init(_ section: String, _ key: String, _ value: TOMLValue, _ words: String, _ conversion: String) {
    (self.section, self.key, self.value, self.words, self.conversion) = (section, key, value, words, conversion)
  }
}
