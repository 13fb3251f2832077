import Bindings
import Glibc

/// Finds and reads the rules.
enum RulesFile {
  /// What keeps the rules from being used.
  enum Problem: Error, CustomStringConvertible {
    case notFound([String])
    case unreadable(FileError)
    case writableByOthers(String)
    case invalid(path: String, errors: Int)

    var description: String {
      switch self {
      case .notFound(let places):
        """
        there are no rules: looked for \(places.joined(separator: " and ")); \
        write a bindings.toml there, or name one with --config
        """
      case .unreadable(let error): error.description
      case .writableByOthers(let path):
        "\(path) can be written by everyone, and its commands run as you; `chmod o-w \(path)` closes it"
      case .invalid(let path, let errors):
        "\(path) has \(Message.count(errors, "error"))"
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
    let contents: FileContents
    do { contents = try FileContents(path: path) } catch { throw .unreadable(error) }
    guard !contents.isWritableByOthers else { throw .writableByOthers(path) }
    let (rules, diagnostics) = Rules.load(text: contents.bytes, file: path)
    diagnostics.forEach(say)
    guard let rules else {
      throw .invalid(path: path, errors: diagnostics.count { $0.severity == .error })
    }
    return rules
  }

  /// An environment variable that says something.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
