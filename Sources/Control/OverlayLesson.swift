import Text

/// A lesson of `gesture-bridge practice` on a whole screen. A new lesson replaces the previous lesson.
public struct OverlayLesson: Equatable, Sendable {
  /// The result of the last attempt.
  public enum Verdict: String, CaseIterable, Sendable {
    case made
    /// The gesture wasn't recognized, but would have been recognized with other thresholds.
    case missed
    case other
  }

  /// The maximum number of lines in `how` and in `does`.
  public static let mostLines = 8
  public static let mostLessons = 999
  /// The maximum number of characters in a text. When a lesson is read from JSON, longer texts are cut.
  public static let longestText = 240
  public static let fingers = 1...10

  /// `number` is the number of this lesson, counted from 1. `count` is the number of all lessons.
  public var number: Int
  public var count: Int
  /// For each earlier lesson, whether its gesture was made. False for a skipped lesson.
  public var results: [Bool]
  public var name: String
  public var look: OverlayScene.Look
  public var fingers: Int
  public var how: [String]
  /// The gesture's actions, one line each.
  public var does: [String]
  /// The result of the last attempt, described in `words`. Nil before the first attempt, and after a skipped lesson.
  public var verdict: Verdict?
  public var words: String
  /// A sentence that tells the user which keys control the practice, such as Enter to skip a gesture.
  public var keys: String

  public init(
    number: Int, count: Int, results: [Bool] = [], name: String, look: OverlayScene.Look, fingers: Int,
    how: [String] = [], does: [String] = [], verdict: Verdict? = nil, words: String = "", keys: String = ""
  ) {
    self.number = number
    self.count = count
    self.results = results
    self.name = name
    self.look = look
    self.fingers = fingers
    self.how = how
    self.does = does
    self.verdict = verdict
    self.words = words
    self.keys = keys
  }

  /// Reads a lesson from the members of a line. Nil if a required member is missing or not valid.
  public init?(_ facts: JSONValue) {
    guard let number = facts["number"]?.integer, let count = facts["count"]?.integer, number >= 1,
      number <= count, count <= Self.mostLessons, let name = facts["name"]?.string, let look = OverlayScene.Look(facts)
    else { return nil }
    self.init(
      number: number, count: count,
      results: (facts["results"]?.values ?? []).prefix(number - 1).map { $0.flag ?? false }, name: Self.safe(name),
      look: look, fingers: min(max(facts["fingers"]?.integer ?? 1, Self.fingers.lowerBound), Self.fingers.upperBound),
      how: Self.lines(facts["how"]), does: Self.lines(facts["does"]),
      verdict: facts["verdict"]?.string.flatMap(Verdict.init), words: Self.safe(facts["words"]?.string ?? ""),
      keys: Self.safe(facts["keys"]?.string ?? ""))
  }

  private static func lines(_ value: JSONValue?) -> [String] {
    (value?.values ?? []).prefix(mostLines).compactMap(\.string).map(safe)
  }

  private static func safe(_ text: String) -> String { Words.cut(text, to: longestText) }

  public var line: [UInt8] {
    let event = [JSONValue.Member](nonNil: [
      "event": .string(OverlayLine.lessonEvent), "number": .integer(number), "count": .integer(count),
      "results": .array(results.map { .flag($0) }), "name": .string(name),
    ])
    let texts = [JSONValue.Member](nonNil: [
      "fingers": .integer(fingers), "how": .strings(how), "does": .strings(does),
      "verdict": verdict.map { .string($0.rawValue) }, "words": .string(words), "keys": .string(keys),
    ])
    return ControlLine.line(event + look.members + texts, .atMost(places: 3))
  }
}
