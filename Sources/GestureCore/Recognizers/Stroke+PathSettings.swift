/// The thresholds of strokes along paths.
extension Stroke {
  static let maxAngle = Setting.quantity(
    "max-angle", .degrees, touchscreen: 35, touchpad: 35, in: 5...45,
    "Of a path: how far each line may lean from its direction.", origin: "handwriting leans"
  ).loosened(by: .raise)
  static let maxBow = Setting.quantity(
    "max-bow", .percent, touchscreen: 15, touchpad: 15, in: 1...100,
    "Of a path: how far a line may bend away from the straight way, of its length.",
    origin: "a quarter of a circle has 21 %, real lines mostly less than 10 %"
  ).loosened(by: .raise)
  static let slack = Setting.quantity(
    "slack", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "Of a path: how far the finger may go off the way of a line.", origin: "the slop of a tap"
  ).loosened(by: .raise)
  static let lead = Setting.quantity(
    "lead", .millimetres, touchscreen: 8, touchpad: 4, in: 0...100,
    "Of a path: how far the finger may go before it is on its way.",
    origin: "check marks of the $1 recognizer's study begin with a hook of up to 9 mm, drawn 50 mm high"
  )
  static let minLine = Setting.quantity(
    "min-line", .millimetres, touchscreen: 4, touchpad: 3, in: 1...200,
    "Of a path: how long each line must be; a circle must be twice as wide.",
    origin: "beyond what a finger strays when it turns"
  ).loosened(by: .lower)
  static let minTurn = Setting.quantity(
    "min-turn", .percent, touchscreen: 50, touchpad: 50, in: 10...100,
    "Of a path: how much of the turn from one line to the next must be made.",
    origin: "a turn of less than half is nearer to none"
  ).loosened(by: .lower)
  static let minShare = Setting.quantity(
    "min-share", .percent, touchscreen: 20, touchpad: 20, in: 1...100,
    "Of a path: how long its lines must be at least, compared with the longest.",
    origin: "shorter ones are hooks of a finger that lands, turns or lifts"
  ).loosened(by: .lower)
  static let minRatio = Setting.quantity(
    "min-ratio", .percent, touchscreen: 70, touchpad: 70, in: 10...100,
    "Of a path with lengths: how much of its length each line must have, compared with the one that has most of it.",
    origin: "between check marks and Vs of the first subject of the $1 recognizer's study"
  ).loosened(by: .lower)
  static let minRound = Setting.quantity(
    "min-round", .degrees, touchscreen: 320, touchpad: 320, in: 180...360,
    "Of a path with circles: how far the finger must go round the middle.", origin: "few circles are closed quite"
  ).loosened(by: .lower)
  static let roundness = Setting.quantity(
    "roundness", .percent, touchscreen: 60, touchpad: 60, in: 10...100,
    "Of a path with circles: how round they must be, by their narrow and wide sides and by their corners.",
    origin: "a square has 55 %, an ellipse twice as wide as high 50 %"
  ).loosened(by: .lower)
  static let maxStraight = Setting.quantity(
    "max-straight", .millimetres, touchscreen: 35, touchpad: 20, in: 5...300,
    "Of a path with circles: how far the finger may go with hardly a turn while it goes round.",
    origin: "who goes on so far scrolls; circles of 10 cm turn by more"
  ).loosened(by: .raise)

  /// What is asked of a path only.
  static let pathSettings = [
    maxAngle.declaration, maxBow.declaration, slack.declaration, lead.declaration, minLine.declaration,
    minTurn.declaration, minShare.declaration, minRatio.declaration, minRound.declaration, roundness.declaration,
    maxStraight.declaration,
  ]
}
