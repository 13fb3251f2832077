import Text
import TOML

/// A problem in a rules file, with its location and, if one is known, a fix.
///
/// `description` is the form for people:
///
///     bindings.toml:7:8: error: unknown gesture kind "swype"
///       7 | kind = "swype"
///         |        ^^^^^^^ did you mean "swipe"? `gesture-bridge kinds` lists all kinds
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
  /// An error keeps the rules from being used; a warning does not.
  public enum Severity: String, Sendable { case error, warning }

  public let severity: Severity
  /// The problem in one sentence, without the location and the fix.
  public let message: String
  public let fix: String?
  public let location: FileLocation
  /// The location right after the problem; equal to `location` if `range` is empty.
  public let end: FileLocation
  /// The byte range of the problem in its file; can be empty.
  public let range: Range<Int>
  /// The number of similar diagnostics that aren't listed; 0 unless this is the last similar diagnostic in the list.
  public let more: Int
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
      """ + (more == 0 ? "" : "\n  and \(more) more like it")
  }
}

extension Sequence<Diagnostic> {
  /// The number of diagnostics of a severity, listed or not.
  public func count(of severity: Diagnostic.Severity) -> Int {
    reduce(0) { $0 + ($1.severity == severity ? 1 + $1.more : 0) }
  }
}

/// Collects and sorts the problems of all files. Of similar problems, lists only the first few.
final class Problems {
  private struct Problem {
    let severity: Diagnostic.Severity
    let text: DiagnosticText
    let range: Range<Int>

    var similarityKey: String { "\(severity) \(text.origin)" }
  }

  private(set) var source = SourceSpace()
  /// The largest number of similar problems that are listed. All problems are counted.
  private let mostListed: Int
  private var problems: [Problem] = []
  private(set) var errorCount = 0

  var hasErrors: Bool { errorCount > 0 }

  init(listing mostListed: Int = Rules.listed) { self.mostListed = mostListed }

  /// Adds a file. Returns the offset of its first byte among the bytes of all files.
  func open(_ file: Source) -> Int { source.add(file) }

  func error(at range: Range<Int>, _ text: DiagnosticText) {
    errorCount += 1
    add(.error, at: range, text)
  }

  func error(
    at range: Range<Int>, _ message: @autoclosure @escaping () -> String,
    fix: @autoclosure @escaping () -> String? = nil, file: String = #fileID, line: Int = #line
  ) {
    error(at: range, DiagnosticText(message(), fix: fix(), file: file, line: line))
  }

  func warning(at range: Range<Int>, _ text: DiagnosticText) { add(.warning, at: range, text) }

  func warning(
    at range: Range<Int>, _ message: @autoclosure @escaping () -> String,
    fix: @autoclosure @escaping () -> String? = nil, file: String = #fileID, line: Int = #line
  ) {
    warning(at: range, DiagnosticText(message(), fix: fix(), file: file, line: line))
  }

  func add(_ document: Document) {
    for error in document.errors {
      self.error(at: error.range, error.message, fix: error.fix, file: "TOML", line: error.origin)
    }
    if let end = document.stop {
      error(
        at: end..<end, "after \(document.errors.count) errors, the rest of this file is not read",
        fix: "correct these errors first")
    }
  }

  /// The problems to list, sorted by file and offset. Removes all problems: their closures keep this object alive.
  func drainDiagnostics() -> [Diagnostic] {
    defer { problems = [] }
    let counts = problems.reduce(into: [:]) { $0[$1.similarityKey, default: 0] += 1 }
    var listed: [String: Int] = [:]
    let sorted = problems.enumerated().sorted { ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0) }
    return sorted.compactMap { _, problem in
      let number = listed[problem.similarityKey, default: 0] + 1
      listed[problem.similarityKey] = number
      guard number <= mostListed else { return nil }
      return Diagnostic(
        severity: problem.severity, message: problem.text.message.visible, fix: problem.text.fix?.visible,
        location: source.location(of: problem.range.lowerBound),
        end: source.location(of: problem.range.upperBound), range: source.rangeInFile(problem.range),
        more: number == mostListed ? counts[problem.similarityKey, default: 0] - mostListed : 0,
        excerpt: source.excerpt(problem.range))
    }
  }

  private func add(_ severity: Diagnostic.Severity, at range: Range<Int>, _ text: DiagnosticText) {
    problems.append(Problem(severity: severity, text: text, range: range))
  }
}
