/// The words of a C file, without knowing C.
struct CTokens {
  /// A name, a number, a text or a sign.
  struct Token: Equatable {
    /// Of a text what it means, without its quotes.
    var text: String
    /// As it is written.
    var source: String
    var isText = false
    let first: Int
    var last: Int
  }

  private(set) var comments: [(text: String, lines: ClosedRange<Int>)] = []
  private var tokens: ArraySlice<Token> = []

  private var rest: Substring
  private var line = 1

  init(_ text: String) {
    rest = Substring(text)
    var found: [Token] = []
    while let token = next() { found.append(token) }
    tokens = found[...]
  }

  /// The tokens up to and with the next `;` outside of all braces.
  mutating func nextStatement() -> [Token]? {
    guard !tokens.isEmpty else { return nil }
    var depth = 0
    var statement: [Token] = []
    while let token = tokens.popFirst() {
      statement.append(token)
      if !token.isText {
        if token.text == "{" { depth += 1 }
        if token.text == "}" { depth -= 1 }
        if token.text == ";", depth <= 0 { break }
      }
    }
    return statement
  }

  private mutating func next() -> Token? {
    while let character = rest.first {
      if character.isNewline {
        rest.removeFirst()
        line += 1
      } else if character.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("//") || character == "#" {
        readLine(isComment: character != "#")
      } else if rest.hasPrefix("/*") {
        readComment()
      } else if character == "\"" {
        return readText()
      } else {
        return readWord()
      }
    }
    return nil
  }

  /// A comment, or a line for the preprocessor.
  private mutating func readLine(isComment: Bool) {
    let text = rest.prefix { !$0.isNewline }
    rest = rest.dropFirst(text.count)
    comments.append((isComment ? String(text.drop { $0 == "/" }) : String(text), line...line))
  }

  private mutating func readComment() {
    let first = line
    rest = rest.dropFirst(2)
    var text = ""
    while !rest.isEmpty, !rest.hasPrefix("*/") {
      let character = rest.removeFirst()
      if character.isNewline { line += 1 }
      text.append(character)
    }
    rest = rest.dropFirst(2)
    comments.append((text, first...line))
  }

  private mutating func readWord() -> Token {
    let word = rest.prefix { $0.unicodeScalars.allSatisfy { $0.isWordLike || $0 == "." } }
    let text = word.isEmpty ? String(rest.prefix(1)) : String(word)
    rest = rest.dropFirst(text.count)
    return Token(text: text, source: text, first: line, last: line)
  }

  private mutating func readText() -> Token {
    let start = rest
    let first = line
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      if character.isNewline { line += 1 }
      guard character == "\\" else { text.append(character); continue }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "\n": line += 1
      case let other?: text.append(other)
      case nil: break
      }
    }
    let source = String(start.prefix(start.count - rest.count))
    return Token(text: text, source: source, isText: true, first: first, last: line)
  }
}
