/// What of a stroke may be one element of a path.
struct PathLeg: Sendable {
  enum Body: Sendable {
    case line(PathLine)
    case circle(PathCircle)
  }

  var body: Body
  /// How it is called where it is told of.
  let name: String
  let share: Double?
  /// Whether it still can become its element.
  var isOpen = false
  /// A number that no other attempt at an element has; 0 before the first. And that of the leg before it.
  var birth = 0
  var parent = 0

  var start: Vector {
    switch body {
    case .line(let line): line.start
    case .circle(let circle): circle.start
    }
  }

  /// How long it is: of a circle, all around.
  var length: Double {
    switch body {
    case .line(let line): line.length
    case .circle(let circle): circle.shape.width * .pi
    }
  }
}

/// What is measured of a leg; in the units of the settings.
struct PathMeasures: Sendable {
  /// The whole stroke up to here, and up to the leg.
  var drawn = 0.0
  var drawnBefore = 0.0
  /// The line itself, how far it went back and how far it is aslant, how much it leans and bends, and how much of the turn
  /// that leads to it was made; nil for circles, and where none leads to it.
  var line: Double?
  var strayed: Double?
  var outside: Double?
  var lean: Double?
  var bow: Double?
  var turn: Double?
  var width: Double?
  var round: Double?
  var roundness: Double?
  var straight: Double?
  /// Of the two lines that match least, what the shorter one has of the longer one, and which is short; with lengths, what
  /// it has of its length.
  var share: Comparison?
  var ratio: Comparison?

  struct Comparison: Sendable {
    var percent: Double
    /// Its number in the path.
    var short: Int
  }

  /// Whether the leg is complete; its whole stroke may still be too short.
  func isComplete(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) <= limits.slack * limits.scale(drawn) && (line ?? .infinity) >= limits.minLine
      && (lean ?? 0) <= limits.maxAngle
      && (bow ?? 0) <= limits.maxBow && (turn ?? .infinity) >= limits.minTurn
      && (width ?? .infinity) >= PathLimits.widest * limits.minLine
      && (round ?? .infinity) >= limits.minRound && (roundness ?? .infinity) >= limits.roundness
      && isProportioned(limits)
  }

  /// Whether the finger is so far off the way of a line that it does not come back to it.
  func isAstray(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) > limits.slack * limits.scale(drawn) || isAslant(limits)
  }

  func isAslant(_ limits: PathLimits) -> Bool { (outside ?? 0) > limits.lead * limits.scale(drawnBefore) }

  func isProportioned(_ limits: PathLimits) -> Bool {
    (share?.percent ?? .infinity) >= limits.minShare && (ratio?.percent ?? .infinity) >= limits.minRatio
  }
}
