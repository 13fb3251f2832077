/// The source of a YAML text, for error messages.
struct YAMLOrigin {
  let file: String
  /// The fix for a text that isn't YAML.
  let fix: String
  /// The fix for a key that occurs twice.
  let twiceFix: String

  var noLibrary: ImportError { ImportError(file: file, YAMLWording.noLibrary, fix: YAMLWording.noLibraryFix) }

  /// `problem` is libyaml's message.
  func malformed(_ problem: String, line: Int?) -> ImportError {
    ImportError(file: file, line: line, YAMLWording.malformed(problem), fix: fix)
  }

  func twice(_ keys: [String], line: Int?) -> ImportError {
    ImportError(file: file, line: line, YAMLWording.twice(keys), fix: twiceFix)
  }
}

enum YAMLWording {
  static let noLibrary = "libyaml, which reads YAML, is missing"
  static let noLibraryFix = "Debian's package libyaml-0-2 provides it, Arch's and Fedora's package libyaml"
  static let undefinedAlias = "found undefined alias"
  static let severalDocuments = "but found another document"
  static let noMemory = "it needs more memory than available"

  static func malformed(_ problem: String) -> String { "this is not YAML: \(problem)" }

  static func tooDeep(_ deepest: Int) -> String { "values are nested more than \(deepest) deep" }

  static func twice(_ keys: [String]) -> String {
    "\(keys.map { "\"\($0)\"" }.joined(separator: ", ")) \(keys.count == 1 ? "is" : "are") here twice"
  }
}
