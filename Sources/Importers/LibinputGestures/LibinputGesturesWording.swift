/// What is said of libinput-gestures' lines.
enum LibinputGesturesWording {
  static let tooFewFields = "a gesture, a motion and a command are due"
  static let noDragging = "gesture-bridge does not move the pointer"
  static let neverUsed = "other lines name every number of fingers it could have"
  static let devicePath = "rules name devices as `gesture-bridge devices` does; these are for all touchpads"
  static let notWhole = "it must be a whole number, 0 or more"
  static let noTime = "it must be a number of seconds, 0 or more"
  static let noThreshold = "0 is libinput-gestures' own default, and gesture-bridge keeps its own too"

  static func unknownKeyword(_ word: String) -> String { "libinput-gestures knows no \"\(word)\"" }

  static func unknownKind(_ word: String) -> String { "there is no gesture \"\(word)\"" }

  static func unknownMotion(_ kind: String, _ motion: String) -> String { "there is no \(kind) \"\(motion)\"" }

  static func unknownInternal(_ words: String) -> String { "there is nothing like \"\(words)\" to run" }

  static func internalCommand(_ words: String) -> String { "\(words): the same by wmctrl, which must be installed" }

  static func noShell(_ word: String) -> String {
    "\(word) is given to the program, as libinput-gestures does; written as one string, a shell reads it"
  }

  static func unsplit(_ failure: PythonWords.Failure) -> String {
    switch failure {
    case .noClosingQuote: "its command has a quote that is not closed"
    case .nothingEscaped: "its command ends with a \\"
    }
  }

  static let laterDevice = "the first `device` counts"
  static let threshold =
    "units of \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm, libinput's unaccelerated ones"
  static let timeout = "seconds; here for swipes only, pinches have no such limit"
  static let noTimeout = "no limit; this is the longest there is"
}
