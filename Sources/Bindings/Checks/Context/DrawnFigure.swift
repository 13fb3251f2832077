import GestureCore

/// What a gesture draws, so that two that draw the same are found, however it is called.
struct DrawnFigure: Hashable {
  /// Nil for examples.
  private let path: String?
  private let examples: [[Vector]]

  init(_ figure: StrokeFigure) {
    switch figure {
    case .path(let path): (self.path, examples) = (path.text, [])
    case .templates(let templates):
      path = nil
      examples = templates.sorted { $0.name < $1.name }.flatMap(\.strokes)
    }
  }

  /// Those of one name.
  init(_ templates: StrokeTemplates) { self.init(.templates([templates])) }

  /// Counts are enough to tell most apart.
  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    for example in examples { hasher.combine(example.count) }
  }
}

extension Kind {
  /// What gestures with these settings draw; nil for a kind that draws nothing.
  func figure(_ settings: Settings) -> StrokeFigure? { name == Stroke.kind.name ? Stroke.figure(settings) : nil }
}

extension StrokePath {
  /// Whether `longer` goes this way first and then on, so that it is complete on the way there.
  func isBeginning(of longer: StrokePath) -> Bool {
    guard elements.count < longer.elements.count else { return false }
    let pairs = zip(elements, longer.elements)
    guard pairs.allSatisfy({ $0.form == $1.form }) else { return false }
    // The lengths of the other, measured by this one's: of the last part it may have more, as it passes all lesser ones.
    let scales = pairs.map { own, other in
      own.share.flatMap { share in other.share.map { $0 / share } }
    }
    let known = scales.dropLast().compactMap { $0 }
    guard let least = known.min(), let most = known.max() else { return true }
    let last = scales.last.flatMap { $0 } ?? most
    return most <= least * Self.likeness && last * Self.likeness >= most
  }

  /// Lengths that differ by no more than this factor are taken for the same.
  private static let likeness = 1.5
}

extension StrokeStart {
  /// Whether what begins with `other` has begun with this before.
  func isMet(by other: StrokeStart) -> Bool {
    switch (self, other) {
    case (.atOnce, _), (.forcePress, .forcePress): true
    case (.rest(let own), .rest(let rest)): own <= rest
    case (.rest, _), (.forcePress, _): false
    }
  }
}
