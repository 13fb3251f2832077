import TOML

/// Collects what is wrong with a file and those it includes while they are read, and puts it in order at the end.
final class Problems {
  /// Collecting errors stops at this many, and so it does with warnings: by then it is another kind of file.
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

  /// One more file, whose ranges count from what this returns.
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

  /// All of them, file after file in the order in which these were opened, and by their place there.
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
