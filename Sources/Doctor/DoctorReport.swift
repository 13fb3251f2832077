import Bindings
import Recordings
import Text

/// The findings as text for people and as JSON for programs.
public struct DoctorReport {
  public let sections: [DoctorSection]

  public init(sections: [DoctorSection]) { self.sections = sections }

  /// Returns the report with a final line break. The last line counts errors and warnings, or is "no problems".
  public func text(withColours: Bool) -> String {
    let parts = sections.filter { !$0.findings.isEmpty }.map { section in
      let lines = section.findings.flatMap { Self.lines(of: $0, withColours) }
      return ([section.subject.rawValue] + lines).map { $0 + "\n" }.joined()
    }
    return parts.joined(separator: "\n") + "\n" + DoctorWording.verdict(sections) + "\n"
  }

  private static func lines(of finding: Finding, _ withColours: Bool) -> [String] {
    let word = finding.level.rawValue
    let padding = String(repeating: " ", count: width - word.count)
    let shown = withColours ? "\u{1B}[\(colour(of: finding.level))m\(word)\u{1B}[0m" : word
    let margin = String(repeating: " ", count: width + 3)
    return ["  \(shown)\(padding) \(finding.text.visible)"]
      + (finding.fix.map { ["\(margin)fix: \($0.visible)"] } ?? [])
  }

  private static let width = Finding.Level.allCases.map(\.rawValue.count).max() ?? 0

  /// Returns the ECMA-48 code for the level's colour: green, blue, yellow or red.
  private static func colour(of level: Finding.Level) -> Int {
    switch level {
    case .ok: 32
    case .note: 34
    case .warning: 33
    case .error: 31
    }
  }

  /// The report as JSON, one object per line: the format, each finding, and the numbers of errors and warnings.
  public var json: String {
    let findings = sections.flatMap { section in
      section.findings.map { finding in
        [JSONValue.Member](nonNil: [
          "type": "finding", "subject": .string(section.subject.rawValue), "level": .string(finding.level.rawValue),
          "text": .string(finding.text), "fix": finding.fix.map { .string($0) },
        ])
      }
    }
    // The name and version of the format, which programs check.
    let opening = [JSONValue.Member](nonNil: ["format": "gesture-bridge-doctor", "version": 1])
    let closing = [JSONValue.Member](nonNil: [
      "type": "summary", "errors": .integer(sections.count(.error)), "warnings": .integer(sections.count(.warning)),
    ])
    return ([opening] + findings + [closing]).map { JSONValue.object($0).fixedLine + "\n" }.joined()
  }
}

/// One result of the checkup.
public struct Finding: Equatable {
  public enum Level: String, CaseIterable {
    case ok
    /// Useful to know, but not a problem.
    case note
    case warning, error
  }

  fileprivate let level: Level
  let text: String
  let fix: String?

  init(_ level: Level, _ text: String, fix: String? = nil) { (self.level, self.text, self.fix) = (level, text, fix) }
}

/// The findings about one subject.
public struct DoctorSection: Equatable {
  enum Subject: String, CaseIterable {
    case program, rules, permissions, devices, session, desktop, gestures, commands
  }

  let subject: Subject
  var findings: [Finding]

  init(_ subject: Subject, _ findings: [Finding]) { (self.subject, self.findings) = (subject, findings) }
}

extension [DoctorSection] {
  public func count(_ level: Finding.Level) -> Int { reduce(0) { $0 + $1.findings.count { $0.level == level } } }
}
