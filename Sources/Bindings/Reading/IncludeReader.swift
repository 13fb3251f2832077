import TOML

/// Reads a file and all files it includes, each once.
struct IncludeReader {
  /// A file that is being read.
  private struct Link {
    let identity: String
    let name: String
  }

  /// The largest number of files that include one another.
  static let longestChain = 16

  /// The contents of the files, without `include`. Included files come before the file that includes them, so that of two definitions the
  /// later one is in the file that knows the other.
  private(set) var roots: [TableReader] = []
  /// Every file, including those that could not be read.
  private(set) var files: [String] = []
  /// Whether everything could be read. If not, a missing name may be in the part that was not read.
  private(set) var isWhole = true

  private let includes: Includes
  private let problems: Problems
  /// The files that are being read, each included by the one before it.
  private var chain: [Link] = []
  /// The place where each file was included; the first file has no place.
  private var includeRanges: [String: Range<Int>] = [:]

  init(_ includes: Includes, _ problems: Problems) {
    self.includes = includes
    self.problems = problems
  }

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

  /// Whether a file is neither read already nor being read; reports an error if it is.
  private func isNew(_ link: Link, _ path: Located<String>) -> Bool {
    if let start = chain.firstIndex(where: { $0.identity == link.identity }) {
      let circle = Circle(chain[start...].map(\.name))
      problems.error(
        at: path.range, "the file includes itself\(circle.count == 1 ? "" : ": \(circle)")", fix: circle.fix)
      return false
    }
    guard let first = includeRanges[link.identity] else { return true }
    let location = problems.source.location(of: first.lowerBound)
    problems.error(
      at: path.range, "\(path.value.quoted) is included already, at \(location)", fix: "remove one of the two")
    return false
  }

  /// The path to read; nil after an error.
  private func target(of path: Located<String>, from file: String) -> String? {
    if path.value.isEmpty {
      problems.error(
        at: path.range, "this `include` is empty", fix: "write a path, as in `include = [\"layers/media.toml\"]`")
    } else if path.value.utf8.contains(0) {
      problems.error(at: path.range, "a path can't contain a NUL character", fix: "remove it")
    } else if chain.count > Self.longestChain {
      problems.error(
        at: path.range, "more than \(Self.longestChain) files include one another",
        fix: "include all of them from one file")
    } else if path.value.hasPrefix("/") {
      return path.value
    } else if path.value.hasPrefix("~/") {
      if let home = includes.home { return home + path.value.dropFirst() }
      problems.error(at: path.range, "`~` can't be expanded: HOME is not set", fix: "write the whole path")
    } else {
      let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
      return folder + (path.value.hasPrefix("./") ? String(path.value.dropFirst("./".count)) : path.value)
    }
    return nil
  }
}

/// The files that a rules file may include or name: the rules never access the disk themselves.
public struct Includes {
  public struct File {
    public var text: [UInt8]
    /// The identity of the file, which is the same for all paths to it.
    public var identity: String

    public init(text: [UInt8], identity: String) {
      self.text = text
      self.identity = identity
    }
  }

  /// The reason why a file can't be read, in one sentence that names it, and the fix.
  public struct Refusal: Error {
    public var message: String
    public var fix: String?
    /// Whether no file has that name.
    public var isMissing: Bool

    public init(_ message: String, fix: String? = nil, isMissing: Bool = false) {
      self.message = message
      self.fix = fix
      self.isMissing = isMissing
    }
  }

  /// The folder that `~/` stands for.
  public var home: String?
  /// The identity of the including file.
  public var identity: String
  /// Reads a file by its path: absolute, or relative to the same folder as the path of the including file.
  public var read: (String) -> Result<File, Refusal>

  public init(home: String?, identity: String, read: @escaping (String) -> Result<File, Refusal>) {
    self.home = home
    self.identity = identity
    self.read = read
  }

  /// Refuses every file, for text that isn't from a file.
  public static var none: Includes {
    Includes(home: nil, identity: "") { path in
      .failure(
        Refusal("can't read \(path.short): this text is not from a file", fix: "put everything into one file"))
    }
  }
}
