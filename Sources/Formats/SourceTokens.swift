/// The tokens and comments of a source text, found without a parser for its language.
public struct SourceTokens {
  public struct Token: Equatable {
    public let text: String
    public let source: String
    public var isText = false
    public let first: Int
    public let last: Int
  }

  public struct Language: Sendable {
    let comments: [String]
    var hasBlocks = false
    /// `quotes` begin and end texts. Within `escaping` quotes, a backslash escapes the next character.
    let quotes, escaping: [String]

    public static let c = Language(comments: ["//", "#"], hasBlocks: true, quotes: ["\""], escaping: ["\""])
    public static let lua = Language(comments: ["--"], quotes: ["\"", "'"], escaping: ["\"", "'"])
    public static let nix = Language(comments: ["#"], hasBlocks: true, quotes: ["''", "\""], escaping: ["\""])
    public static let toml = Language(
      comments: ["#"], quotes: ["\"\"\"", "'''", "\"", "'"], escaping: ["\"\"\"", "\""])
  }

  public private(set) var comments: [(text: String, lines: ClosedRange<Int>)] = []
  public private(set) var tokens: [Token] = []
  private let language: Language
  private var rest: Substring
  private var line = 1

  public init(_ text: String, _ language: Language) {
    self.language = language
    rest = Substring(text)
    while let character = rest.first { read(character) }
  }

  private mutating func read(_ character: Character) {
    if character.isWhitespace {
      if character.isNewline { line += 1 }
      rest.removeFirst()
    } else if language.comments.contains(where: rest.hasPrefix) {
      let text = rest.prefix { !$0.isNewline }
      rest = rest.dropFirst(text.count)
      comments.append((String(text), line...line))
    } else if language.hasBlocks, rest.hasPrefix("/*") {
      let first = line
      rest = rest.dropFirst(2)
      comments.append((text(upTo: "*/"), first...line))
    } else if let quote = language.quotes.first(where: rest.hasPrefix) {
      let (start, first) = (rest, line)
      rest = rest.dropFirst(quote.count)
      let text = text(upTo: quote, escaped: language.escaping.contains(quote))
      let source = String(start[..<rest.startIndex])
      tokens.append(Token(text: text, source: source, isText: true, first: first, last: line))
    } else {
      let word = rest.prefix { $0.unicodeScalars.allSatisfy { $0.isWordLike || $0 == "." } }
      let text = word.isEmpty ? String(rest.prefix(1)) : String(word)
      rest = rest.dropFirst(text.count)
      tokens.append(Token(text: text, source: text, first: line, last: line))
    }
  }

  /// Returns the text up to `end`, and skips `end`. If `escaped`, a backslash escapes the next character.
  private mutating func text(upTo end: String, escaped: Bool = false) -> String {
    var text = ""
    while let character = rest.first, !rest.hasPrefix(end) {
      rest.removeFirst()
      if character.isNewline { line += 1 }
      guard escaped, character == "\\", let next = rest.popFirst() else { text.append(character); continue }
      switch next {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "\n": line += 1
      default: text.append(next)
      }
    }
    rest = rest.dropFirst(end.count)
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an ASCII letter, an ASCII digit or `_`, and so can be a part of a name in most languages.
  public var isWordLike: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) || self == "_"
  }
}
