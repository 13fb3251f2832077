import GestureCore

/// The strokes by subject, speed and class.
struct Study {
  let classes: [String]
  let subjects: [String]
  /// The strokes one subject drew at one speed, for each class.
  let sessions: [[[Sample]]]
  /// The strokes of each subject, for each class.
  let bySubject: [[[Sample]]]

  init(_ samples: [Sample]) {
    func names(_ name: (Sample.Label) -> String) -> [String] { Set(samples.compactMap(\.label).map(name)).sorted() }
    let classes = names(\.name)
    let subjects = names(\.subject)
    let speeds = names(\.speed)
    func strokes(_ isIn: (Sample.Label) -> Bool) -> [[Sample]] {
      classes.map { name in samples.filter { $0.label.map { $0.name == name && isIn($0) } ?? false } }
    }
    sessions = subjects.flatMap { subject in
      speeds.map { speed in strokes { $0.subject == subject && $0.speed == speed } }
    }
    bySubject = subjects.map { subject in strokes { $0.subject == subject } }
    self.classes = classes
    self.subjects = subjects
  }
}

/// A stroke with the class it belongs to.
struct StudyEntry {
  let sample: Sample
  let kind: Int
}

extension [[Sample]] {
  /// For each class `count` strokes to learn from, at random, and the others; nil if a class has too few.
  func drawn(_ count: Int, _ random: inout SeededGenerator) -> (templates: [StudyEntry], others: [[StudyEntry]])? {
    var templates: [StudyEntry] = []
    var others: [[StudyEntry]] = []
    for (kind, samples) in enumerated() {
      guard samples.count > count else { return nil }
      let entries = samples.shuffled(using: &random).map { StudyEntry(sample: $0, kind: kind) }
      templates += entries[..<count]
      others.append([StudyEntry](entries[count...]))
    }
    return (templates, others)
  }
}

/// A method to compare two strokes.
protocol Matcher {
  mutating func distance(_ candidate: Sample, _ template: Sample, atMost most: Double) -> Double
}

extension Matcher {
  /// The template it is most like, of those of any class but one.
  mutating func nearest(_ candidate: Sample, _ templates: [StudyEntry], without kind: Int? = nil) -> (
    kind: Int?, distance: Double
  ) {
    var nearest: (kind: Int?, distance: Double) = (nil, .infinity)
    for template in templates where template.kind != kind {
      let distance = distance(candidate, template.sample, atMost: nearest.distance)
      if distance < nearest.distance { nearest = (template.kind, distance) }
    }
    return nearest
  }
}

/// The matcher of the program.
struct Library: Matcher {
  private var matcher = StrokeMatcher()
  private static let rotation = 20 * Double.pi / 180

  mutating func distance(_ candidate: Sample, _ template: Sample, atMost most: Double) -> Double {
    matcher.distance(candidate.form, template.form, turnedBy: Self.rotation, atMost: most)
  }
}
