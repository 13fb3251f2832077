/// What is said of lisgd's options.
enum LisgdWording {
  static let tooFewFields = "a number of fingers, a gesture and a command are due"
  static let noSuchSwipe = "its gesture is none of LR, RL, DU, UD, DLUR, URDL, ULDR, DRUL"
  static let comma = "lisgd cuts a command at its first comma; here it is whole"
  static let endsAtEdge = "lisgd looks where the fingers end, gesture-bridge only where they begin"
  static let slantedSteps = "what repeats goes left, right, up or down here"
  static let anyTouchscreen = "these are for all touchscreens; `gesture-bridge devices` tells their names"
  static let ownOption = "an option of lisgd itself"
  static let noSuchOption = "it is no option of lisgd"
  static let noNumber = "it must be a number, 0 or more"
  static let noValue = "it has no value"
  static let noSize = "lisgd finds edges with it; here they are in mm"
  static let noScript = "no part of lisgd's command line"
  static let noGesture = "no setting or gesture of lisgd"
  static let middle = "begins away from the edges"
  static let timeout = "from the first finger down to the last one up; here for the swipe itself"
  static let angle = "to either side of the direction"
  static let ownBand = "lisgd's edges are \(Quantity.decimal(LisgdMeasure.edge)) px wide, \(pixels)"
  static let band = "a factor of lisgd's \(Quantity.decimal(LisgdMeasure.edge)) px, \(pixels)"
  static let pixels = "of \(Quantity.decimal(Yardstick.pixel, places: 3)) mm, as on a screen with 160 px an inch"

  static func steps(_ pixels: Double) -> String {
    "again and again while the fingers move on, every \(Quantity.decimal(pixels)) px \(Self.pixels)"
  }

  static func shell(_ count: Int) -> String { "\(count) \(count == 1 ? "line" : "lines") of shell" }

  static func turned(_ words: String, _ quarters: Int) -> String {
    "\(words): all directions and edges are turned by \((quarters % 4 + 4) % 4 * 90) degrees clockwise"
  }

  static func scriptName(_ name: String, _ line: Int) -> String {
    "$\(name) comes from line \(line) of the script; write its value, or set it where gesture-bridge starts"
  }

  static func share(_ distance: LisgdGesture.Distance, _ width: Double, _ height: Double) -> String {
    "\(Quantity.decimal((distance.share ?? 0) * 100)) % of a screen of \(Quantity.decimal(width, places: 0)) x \(Quantity.decimal(height, places: 0)) mm"
  }

  static let badHeader = "the list of gestures is not closed"
  static let badHeaderFix = "it ends with `};`"
}

/// lisgd's own figures. Source: its config.def.h.
enum LisgdMeasure {
  /// The width of its edges, in px.
  static let edge = 50.0
  /// How far fingers that are down go for a command, in px.
  static let pressed = 60.0
  /// How long a gesture may take, in ms.
  static let timeout = 800.0
  /// How far a movement may turn from its direction.
  static let degrees = 15.0
  /// What `edge-swipe.band` allows.
  static let bands = 0.5...100.0
  /// The part of the screen that is no edge, in per cent.
  static let middle = (x: 3.0, y: 5.0)
}
