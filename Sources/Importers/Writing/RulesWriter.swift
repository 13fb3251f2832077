import TOML
import Text

/// Writes an import as a rules file.
struct RulesWriter {
  let format: ImportFormat
  let file: String
  let resolved: ImportConflictResolver
  private(set) var text = ""
  private var starts: [Int: Int] = [:]  // the number of the line before each section, by the index of its entry

  init(format: ImportFormat, file: String, resolved: ImportConflictResolver) {
    (self.format, self.file, self.resolved) = (format, file, resolved)
    var lines = header.map(TOMLText.comment)
    for group in settings + zones { lines += [""] + group }
    var before: (last: Int, isOpen: Bool)?
    for (index, (place, entry)) in resolved.entries.enumerated() {
      // A comment stays with the entry that follows it in the source.
      let isApart = before.map { !$0.isOpen || place.lowerBound > $0.last + 1 } ?? true
      if isApart { lines.append("") }
      switch entry {
      case .comment(let text): lines.append(TOMLText.comment(text))
      case .remark(let remark): lines.append(TOMLText.comment(ImportWording.notConverted(remark, place)))
      case .section(let section):
        starts[index] = Self.height(lines)
        lines += section.text
      }
      let isComment = if case .comment = entry { true } else { false }
      before = (place.upperBound, isComment)
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func height(_ lines: some Sequence<String>) -> Int {
    lines.reduce(0) { $0 + 1 + $1.utf8.count { $0 == UInt8(ascii: "\n") } }
  }

  /// The gestures of the source that became rules.
  var gestures: [ForeignGesture] {
    resolved.conversions.map { lines, words, parts in
      let parts = parts.flatMap { part, entry in
        guard case .section(let section) = resolved.entries[entry].entry else { return [ForeignGesture.Part]() }
        return part.actions.map { action in
          let (moment, key) = section.place(of: action.slot)
          let before = section.text.prefix { !$0.hasPrefix("\(key) = ") }
          return ForeignGesture.Part(
            movement: part.shape.movement, measure: part.measure, moment: moment, condition: part.condition,
            rule: section.name, line: (starts[entry] ?? 0) + Self.height(before) + 1)
        }
      }
      return ForeignGesture(line: lines.lowerBound, words: words, refusal: nil, parts: parts)
    }
  }

  private var header: [String] {
    let (name, converted, total) = (format.rawValue, resolved.converted, resolved.total)
    let count = converted == total ? "\(total)" : "\(converted) of \(total)"
    let rest = converted == total ? "" : "; search this file for \"not converted\""
    let lines = [
      "Rules for gesture-bridge, imported from \(name).", "Source: \(file); the line numbers refer to it",
      "Written by: gesture-bridge import \(name) \(ShellText.quoted(file))",
      "\(count) \(total == 1 ? "gesture" : "gestures") converted\(rest)",
    ]
    guard format.importer.waitsForLift else { return lines }
    return lines + [
      "\(name) runs most commands when the fingers lift; gesture-bridge runs them as soon as the gesture is recognized."
    ]
  }

  private var zones: [[String]] { resolved.zones.map { ["[zone.\($0.name)]"] + $0.settings.map(\.line) } }

  private var settings: [[String]] {
    var groups: [(section: String, lines: [String])] = []
    for (line, setting) in resolved.settings {
      let lines = [
        TOMLText.comment("line \(line): \(setting.words): \(setting.conversion)"),
        TOMLValue.Pair(setting.key, setting.value).line,
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

/// A value in a rules file.
enum TOMLValue: Hashable, Sendable {
  case string(String)
  case integer(Int)
  case flag(Bool)
  case list([TOMLValue])
  /// A table such as `{ up = "…" }`. Its keys keep their order.
  case table([Pair])

  struct Pair: Hashable, Sendable {
    let key: String
    let value: TOMLValue

    init(_ key: String, _ value: TOMLValue) { (self.key, self.value) = (key, value) }

    init(_ key: String, _ text: String) { self.init(key, .string(text)) }

    var line: String { "\(key) = \(value.text)" }
  }

  /// The value as TOML text after a key, on one or several lines.
  var text: String {
    if case .string(let text) = self, text.contains("\n"), let lines = TOMLText.multiLine(text) { return lines }
    return inline
  }

  /// The value as TOML on one line: the form of all values inside lists and tables.
  private var inline: String {
    switch self {
    case .string(let text): TOMLText.quoted(text)
    case .integer(let number): "\(number)"
    case .flag(let isSet): isSet ? "true" : "false"
    case .list(let values): "[\(values.map(\.inline).joined(separator: ", "))]"
    case .table(let pairs): "{ \(pairs.map { "\($0.key) = \($0.value.inline)" }.joined(separator: ", ")) }"
    }
  }
}

/// Writes texts as TOML strings and TOML comments.
enum TOMLText {
  static func quoted(_ text: String) -> String {
    let needsEscape = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isControl($0) }
    if !needsEscape { return "\"\(text)\"" }
    let isLiteral = !text.unicodeScalars.contains { $0 == "'" || isControl($0) && $0 != "\t" }
    return isLiteral ? "'\(text)'" : TOML.string(text, escaping: isControl)
  }

  /// The text as a TOML string over several lines, in `'''`. Nil if the text can't be written in `'''`.
  static func multiLine(_ text: String) -> String? {
    let isPlain = !text.unicodeScalars.contains { isControl($0) && $0 != "\n" && $0 != "\t" }
    return isPlain && !text.includes("'''") && !text.hasSuffix("'") ? "'''\n\(text)'''" : nil
  }

  /// Returns a comment line. Control characters except tabs become question marks.
  static func comment(_ text: String) -> String {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) && $0 != "\t" ? "?" : $0 }))
    return kept.isEmpty ? "#" : "# \(kept)"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.visible != scalar }
}

/// A `[gesture.NAME]` or `[[override]]` section of the rules file.
struct RulesSection {
  let name: String
  let isGesture: Bool
  private(set) var gesture: ImportedGesture
  private(set) var lines: [Int]
  var tuning: [TOMLValue.Pair] = []  // the settings of the gesture that aren't part of its shape
  var requirements: [String] = []
  var kindsBeside: [String] = []  // the kinds of other gestures that the same fingers could make
  let words: String

