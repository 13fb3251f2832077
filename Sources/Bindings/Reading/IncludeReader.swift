import TOML

/// Reads a file and all it includes, each once.
struct IncludeReader {
  /// A file with what it includes before it.
  private struct Link {
    let identity: String
    let name: String
  }

  /// How many files may include one another, one inside the other.
  static let most = 16

  /// What the files say, apart from `include`: included files before the one that includes them, so that of two the later
  /// one is the one that knows the other.
  private(set) var roots: [TableReader] = []
  /// Every file, also those that could not be read.
  private(set) var files: [String] = []
  /// Whether everything could be read: what seems to be missing may stand in the rest.
  private(set) var isWhole = true

  private let includes: Includes
  private let problems: Problems
  /// The files that are being read, each included by the one before it.
  private var chain: [Link] = []
  /// Where each file was included; the first one was by nobody.
  private var places: [String: Range<Int>] = [:]

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
    problems.add(document.errors)
    if !document.errors.isEmpty { isWhole = false }
    chain.append(link)
    var root = TableReader(document.root, problems)
    let isGiven = root.mentions(DiagnosticText.includeKey)
    let paths = root.strings(DiagnosticText.includeKey, example: "layers/media.toml")
    if isGiven, paths == nil { isWhole = false }
    for path in paths?.value ?? [] { follow(path, from: link.name) }
    chain.removeLast()
    roots.append(root)
  }

  private mutating func follow(_ path: Located<String>, from file: String) {
    guard let target = target(of: path, from: file) else {
      isWhole = false
      return
    }
    files.append(target)
    switch includes.read(target) {
    case .failure(let refusal):
      problems.error(at: path.range, DiagnosticText(refusal.message, fix: refusal.fix))
      isWhole = false
    case .success(let found):
      let link = Link(identity: found.identity, name: target)
      guard isNew(link, path) else { return }
      places[link.identity] = path.range
      read(found.text, link)
    }
  }

  /// Whether a file is neither read already nor being read; says so otherwise.
  private func isNew(_ link: Link, _ path: Located<String>) -> Bool {
    if let start = chain.firstIndex(where: { $0.identity == link.identity }) {
      problems.error(at: path.range, .includeCircle(chain[start...].map(\.name) + [chain[start].name]))
      return false
    }
    guard let first = places[link.identity] else { return true }
    problems.error(at: path.range, .includedAlready(path.value, problems.source.location(of: first.lowerBound)))
    return false
  }

  /// The path as the system is to be asked for it; nil after an error.
  private func target(of path: Located<String>, from file: String) -> String? {
    if path.value.isEmpty {
      problems.error(at: path.range, .emptyInclude)
    } else if path.value.utf8.contains(0) {
      problems.error(at: path.range, .nullInPath)
    } else if chain.count > Self.most {
      problems.error(at: path.range, .includedTooDeep(Self.most))
    } else if path.value.hasPrefix("/") {
      return path.value
    } else if path.value.hasPrefix("~/") {
      if let home = includes.home { return home + path.value.dropFirst() }
      problems.error(at: path.range, .noHome)
    } else {
      let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
      return folder + (path.value.hasPrefix("./") ? String(path.value.dropFirst("./".count)) : path.value)
    }
    return nil
  }
}
