/// The templates of the shapes that come with the program.
package enum ShapeFigures {
  // `notLike` lists drawings that must be rejected although they are similar to drawings of the shape.
  static let checkmark = figure(of: .checkmark, Sketch.checkmark, within: tight, notLike: Sketch.v + Sketch.wave)
  static let chevron = figure(of: .chevron, Sketch.chevron, within: tightest, notLike: likeChevron)
  static let circle = figure(of: .circle, Sketch.circle, within: tight, notLike: closed + Sketch.heart + hooked)
  static let triangle = figure(of: .triangle, Sketch.triangle, within: tight, notLike: Sketch.circle + angular + hooked)
  static let rectangle = figure(of: .rectangle, Sketch.rectangle, within: tight, notLike: closed + hooked)
  static let star = figure(of: .star, Sketch.star, within: wide, notLike: Sketch.spiral)
  static let x = figure(of: .x, Sketch.x, within: wide, notLike: Sketch.arrow + closed)
  static let arrow = figure(of: .arrow, Sketch.arrow, within: wide, notLike: Sketch.x + Sketch.deleteMark)
  static let pigtail = figure(
    of: .pigtail, Sketch.pigtail, within: tight, notLike: Sketch.circle + Sketch.heart + Sketch.caret)
  static let z = figure(of: .z, Sketch.z, notLike: Sketch.pigtail + Sketch.s + Sketch.lightning)
  static let s = figure(of: .s, Sketch.s, notLike: Sketch.infinity + Sketch.z + Sketch.lightning)
  static let w = figure(of: .w, Sketch.w, notLike: Sketch.wave)
  static let m = figure(of: .m, Sketch.m, notLike: Sketch.wave)
  static let lightning = figure(of: .lightning, Sketch.lightning, notLike: Sketch.s + Sketch.z)
  static let wave = figure(of: .wave, Sketch.wave, within: tightest, notLike: Sketch.checkmark + Sketch.w + Sketch.m)
  static let spiral = figure(of: .spiral, Sketch.spiral, within: tight, notLike: Sketch.circle + Sketch.star)
  static let heart = figure(of: .heart, Sketch.heart, notLike: closed + Sketch.circle + Sketch.questionMark)
  static let deleteMark = figure(
    of: .deleteMark, Sketch.deleteMark, within: tight, notLike: angular + Sketch.circle + Sketch.arrow)
  static let questionMark = figure(
    of: .questionMark, Sketch.questionMark, within: tight, notLike: Sketch.caret + likeQuestionMark)
  static let leftBracket = figure(
    of: .leftBracket, Sketch.leftBracket, within: tight, notLike: Sketch.leftBrace + round)
  static let rightBracket = figure(of: .rightBracket, Sketch.rightBracket, notLike: Sketch.rightBrace + round + hooks)
  static let leftBrace = figure(of: .leftBrace, Sketch.leftBrace, notLike: Sketch.leftBracket + Sketch.circle)
  static let rightBrace = figure(of: .rightBrace, Sketch.rightBrace, notLike: Sketch.rightBracket + likeRightBrace)

  private static var round: [Sketch] { Sketch.circle + Sketch.triangle }
  private static var angular: [Sketch] { Sketch.rectangle + Sketch.x + Sketch.deleteMark + Sketch.triangle }
  /// Drawings that surround an area, or almost do.
  private static var closed: [Sketch] { angular + Sketch.circle + Sketch.pigtail }
  private static var hooked: [Sketch] { Sketch.questionMark + Sketch.leftBracket + Sketch.rightBracket }
  private static var hooks: [Sketch] { Sketch.questionMark + Sketch.chevron }
  private static var likeChevron: [Sketch] {
    Sketch.scroll + Sketch.rightBracket + Sketch.rightBrace + Sketch.questionMark
  }
  private static var likeQuestionMark: [Sketch] {
    Sketch.chevron + Sketch.rightBracket + Sketch.rightBrace + Sketch.circle
  }
  private static var likeRightBrace: [Sketch] { hooks + Sketch.checkmark + Sketch.circle }

  private static func figure(
    of shape: StrokeShape, _ sketches: [Sketch], within threshold: Double = usual, notLike others: [Sketch] = []
  ) -> StrokeFigure {
    // Some lists contain a sketch of the shape itself.
    let unlike = others.filter { other in !sketches.contains { $0.points == other.points } }
    return .templates([
      StrokeTemplates(
        name: shape.rawValue, strokes: sketches.map(\.points), threshold: threshold,
        others: unlike.compactMap { StrokeForm($0.points) })
    ])
  }

  /// The usual threshold, on the scale of `StrokeMatcher`. With the thresholds of this file, shapes accept 97 % of the
  /// strokes in the $1 recognizer's study, and at most 1 % of touchpad contacts that aren't drawings.
  private static let usual = 0.16
  /// The threshold for shapes that people draw in many forms.
  private static let wide = 0.2
  /// The threshold for shapes that resemble the movements of fingers that scroll or rest.
  private static let tight = 0.14
  /// The threshold for the chevron and the wave, which go back and forth as scrolling fingers do.
  private static let tightest = 0.12

  /// All thresholds that a shape can have, from the least to the greatest.
  package static let thresholds = [tightest, tight, usual, wide]
}
