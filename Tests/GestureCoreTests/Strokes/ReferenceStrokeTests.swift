import Support
import Testing

@testable import GestureCore

/// Drawn gestures on the strokes of the $1 recognizer's study, in few rounds; `contrib/bench strokes` plays many more.
/// The accuracy is that of subjects 2 to 6, because constants were chosen with subject 1.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct ReferenceStrokeTests {
  private typealias Stroke = ReferenceStrokes.Stroke
  private static let rotation = 20 * Double.pi / 180
  private static let speeds = ["slow", "medium", "fast"]
  private static let others = ReferenceStrokes.subjects.dropFirst()

  /// The number of tests whose nearest template is of the right class, with `count` templates for each class, and the
  /// number of all tests.
  private func accuracy(
    _ count: Int, _ pools: [(templates: [Stroke], tests: [Stroke])], rounds: Int
  ) -> (hits: Int, all: Int) {
    var (matcher, random, hits, all) = (StrokeMatcher(), SeededGenerator(seed: 1), 0, 0)
    for pool in pools {
      for _ in 0..<rounds {
        var templates: [Stroke] = []
        var tests: [Stroke] = []
        for name in ReferenceStrokes.classes {
          let shuffled = pool.templates.indices.filter { pool.templates[$0].name == name }.shuffled(using: &random)
          templates += shuffled.prefix(count).map { pool.templates[$0] }
          let remaining = pool.tests.isEmpty ? shuffled.dropFirst(count).prefix(1).map { pool.templates[$0] } : []
          tests += remaining + pool.tests.filter { $0.name == name }.shuffled(using: &random).prefix(1)
        }
        for test in tests {
          all += 1
          var nearest = (distance: Double.infinity, name: "")
          for template in templates {
            let distance = matcher.distance(
              test.form, template.form, turnedBy: Self.rotation, atMost: nearest.distance)
            if distance < nearest.distance { nearest = (distance, template.name) }
          }
          if nearest.name == test.name { hits += 1 }
        }
      }
    }
    return (hits, all)
  }

  /// The lowest number of hits that is accepted for a share of `least`: two standard errors less, because there are few
  /// rounds.
  private func floor(_ least: Double, of all: Int) -> Double {
    least * Double(all) - 2 * (least * (1 - least) * Double(all)).squareRoot()
  }

  @Test(arguments: [(1, 0.99), (3, 0.995)]) func learnedFromTheSameSubject(_ count: Int, _ least: Double) {
    let pools = Self.others.flatMap { subject in
      Self.speeds.map { speed in (templates: subject.filter { $0.speed == speed }, tests: [Stroke]()) }
    }
    let (hits, all) = accuracy(count, pools, rounds: 4)
    #expect(all == 960 && Double(hits) >= floor(least, of: all))
  }

  @Test(arguments: [(1, 0.945, 10), (9, 0.988, 3), (18, 0.99, 3)])
  func learnedFromOthers(_ count: Int, _ least: Double, _ rounds: Int) {
    let pools = Self.others.indices.map { index in
      (
        templates: Self.others.indices.filter { $0 != index }.flatMap { Self.others[$0] }, tests: Self.others[index]
      )
    }
    let (hits, all) = accuracy(count, pools, rounds: rounds)
    #expect(all == 80 * rounds && Double(hits) >= floor(least, of: all))
  }

  /// As after `learn`: three examples, and the threshold that they suggest.
  @Test func threeExamplesAcceptWhatIsMeantAndLittleElse() {
    var random = SeededGenerator(seed: 1)
    var (matcher, meant, all, strays, contacts) = (StrokeMatcher(), 0, 0, 0, 0)
    let forms = ReferenceStrokes.contacts.compactMap(StrokeForm.init)
    for subject in Self.others {
      for name in ReferenceStrokes.classes {
        let own = subject.filter { $0.name == name }.shuffled(using: &random)
        let set = StrokeTemplates(name: name, strokes: own.prefix(3).map(\.points))
        func accepts(_ form: StrokeForm) -> Bool {
          matcher.nearest(form, [set], turnedBy: Self.rotation).share <= 1
        }
        for stroke in own.dropFirst(3).prefix(9) {
          all += 1
          if accepts(stroke.form) { meant += 1 }
        }
        for form in forms.shuffled(using: &random).prefix(20) {
          contacts += 1
          if accepts(form) { strays += 1 }
        }
      }
    }
    #expect(Double(meant) / Double(all) >= 0.99)
    #expect(Double(strays) / Double(contacts) <= 0.005)
  }

  /// A stroke that would be accepted is never given up early, and a different one often is.
  @Test func failsEarlyOnlyIfItIsAnotherDrawing() {
    var random = SeededGenerator(seed: 1)
    let settings = Settings(GestureCore.Stroke.kind, for: .touchpad)
    var (matcher, lost, accepted, early, contacts) = (StrokeMatcher(), 0, 0, 0, 0)
    for subject in ReferenceStrokes.subjects {
      for name in ReferenceStrokes.classes {
        let own = subject.filter { $0.name == name }.shuffled(using: &random)
        let set = StrokeTemplates(name: name, strokes: own.prefix(3).map(\.points))
        var drawing = TemplateDrawing([set], settings)
        for stroke in own.dropFirst(3).prefix(4) {
          guard matcher.nearest(stroke.form, [set], turnedBy: Self.rotation).share <= 1 else { continue }
          accepted += 1
          if Drawn(stroke.sized(Double.random(in: 15...55, using: &random)), &drawing).early != nil { lost += 1 }
        }
        guard let contact = ReferenceStrokes.contacts.randomElement(using: &random) else { continue }
        contacts += 1
        if Drawn(contact, &drawing).early != nil { early += 1 }
      }
    }
    #expect(accepted > 300)
    #expect(Double(lost) / Double(accepted) <= 0.005)
    #expect(Double(early) / Double(contacts) >= 0.35)
  }
}
