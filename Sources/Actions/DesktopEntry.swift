import Base
import Bindings
import Glibc

/// The start command of an application's .desktop file.
/// Source: Desktop Entry Specification 1.5, "The Exec key"; Desktop Menu Specification 1.1, "Desktop-File Id".
public struct DesktopEntry: Equatable, Sendable {
  /// The reason why an application can't be started, as a clause.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public let words: [String]
  /// The folder in which the application starts; nil for the home folder, the default for commands.
  public let folder: String?

  private static let group = "[Desktop Entry]"
  /// The maximum size of a .desktop file in bytes. Usual files are far smaller.
  private static let longest = 1 << 20

  /// Returns the start command from the first readable .desktop file with this name. `variable` reads the environment.
  /// Throws if no such file exists, or if the found file can't be used.
  public static func named(_ name: String, _ variable: (String) -> String?) throws(Problem) -> DesktopEntry {
    for path in folders(variable).flatMap({ paths(of: name, in: $0) }) {
      guard let text = read(path) else { continue }
      return try DesktopEntry(text, path: path)
    }
    throw Problem(description: "the application file \(name) was not found")
  }

  private static func folders(_ variable: (String) -> String?) -> [String] {
    let own = variable("XDG_DATA_HOME") ?? variable("HOME").map { "\($0)/.local/share" }
    let shared = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    return ((own.map { [$0] } ?? []) + shared).filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
  }

  /// Returns the possible paths of a file: `kde-dolphin.desktop` may also be `kde/dolphin.desktop`.
  private static func paths(of name: String, in folder: String) -> [String] {
    let hyphens = name.indices.filter { name[$0] == "-" }
    return ["\(folder)/\(name)"] + hyphens.map { "\(folder)/\(name[..<$0])/\(name[name.index(after: $0)...])" }
  }

  private static func read(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.isFile, status.st_size <= longest else { return nil }
    return SmallFile.bytes(path, atMost: Int(status.st_size)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The application's start command. Uses `env --chdir` for `folder`, because commands start in the home folder.
  var command: Command { .direct(folder.map { ["env", "--chdir=\($0)"] + words } ?? words) }

  // MARK: The file

  init(_ text: String, path: String) throws(Problem) {
    var values: [Substring: Substring] = [:]
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isInGroup = line.hasPrefix(Self.group) }
      guard isInGroup, let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].trimmed
      if values[key] == nil { values[key] = line[line.index(after: equals)...].trimmed }
    }
    guard values["Hidden"] != "true" else {
      throw Problem(description: "\(path) counts as removed, because it has Hidden=true")
    }
    guard values["Type"] ?? "Application" == "Application" else {
      throw Problem(description: "\(path) is not an application")
    }
    guard values["Terminal"] != "true" else {
      throw Problem(description: "\(path) needs a terminal: use a command instead, such as `run = \"foot htop\"`")
    }
    let fields: [Character: [String]] = [
      "i": values["Icon"].map { ["--icon", Self.unescaped($0)] } ?? [],
      "c": values["Name"].map { [Self.unescaped($0)] } ?? [], "k": [path], "%": ["%"],
    ]
    words = Self.words(Self.unescaped(values["Exec"] ?? "")).flatMap { Self.filled($0, fields) }
    folder = values["Path"].map { Self.unescaped($0) }.flatMap { $0.isEmpty ? nil : $0 }
    guard words.first?.isEmpty == false else { throw Problem(description: "\(path) has no program in its Exec line") }
  }

  /// Replaces the escapes that all values may have, such as `\s` for a blank.
  private static func unescaped(_ value: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in value {
      switch (isEscaped, character) {
      case (false, "\\"): isEscaped = true
      case (false, _): text.append(character)
      case (true, _):
        isEscaped = false
        text += ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"][character] ?? "\\\(character)"
      }
    }
    return text
  }

  /// Splits a line at blanks outside of quotes. Removes the quotes, and the backslashes of escapes inside quotes.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character.isWhitespace, !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// Returns `word` with its field codes, such as `%i`, replaced by their values. A code that is the whole word can
  /// become several words or none; codes without a value, such as `%f` for a file, are removed.
  private static func filled(_ word: String, _ fields: [Character: [String]]) -> [String] {
    if word.count == 2, word.first == "%", let code = word.last { return fields[code] ?? [] }
    var text = ""
    var isCode = false
    for character in word {
      if isCode {
        text += (fields[character] ?? []).joined(separator: " ")
        isCode = false
      } else if character == "%" {
        isCode = true
      } else {
        text.append(character)
      }
    }
    return [text]
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
