import Text

/// Writes an import as a rules file.
struct RulesWriter {
  let format: ImportFormat
  /// The source's name.
  let file: String
  let resolved: ImportConflictResolver

  var text: String {
    var lines = header.map(TOMLText.comment)
    for group in settings + zones { lines += [""] + group }
    var before: (last: Int, isOpen: Bool)?
    for (place, entry) in resolved.entries {
      // A comment stays with the entry that followed it.
      let isApart = before.map { !$0.isOpen || place.lowerBound > $0.last + 1 } ?? true
      if isApart { lines.append("") }
      switch entry {
      case .comment(let text): lines.append(TOMLText.comment(text))
      case .remark(let remark): lines.append(TOMLText.comment(ImportWording.notCarried(remark, place)))
      case .section(let section): lines += section.text
      }
      before = (place.upperBound, entry.isOpen)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    ImportWording.header(format, file: file) + [ImportWording.count(resolved.carried, of: resolved.total)]
      + ImportWording.difference(format)
  }

  private var zones: [[String]] {
    resolved.zones.map { zone in
      ["[zone.\(zone.name)]"] + zone.settings.map { "\($0.key) = \($0.value.text)" }
    }
  }

  /// The sections `[defaults…]`, each with its settings.
  private var settings: [[String]] {
    var groups: [(section: String, lines: [String])] = []
    for (line, setting) in resolved.settings {
      let lines = [
        TOMLText.comment(ImportWording.setting(setting, line: line)),
        "\(setting.key) = \(TOMLValue.string(setting.value).text)",
      ]
      if let place = groups.firstIndex(where: { $0.section == setting.section }) {
        groups[place].lines += lines
      } else {
        groups.append((setting.section, lines))
      }
    }
    return groups.map { ["[\($0.section)]"] + $0.lines }
  }
}

extension ImportConflictResolver.Entry {
  /// Whether the next entry belongs to it.
  fileprivate var isOpen: Bool {
    switch self {
    case .comment: true
    case .remark, .section: false
    }
  }
}

/// A value as it is written into a rules file.
enum TOMLValue: Hashable, Sendable {
  case string(String)
  case integer(Int)
  case list([TOMLValue])
  /// `{ up = "…", down = "…" }`, in this order.
  case table([Pair])

  /// A key of an inline table.
  struct Pair: Hashable, Sendable {
    let key: String
    let value: TOMLValue
  }

  static func table(_ pairs: KeyValuePairs<String, TOMLValue>) -> TOMLValue {
    .table(pairs.map { Pair(key: $0.key, value: $0.value) })
  }

  /// The value after a key, where a text may keep its lines.
  var text: String {
    if case .string(let text) = self, text.contains("\n"), let lines = TOMLText.multiLine(text) { return lines }
    return inline
  }

  /// The value in a list or a table.
  private var inline: String {
    switch self {
    case .string(let text): TOMLText.quoted(text)
    case .integer(let number): "\(number)"
    case .list(let values): "[\(values.map(\.inline).joined(separator: ", "))]"
    case .table(let pairs): "{ \(pairs.map { "\($0.key) = \($0.value.inline)" }.joined(separator: ", ")) }"
    }
  }
}

/// TOML's ways to quote texts.
enum TOMLText {
  /// Quoted in the form that needs the fewest escapes.
  static func quoted(_ text: String) -> String {
    let needsEscape = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isControl($0) }
    if !needsEscape { return "\"\(text)\"" }
    let isLiteral = !text.unicodeScalars.contains { $0 == "'" || isControl($0) && $0 != "\t" }
    return isLiteral ? "'\(text)'" : "\"\(text.unicodeScalars.map(escaped).joined())\""
  }

  /// Quoted with `'''` over several lines; nil if the text can't be written so.
  static func multiLine(_ text: String) -> String? {
    let isPlain = !text.unicodeScalars.contains { isControl($0) && $0 != "\n" && $0 != "\t" }
    return isPlain && !text.includes("'''") && !text.hasSuffix("'") ? "'''\n\(text)'''" : nil
  }

  /// One line of a comment: a control character becomes a question mark.
  static func comment(_ text: String) -> String {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) && $0 != "\t" ? "?" : $0 }))
    return kept.isEmpty ? "#" : "# \(kept)"
  }

  /// A key, without quotes where it can be bare.
  static func key(_ name: String) -> String {
    let isBare = !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isASCII && ($0.isWordLike || $0 == "-") }
    return isBare ? name : quoted(name)
  }

  /// Whether TOML forbids the character in a text, or a terminal would obey it.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.visible != scalar }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: isControl(scalar) ? "\\u" + hexadecimal(scalar.value) : String(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension Unicode.Scalar {
  /// Whether it is an ASCII letter, a digit or `_`.
  var isWordLike: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) || self == "_"
  }
}

/// A `[gesture.NAME]` or a `[[binding]]` to be written.
struct RulesSection {
  let name: String
  /// Nil for a `[[binding]]`.
  var shape: GestureShape?
  let condition: ImportedCondition
  private(set) var actions: [ImportedAction] = []
  private(set) var every: String?
  private(set) var notes: [String] = []
  /// The source lines behind it.
  private(set) var lines: [Int] = []
  private(set) var waitsFor: [GestureShape] = []
  /// The settings of its gesture that are no part of its shape.
  var tuning: [ShapeSetting] = []
  /// Names of the gestures it requires to fail.
  var requirements: [String] = []
  /// A drag that swipes of the same fingers may accompany.
  private(set) var sparesSwipes = false
  /// The kinds of the other gestures with the same fingers.
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

  /// The section's lines in the rules file.
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

/// Unique names of gestures.
struct GestureNames {
  /// A gesture with a name of its own.
  private struct Bearer: Hashable {
    let shape: GestureShape
    let condition: ImportedCondition
  }

  private var names: [Bearer: String] = [:]
  private var taken: Set<String> = []

  /// Names a gesture; one that is looked for under a condition only may have a name of its own.
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

  /// Small letters and digits with `-` between them.
  private static func kebab(_ text: String) -> String {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }
}

extension ImportedCondition {
  fileprivate var words: [String] { (app.map { [$0] } ?? []) + modifiers }
}
