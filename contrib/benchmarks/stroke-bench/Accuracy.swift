import GestureCore
import Text

/// How often the most similar template is of the right class.
struct Accuracy {
  let study: Study
  let options: Options

  /// The golden sections of $1 take their time.
  private static let fewerRounds = 5

  func report() {
    let fewer = max(1, options.rounds / Self.fewerRounds)
    print("\nright class, %, by templates for each class       here       $1")
    for count in [1, 3, 5, 9] {
      row("learned from the same subject at the same speed", count) {
        $0 ? ownHand(Library(), count, options.rounds) : ownHand(Dollar(), count, fewer)
      }
    }
    guard study.subjects.count > 1 else { return print("learned from other subjects: needs several subjects") }
    for count in [1, 9, 18] {
      row("learned from other subjects", count) {
        $0 ? otherHands(Library(), count, options.rounds) : otherHands(Dollar(), count, fewer)
      }
    }
  }

  private func row(_ text: String, _ count: Int, _ measure: (_ isHere: Bool) -> Double?) {
    guard let here = measure(true), let dollar = measure(false) else {
      return print("\(text), \(count): too few strokes in a class")
    }
    print("\(left(text, 48)) \(right("\(count)", 2)) \(right(percent(here), 8)) \(right(percent(dollar), 8))")
  }

  /// For each subject and speed: some strokes of each class to learn from, and another one of each class to recognize.
  private func ownHand(_ matcher: some Matcher, _ count: Int, _ rounds: Int) -> Double? {
    var (matcher, random, score) = (matcher, SeededGenerator(seed: options.seed), Score())
    for session in study.sessions {
      for _ in 0..<rounds {
        guard let (templates, others) = session.drawn(count, &random) else { return nil }
        for entry in others.compactMap(\.first) {
          score.add(matcher.nearest(entry.sample, templates).kind == entry.kind)
        }
      }
    }
    return score.share
  }

  /// For each subject: strokes of the others to learn from, and one of the subject's own strokes of each class to
  /// recognize.
  private func otherHands(_ matcher: some Matcher, _ count: Int, _ rounds: Int) -> Double? {
    var (matcher, random, score) = (matcher, SeededGenerator(seed: options.seed), Score())
    for (index, own) in study.bySubject.enumerated() {
      let others = study.classes.indices.map { kind in
        study.bySubject.indices.filter { $0 != index }.flatMap { study.bySubject[$0][kind] }
      }
      for _ in 0..<rounds {
        guard let (templates, _) = others.drawn(count, &random) else { return nil }
        for (kind, samples) in own.enumerated() {
          guard let sample = samples.randomElement(using: &random) else { continue }
          score.add(matcher.nearest(sample, templates).kind == kind)
        }
      }
    }
    return score.share
  }
}

/// The number of hits, and of all strokes.
struct Score {
  private(set) var hits = 0
  private(set) var count = 0

  mutating func add(_ isHit: Bool) {
    count += 1
    if isHit { hits += 1 }
  }

  var share: Double { count > 0 ? Double(hits) / Double(count) : 0 }
}

func percent(_ share: Double) -> String { decimal(share * 100, places: 2, padded: true) }

func left(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
