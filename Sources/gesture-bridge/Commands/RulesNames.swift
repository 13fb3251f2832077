import ArgumentParser
import Bindings
import Control
import GestureCore
import Text

/// The names that shells complete: those of the rules file in use.
enum RulesNames {
  /// Gestures of the rules file that the command line names, else of the one that is in its usual place.
  static let gestures = CompletionKind.custom { words, _, _ in rules(words, file: nil)?.gestures.map(\.name) ?? [] }

  /// The same, where the daemon's own file counts.
  static let gesturesOfDaemon = CompletionKind.custom { words, _, _ in
    rules(words, file: ask(.status)?["file"]?.string)?.gestures.map(\.name) ?? []
  }

  /// Drawings beside the rules file, to add to or to replace.
  static let drawings = CompletionKind.custom { words, _, _ in
    guard let path = try? RulesFile.path(named: config(words)) else { return [] }
    return TemplatePlace.names(besideRules: path)
  }

  static let modesOfDaemon = CompletionKind.custom { _, _, _ in ask(.status)?["modes"]?.strings ?? [] }
  static let triggersOfDaemon = CompletionKind.custom { _, _, _ in ask(.bindings).map(CtlTrigger.names) ?? [] }

  /// The rules for the words of a command line; nil if they can't be used.
  private static func rules(_ words: [String], file: String?) -> RuleSet? {
    guard let path = try? RulesFile.path(named: config(words) ?? file) else { return nil }
    return try? RulesReading(path).result.get().ruleSet
  }

  /// The value of `--config`, which the shells hand over as it was typed.
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
