import Bindings
import GestureCore
import Recordings
import Text

/// The examples of a drawing, and the warnings about the examples.
public struct Learning: Equatable, Sendable {
  public let name: String
  public let earlier: [[Vector]]
  public private(set) var examples: [LearnedExample] = []

  public init(_ name: String, earlier: [[Vector]] = []) { (self.name, self.earlier) = (name, earlier) }

  /// Adds an example. Returns its difference from the nearest earlier example, in % of the limit for equality, or nil.
  @discardableResult
  public mutating func add(_ example: LearnedExample) -> Double? {
    let before = strokes
    examples.append(example)
    return before.isEmpty ? nil : StrokeTemplates(name: name, strokes: before).difference(of: example.points)
  }

  public mutating func removeLast() -> LearnedExample? { examples.popLast() }

  public var templates: StrokeTemplates { StrokeTemplates(name: name, strokes: strokes) }
  public var text: TemplateText { TemplateText(examples.map(\.text)) }

  private var strokes: [[Vector]] { earlier + examples.map(\.points) }

  private var unlikeWarnings: [LearningWarning] {
    let all = strokes
    guard all.count > 1 else { return [] }
    return examples.enumerated().compactMap { index, example in
      var others = all
      others.remove(at: earlier.count + index)
      let difference = StrokeTemplates(name: name, strokes: others).difference(of: example.points)
      return difference > LearningWarning.limit ? .unlike(example.number, percent: difference) : nil
    }
  }

  /// Warnings about the examples, similar drawings in `others`, and gestures of `rules` that the examples also match.
  /// `own` names the gestures that use the learned drawing; these gestures get no warnings. The texts name the first
  /// gesture in `own` or, if `own` is empty, the planned gesture `future`.
  public func warnings(
    others: [StrokeTemplates], rules: RuleSet, own: [String], future: String
  ) -> [LearningWarning] {
    guard !examples.isEmpty else { return [] }
    let fingers = Set(examples.map(\.fingers)).sorted()
    let slow = examples.filter(\.isSlow)
    var warnings = unlikeWarnings
    if let first = slow.first { warnings.append(.slow(slow.map(\.number), allowed: first.allowed)) }
    if fingers.count > 1 { warnings.append(.differentFingers(fingers)) }
    if examples.allSatisfy(\.isStraight) { warnings.append(.straight) }
    return warnings + others.compactMap(likeness)
      + otherGestureWarnings(rules, using: others.map(\.name), own, own.first ?? future)
  }

  private func likeness(to other: StrokeTemplates) -> LearningWarning? {
    guard other.name != name else { return nil }
    let mine = templates
    let differences = examples.map { other.difference(of: $0.points) } + other.strokes.map(mine.difference)
    guard let least = differences.min(), least <= LearningWarning.limit else { return nil }
    return .like(other.name, percent: least)
  }

  private func otherGestureWarnings(_ rules: RuleSet, using others: [String], _ own: [String], _ gesture: String)
    -> [LearningWarning]
  {
    rules.gestures.compactMap { rule -> LearningWarning? in
      guard !own.contains(rule.name), !rule.usesOnlyTemplates(others + [name]),
        let solo = SoloGesture(rule.name, of: rules)
      else { return nil }
      let count = examples.count { solo.outcome(of: $0.sample).isRecognized }
      guard count > 0 else { return nil }
      let alike = rules.gestures.filter { other in
        other.kind.name == rule.kind.name && !own.contains(other.name) && !other.usesOnlyTemplates(others + [name])
          && examples.contains { example in
            let device = example.sample.device
            return rules.obstacle(to: other, on: device) == nil
              && rules.settings(of: other, on: device)[CommonSettings.fingers].contains(example.fingers)
          }
      }
      return .alsoRecognized(
        rule.name, kind: rule.kind.name, waiting: rule.kind.isDiscrete ? alike.map(\.name) : [], count,
        of: examples.count, by: gesture)
    }
  }

  public func rule(named gesture: String) -> String {
    return """
      [gesture.\(tomlKey(gesture))]
      kind = "\(Stroke.kind.name)"
      fingers = \(examples.map(\.fingers).mostFrequent ?? 1)
      templates = ["\(name)"]
      run = "notify-send \(name)"

      """
  }

