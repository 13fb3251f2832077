/// Puts numbers and lists into sentences.
public enum Words {
  /// `1 gesture`, `2 gestures`.
  public static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  /// `a`, `a and b`, `a, b and c`; `or` where `joint` says so.
  public static func list(_ words: [String], joint: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(joint) " + last
  }

  /// Cut behind `longest` characters, with `…` for the rest.
  public static func cut(_ text: String, to longest: Int = 60) -> String {
    let start = text.unicodeScalars.prefix(longest + 1)
    return start.count <= longest ? text : String(String.UnicodeScalarView(start.prefix(longest))) + "…"
  }
}
