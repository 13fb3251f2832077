import Formats
import Text

struct InputActionsConditions {
  private(set) var alternatives = [ImportedCondition()]
  private(set) var fingers: ClosedRange<Int>?
  private(set) var device: String?
  private(set) var notes: [String] = []
  private var x = Self.whole
  private var y = Self.whole
  private let deviceClass: String
  private static let whole = 0.0...1.0
  private static let counts = 1.0...10.0
  private static let most = 64

  /// Reads the conditions of a trigger, together with `others`.
  init(_ properties: InputActionsProperties, with others: [YAMLNode] = []) throws(ImportRefusal) {
    deviceClass = properties.isPen ? "touchscreen" : properties.device
    if properties.isPen { alternatives = [ImportedCondition(facts: [.init("tool", "stylus")])] }
    for node in properties.conditions + others { try add(node) }
    if let modifiers = properties.entries["keyboard_modifiers"]?.words {
      try addModifiers(modifiers, or: ImportRefusal.noCondition(modifiers.joined(separator: ", ")))
    }
  }

  private init(anyOf node: YAMLNode, _ deviceClass: String) throws(ImportRefusal) {
    self.deviceClass = deviceClass
    try add(node)
  }

  /// The area in which the fingers must land; nil for the whole device.
  var start: ForeignMovement.Place? {
    func percent(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound * 100...range.upperBound * 100
    }
    return x == Self.whole && y == Self.whole ? nil : .area(x: percent(x), y: percent(y))
  }

  private mutating func add(_ node: YAMLNode) throws(ImportRefusal) {
    for node in node.list ?? [] { try add(node) }
    if node.list == nil, let text = node.word { try add(text) }
    for entry in node.entries {
      switch entry.key {
      case "all": try add(entry.value)
      case "any":
        var either: [ImportedCondition] = []
        for node in entry.value.list ?? [entry.value] {
          let one = try InputActionsConditions(anyOf: node, deviceClass)
          guard one.fingers == nil, one.start == nil, one.device == nil else { throw .noCondition("any") }
          either += one.alternatives
        }
        try join(either)
      case "window_class":
        // Before InputActions 0.6, the values were regular expressions.
        try join((entry.value.words ?? []).flatMap { Self.patterns($0).map { ImportedCondition(app: $0) } })
      default: throw .noCondition("\(entry.key): \(entry.value.summary)")
      }
    }
  }

  /// Adds a condition such as `$window_class == firefox`.
  private mutating func add(_ text: String) throws(ImportRefusal) {
    let refusal = ImportRefusal.noCondition(text.oneLine)
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    let isNegated = text.hasPrefix("!")
    let variable = (words.first ?? "").drop { $0 == "!" }
    let value = words.count > 2 ? words[2].trimmingSpace : words.count == 1 ? "true" : ""
    let test = words.count > 1 ? words[1] : "=="
    guard variable.hasPrefix("$") else { throw refusal }
    let name = String(variable.dropFirst())
    switch name {
    case "window_class", "window_under_pointer_class", "window_under_fingers_class", "window_title":
      if name.includes("under") {
        notes.append(
          "on touchpads, gesture-bridge checks the window with the focus; InputActions checks the window under the pointer"
        )
      }
      guard let patterns = Self.patterns(test, value), !patterns.isEmpty else { throw refusal }
      let isTitle = name == "window_title"
      let named = TOMLValue.Pair(isTitle ? "title" : "app", .list(patterns.map(TOMLValue.string)))
      if isNegated != (test == "!=") {
        try join([ImportedCondition(facts: [.init("not", .table([named]))])])
      } else {
        try join(isTitle ? [ImportedCondition(facts: [named])] : patterns.map { ImportedCondition(app: $0) })
      }
    case "window_fullscreen":
      guard test == "==", value == "true" || value == "false" else { throw refusal }
      try join([ImportedCondition(facts: [.init("fullscreen", .flag((value == "true") != isNegated))])])
    case "device_name":
      guard !isNegated, test != "!=", let names = Self.patterns(test, value), names.count == 1 else { throw refusal }
      device = names[0]
    case "keyboard_modifiers":
      guard !isNegated, test == "==" || test == "contains" else { throw refusal }
      try addModifiers(Self.list(value), or: refusal)
      if test == "contains" {
        notes.append("in gesture-bridge, all other modifiers must be up; InputActions allows other modifiers")
      }
    case "fingers":
      guard !isNegated, test != "<", test != ">", let range = Self.range(test, value, Self.counts),
        let first = Int(exactly: range.lowerBound), let last = Int(exactly: range.upperBound)
      else { throw refusal }
      fingers = first...last
    case "finger_1_initial_position_percentage_x", "finger_1_initial_position_percentage_y":
      let isAcross = name.hasSuffix("x")
      guard !isNegated, let range = Self.range(test, value, isAcross ? x : y) else { throw refusal }
      if isAcross { x = range } else { y = range }
    case "finger_1_initial_position_percentage":
      // Points: `between 0.2,0.2;0.8,0.8`.
      let points = value.split(separator: ";").map { $0.split(separator: ",") }
      guard !isNegated, points.allSatisfy({ $0.count == 2 }),
        let across = Self.range(test, points.map { $0[0] }.joined(separator: ";"), x),
        let down = Self.range(test, points.map { $0[1] }.joined(separator: ";"), y)
      else { throw refusal }
      (x, y) = (across, down)
    default: throw refusal
    }
  }

