import ArgumentParser
import Bindings
import Control
import GestureCore
import Text

/// Completes the names of gestures, drawings and modes on a shell's command line.
enum RulesNames {
  /// The gestures of the file in `--config`, or of the usual rules file.
  static let gestures = CompletionKind.custom { words, _, _ in rules(words, file: nil)?.gestures.map(\.name) ?? [] }

  /// The gestures of the file in `--config`, or of the daemon's rules file; if no daemon runs, of the usual rules file.
  static let gesturesOfDaemon = CompletionKind.custom { words, _, _ in
    rules(words, file: ask(.status)?["file"]?.string)?.gestures.map(\.name) ?? []
  }

  static let drawings = CompletionKind.custom { words, _, _ in
    guard let path = try? RulesFile.path(named: config(words)) else { return [] }
    return DrawingFile.names(nextToRules: path)
  }

  static let modesOfDaemon = CompletionKind.custom { _, _, _ in ask(.status)?["modes"]?.strings ?? [] }
  static let triggersOfDaemon = CompletionKind.custom { _, _, _ in ask(.gestures).map(CtlTrigger.names) ?? [] }

  private static func rules(_ words: [String], file: String?) -> RuleSet? {
    guard let path = try? RulesFile.path(named: config(words) ?? file) else { return nil }
    return try? RulesReading(path).result.get().ruleSet
  }

  private static func config(_ words: [String]) -> String? {
    let name = "--config"
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == name, !next.isEmpty { return next }
      if word.hasPrefix(name + "=") { return String(word.dropFirst(name.count + 1)) }
    }
    return nil
  }

  private static func ask(_ request: ControlRequest) -> JSONValue? {
    try? DaemonSearch.connect(session: nil).facts(request)
  }
}
