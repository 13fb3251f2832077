import Bindings
import Glibc

/// Finds and reads the rules.
enum RulesFile {
  /// What keeps the rules from being used.
  enum Problem: Error, CustomStringConvertible {
    case notFound([String])
    case unreadable(FileError)
    /// What is wrong with it or with files it includes; never empty.
    case invalid(path: String, [Diagnostic])

    var description: String {
      switch self {
      case .notFound(let places):
        """
        there are no rules: looked for \(places.joined(separator: " and ")); \
        write a bindings.toml there, or name one with --config
        """
      case .unreadable(let error): error.description
      case .invalid(_, let errors): Message.have(errors)
      }
    }
  }

  /// Where rules are looked for, in order.
  static var places: [String] {
    let home = variable("HOME").map { $0 + "/.config" }
    let directories = [variable("XDG_CONFIG_HOME") ?? home, "/etc"].compactMap { $0 }
    return directories.map { $0 + "/gesture-bridge/bindings.toml" }
  }

  /// The file to use: the one that was named, else the first that exists, of `before` and then of `places`.
  static func path(named: String?, before: [String] = []) throws(Problem) -> String {
    if let named { return named }
    let candidates = before + places
    guard let found = candidates.first(where: { access($0, F_OK) == 0 }) else { throw .notFound(candidates) }
    return found
  }

  /// Reads and checks a file; says whatever is wrong with it through `say`.
  static func load(_ path: String, say: (Diagnostic) -> Void) throws(Problem) -> Rules {
    let reading = RulesReading(path)
    reading.diagnostics.forEach(say)
    return try reading.result.get()
  }

  /// An environment variable that says something.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
