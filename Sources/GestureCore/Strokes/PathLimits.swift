/// The settings of a stroke that a path is drawn by.
struct PathLimits: Sendable {
  let minLength: Double
  let lead: Double
  let minLine: Double
  let maxAngle: Double
  /// In percent, as all shares here.
  let maxBow: Double
  let slack: Double
  let minTurn: Double
  let minShare: Double
  let minRatio: Double
  /// In degrees.
  let minRound: Double
  let roundness: Double
  let maxStraight: Double

  /// A circle is at least so many times as wide as a line is long.
  static let widest = 2.0

  /// Strokes longer than this may go astray by more, in proportion.
  private static let ordinary = 20.0

  /// How many times as far as in an ordinary stroke the finger may go astray in one of so many mm.
  func scale(_ drawn: Double) -> Double { max(1, drawn / Self.ordinary) }

  init(_ settings: Settings) {
    minLength = settings[Stroke.minLength]
    lead = settings[Stroke.lead]
    minLine = settings[Stroke.minLine]
    maxAngle = settings[Stroke.maxAngle]
    maxBow = settings[Stroke.maxBow]
    slack = settings[Stroke.slack]
    minTurn = settings[Stroke.minTurn]
    minShare = settings[Stroke.minShare]
    minRatio = settings[Stroke.minRatio]
    minRound = settings[Stroke.minRound]
    roundness = settings[Stroke.roundness]
    maxStraight = settings[Stroke.maxStraight]
  }
}
