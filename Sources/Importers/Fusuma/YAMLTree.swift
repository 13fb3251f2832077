/// A key of a YAML file with its position and value.
struct YAMLEntry {
  let key: String
  let line: Int
  let column: Int
  let value: YAMLNode

  /// The lines of the key and its value, without the lines of keys below it.
  var ownLines: ClosedRange<Int> { line...(value.map == nil ? max(line, value.lastLine) : line) }
}

extension YAMLNode {
  /// The text of the value, or of the only element of a list; nil for null and for all other values.
  var word: String? {
    switch content {
    case .text(let text, let style): style == .plain && ["", "~", "null"].contains(text) ? nil : text
    case .list(let nodes): nodes.count == 1 ? nodes[0].word : nil
    case .map: nil
    }
  }

  /// The texts of a list, or the text of the value as the only element; nil if a part isn't a text.
  var words: [String]? {
    guard let list else { return word.map { [$0] } }
    return list.all { $0.list == nil ? $0.word : nil }
  }

  var entries: [YAMLEntry] {
    (map ?? []).compactMap { pair in
      pair.key.text.map { YAMLEntry(key: $0, line: pair.key.line, column: pair.key.column, value: pair.value) }
    }
  }

  /// The value on one line, for remarks.
  var summary: String {
    switch content {
    case .text: (word ?? "").oneLine
    case .list(let nodes): nodes.map(\.summary).joined(separator: ", ")
    case .map: entries.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", ")
    }
  }

  /// The line in which the last part of a text or a list begins.
  fileprivate var lastLine: Int { list?.map(\.lastLine).max() ?? line }
}

/// Reads YAML files whose documents are maps.
struct YAMLTree {
  /// The keys of each document of the file.
  private(set) var documents: [[YAMLEntry]] = []
  /// The numbers of lines inside multi-line texts, in which `#` doesn't begin a comment.
  private(set) var insideTexts: Set<Int> = []

  private let source: ConfigText
  /// The number of values that can still be read. Without a limit, a file with repeated references to itself would need more than the
  /// memory.
  private var budget = 20_000

  init(_ source: ConfigText) throws(ImportError) {
    self.source = source
    let origin = YAMLOrigin(file: source.file, fix: FusumaWording.badYAMLFix, twiceFix: FusumaWording.twiceFix)
    var reader = try YAMLReader(source.text, origin)
    while let root = try reader.next() {
      try check(root, below: 0)
      guard root.list == nil, root.word == nil else {
        throw source.error(root.line, FusumaWording.noMapping, fix: FusumaWording.noMappingFix)
      }
      documents.append(root.entries)
    }
  }

  private mutating func check(_ node: YAMLNode, below column: Int) throws(ImportError) {
    budget -= 1
    guard budget > 0 else { throw source.error(nil, FusumaWording.tooMuch, fix: FusumaWording.tooMuchFix) }
    switch node.content {
    case .text(_, let style): noteLines(of: node, style, below: column)
    case .list(let nodes): for node in nodes { try check(node, below: column) }
    case .map(let pairs):
      for pair in pairs {
        guard pair.key.text != nil else {
          throw source.error(pair.key.line, FusumaWording.noName, fix: FusumaWording.noNameFix)
        }
        try check(pair.value, below: pair.key.column)
      }
    }
  }

  /// Stores the numbers of a text's lines: the text continues while lines are indented further than its key.
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

/// The comments of a YAML file, which the YAML parser skips.
enum YAMLComments {
  /// Items for comments, and for lines that only separate documents or have only brackets. Lines in `insideTexts` are never comments.
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

  /// The comment at the end of a line; nil if the line has none. A quote begins a quoted text only at the beginning of a value.
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
