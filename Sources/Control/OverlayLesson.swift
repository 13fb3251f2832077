import Text

/// A gesture that is to be made now, on a whole screen: `gesture-bridge practice` shows one after another.
///
/// A lesson replaces the one before.
public struct OverlayLesson: Equatable, Sendable {
  /// The result of the last attempt.
  public enum Verdict: String, CaseIterable, Sendable {
    case made
    /// It was nearly the gesture.
    case missed
    case other
  }

  /// How many lines a reader takes of each text, and lessons of each practice; the rest is left out.
  public static let mostLines = 8
  public static let mostLessons = 999
  /// The rest of a longer text is cut off, in characters.
  public static let longestText = 240
  /// What hands have.
  public static let fingers = 1...10

  /// Which lesson of how many it is, from 1.
  public var number: Int
  public var count: Int
  /// For each lesson before this one whether its gesture was made; those left out were not.
  public var results: [Bool]
  public var name: String
  /// The movement that makes it, by so many fingers.
  public var look: OverlayScene.Look
  public var fingers: Int
  /// How it is made, in words, a line each.
  public var how: [String]
  /// What it does, a line each.
  public var does: [String]
  /// Of the last attempt, and in words; nil before the first.
  public var verdict: Verdict?
  public var words: String
  /// What the keys do.
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

  /// From the members of a line. Nil if its number, its name or its movement are not there.
  public init?(_ facts: JSONValue) {
    guard let number = facts["number"]?.count, let count = facts["count"]?.count, number >= 1,
      number <= count, count <= Self.mostLessons, let name = facts["name"]?.string, let look = OverlayScene.Look(facts)
    else { return nil }
    self.init(
      number: number, count: count,
      results: (facts["results"]?.values ?? []).prefix(number - 1).map { $0.flag ?? false }, name: Self.safe(name),
      look: look,
      fingers: min(max(facts["fingers"]?.count ?? 1, Self.fingers.lowerBound), Self.fingers.upperBound),
      how: Self.lines(facts["how"]), does: Self.lines(facts["does"]),
      verdict: facts["verdict"]?.string.flatMap(Verdict.init), words: Self.safe(facts["words"]?.string ?? ""),
      keys: Self.safe(facts["keys"]?.string ?? ""))
  }

  private static func lines(_ value: JSONValue?) -> [String] {
    (value?.values ?? []).prefix(mostLines).compactMap(\.string).map(safe)
  }

  /// A text of the rules, without what changes the direction of the text around it.
  private static func safe(_ text: String) -> String { Words.cut(text, to: longestText) }

  /// The lesson as a line, without its end.
  public var line: [UInt8] {
    let event = [JSONValue.Member](known: [
      "event": .string(OverlayLine.lessonEvent), "number": .integer(number), "count": .integer(count),
      "results": .array(results.map { .flag($0) }), "name": .string(name),
    ])
    let texts = [JSONValue.Member](known: [
      "fingers": .integer(fingers), "how": .strings(how), "does": .strings(does),
      "verdict": verdict.map { .string($0.rawValue) }, "words": .string(words), "keys": .string(keys),
    ])
    return ControlLine.line(event + look.members + texts, .atMost(places: 3))
  }
}
