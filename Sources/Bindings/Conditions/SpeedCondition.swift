import GestureCore

/// `speed = "> 200 mm/s"`: the speed of the movement when the condition is checked.
struct SpeedCondition: ConditionKind {
  private static let speeds = Setting.quantity(
    "speed", .millimetresPerSecond, touchscreen: 0, touchpad: 0, in: 0...5000, "A speed.",
    reason: "the range of a swipe's `min-speed`"
  ).declaration
  private static let speed = Fact(ofGesture: "speed") { .number($0.velocity.length) }
  static let forms = "\"> 200 mm/s\", \"< 200 mm/s\" or \"100-200 mm/s\""

  let key = "speed"
  let summary =
    "The speed of the movement: \"> 200 mm/s\" is 200 or more, \"< 200 mm/s\" is less, \"100-200 mm/s\" is 100 to just below 200."
  let manual = (
    value: "\"> 200 mm/s\"",
    text:
      "The speed when the condition is checked: `\"> 200 mm/s\"` is true at 200 mm/s and above, `\"< 200 mm/s\"` below 200 mm/s, "
      + "and `\"100-200 mm/s\"` from 100 to just below 200 mm/s. Exactly one of `\"> 200 mm/s\"` and `\"< 200 mm/s\"` is true."
  )
  let form = ConditionForm.text(example: "> 200 mm/s")
  let roles: Set<ConditionRole> = [.beginIf, .binding]
  let fact: Fact? = SpeedCondition.speed

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let text = reader.string(key, example: "> 200 mm/s") else { return }
    guard let range = Self.range(text.value) else {
      return reader.problems.error(
        at: text.range, "`speed` can't be \(text.value.quoted)",
        fix: "write a range up to 5000 mm/s, such as \(SpeedCondition.forms)")
    }
    section.condition[Self.speed] = .numbers(range)
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    let rule = context.rule(gesture)
    guard asked[Self.speed] != nil, !rule.kind.reports.contains(.velocity) else { return nil }
    return "\(rule.name.quoted), \(rule.kind.withArticle), has no speed"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    guard case .numbers(let range)? = condition[Self.speed] else { return nil }
    return .text(Self.text(range))
  }

  /// The speeds in mm/s that a text such as `> 200 mm/s` or `100-200 mm/s` allows; the upper limit is excluded. Nil if
  /// the text has another form, contains a speed above 5000 mm/s, or allows no speed.
  private static func range(_ text: String) -> ClosedRange<Double>? {
    let trimmed = text.drop { $0 == " " }
    switch trimmed.first {
    case ">": return speed(trimmed.dropFirst()).map { $0...Double.infinity }
    case "<": return speed(trimmed.dropFirst()).flatMap { $0 > 0 ? 0...$0.nextDown : nil }
    default:
      let parts = trimmed.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let greatest = speed(parts[1]), let unit = parts[1].firstIndex(where: \.isLetter),
        let least = speed("\(parts[0]) \(parts[1][unit...])"), least < greatest
      else { return nil }
      return least...greatest.nextDown
    }
  }

  private static func speed(_ text: Substring) -> Double? {
    if case .quantity(let speed)? = try? speeds.value(from: String(text)) { speed } else { nil }
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    func measure(_ speed: Double) -> Measure { Measure(speed, .millimetresPerSecond) }
    if range.upperBound == .infinity { return "> \(measure(range.lowerBound))" }
    let end = measure(range.upperBound.nextUp)
    guard range.lowerBound > 0 else { return "< \(end)" }
    let start = measure(range.lowerBound).description.prefix { $0 != " " }
    return "\(start)-\(end)"
  }
}
