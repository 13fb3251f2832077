/// The drawings that come with the program, by their names in the rules file.
///
/// There is no lying eight: hands that move a pointer about draw it.
public enum StrokeShape: String, CaseIterable, Sendable {
  /// None of them: the rule has a path or templates.
  case none
  case checkmark, chevron, circle
  case triangle, rectangle, star, x, arrow, pigtail, z, s, w, m, lightning, wave, spiral, heart
  case deleteMark = "delete-mark"
  case questionMark = "question-mark"
  case leftBracket = "left-bracket"
  case rightBracket = "right-bracket"
  case leftBrace = "left-brace"
  case rightBrace = "right-brace"

  /// Whether it is the same drawn from its end to its beginning: nobody means one sense of a circle.
  var goesEitherWay: Bool { self == .circle }

  /// What it looks like; nil for `none`.
  public var figure: StrokeFigure? {
    switch self {
    case .none: nil
    // Its lengths tell it from a V. There is no V to go with it: who draws a check mark has drawn a V by then.
    case .checkmark: .path(StrokePath([.init(.line(.downRight), share: 1), .init(.line(.upRight), share: 2)]))
    case .chevron: .path(StrokePath([.init(.line(.downRight), share: 1), .init(.line(.downLeft), share: 1)]))
    case .circle: .path(StrokePath([.init(.circle(clockwise: true))]))
    case .triangle: looks(Sketch.triangle, notLike: Self.closed + Sketch.rectangle + Sketch.rightBracket)
    case .rectangle: looks(Sketch.rectangle, notLike: Self.closed + Sketch.triangle)
    case .star: looks(Sketch.star, within: Self.wide)
    case .x: looks(Sketch.x, within: Self.wide, notLike: Sketch.rectangle + Sketch.deleteMark)
    case .arrow: looks(Sketch.arrow, within: Self.wide, notLike: Sketch.x + Sketch.deleteMark)
    case .pigtail: looks(Sketch.pigtail)
    case .z: looks(Sketch.z, notLike: Sketch.pigtail)
    case .s: looks(Sketch.s, notLike: Sketch.infinity)
    case .w: looks(Sketch.w)
    case .m: looks(Sketch.m)
    case .lightning: looks(Sketch.lightning)
    case .wave: looks(Sketch.wave)
    case .spiral: looks(Sketch.spiral)
    case .heart: looks(Sketch.heart, notLike: Sketch.circle + Sketch.triangle)
    case .deleteMark: looks(Sketch.deleteMark, notLike: Sketch.triangle + Sketch.circle)
    case .questionMark: looks(Sketch.questionMark, notLike: Sketch.rightBracket)
    case .leftBracket: looks(Sketch.leftBracket, notLike: Sketch.leftBrace)
    case .rightBracket: looks(Sketch.rightBracket, notLike: Sketch.rightBrace + Sketch.questionMark)
    case .leftBrace: looks(Sketch.leftBrace, within: Self.widest, notLike: Sketch.leftBracket)
    case .rightBrace: looks(Sketch.rightBrace, within: Self.widest, notLike: Sketch.rightBracket + Sketch.questionMark)
    }
  }

  /// How unlike the sketches a drawing may be, on the scale of `StrokeMatcher`; this and the sketches were fitted to all six
  /// subjects of the $1 recognizer's study and to the contacts of touchpads.
  private static let usual = 0.12
  /// The same for what hands draw in more ways, and nothing else is like.
  private static let wide = 0.16
  /// The same for curls, of which no two hands make the same.
  private static let widest = 0.18

  /// What hardly differs from a triangle or a rectangle.
  private static var closed: [Sketch] { Sketch.deleteMark + Sketch.x + Sketch.circle }

  private func looks(_ sketches: [Sketch], within threshold: Double = usual, notLike others: [Sketch] = [])
    -> StrokeFigure
  {
    .templates([
      StrokeTemplates(
        name: rawValue, strokes: sketches.map(\.places), threshold: threshold,
        others: others.compactMap { StrokeForm($0.places) })
    ])
  }
}

/// What is to be drawn.
public enum StrokeFigure: Equatable, Sendable {
  case path(StrokePath)
  case templates([StrokeTemplates])
}