  public static func line(_ example: LearnedExample, difference: Double?) -> String {
    let measured = "\(Measure.fingers(example.fingers)), \(Measure.mm(example.length)) in \(Measure(example.duration))"
    let likenessText =
      difference.map { ", differs from the earlier examples by \(percent($0)) of the allowed difference" } ?? ""
    let isDifferent = difference.map { $0 > LearningWarning.limit } ?? false
    return numbered(example.number, measured + likenessText + (isDifferent ? ", so it counts as another drawing" : ""))
  }

  public static func line(_ number: Int, _ refusal: ExampleRefusal) -> String {
    numbered(number, "skipped: \(refusal)")
  }

  fileprivate static func percent(_ value: Double) -> String { "\(decimal(value, places: 0)) %" }

  private static func numbered(_ number: Int, _ text: String) -> String { "\(rightAligned("\(number)", 4))  \(text)" }
}

extension [Int] {
  /// The most frequent number, or the smallest of several equally frequent numbers. Nil if the array is empty.
  package var mostFrequent: Int? {
    let counts = Dictionary(grouping: self) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }
}

extension GestureRule {
  fileprivate func usesOnlyTemplates(_ names: [String]) -> Bool {
    guard !templateNames.isEmpty else { return false }
    return templateNames.allSatisfy(names.contains)
  }

  public var templateNames: [String] {
    if case .templates(let templates)? = settings["templates"] { templates.map(\.name) } else { [] }
  }
}

extension LearnedExample {
  /// The least distance between the ends of a straight drawing, as a share of the drawing's length.
  private static let straightness = 0.96

  fileprivate var isStraight: Bool {
    guard let first = points.first, let last = points.last else { return false }
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    return (last - first).length >= length * Self.straightness
  }
}

/// A problem with examples that the user should know about.
public enum LearningWarning: Equatable, Sendable, CustomStringConvertible {
  /// The example with this number differs too much from the other examples.
  case unlike(Int, percent: Double)
  /// These examples took longer than a stroke is allowed to take.
  case slow([Int], allowed: TimeSpan)
  case differentFingers([Int])
  case straight
  /// Another drawing is so similar that one of the two can be recognized as the other.
  case like(String, percent: Double)
  /// Another gesture is also recognized in this number of examples; `of` is the number of all examples. `waiting` names
  /// all gestures of `kind` that could wait until the gesture `by` fails, because another example may match any gesture
  /// in `waiting`. `waiting` is empty for a kind that lasts.
  case alsoRecognized(String, kind: String, waiting: [String], Int, of: Int, by: String)

  /// The greatest difference, in percent, at which two drawings count as equal.
  static let limit = 100.0

  public var description: String {
    switch self {
    case .unlike(let number, let percent):
      "example \(number) counts as another drawing: its difference from the other examples is \(Learning.percent(percent)) of the allowed difference; draw the examples more alike"
    case .slow(let numbers, let allowed):
      "\(Self.examples(numbers)) took longer than \(Measure(allowed)), the limit for a stroke: draw faster, or give the rule a longer "
        + "`max-duration`"
    case .differentFingers(let fingers):
      "the examples were drawn with different numbers of fingers, \(fingers.map(String.init).listed("and")): draw all examples with the same number, or let the rule's `fingers` allow all these numbers"
    case .straight: "the drawing is almost a straight line: use a swipe, which is recognized sooner and more reliably"
    case .like(let other, let percent):
      "the drawing is similar to \"\(other.visible)\": the two differ by only \(Learning.percent(percent)) of the allowed difference; if one is recognized as the other, draw one of them differently"
    case .alsoRecognized(let gesture, let kind, let waiting, let count, let total, let own):
      "in \(count) of \(total) examples, \"\(gesture.visible)\" (\(kind)) is also recognized"
        + (waiting.isEmpty
          ? ": use another number of fingers for one of the two gestures"
          : ": add `require-to-fail = [\"\(own.visible)\"]` to \(waiting.map { "\"\($0.visible)\"" }.listed("and")), so that \(waiting.count == 1 ? "it waits" : "they wait") until \"\(own.visible)\" fails")
    }
  }

  private static func examples(_ numbers: [Int]) -> String {
    "example\(numbers.count == 1 ? "" : "s") \(numbers.map(String.init).listed("and"))"
  }
}
