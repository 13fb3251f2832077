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

/// Collects the problems of a file and its includes while they are read, and sorts them at the end. All are counted. If many
/// say the same, only the first ones of the file are kept.
final class Problems {
  /// What is said of one place.
  private struct Problem {
    let text: DiagnosticText
    let range: Range<Int>
    /// How many problems came before it.
    let number: Int

    /// Its place in the report.
    var rank: (Int, Int) { (range.lowerBound, number) }
  }

  private struct Sentence: Hashable {
    let severity: Diagnostic.Severity
    let origin: DiagnosticText.Origin
  }

  /// The problems that say the same of different places.
  private struct Occurrences {
    /// How many there are.
    var count = 0
    /// The first ones of the file, in any order.
    var kept: [Problem] = []
    /// The index in `kept` of the last one in the file.
    var last = 0

    mutating func add(_ problem: Problem, most: Int) {
      count += 1
      if kept.count < most {
        kept.append(problem)
        if problem.rank > kept[last].rank { last = kept.count - 1 }
      } else if most > 0, problem.rank < kept[last].rank {
        kept[last] = problem
        last = kept.indices.max { kept[$0].rank < kept[$1].rank } ?? last
      }
    }
  }

  /// Grows as files are read.
  private(set) var source = SourceSpace()
  /// How many problems of one sentence are kept.
  private let most: Int
  private var occurrences: [Sentence: Occurrences] = [:]
  private var count = 0
  /// How many errors were noted.
  private(set) var errorCount = 0

  var hasErrors: Bool { errorCount > 0 }

  init(listing most: Int = Rules.listed) { self.most = most }

  /// Adds a file; its ranges count from the returned offset.
  func open(_ file: Source) -> Int { source.add(file) }

  func error(at range: Range<Int>, _ text: DiagnosticText) {
    errorCount += 1
    add(.error, at: range, text)
  }

  func warning(at range: Range<Int>, _ text: DiagnosticText) { add(.warning, at: range, text) }

  /// The errors of a file's syntax.
  func add(_ document: Document) {
    for error in document.errors { self.error(at: error.range, DiagnosticText(error)) }
    if let end = document.stop { error(at: end..<end, .readingStops(after: document.errors.count)) }
  }

  /// All problems that are kept, file by file in the order in which the files were opened, and by their place there.
  func diagnostics() -> [Diagnostic] {
    let kept = occurrences.flatMap { sentence, all in
      all.kept.enumerated().map { place, problem in
        (sentence.severity, problem, more: place == all.last ? all.count - all.kept.count : 0)
      }
    }
    return kept.sorted { $0.1.rank < $1.1.rank }.map { severity, problem, more in
      Diagnostic(
        severity: severity, message: problem.text.message.visible, fix: problem.text.fix?.visible,
        location: source.location(of: problem.range.lowerBound),
        end: source.location(of: problem.range.upperBound), range: source.rangeInFile(problem.range), more: more,
        excerpt: source.excerpt(problem.range))
    }
  }

  private func add(_ severity: Diagnostic.Severity, at range: Range<Int>, _ text: DiagnosticText) {
    count += 1
    occurrences[Sentence(severity: severity, origin: text.origin), default: Occurrences()].add(
      Problem(text: text, range: range, number: count), most: most)
  }
}
