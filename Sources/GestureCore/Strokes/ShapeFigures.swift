/// What the shapes look like. Each is made of its sketches when it is first asked for.
package enum ShapeFigures {
  // What each must not be taken for is what its sketches or the study's strokes come near to.
  static let checkmark = looks(
    like: .checkmark, Sketch.checkmark, within: tight, notLike: Sketch.v + Sketch.wave)
  static let chevron = looks(like: .chevron, Sketch.chevron, within: tightest, notLike: likeChevron)
  static let circle = looks(
    like: .circle, Sketch.circle, within: tight, notLike: closed + Sketch.heart + hooked)
  static let triangle = looks(
    like: .triangle, Sketch.triangle, within: tight, notLike: Sketch.circle + angular + hooked)
  static let rectangle = looks(like: .rectangle, Sketch.rectangle, within: tight, notLike: closed + hooked)
  static let star = looks(like: .star, Sketch.star, within: wide, notLike: Sketch.spiral)
  static let x = looks(like: .x, Sketch.x, within: wide, notLike: Sketch.arrow + closed)
  static let arrow = looks(like: .arrow, Sketch.arrow, within: wide, notLike: Sketch.x + Sketch.deleteMark)
  static let pigtail = looks(
    like: .pigtail, Sketch.pigtail, within: tight, notLike: Sketch.circle + Sketch.heart + Sketch.caret)
  static let z = looks(like: .z, Sketch.z, notLike: Sketch.pigtail + Sketch.s + Sketch.lightning)
  static let s = looks(like: .s, Sketch.s, notLike: Sketch.infinity + Sketch.z + Sketch.lightning)
  static let w = looks(like: .w, Sketch.w, notLike: Sketch.wave)
  static let m = looks(like: .m, Sketch.m, notLike: Sketch.wave)
  static let lightning = looks(like: .lightning, Sketch.lightning, notLike: Sketch.s + Sketch.z)
  static let wave = looks(
    like: .wave, Sketch.wave, within: tightest, notLike: Sketch.checkmark + Sketch.w + Sketch.m)
  static let spiral = looks(
    like: .spiral, Sketch.spiral, within: tight, notLike: Sketch.circle + Sketch.star)
  static let heart = looks(like: .heart, Sketch.heart, notLike: closed + Sketch.circle + Sketch.questionMark)
  static let deleteMark = looks(
    like: .deleteMark, Sketch.deleteMark, within: tight, notLike: angular + Sketch.circle + Sketch.arrow)
  static let questionMark = looks(
    like: .questionMark, Sketch.questionMark, within: tight, notLike: Sketch.caret + likeQuestionMark)
  static let leftBracket = looks(
    like: .leftBracket, Sketch.leftBracket, within: tight, notLike: Sketch.leftBrace + round)
  static let rightBracket = looks(like: .rightBracket, Sketch.rightBracket, notLike: Sketch.rightBrace + round + hooks)
  static let leftBrace = looks(like: .leftBrace, Sketch.leftBrace, notLike: Sketch.leftBracket + Sketch.circle)
  static let rightBrace = looks(like: .rightBrace, Sketch.rightBrace, notLike: Sketch.rightBracket + likeRightBrace)

  private static var round: [Sketch] { Sketch.circle + Sketch.triangle }
  private static var angular: [Sketch] { Sketch.rectangle + Sketch.x + Sketch.deleteMark + Sketch.triangle }
  /// What ends near its beginning.
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

  private static func looks(
    like shape: StrokeShape, _ sketches: [Sketch], within threshold: Double = usual,
    notLike others: [Sketch] = []
  ) -> StrokeFigure {
    // Some lists have a sketch of the shape itself.
    let unlike = others.filter { other in !sketches.contains { $0.places == other.places } }
    return .templates([
      StrokeTemplates(
        name: shape.rawValue, strokes: sketches.map(\.places), threshold: threshold,
        others: unlike.compactMap { StrokeForm($0.places) })
    ])
  }

  /// How unlike the sketches a drawing may be, on the scale of `StrokeMatcher`. Of each class of the $1 recognizer's study at
  /// least 97 % of the strokes of each subject are nearer than the figure for its shape, and of a touchpad's contacts that
  /// are no drawings at most 1 %.
  private static let usual = 0.16
  /// The same for what hands draw in more ways, and nothing else is like.
  private static let wide = 0.2
  /// The same for what contacts that scroll or rest resemble.
  private static let tight = 0.14
  /// The same for a way back and forth.
  private static let tightest = 0.12

  /// From the least to the greatest: what a shape's figure is chosen from.
  package static let thresholds = [tightest, tight, usual, wide]
}
