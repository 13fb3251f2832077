/// A `[gesture.NAME]` or a `[[binding]]`, ready to be written.
struct RulesSection {
  let name: String
  /// Nil for a `[[binding]]`.
  var shape: GestureShape?
  let condition: ImportedCondition
  private(set) var actions: [ImportedAction] = []
  private(set) var every: String?
  private(set) var notes: [String] = []
  /// The source's lines that it comes from.
  private(set) var lines: [Int] = []
  private(set) var waitsFor: [GestureShape] = []
  /// The settings of its gesture that are no part of its shape.
  var tuning: [ShapeSetting] = []
  /// Names of the gestures it requires to fail.
  var requirements: [String] = []
  /// A drag beside which swipes of the same fingers happen as well.
  private(set) var sparesSwipes = false
  /// The kinds of gesture there are beside it, of the same fingers.
  var kindsBeside: [String] = []

  init(_ part: ImportedGesture, _ name: String, line: Int) {
    self.name = name
    condition = part.condition
    add(part, line: line)
  }

  mutating func addNote(_ note: String) { notes.append(note) }

  mutating func add(_ part: ImportedGesture, line: Int) {
    actions += part.actions
    every = every ?? part.every
    notes += part.notes.filter { !notes.contains($0) }
    waitsFor += part.waitsFor
    sparesSwipes = sparesSwipes || part.sparesSwipes
    if !lines.contains(line) { lines.append(line) }
  }

  /// Its lines of the rules file.
  var text: [String] {
    var text: [String] = []
    if !lines.isEmpty { text.append(TOMLText.comment(ImportWording.origin(lines))) }
    text += notes.map(TOMLText.comment)
    if let shape {
      text.append("[gesture.\(TOMLText.key(name))]")
      text += self.keys(of: shape)
    } else {
      text += ["[[binding]]", pair("gesture", .string(name))]
      text += [pair("when", .table(conditions))]
    }
    return text + keysOfActions
  }

  private func keys(of shape: GestureShape) -> [String] {
    let count: TOMLValue =
      shape.fingers.count == 1
      ? .integer(shape.fingers.lowerBound) : .string("\(shape.fingers.lowerBound)-\(shape.fingers.upperBound)")
    var keys = [pair("kind", .string(shape.form.rawValue))]
    if let device = shape.device { keys.append(pair("device", .string(device))) }
    keys.append(pair("fingers", count))
    if let direction = shape.direction { keys.append(pair("direction", .string(direction))) }
    if let zone = shape.zone { keys.append(pair("zone", .string(zone.name))) }
    if !condition.isEmpty { keys.append(pair("receive", .table(conditions))) }
    keys += (shape.settings + tuning).map { pair($0.key, $0.value) }
    if !requirements.isEmpty { keys.append(pair("require-to-fail", .list(requirements.map(TOMLValue.string)))) }
    if sparesSwipes, !kindsBeside.isEmpty {
      keys.append(pair("simultaneous-with", .list(kindsBeside.map { .string("kind:\($0)") })))
    }
    return keys
  }

  private var conditions: [TOMLValue.Pair] {
    var pairs: [TOMLValue.Pair] = []
    if let app = condition.app { pairs.append(.init(key: "app", value: .string(app))) }
    if !condition.modifiers.isEmpty {
      pairs.append(.init(key: "modifiers", value: .list(condition.modifiers.map(TOMLValue.string))))
    }
    return pairs
  }

  private var keysOfActions: [String] {
    var keys = ImportedAction.Phase.allCases.compactMap { phase in
      command(.phase(phase)).map { pair(phase.rawValue, $0.toml) }
    }
    let ways = ImportedAction.StepDirection.allCases.compactMap { way in
      command(.way(way)).map { TOMLValue.Pair(key: way.rawValue, value: $0.toml) }
    }
    if !ways.isEmpty {
      keys.append(pair("step", .table([.init(key: "every", value: .string(every ?? ""))] + ways)))
    }
    return keys
  }

  private func command(_ slot: ImportedAction.Slot) -> ImportedCommand? {
    actions.first { $0.slot == slot }?.command
  }

  private func pair(_ key: String, _ value: TOMLValue) -> String { "\(key) = \(value.text)" }
}

/// Names of gestures, each given once.
struct GestureNames {
  /// What has a name of its own.
  private struct Bearer: Hashable {
    let shape: GestureShape
    let condition: ImportedCondition
  }

  private var names: [Bearer: String] = [:]
  private var taken: Set<String> = []

  /// The name of a gesture that is looked for under a condition only, if it has one.
  mutating func name(of shape: GestureShape, condition: ImportedCondition) -> String {
    let bearer = Bearer(shape: shape, condition: condition)
    if let name = names[bearer] { return name }
    let first = ([shape.name] + condition.words.map(Self.kebab)).filter { !$0.isEmpty }.joined(separator: "-")
    var name = first
    var number = 2
    while taken.contains(name) {
      name = "\(first)-\(number)"
      number += 1
    }
    names[bearer] = name
    taken.insert(name)
    return name
  }

  /// The name of a gesture that is looked for everywhere.
  func known(_ shape: GestureShape) -> String? {
    names[Bearer(shape: shape, condition: ImportedCondition())]
  }

  /// In small letters and digits with `-` between.
  private static func kebab(_ text: String) -> String {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }
}

extension ImportedCondition {
  fileprivate var words: [String] { (app.map { [$0] } ?? []) + modifiers }
}
