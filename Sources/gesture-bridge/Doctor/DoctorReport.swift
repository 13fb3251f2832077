import Recordings

/// What the doctor says to people, and to programs.
struct DoctorReport {
  /// By which programs know what they read.
  static let format = (name: "gesture-bridge-doctor", version: 1)

  let sections: [DoctorSection]

  /// Whole lines, the subjects one after another, what is wrong at the end in numbers.
  func text(withColours: Bool) -> String {
    let parts = sections.filter { !$0.findings.isEmpty }.map { section in
      let lines = section.findings.flatMap { Self.lines(of: $0, withColours) }
      return ([section.subject.rawValue] + lines).map { $0 + "\n" }.joined()
    }
    return parts.joined(separator: "\n") + "\n" + Message.verdict(sections) + "\n"
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

  /// As ECMA-48 numbers them: green, blue, yellow, red.
  private static func colour(of level: Finding.Level) -> Int {
    switch level {
    case .ok: 32
    case .note: 34
    case .warning: 33
    case .error: 31
    }
  }

  /// An object a line: the format, each finding, the numbers.
  var json: String {
    var opening = ObjectLine()
    opening.add("format", Self.format.name)
    opening.add("version", Self.format.version)
    var lines = [opening]
    for section in sections {
      for finding in section.findings {
        var line = ObjectLine()
        line.add("type", "finding")
        line.add("subject", section.subject.rawValue)
        line.add("level", finding.level.rawValue)
        line.add("text", finding.text)
        if let fix = finding.fix { line.add("fix", fix) }
        lines.append(line)
      }
    }
    var closing = ObjectLine()
    closing.add("type", "summary")
    closing.add("errors", sections.count(.error))
    closing.add("warnings", sections.count(.warning))
    return (lines + [closing]).map { $0.text + "\n" }.joined()
  }
}
