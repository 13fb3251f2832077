/// All that importing says, but for what is said of single formats.
enum ImportWording {
  static let notText = "this is no text in UTF-8"
  static let notTextFix = "name the configuration file itself"
  static let notUnderstood = "not understood"
  static let emptyCommand = "it runs nothing"
  static let sectors = "each of the eight directions gets an eighth of the circle"
  static let oneTuning = "its threshold is left out: a gesture has the same in all applications"
  static let anySpeed = "at any speed"

  static func nothing(_ format: ImportFormat) -> String { "there is no gesture of \(format.rawValue) in it" }

  static func header(_ format: ImportFormat, file: String) -> [String] {
    [
      "Rules for gesture-bridge, imported from \(format.rawValue).",
      "Source: \(file), to which the line numbers belong",
      "Written by: gesture-bridge import \(format.rawValue) \(ShellText.quoted(file))",
    ]
  }

  static func count(_ carried: Int, of total: Int) -> String {
    let count = carried == total ? "\(total)" : "\(carried) of \(total)"
    let rest = carried == total ? "" : "; look for \"not carried\""
    return "\(count) \(total == 1 ? "gesture" : "gestures") carried\(rest)"
  }

  static func summary(_ carried: Int, of total: Int) -> String {
    let gestures = total == 1 ? "gesture" : "gestures"
    return carried == total
      ? "\(total) \(gestures) carried"
      : "\(carried) of \(total) \(gestures) carried; \(total - carried) not, see the comments"
  }

  static func origin(_ lines: [Int]) -> String {
    lines.count == 1 ? "line \(lines[0])" : "lines \(lines.map(String.init).joined(separator: ", "))"
  }

  static func notCarried(_ remark: Remark) -> String { "not carried: \(remark.text) (\(remark.reason))" }

  static func notCarried(_ remark: Remark, _ lines: ClosedRange<Int>) -> String {
    "not carried: line \(lines.lowerBound): \(remark.text) (\(remark.reason))"
  }

  static func setting(_ setting: ImportedSetting, line: Int) -> String {
    "line \(line): \(setting.words): \(setting.conversion)"
  }

  static func replaced(by line: Int) -> String { "line \(line) says something else, and the later one counts" }

  static func outdone(_ precedence: ImportPrecedence, by line: Int) -> String {
    switch precedence {
    case .first: "line \(line) is for the same gesture and comes first"
    case .last: "line \(line) is for the same gesture and takes its place"
    }
  }

  static func fewFingers(_ thing: String, _ fingers: ClosedRange<Int>) -> String {
    "libinput tells of \(thing) with \(fingers.lowerBound) to \(fingers.upperBound) fingers on touchpads"
  }

  static func noSuchCount(_ word: String) -> String { "\"\(word)\" is no number of fingers, 1 to 10" }

  /// How a source differs in when its commands run.
  static func difference(_ format: ImportFormat) -> [String] {
    format.importer.waitsForLift
      ? ["\(format.rawValue) runs commands when the fingers lift, gesture-bridge as soon as the gesture is certain."]
      : []
  }
}
