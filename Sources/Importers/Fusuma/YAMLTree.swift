import Yams

/// A key of a YAML file with its place.
struct YAMLEntry {
  let key: String
  let line: Int
  /// The last line of its value.
  let last: Int
  let value: YAMLValue

  /// Its lines without those of the keys below it.
  var ownLines: ClosedRange<Int> {
    if case .map = value { line...line } else { line...Swift.max(line, last) }
  }
}

/// The value of a key in a YAML file.
indirect enum YAMLValue {
  case nothing
  case text(String)
  case list([YAMLValue])
  case map([YAMLEntry])

  /// A text, or the text of the only element.
  var text: String? {
    switch self {
    case .text(let text): text
    case .list(let values): values.count == 1 ? values[0].text : nil
    case .nothing, .map: nil
    }
  }

  /// A text, or several.
  var texts: [String]? {
    switch self {
    case .text(let text): [text]
    case .list(let values):
      values.allSatisfy { if case .text = $0 { true } else { false } } ? values.compactMap(\.text) : nil
    case .nothing, .map: nil
    }
  }

  var entries: [YAMLEntry] {
    if case .map(let entries) = self { entries } else { [] }
  }

  subscript(_ key: String) -> YAMLValue? { entries.first { $0.key == key }?.value }
}

/// Reads YAML into trees that know their lines.
struct YAMLTree {
  /// One list of keys for each document of the file.
  private(set) var documents: [[YAMLEntry]] = []
  /// Lines in the middle of a text, where a `#` begins no comment.
  private(set) var insideTexts: Set<Int> = []

  private let source: ConfigText
  /// How many values a file may have; a file that refers to itself again and again needs more than the memory.
  private var budget = 20_000

  init(_ source: ConfigText) throws(ImportError) {
    self.source = source
    do {
      let parser = try Yams.Parser(yaml: source.text)
      while let root = try parser.nextRoot() { documents.append(try entries(of: root)) }
    } catch let error as ImportError {
      throw error
    } catch {
      throw Self.translated(error, source)
    }
  }

  private mutating func entries(of root: Yams.Node) throws -> [YAMLEntry] {
    let value = try value(of: root, below: 0)
    switch value {
    case .map(let entries): return entries
    case .nothing: return []
    case .text, .list: throw source.error(root.mark?.line, FusumaWording.noMapping, fix: FusumaWording.noMappingFix)
    }
  }

  private mutating func value(of node: Yams.Node, below column: Int) throws -> YAMLValue {
    budget -= 1
    guard budget > 0 else { throw source.error(nil, FusumaWording.tooMuch, fix: FusumaWording.tooMuchFix) }
    switch node {
    case .scalar(let scalar):
      noteLines(of: scalar, below: column)
      let isPlain = scalar.style == .plain || scalar.style == .any
      return isPlain && ["", "~", "null"].contains(scalar.string) ? .nothing : .text(scalar.string)
    case .sequence(let values): return .list(try values.map { try value(of: $0, below: column) })
    case .mapping(let mapping):
      return .map(
        try mapping.map { key, value in
          guard let name = key.scalar?.string else {
            throw source.error(key.mark?.line, FusumaWording.noName, fix: FusumaWording.noNameFix)
          }
          let line = key.mark?.line ?? 1
          return YAMLEntry(
            key: name, line: line, last: value.lastLine, value: try self.value(of: value, below: key.mark?.column ?? 1))
        })
    case .alias: return .nothing
    }
  }

  /// A text continues as long as lines are indented further than its key.
  private mutating func noteLines(of scalar: Yams.Node.Scalar, below column: Int) {
    guard let mark = scalar.mark else { return }
    var next = mark.line + 1
    while next <= source.lines.count {
      let line = source.lines[next - 1]
      let indentation = line.prefix { $0 == " " }.count
      guard line.allSatisfy(\.isWhitespace) || indentation >= column else { return }
      let isComment = line.dropFirst(indentation).hasPrefix("#") && scalar.style != .literal && scalar.style != .folded
      if isComment { return }
      insideTexts.insert(next)
      next += 1
    }
  }

  private static func translated(_ error: any Error, _ source: ConfigText) -> ImportError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
      .composer(_, let problem, let mark, _)?:
      source.error(mark.line, FusumaWording.badYAML(problem), fix: FusumaWording.badYAMLFix)
    case .duplicatedKeysInMapping(let duplicates, let context)?:
      source.error(context.mark.line, FusumaWording.twice(duplicates), fix: FusumaWording.twiceFix)
    case .reader(let problem, _, _, _)?:
      source.error(nil, FusumaWording.badYAML(problem), fix: FusumaWording.badYAMLFix)
    case .no?, .memory?, .writer?, .emitter?, .representer?, .dataCouldNotBeDecoded?, nil:
      source.error(nil, FusumaWording.badYAML("\(error)".oneLine), fix: FusumaWording.badYAMLFix)
    }
  }
}

extension Yams.Node {
  /// Where the last part of a text or a list begins.
  fileprivate var lastLine: Int {
    switch self {
    case .scalar, .mapping, .alias: mark?.line ?? 1
    case .sequence(let values): values.map(\.lastLine).max() ?? mark?.line ?? 1
    }
  }
}

/// The comments of a YAML file, which its parser leaves out.
enum YAMLComments {
  /// Comments and the lines that only divide or close, except those in `insideTexts`.
  static func items(_ source: ConfigText, insideTexts: Set<Int>) -> [ImportedItem] {
    source.lines.enumerated().flatMap { index, line -> [ImportedItem] in
      let number = index + 1
      guard !insideTexts.contains(number) else { return [ImportedItem(number, .structure)] }
      let bare = line.trimmingCharacters(in: .whitespaces)
      if bare.hasPrefix("#") { return [ImportedItem(number, .comment(bare.withoutHash))] }
      var items: [ImportedItem] = []
      if let comment = comment(behind: line) { items.append(ImportedItem(number, .comment(comment))) }
      let isFrame = bare.hasPrefix("---") || bare == "..." || bare.hasPrefix("%")
      let isBracket = !bare.isEmpty && bare.allSatisfy { "{}[], ".contains($0) }
      if isFrame || isBracket { items.append(ImportedItem(number, .structure)) }
      return items
    }
  }

  /// The comment at the end of a line; quotes count only where a value can begin.
  private static func comment(behind line: String) -> String? {
    var quote: Character?
    var before: Character = " "
    var beforeSpace: Character = ":"
    for (offset, character) in line.enumerated() {
      if let open = quote {
        if character == open, before != "\\" || open == "'" { quote = nil }
      } else if character == "\"" || character == "'", ":-,[{".contains(beforeSpace),
        before == " " || "[{,".contains(before)
      {
        quote = character
      } else if character == "#", before.isWhitespace {
        return String(line.dropFirst(offset)).withoutHash.trimmingCharacters(in: .whitespaces)
      }
      if !character.isWhitespace { beforeSpace = character }
      before = character
    }
    return nil
  }
}
