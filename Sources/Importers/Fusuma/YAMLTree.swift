/// A key of a YAML file with its place.
struct YAMLEntry {
  let key: String
  let line: Int
  let column: Int
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
    let origin = YAMLOrigin(file: source.file, fix: FusumaWording.badYAMLFix, twiceFix: FusumaWording.twiceFix)
    var reader = try YAMLReader(source.text, origin)
    while let root = try reader.next() { documents.append(try entries(of: root)) }
  }

  private mutating func entries(of root: YAMLNode) throws(ImportError) -> [YAMLEntry] {
    let value = try value(of: root, below: 0)
    switch value {
    case .map(let entries): return entries
    case .nothing: return []
    case .text, .list: throw source.error(root.line, FusumaWording.noMapping, fix: FusumaWording.noMappingFix)
    }
  }

  private mutating func value(of node: YAMLNode, below column: Int) throws(ImportError) -> YAMLValue {
    budget -= 1
    guard budget > 0 else { throw source.error(nil, FusumaWording.tooMuch, fix: FusumaWording.tooMuchFix) }
    switch node.content {
    case .text(let text, let style):
      noteLines(of: node, style, below: column)
      return style == .plain && ["", "~", "null"].contains(text) ? .nothing : .text(text)
    case .list(let nodes):
      var values: [YAMLValue] = []
      for node in nodes { values.append(try value(of: node, below: column)) }
      return .list(values)
    case .map(let pairs):
      var entries: [YAMLEntry] = []
      for pair in pairs {
        let key = pair.key
        guard let name = key.text else {
          throw source.error(key.line, FusumaWording.noName, fix: FusumaWording.noNameFix)
        }
        let value = try value(of: pair.value, below: key.column)
        let last = pair.value.lastLine
        entries.append(YAMLEntry(key: name, line: key.line, column: key.column, last: last, value: value))
      }
      return .map(entries)
    }
  }

  /// A text continues as long as lines are indented further than its key.
  private mutating func noteLines(of text: YAMLNode, _ style: YAMLNode.Style, below column: Int) {
    var next = text.line + 1
    while next <= source.lines.count {
      let line = source.lines[next - 1]
      let indentation = line.prefix { $0 == " " }.count
      guard line.allSatisfy(\.isWhitespace) || indentation >= column else { return }
      let isComment = line.dropFirst(indentation).hasPrefix("#") && style != .block
      if isComment { return }
      insideTexts.insert(next)
      next += 1
    }
  }
}

extension YAMLNode {
  /// Where the last part of a text or a list begins.
  fileprivate var lastLine: Int {
    switch content {
    case .text, .map: line
    case .list(let nodes): nodes.map(\.lastLine).max() ?? line
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
      let bare = line.trimmingSpace
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
        return String(line.dropFirst(offset)).withoutHash.trimmingSpace
      }
      if !character.isWhitespace { beforeSpace = character }
      before = character
    }
    return nil
  }
}
