import Text
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
  /// How many diagnostics say the same of other places and are not listed. Only the last listed one has such a number.
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
  /// How many there are of a severity, listed or not.
  public func count(of severity: Diagnostic.Severity) -> Int {
    reduce(0) { $0 + ($1.severity == severity ? 1 + $1.more : 0) }
  }
}

/// Collects the problems of a file and its includes while they are read, and sorts them at the end. All are counted; of many
/// that say the same only the first ones of the file are listed.
final class Problems {
  private struct Problem {
    let severity: Diagnostic.Severity
    let text: DiagnosticText
    let range: Range<Int>

    var sentence: String { "\(severity) \(text.origin)" }
  }

  /// Grows as files are read.
  private(set) var source = SourceSpace()
  /// How many problems of one sentence are listed.
  private let most: Int
  private var problems: [Problem] = []
  private(set) var errorCount = 0

  var hasErrors: Bool { errorCount > 0 }

  init(listing most: Int = Rules.listed) { self.most = most }

  /// Adds a file; its ranges count from the returned offset.
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

  /// The errors of a file's syntax.
  func add(_ document: Document) {
    for error in document.errors {
      self.error(at: error.range, error.message, fix: error.fix, file: "TOML", line: error.origin)
    }
    if let end = document.stop {
      error(
        at: end..<end, "after \(document.errors.count) errors the rest of this file is not read",
        fix: "correct these first")
    }
  }

  /// The problems that are listed, file by file in the order in which the files were opened, and by their place there. They are forgotten
  /// here: their texts hold the readers that found them, and those hold this object.
  func takeDiagnostics() -> [Diagnostic] {
    defer { problems = [] }
    let counts = problems.reduce(into: [:]) { $0[$1.sentence, default: 0] += 1 }
    var listed: [String: Int] = [:]
    let sorted = problems.enumerated().sorted { ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0) }
    return sorted.compactMap { _, problem in
      let number = listed[problem.sentence, default: 0] + 1
      listed[problem.sentence] = number
      guard number <= most else { return nil }
      return Diagnostic(
        severity: problem.severity, message: problem.text.message.visible, fix: problem.text.fix?.visible,
        location: source.location(of: problem.range.lowerBound),
        end: source.location(of: problem.range.upperBound), range: source.rangeInFile(problem.range),
        more: number == most ? counts[problem.sentence, default: 0] - most : 0,
        excerpt: source.excerpt(problem.range))
    }
  }

  private func add(_ severity: Diagnostic.Severity, at range: Range<Int>, _ text: DiagnosticText) {
    problems.append(Problem(severity: severity, text: text, range: range))
  }
}