  private mutating func addModifiers(_ names: [String], or refusal: ImportRefusal) throws(ImportRefusal) {
    let known = names.all { ["meta": "super", "ctrl": "ctrl", "alt": "alt", "shift": "shift"][$0] } ?? []
    guard !known.isEmpty else { throw refusal }
    try join([ImportedCondition(modifiers: known)])
  }

  private mutating func join(_ others: [ImportedCondition]) throws(ImportRefusal) {
    var joined: [ImportedCondition] = []
    for one in alternatives {
      for other in others {
        let facts = one.facts + other.facts
        guard one.app == nil || other.app == nil, one.modifiers.isEmpty || other.modifiers.isEmpty,
          Set(facts.map(\.key)).count == facts.count
        else { throw ImportRefusal(InputActionsWording.joinedConditions) }
        joined.append(
          ImportedCondition(app: one.app ?? other.app, modifiers: one.modifiers + other.modifiers, facts: facts))
      }
    }
    guard (1...Self.most).contains(joined.count) else { throw ImportRefusal(InputActionsWording.joinedConditions) }
    alternatives = joined
  }

  private static func patterns(_ test: String, _ value: String) -> [String]? {
    switch test {
    case "==", "!=": [unquoted(value)]
    case "one_of": list(value)
    case "contains": ["*\(unquoted(value))*"]
    case "matches": patterns(unquoted(value))
    default: nil
    }
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The elements of a list such as `[ a, b ]`, without quotes. The brackets can be missing, as in a single value.
  private static func list(_ text: String) -> [String] {
    let inner = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    return inner.split(separator: ",").map { unquoted(String($0).trimmingSpace) }.filter { !$0.isEmpty }
  }

  /// Converts a regular expression to patterns with `*`. Returns no patterns if the expression can't be converted.
  private static func patterns(_ expression: String) -> [String] {
    var text = expression.hasPrefix("(?i)") ? String(expression.dropFirst(4)) : expression
    let isWhole = text.hasPrefix("^(") && text.hasSuffix(")$")
    if isWhole { text = String(text.dropFirst(2).dropLast(2)) }
    return text.split(separator: "|", omittingEmptySubsequences: false).all { part -> String? in
      var name = part
      let begins = isWhole || name.hasPrefix("^")
      let ends = isWhole || name.hasSuffix("$")
      if name.hasPrefix("^") { name.removeFirst() }
      if name.hasSuffix("$") { name.removeLast() }
      let plain = name.replacing(each: ".*", by: "*").replacing(each: "\\.", by: ".").replacing(each: "\\-", by: "-")
      let isPlain = plain.unicodeScalars.allSatisfy { $0.isWordLike || "-.* ".unicodeScalars.contains($0) }
      return isPlain && !plain.isEmpty ? (begins ? "" : "*") + plain + (ends ? "" : "*") : nil
    } ?? []
  }

  private static func range(_ test: String, _ value: String, _ range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let numbers = value.split { $0 == ";" || $0 == "," }.all { Double(String($0).trimmingSpace) } ?? []
    guard let first = numbers.first, range.contains(first) else { return nil }
    switch (test, numbers.count) {
    case ("<", 1), ("<=", 1): return range.lowerBound...first
    case (">", 1), (">=", 1): return first...range.upperBound
    case ("==", 1): return first...first
    case ("between", 2) where numbers[1] > first: return first...min(numbers[1], range.upperBound)
    default: return nil
    }
  }
}
