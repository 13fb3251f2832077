/// One thing wrong with a rules file, with its place and what to do about it.
///
/// Its description is what a person reads:
///
///     bindings.toml:7:8: error: unknown gesture kind "swype"
///       7 | kind = "swype"
///         |        ^^^^^^^ did you mean "swipe"? `gesture-bridge gestures` lists them all
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
  /// Errors keep the rules from being used; warnings do not.
  public enum Severity: String, Sendable { case error, warning }

  public let severity: Severity
  /// A fact in one sentence, without its place.
  public let message: String
  public let fix: String?
  public let location: FileLocation
  /// Just behind what it is about; the same as `location` where something is missing.
  public let end: FileLocation
  /// The bytes of `location.file` it is about; empty where something is missing.
  public let range: Range<Int>
  let excerpt: Excerpt

  public var description: String {
    let number = String(location.line)
    let margin = String(repeating: " ", count: number.count)
    let spaces = String(repeating: " ", count: excerpt.indent)
    let carets = String(repeating: "^", count: excerpt.carets)
    return """
      \(location): \(severity.rawValue): \(message)
        \(number) |\(excerpt.line.isEmpty ? "" : " " + excerpt.line)
        \(margin) | \(spaces)\(carets)\(fix.map { " " + $0 } ?? "")
      """
  }
}
