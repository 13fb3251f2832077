/// What is said of fusuma's keys.
enum FusumaWording {
  static let noMapping = "keys and values are due"
  static let noMappingFix = "config.yml has `swipe:` and the like at its left margin"
  static let noName = "a key must be a name"
  static let noNameFix = "write `NAME: VALUE`"
  static let tooMuch = "it refers to itself too often"
  static let tooMuchFix = "write it without so many `*` references"
  static let badYAMLFix =
    "check the indentation and the quotes there; `ruby -ryaml -e 'YAML.load_file(ARGV[0])' FILE` does too"
  static let twiceFix = "leave one of them; fusuma refuses such a file too"
  static let noTaps = "libinput tells of no taps on touchpads"
  static let noInterval = "a gesture fires once here, so there is no pause between repetitions"
  static let byDistance = "gesture-bridge repeats by distance, not by time"
  static let ownOption = "an option of fusuma itself"
  static let oddKeys = "its keys are neither a text nor a list of texts"
  static let noFactor = "it must be a number above 0"
  static let globalThreshold = "fusuma wants the kind of gesture below it"
  static let severalDevices = "a gesture here is for one device or for all; these are for all touchpads"
  static let severalActions = "fusuma runs one of several actions of a gesture"
  static let anyFingers = "for any number of fingers"
  static let bySteps = "fusuma repeats it with each event, gesture-bridge by distance"
  static let lastingHold = "begins when the hold has lasted long enough"
  static let nothingBelow = "nothing stands below it"

  static func badYAML(_ problem: String) -> String { "this is no YAML: \(problem)" }

  static func twice(_ keys: [String]) -> String {
    "\(keys.map { "\"\($0)\"" }.joined(separator: ", ")) \(keys.count == 1 ? "stands" : "stand") here twice"
  }

  static func needs(_ tool: String) -> String { "needs \(tool)" }

  static func sendkey(_ keys: String) -> String { "sendkey \(keys), by ydotool, whose daemon must run" }

  static func unknownKey(_ keys: String) -> String { "no key code is known for \"\(keys)\"" }

  static func unknownModifier(_ keys: String) -> String { "\"\(keys)\" is no modifier here" }

  static func filledIn(_ name: String) -> String {
    "fusuma fills in $\(name) for each event; write a command that reads the GESTURE_ variables instead"
  }

  static func noSuchAction(_ key: String) -> String { "there is no command for \(key)" }

  static func noSuchWindowAction(_ key: String, _ word: String) -> String {
    "there is no command for \(key) \(word.trimmingCharacters(in: .whitespaces))"
  }

  static func noSuchKey(_ key: String) -> String { "fusuma knows no \"\(key)\" here" }

  static func noContext(_ key: String) -> String { "nothing here tells \"\(key)\", on which it depends" }

  static func factor(_ kind: FusumaKind) -> String {
    switch kind {
    case .swipe:
      "a factor, here of \(Quantity.decimal(TouchpadDefault.swipeDistance)) mm and \(Quantity.decimal(TouchpadDefault.swipeSpeed)) mm/s"
    case .pinch:
      "a factor, here of \(Quantity.decimal(TouchpadDefault.pinchScale)) % and \(Quantity.decimal(TouchpadDefault.pinchChange)) mm"
    case .rotate: "a factor, here of \(Quantity.decimal(TouchpadDefault.rotationAngle)) deg"
    case .hold: "a factor of fusuma's \(Quantity.decimal(FusumaMeasure.hold)) ms"
    }
  }
}
