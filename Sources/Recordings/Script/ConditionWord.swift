import GestureCore

/// What a condition of a touch script can state: `mode=presentation`, `direction=up,down`.
enum ConditionWord: String, CaseIterable {
  case device, zone, tool, mode, app, output, modifiers, fingers, direction

  /// What is known when a touch lands, or an attempt begins.
  static let ofLanding: [ConditionWord] = [.device, .zone, .tool, .mode, .app, .output, .modifiers]

  /// Adds `word=value` to `condition`; only the words in `known` mean something there.
  static func set(
    _ word: String, _ value: String, _ condition: inout Condition, known: [ConditionWord] = allCases
  ) throws(RecordingError.Reason) {
    guard let found = ConditionWord(rawValue: word), known.contains(found) else {
      throw .rules(.unknownCondition(word, known: known.map(\.rawValue)))
    }
    try found.set(value, &condition)
  }

  private func set(_ value: String, _ condition: inout Condition) throws(RecordingError.Reason) {
    switch self {
    case .device: condition.device = DeviceMatch(text: value)
    case .zone: condition.zone = value
    case .tool: condition.tool = try Self.tool(value)
    case .mode: condition.modes = Set(value.split(separator: ",").map(String.init))
    case .app: condition.app = value
    case .output: condition.output = value
    case .modifiers:
      guard let modifiers = Modifiers(text: value) else { throw .rules(.unknownModifier(value)) }
      condition.modifiers = modifiers
    case .fingers:
      guard let fingers = fingerRange(value) else { throw .rules(.badFingers(value)) }
      condition.fingers = fingers
    case .direction: condition.directions = try Self.directions(value)
    }
  }

  /// A palm is never part of a gesture, so none can ask for it.
  private static func tool(_ text: String) throws(RecordingError.Reason) -> Touch.Tool {
    switch text {
    case "finger": .finger
    case "stylus": .stylus
    default: throw .rules(.unknownTool(text))
    }
  }

  private static func directions(_ text: String) throws(RecordingError.Reason) -> Set<Direction> {
    var directions: Set<Direction> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let direction = Direction(rawValue: String(part)) else { throw .rules(.unknownDirection(String(part))) }
      directions.insert(direction)
    }
    return directions
  }
}

extension DeviceMatch {
  /// `any`, a class of device, or a name with `*` and `?`.
  init(text: String) {
    self = text == "any" ? .any : DeviceClass(rawValue: text).map { .deviceClass($0) } ?? .name(text)
  }
}

/// `1-5` or `2`, of at most 64 fingers.
func fingerRange(_ text: String) -> ClosedRange<Int>? {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
  guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 1,
    first <= last, last <= 64
  else { return nil }
  return first...last
}

/// What a touch script can say of the session: `mode presentation`, `app firefox`, `output DP-1`, `modifiers ctrl+shift`.
///
/// `app`, `output` and `modifiers` without anything after them mean that nobody can tell.
enum SessionWord: String, CaseIterable {
  case mode, app, output, modifiers

  /// Takes what follows the word, and notes it in `context`.
  func read(_ tokens: inout Tokens, _ context: inout Context) throws(RecordingError.Reason) {
    switch self {
    case .mode:
      let name = try tokens.next(.mode)
      guard isName(name) else { throw .script(.badName(name)) }
      context.mode = name
    case .app: context.app = tokens.nextOfAction()
    case .output: context.output = tokens.nextOfAction()
    case .modifiers:
      guard let text = tokens.nextOfAction() else { return context.modifiers = nil }
      guard let modifiers = Modifiers(text: text) else { throw .rules(.unknownModifier(text)) }
      context.modifiers = modifiers
    }
  }

  /// The actions that make of `old` what `change` tells.
  static func actions(from old: Context, to change: ContextChange) -> [String] {
    let new = change.context
    return allCases.compactMap { word in
      switch word {
      case .mode: change.setsMode || new.mode != old.mode ? "mode \(new.mode)" : nil
      case .app: new.app == old.app ? nil : text("app", new.app)
      case .output: new.output == old.output ? nil : text("output", new.output)
      case .modifiers: new.modifiers == old.modifiers ? nil : text("modifiers", new.modifiers?.text)
      }
    }
  }

  private static func text(_ word: String, _ value: String?) -> String {
    value.map { "\(word) \(isName($0.replacing("+", with: "")) ? $0 : quotedToken($0))" } ?? word
  }
}

extension Modifiers {
  /// `ctrl+shift`, or `none`.
  init?(text: String) {
    self = []
    if text == Self.none { return }
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      guard let modifier = Self.named.first(where: { $0.key == part }) else { return nil }
      insert(modifier.value)
    }
  }

  var text: String {
    isEmpty ? Self.none : Self.named.filter { contains($0.value) }.map(\.key).joined(separator: "+")
  }

  private static let none = "none"
}
