/// What is said of touchégg's elements.
enum ToucheggWording {
  static let noXML = "this is no XML"
  static let noXMLFix = "touchegg.conf begins with `<touchégg>`"
  static let strayText = "text that stands in no element"
  static let noAnimations = "gesture-bridge has no animations"
  static let noSuchProperty = "gesture-bridge has nothing like it"
  static let noPercentage = "it must be a percentage, 0 to 100"
  static let noApplication = "its application has no name"
  static let noButton = "`button` must be a number, 1 to 9"
  static let oneAction = "touchégg obeys only the first of several actions"
  static let activeWindow = "the active window, where touchégg takes the one under the pointer"
  static let tiling = "by the shortcut that most desktops have for it"
  static let naturalScrolling = "as with natural scrolling; exchange 1 and -1 if yours is off"
  static let tapsOnTouchscreens = "on touchscreens: libinput tells of no taps on touchpads"
  static let twoFingers = "on touchscreens: on touchpads two fingers scroll"
  static let swipeSteps = "every tenth of touchégg's gesture, on a touchpad of 100 x 60 mm"
  static let pinchSteps = "every tenth of touchégg's gesture"

  static func needs(_ tool: String) -> String { "needs \(tool)" }

  static func inOneRow(_ word: String) -> String { "\(word), as if the desktops stood in one row" }

  static func unknownElement(_ name: String) -> String { "touchégg knows no <\(name)> here" }

  static func noSuchAction(_ type: String) -> String { "there is no command for \(type)" }

  static func noSuchWay(_ word: String) -> String { "there is no direction \"\(word)\" for it" }

  static func noSuchGesture(_ type: String, _ direction: String) -> String {
    "gesture-bridge has no such gesture: \([type, direction].filter { !$0.isEmpty }.joined(separator: " "))"
  }

  static func threshold(_ device: String) -> String {
    device == "touchpad"
      ? "2 % of the shorter side and that share of 10 %, on a touchpad of 100 x 60 mm"
      : "5 % of the shorter side and that share of 25 %, on a touchscreen of 300 x 190 mm"
  }

  /// By libxml2's number of the error.
  static func badXML(_ code: Int) -> String {
    switch code {
    case 4: "the file does not begin with an element"
    case 39, 41: "a value has no quotes"
    case 5, 77: "the file ends before its elements do"
    case 68: "a name is due behind this <"
    case 76: "this closes another element than the one that is open"
    case 73: "a tag is not closed"
    default: "this is no well-formed XML"
    }
  }

  static func badXMLFix(_ code: Int) -> String {
    switch code {
    case 4: noXMLFix
    case 39, 41: "write names and values as `name=\"value\"`"
    case 5, 76, 77: "close each element by its own name, the innermost first"
    case 68: "in a text, write < as &lt;"
    case 73: "end each tag with >"
    default: "look at the names, the quotes, < and > there"
    }
  }
}
