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
