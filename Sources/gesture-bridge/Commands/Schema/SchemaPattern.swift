import GestureCore

/// Regular expressions for what a rules file says in strings, as JavaScript, Python and Rust understand them alike.
enum SchemaPattern {
  /// The name of a section: not empty, without `:` and control characters.
  static let plainName = "^[^:\\x00-\\x1f\\x7f]+$"
  static let anyText = "\\S"
  private static let digits = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
  private static let signed = "[-+]?" + digits
  private static let positive = "\\+?" + digits

  /// A number with one of the unit's spellings.
  static func quantity(_ unit: Unit, in range: ClosedRange<Double>) -> String {
    "^ *\(range.lowerBound < 0 ? signed : positive) *\(units(unit)) *$"
  }

  /// `3` or `2-3`.
  static let countRange = "^ *[0-9]+ *(- *[0-9]+ *)?$"

  /// Directions and circles, each with a length or without.
  static let path: String = {
    let names = StrokePath.Element.Form.names.joined(separator: "|")
    let element = "(\(names))(:\(positive))?"
    return "^[ ,]*\(element)([ ,]+\(element)){0,\(StrokePath.most - 1)}[ ,]*$"
  }()

  /// What comes before a drawing.
  static let start =
    "^ *(\(StrokeStart.atOnceName)|\(StrokeStart.forcePressName)|"
    + "\(StrokeStart.restName) +\(positive) *\(units(.milliseconds))) *$"
  static let starts = [StrokeStart.atOnceName, "\(StrokeStart.restName) 300 ms", StrokeStart.forcePressName]

  /// Of the characters of ASCII only letters, digits, `-` and `_`.
  static let templateName = "^[^\\x00-,./:-@\\[-^`{-\\x7f]+$"

  /// A length on a surface; negative ones count from the right or the bottom.
  static let position = "^ *\(signed) *\(units(.millimetres, .percent)) *$"
  static let length = "^ *\(positive) *\(units(.millimetres, .percent)) *$"
  /// `15 mm`, `15 x 10 mm`, `10 % x 5 mm`.
  static let corner =
    "^ *\(positive) *(\(units(.millimetres, .percent))|\(units(.millimetres, .percent))? *[x×] *\(positive) *\(units(.millimetres, .percent))) *$"
  /// `256 x 144 mm`.
  static let size = "^ *\(digits) *[x×] *\(digits) *\(units(.millimetres)) *$"
  static let rotation = "^(\(Rotation.allCases.map { "\($0.rawValue)" }.joined(separator: "|"))) *\(units(.degrees)) *$"
  static let time = "^ *\(positive) *\(units(.milliseconds)) *$"
  /// The stretch of a step.
  static let stretch = "^ *\(positive) *\(units(.millimetres, .degrees, .percent)) *$"

  private static func units(_ units: Unit...) -> String {
    "(\(units.flatMap { $0.spellings.map(\.key) }.joined(separator: "|")))"
  }
}
