import Formats

/// A key of a YAML file, with its line, its column and its value.
struct YAMLEntry {
  let key: String
  let line: Int
  let column: Int
  let value: YAMLNode

  var words: String { "\(key): \(value.summary)".trimmingSpace }  // the key and its value on one line, for remarks
}

extension YAMLNode {
  /// The text of the value, or of a list's only element. Nil for null and for all other values.
  var word: String? {
    switch content {
    case .text(let text, let style): style == .plain && ["", "~", "null"].contains(text) ? nil : text
    case .list(let nodes): nodes.count == 1 ? nodes[0].word : nil
    case .map: nil
    }
  }

  /// The texts of a list, or a single text. Nil for null, a map, and a list with elements that aren't texts.
  var words: [String]? {
    guard let list else { return word.map { [$0] } }
    return list.all { $0.list == nil ? $0.word : nil }
  }

  var number: Double? { word.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }

  /// A command's text. Throws `noCommand` for missing or blank text, `reason(name)` for text with the variable `name`.
  func command(without variables: [String], _ reason: (String) -> String) throws(ImportRefusal) -> String {
    guard let text = word, !text.allSatisfy(\.isWhitespace) else { throw .noCommand }
    guard let name = variables.first(where: { text.includes("$\($0)") || text.includes("${\($0)") }) else {
      return text
    }
    throw ImportRefusal(reason(name))
  }

  /// The map's own keys, then the keys merged with `<<`. Own keys replace merged keys.
  var entries: [YAMLEntry] {
    let own = (map ?? []).compactMap { pair in
      pair.key.text.map { YAMLEntry(key: $0, line: pair.key.line, column: pair.key.column, value: pair.value) }
    }
    guard let merge = own.first(where: { $0.key == "<<" }) else { return own }
    let merged = (merge.value.list ?? [merge.value]).flatMap(\.entries)
    let names = Set(own.map(\.key))
    return own.filter { $0.key != "<<" } + merged.filter { !names.contains($0.key) }
  }

  var summary: String {
    switch content {
    case .text: (word ?? "").oneLine
    case .list(let nodes): nodes.map(\.summary).joined(separator: ", ")
    case .map: entries.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", ")
    }
  }
}

/// Reads YAML files whose documents are maps.
struct YAMLTree {
  private(set) var documents: [[YAMLEntry]] = []
  /// An item for each comment, because libyaml skips comments. For each line, also an item that marks the line as read.
  private(set) var items: [ImportedItem] = []
  /// The numbers of lines inside multi-line texts, in which `#` doesn't begin a comment.
  private var insideTexts: Set<Int> = []
  private let source: ConfigText
  /// The number of values that can still be checked; limited because nested `*` references can multiply the values.
  private var budget = 20_000
  private static let fix =
    "check the indentation and the quotes, or run `ruby -ryaml -e 'YAML.load_file(ARGV[0])' FILE` to see the error"

  /// The fix in errors is `mappingFix` for a document that is a list or a text, and `twiceFix` for a repeated key.
  init(_ source: ConfigText, twiceFix: String, mappingFix: String) throws(ImportError) {
    self.source = source
    var roots: [YAMLNode] = []
    do throws(FormatError) {
      let reader = try YAMLReader(source.text, YAMLFixes(Self.fix, twice: twiceFix))
      while let root = try reader.next() { roots.append(root) }
    } catch {
      throw source.error(error)
    }
    for root in roots {
      try check(root, below: 0)
      guard root.list == nil, root.word == nil else {
        throw source.error(root.line, "the file must consist of keys and values", fix: mappingFix)
      }
      documents.append(root.entries)
    }
    for (index, line) in source.lines.enumerated() {
      if !insideTexts.contains(index + 1), let comment = Self.comment(in: line) {
        items.add(index + 1, .comment(comment))
      }
      items.claim(index + 1...index + 1)
    }
  }

  private mutating func check(_ node: YAMLNode, below column: Int) throws(ImportError) {
    budget -= 1
    guard budget > 0 else {
      throw source.error(nil, "the file has too many `*` references", fix: "replace some references with their values")
    }
    switch node.content {
    case .text(_, let style): noteLines(of: node, style, below: column)
    // A text continues to the right of its dash.
    case .list(let nodes): for node in nodes { try check(node, below: max(column, node.column - 2)) }
    case .map(let pairs):
      for pair in pairs {
        guard pair.key.text != nil else {
          throw source.error(pair.key.line, "a key must be a name", fix: "write `NAME: VALUE`")
        }
        try check(pair.value, below: pair.key.column)
      }
    }
  }

  /// Stores the numbers of the lines that continue a text. `column` is the column of the key or dash before the text.
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

  /// The text of the comment on a line; nil without a comment. A `#` in quotes begins no comment.
  private static func comment(in line: String) -> String? {
    let bare = line.trimmingSpace
    if bare.hasPrefix("#") { return bare.withoutHash }
    var quote: Character?
    var before: Character = " "
    var beforeSpace: Character = ":"
    var isEscaped = false
    for (offset, character) in line.enumerated() {
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = open == "\"" && character == "\\" && !isEscaped
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