  init(_ gesture: ImportedGesture, _ name: String, isGesture: Bool, line: Int, words: String) {
    (self.name, self.isGesture, self.gesture, self.words) = (name, isGesture, gesture, words)
    lines = [line]
  }

  /// Replaces a button press at `began` and its release at `ended` with the action `drag`, except for touchscreens.
  mutating func joinButtons() {
    func button(_ phase: ImportedAction.Phase, _ verb: String) -> Int? {
      gesture.actions.first { $0.slot == .phase(phase) }.flatMap { OwnAction.button($0.command, verb) }
    }
    let hasCancelled = gesture.actions.contains { $0.slot == .phase(.cancelled) }
    guard let down = button(.began, "mousedown"), down == button(.ended, "mouseup"),
      !hasCancelled || down == button(.cancelled, "mouseup"), case .own("click", let name)? = OwnAction.click(down),
      gesture.shape.device != "touchscreen"
    else { return }
    // The pointer follows the fingers of a drag anyway.
    gesture.actions.removeAll { action in
      [.phase(.began), .phase(.ended), .phase(.cancelled)].contains(action.slot)
        || action.command.effects.first == .init("move", "pointer")
    }
    gesture.actions.append(ImportedAction(.phase(.began), .own("drag", name)))
  }

  mutating func addNote(_ note: String) { gesture.notes.append(note) }

  mutating func add(_ part: ImportedGesture, line: Int) {
    gesture.actions += part.actions
    gesture.every = gesture.every ?? part.every
    gesture.atMostEvery = gesture.atMostEvery ?? part.atMostEvery
    gesture.notes += part.notes.filter { !gesture.notes.contains($0) }
    gesture.waitsFor += part.waitsFor
    gesture.sparesSwipes = gesture.sparesSwipes || part.sparesSwipes
    if !lines.contains(line) { lines.append(line) }
  }

  var text: [String] {
    var text = ([origin] + gesture.notes + forX11 + forTouchpads).map(TOMLText.comment)
    if isGesture {
      text.append("[gesture.\(name)]")
      text += keys.map(\.line)
    } else {
      text += ["[[override]]", Pair("gesture", name).line, Pair("when", .table(conditions)).line]
    }
    return text + keysOfActions.map(\.line)
  }

