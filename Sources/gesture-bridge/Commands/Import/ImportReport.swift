import Importers
import Text

/// The report about an import: old gestures, new rules and verdicts.
///
///     touchegg.conf:21: SWIPE 3 DOWN MINIMIZE_WINDOW
///       proven   swipe-3-down: run = { window = "minimize" }
struct ImportReport {
  private let gestures: [(gesture: ForeignGesture, verdict: ImportProof.Verdict)]
  private let result: ImportResult
  private let file: String
  private let written: [Substring]

  /// Plays the old gestures through the new rules to get the verdicts. `file` is the old file's name in the report.
  init(_ result: ImportResult, of file: String) {
    (self.result, self.file) = (result, file)
    written = result.rules.split(separator: "\n", omittingEmptySubsequences: false)
    gestures = zip(result.gestures, ImportProof(result).verdicts).map { (gesture: $0, verdict: $1) }
  }

  var summary: String { "\(result.summary), \(gestures.count { $0.verdict == .proven }) proven" }

  /// The text of the report: first the gestures, in the order of the old file, then the notes, then the summary.
  var text: String { (gestures.flatMap(lines) + result.notes + [summary]).joined(separator: "\n") + "\n" }

  /// The greatest width of a line, and the column in which each rule begins.
  private static let (columns, indent) = (80, 17)
  private static let longestFile = 40
  private static let mostRules = 4

  private func lines(_ gesture: ForeignGesture, _ verdict: ImportProof.Verdict) -> [String] {
    let name = file.unicodeScalars.count > Self.longestFile ? file.split(separator: "/").last.map(String.init) : nil
    let old = Self.line("\(name ?? file):\(gesture.line): \(gesture.words)", Self.columns)
    var rules: [String] = []
    for part in gesture.parts {
      let rule = Self.line("\(part.rule): \(action(at: part.line))", Self.columns - Self.indent)
      if !rules.contains(rule) { rules.append(rule) }
    }
    if rules.count > Self.mostRules {
      rules = rules.prefix(Self.mostRules - 1) + ["and \(rules.count - Self.mostRules + 1) more rules"]
    }
    let label: String
    switch verdict {
    case .proven: label = "proven"
    case .unproven(let reason): (label, rules) = ("not proven", rules + [reason])
    case .refused(let reason): (label, rules) = ("not converted", [reason])
    }
    let gap = String(repeating: " ", count: Self.indent - 2 - label.utf8.count)
    let blanks = String(repeating: " ", count: Self.indent)
    return [old]
      + rules.enumerated().map { index, rule in
        ((index == 0 ? "  \(label)\(gap)" : blanks) + rule.visible).wrapped(to: Self.columns, hanging: Self.indent)
      }
  }

  /// The action on line `line` of the new rules, joined with the next line if a multi-line text begins on this line.
  private func action(at line: Int) -> String {
    let text = written[(line - 1)...].prefix(2)
    return text.first?.hasSuffix("'''") == true ? text.joined(separator: " ") : text.first.map(String.init) ?? ""
  }

  /// The text on one line. A text wider than `columns` is cut, and ends with an ellipsis.
  private static func line(_ text: String, _ columns: Int) -> String {
    let whole = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").visible
    let scalars = whole.unicodeScalars
    guard scalars.reduce(0, { $0 + $1.columns }) > columns else { return whole }
    var width = 1
    let kept = scalars.prefix { scalar in
      width += scalar.columns
      return width <= columns
    }
    return String(kept) + "…"
  }
}
