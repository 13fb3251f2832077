import Bindings
import Glibc

/// A program that the rules start, but that was not found.
public struct MissingProgram: Equatable {
  public let program: String
  var gestures: [String]

  /// Returns the rules' programs that can't be run. A program without a path is searched for in the folders of PATH.
  /// Skips programs whose names `CommandProgram` can't find. Empty if `rules` is nil.
  public static func all(in rules: Rules?, variable: (String) -> String?) -> [MissingProgram] {
    guard let rules else { return [] }
    let folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    var missing: [MissingProgram] = []
    for binding in rules.bindings {
      let gesture = rules.ruleSet.gestures[binding.gesture.rawValue].name
      for command in binding.actions.flatMap(\.effects).flatMap(\.commands) {
        guard let program = CommandProgram.name(of: command), !exists(program, folders, variable("HOME")) else {
          continue
        }
        if let index = missing.firstIndex(where: { $0.program == program }) {
          if !missing[index].gestures.contains(gesture) { missing[index].gestures.append(gesture) }
        } else {
          missing.append(MissingProgram(program: program, gestures: [gesture]))
        }
      }
    }
    return missing
  }

  private static func exists(_ program: String, _ folders: [String], _ home: String?) -> Bool {
    if program.hasPrefix("~/") { return home.map { access($0 + program.dropFirst(), X_OK) == 0 } ?? true }
    if program.contains("/") { return access(program, X_OK) == 0 }
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}

/// Finds the name of the program that a command starts, if the name is obvious.
enum CommandProgram {
  /// Returns the program's name. Nil for empty commands and built-in shell commands, or if special characters, such as
  /// quotes and `$`, make the name uncertain.
  static func name(of command: Command) -> String? {
    switch command {
    case .direct(let words): words.first
    case .shell(let line): name(inShell: line)
    }
  }

  private static func name(inShell line: String) -> String? {
    for word in line.split(whereSeparator: \.isWhitespace).map(String.init) {
      if word == "exec" || isAssignment(word) { continue }
      let end = word.firstIndex { ";&|<>".contains($0) }
      let name = String(word[..<(end ?? word.endIndex)])
      return name.isEmpty || name.contains(where: { special.contains($0) }) || builtIn.contains(name) ? nil : name
    }
    return nil
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return false }
    return word[..<sign].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private static let special = Set("$`\"'\\(){}*?[]!#~=".filter { $0 != "~" })

  /// The built-in commands and keywords of sh. Source: dash(1), bash(1).
  private static let builtIn: Set<String> = [
    ".", ":", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "done", "echo", "elif", "else", "esac",
    "eval", "exit", "export", "false", "fg", "fi", "for", "function", "getopts", "hash", "if", "in", "jobs", "kill",
    "local", "printf", "pwd", "read", "readonly", "return", "set", "shift", "source", "test", "then", "time", "times",
    "trap", "true", "type", "ulimit", "umask", "unalias", "unset", "until", "wait", "while",
  ]
}
