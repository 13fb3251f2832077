import TOML

/// A problem in a rules file, with its place and what to do about it.
///
/// People read its description:
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
  /// Right behind the problem; the same as `location` if something is missing.
  public let end: FileLocation
  /// The bytes in `location.file`; empty if something is missing.
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

/// Collects the problems of a file and its includes while they are read, and sorts them at the end.
final class Problems {
  /// The limit of errors, and of warnings: beyond it the file is of another kind.
  static let most = 500

  private struct Problem {
    let severity: Diagnostic.Severity
    let message: String
    let fix: String?
    let range: Range<Int>
  }

  /// Grows as files are read.
  private(set) var source = SourceSpace()
  private var problems: [Problem] = []
  private var counts: [Diagnostic.Severity: Int] = [:]

  /// How many errors were noted, at most `most`.
  var errorCount: Int { counts[.error, default: 0] }
  var hasErrors: Bool { errorCount > 0 }

  /// Adds a file; its ranges count from the returned offset.
  func open(_ file: Source) -> Int { source.add(file) }

  func error(at range: Range<Int>, _ wording: @autoclosure () -> DiagnosticText) {
    add(.error, at: range, wording())
  }

  func warning(at range: Range<Int>, _ wording: @autoclosure () -> DiagnosticText) {
    add(.warning, at: range, wording())
  }

  func add(_ errors: [SyntaxError]) {
    for error in errors { self.error(at: error.range, DiagnosticText(error.message, fix: error.fix)) }
  }

  /// All problems, file by file in the order in which the files were opened, and by their place there.
  func diagnostics() -> [Diagnostic] {
    let sorted = problems.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    return sorted.map(\.element).map { problem in
      Diagnostic(
        severity: problem.severity, message: problem.message, fix: problem.fix,
        location: source.location(of: problem.range.lowerBound),
        end: source.location(of: problem.range.upperBound), range: source.rangeInFile(problem.range),
        excerpt: source.excerpt(problem.range))
    }
  }

  private func add(_ severity: Diagnostic.Severity, at range: Range<Int>, _ wording: @autoclosure () -> DiagnosticText)
  {
    guard counts[severity, default: 0] < Self.most else { return }
    counts[severity, default: 0] += 1
    let wording = wording()
    problems.append(
      Problem(severity: severity, message: wording.message.visible, fix: wording.fix?.visible, range: range))
  }
}
