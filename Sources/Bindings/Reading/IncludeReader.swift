import TOML

/// Reads a file and all files it includes, each once.
struct IncludeReader {
  /// A file that is being read.
  private struct Link {
    let identity: String
    let name: String
  }

  /// The largest number of includes in a chain of files.
  static let longestChain = 16

  /// One reader for each file that was read. A file follows the files that it includes, and overrides their settings.
  private(set) var roots: [TableReader] = []
  /// The paths of all files, including files that could not be read.
  private(set) var files: [String] = []
  /// Whether all files were read completely. If not, unknown names aren't errors: an unread file may define them.
  private(set) var isWhole = true

  private let includes: Includes
  private let problems: Problems
  /// The files that are being read; each file includes the next one.
  private var chain: [Link] = []
  /// The range of the path in `include` for each included file, by the file's identity.
  private var includeRanges: [String: Range<Int>] = [:]

  init(_ includes: Includes, _ problems: Problems) { (self.includes, self.problems) = (includes, problems) }

  mutating func read(text: [UInt8], file: String) {
    files.append(file)
    read(text, Link(identity: includes.identity, name: file))
  }

  private mutating func read(_ text: [UInt8], _ link: Link) {
    let document = TOML.parse(text, from: problems.open(Source(file: link.name, text: text)))
    problems.add(document)
    if !document.errors.isEmpty { isWhole = false }
    chain.append(link)
    var root = TableReader(document.root, problems)
    let isGiven = root.mentions(DiagnosticText.includeKey)
    let paths = root.strings(DiagnosticText.includeKey, example: "layers/media.toml")
    if isGiven, paths == nil { isWhole = false }
    for path in paths?.value ?? [] { readIncluded(path, from: link.name) }
    chain.removeLast()
    roots.append(root)
  }

  private mutating func readIncluded(_ path: Located<String>, from file: String) {
    guard let target = target(of: path, from: file) else {
      isWhole = false
      return
    }
    files.append(target)
    switch includes.read(target) {
    case .failure(let refusal):
      problems.error(at: path.range, refusal.message, fix: refusal.fix)
      isWhole = false
    case .success(let found):
      let link = Link(identity: found.identity, name: target)
      guard isNew(link, path) else { return }
      includeRanges[link.identity] = path.range
      read(found.text, link)
    }
  }

  /// Whether the file is read for the first time. Reports an error if not.
  private func isNew(_ link: Link, _ path: Located<String>) -> Bool {
    if let start = chain.firstIndex(where: { $0.identity == link.identity }) {
      let circle = Circle(chain[start...].map(\.name))
      problems.error(
        at: path.range, "the file includes itself\(circle.count == 1 ? "" : ": \(circle)")", fix: circle.fix)
      return false
    }
    guard let first = includeRanges[link.identity] else { return true }
    let location = problems.source.location(of: first.lowerBound)
    problems.error(at: path.range, "\(path.value.quoted) is included already, at \(location)", fix: "remove this path")
    return false
  }

  /// An included path; nil after errors. Relative paths start at the including file's folder, `~/` at the home folder.
  private func target(of path: Located<String>, from file: String) -> String? {
    if path.value.isEmpty {
      problems.error(
        at: path.range, "a path of `include` is empty", fix: "write a path: `include = [\"layers/media.toml\"]`")
    } else if path.value.utf8.contains(0) {
      problems.error(at: path.range, "a path can't contain the character U+0000", fix: "remove this character")
    } else if chain.count > Self.longestChain {
      problems.error(
        at: path.range,
        "files can be included at most \(Self.longestChain) levels deep",
        fix: "include this file from the main rules file instead")
    } else if path.value.hasPrefix("/") {
      return path.value
    } else if path.value.hasPrefix("~/") {
      if let home = includes.home { return home + path.value.dropFirst() }
      problems.error(at: path.range, "`~` can't be used: the home folder is not known", fix: "write the whole path")
    } else {
      let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
      return folder + (path.value.hasPrefix("./") ? String(path.value.dropFirst("./".count)) : path.value)
    }
    return nil
  }
}

/// Reads the files that a rules file includes or names.
public struct Includes {
  public struct File {
    public var text: [UInt8]
    /// The identity of the file: equal for two paths to the same file.
    public var identity: String

    public init(text: [UInt8], identity: String) { (self.text, self.identity) = (text, identity) }
  }

  /// The reason why a file can't be read, and the fix.
  public struct Refusal: Error {
    public var message: String
    public var fix: String?
    public var isMissing: Bool

    public init(_ message: String, fix: String? = nil, isMissing: Bool = false) {
      (self.message, self.fix, self.isMissing) = (message, fix, isMissing)
    }
  }

  /// The folder that replaces `~` in paths; nil if it is unknown.
  public var home: String?
  /// The identity of the rules file itself.
  public var identity: String
  /// Reads the file at a path. A relative path starts at the working directory.
  public var read: (String) -> Result<File, Refusal>

  public init(home: String?, identity: String, read: @escaping (String) -> Result<File, Refusal>) {
    (self.home, self.identity, self.read) = (home, identity, read)
  }

  /// An `Includes` value that refuses every path, for rules that aren't from a file.
  public static var none: Includes {
    Includes(home: nil, identity: "") { path in
      .failure(
        Refusal(
          "can't read \(path.short): a touch script can't use other files",
          fix: "write `path` or `shape` instead of `templates`"
        ))
    }
  }
}