  private var forX11: [String] {
    let commands = gesture.actions.flatMap(\.command.effects).filter { $0.key == "command" }
    let words = commands.flatMap { $0.value.text.split { !($0.isLetter || "-_".contains($0)) } }
    return ["wmctrl", "xdotool"].filter { words.contains(Substring($0)) }.map { "\($0) works on X11 only" }
  }

  /// A note if libinput may report this gesture as a swipe; otherwise empty.
  private var forTouchpads: [String] {
    let shape = gesture.shape
    guard [.pinch, .rotation].contains(shape.form), shape.fingers.contains(3), shape.isOn("touchpad") else {
      return []
    }
    return ["if libinput reports this gesture as a swipe, add `source = \"raw\"` to `[device.touchpad]`"]
  }

  private var origin: String {
    lines.count == 1 ? "line \(lines[0])" : "lines \(lines.map(String.init).joined(separator: ", "))"
  }

  /// The moment and the key of the action for `slot`, or of the `drag` if `joinButtons` has replaced the action.
  func place(of slot: ImportedAction.Slot) -> (ImportedAction.Slot, key: String) {
    switch gesture.actions.contains(where: { $0.slot == slot }) ? slot : .phase(.began) {
    case .phase(let phase): (.phase(phase), phase.rawValue)
    case .step(let direction): (.step(direction), "step")
    }
  }

  private typealias Pair = TOMLValue.Pair

  private var keys: [Pair] {
    var keys = gesture.shape.keys
    if !gesture.condition.isEmpty { keys.append(Pair("receive", .table(conditions))) }
    keys += gesture.shape.settings + tuning
    if !requirements.isEmpty { keys.append(Pair("require-to-fail", .list(requirements.map(TOMLValue.string)))) }
    if gesture.sparesSwipes, !kindsBeside.isEmpty {
      keys.append(Pair("simultaneous-with", .list(kindsBeside.map { .string("kind:\($0)") })))
    }
    return keys
  }

  private var conditions: [Pair] {
    // Application ids of Wayland end in the name that X11 has, for example `org.gnome.Evince`.
    let name = gesture.condition.app ?? ""
    let isWhole = name.contains { ".*?[".contains($0) }
    let names: TOMLValue = isWhole ? .string(name) : .list([.string(name), .string("*.\(name)")])
    let app = gesture.condition.app == nil ? [] : [Pair("app", names)]
    let modifiers = gesture.condition.modifiers.map(TOMLValue.string)
    return app + (modifiers.isEmpty ? [] : [Pair("modifiers", .list(modifiers))]) + gesture.condition.facts
  }

  private var keysOfActions: [Pair] {
    let keys = ImportedAction.Phase.allCases.compactMap { pair($0.rawValue, .phase($0)) }
    let steps = ImportedAction.StepDirection.allCases.compactMap { pair($0.rawValue, .step($0)) }
    let pace = [Pair("every", gesture.every ?? "")] + (gesture.atMostEvery.map { [Pair("at-most-every", $0)] } ?? [])
    return steps.isEmpty ? keys : keys + [Pair("step", .table(pace + steps))]
  }

  private func pair(_ key: String, _ slot: ImportedAction.Slot) -> Pair? {
    gesture.actions.first { $0.slot == slot }.map { Pair(key, $0.command.toml) }
  }
}

struct GestureNames {
  private var names: [ConditionalShape: String] = [:]
  private var taken: Set<String> = []

  /// Returns the name for a gesture and a condition. The first call for each pair makes a new, unused name.
  mutating func name(of shape: GestureShape, condition: ImportedCondition) -> String {
    let bearer = ConditionalShape(shape: shape, condition: condition)
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

  /// The name of a gesture without a condition. Nil if `name(of:condition:)` hasn't named the gesture yet.
  func known(_ shape: GestureShape) -> String? { names[ConditionalShape(shape: shape)] }

  private static func kebab(_ text: String) -> String {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }
}

extension ImportedCondition {
  fileprivate var words: [String] { (app.map { [$0] } ?? []) + modifiers }
}
