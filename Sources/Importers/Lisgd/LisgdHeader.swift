import Text

/// Reads lisgd's config.h, a file of C definitions; only lisgd's own definitions are used.
struct LisgdHeader {
  private(set) var items: [ImportedItem] = []
  private var settings = LisgdSettings()
  private var gestures: [LisgdGesture] = []

  init(_ source: ConfigText) throws(ImportError) {
    var tokens = CTokens(source.text)
    for comment in tokens.comments {
      items.claim(comment.lines)
      for (offset, line) in comment.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let text = String(line).trimmingSpace.drop { $0 == "*" }.drop { $0 == " " }
        let number = min(comment.lines.lowerBound + offset, comment.lines.upperBound)
        if !text.isEmpty { items.append(ImportedItem(number, .comment(String(text)))) }
      }
    }
    while let statement = tokens.nextStatement() {
      if statement.contains(where: { $0.text == "gestures" }) {
        guard statement.last?.text == ";" else {
          throw source.error(statement.first?.first, LisgdWording.badHeader, fix: LisgdWording.badHeaderFix)
        }
        readGestures(statement)
      } else {
        readSetting(statement)
      }
    }
    items += LisgdRules(gestures, settings).items
  }

  /// Reads a definition such as `unsigned int distancethreshold = 125;`.
  private mutating func readSetting(_ statement: [CTokens.Token]) {
    guard let first = statement.first, let last = statement.last else { return }
    let words = statement.map(\.text).joined(separator: " ").replacing(each: " ;", by: "")
    let line = first.first
    items.claim(first.first...last.last)
    guard let mark = statement.firstIndex(where: { $0.text == "=" }), mark > 0, mark + 1 < statement.count else {
      return items.remark(line, words, LisgdWording.noGesture)
    }
    let name = statement[mark - 1].text
    let text = statement[(mark + 1)...].prefix { $0.text != ";" }.map(\.text).joined()
    switch name {
    case "device": return items.remark(line, words, LisgdWording.anyTouchscreen)
    case "verbose": return items.remark(line, words, LisgdWording.ownOption)
    default: break
    }
    guard let number = Double(text), number >= 0, number.isFinite else {
      return items.remark(line, words, LisgdWording.noGesture)
    }
    if let option = Self.options[name] {
      items += settings.set(option, number, words: words, line: line)
    } else if let edge = Self.edges[name] {
      if number != LisgdMeasure.edge { settings.edges[edge] = number }
    } else {
      items.remark(line, words, LisgdWording.noGesture)
    }
  }

  /// The options of the command line that have the same effect, by the name of the setting.
  private static let options = [
    "distancethreshold": "-t", "distancethreshold_pressed": "-T", "degreesleniency": "-r", "timeoutms": "-m",
    "orientation": "-o", "edgessizecaling": "-s",
  ]
  private static let edges: [String: LisgdGesture.LisgdEdge] = [
    "edgesizeleft": .left, "edgesizeright": .right, "edgesizetop": .top, "edgesizebottom": .bottom,
  ]

  /// Reads `Gesture gestures[] = { { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "command" }, … };`.
  private mutating func readGestures(_ statement: [CTokens.Token]) {
    var row: [[CTokens.Token]] = []
    var depth = 0
    for token in statement {
      items.claim(token.first...token.last)
      switch token.text {
      case "{":
        depth += 1
        if depth == 2 { row = [[]] }
      case "}":
        if depth == 2 { readGesture(row) }
        depth -= 1
      case ",": if depth == 2 { row.append([]) }
      default: if depth == 2, !row.isEmpty { row[row.count - 1].append(token) }
      }
    }
  }

  private mutating func readGesture(_ row: [[CTokens.Token]]) {
    let fields = row.filter { !$0.isEmpty }
    guard let first = fields.first?.first else { return }
    let words = fields.map { $0.map(\.source).joined(separator: " ") }.joined(separator: ", ")
    let names = fields.compactMap { $0.first?.text }
    let command = fields.first { $0.first?.isText == true }?.map(\.text).joined() ?? ""
    do throws(ImportRefusal) {
      let direction = names.first { $0.hasPrefix("Swipe") }.flatMap {
        LisgdGesture.directions[String($0.dropFirst("Swipe".count))]
      }
      gestures.append(
        try LisgdGesture(
          fingers: first.text, direction: direction, edge: Self.edge(names), distance: Self.distance(names),
          isPressed: names.contains("ActModePressed"), command: command, words: words, line: first.first))
    } catch {
      items.remark(first.first, words, error.reason, isGesture: true)
    }
  }

  private static func edge(_ names: [String]) -> LisgdGesture.LisgdEdge {
    let edges: [String: LisgdGesture.LisgdEdge] = [
      "EdgeNone": .none, "EdgeLeft": .left, "EdgeRight": .right, "EdgeTop": .top, "EdgeBottom": .bottom,
      "CornerTopLeft": .topLeft, "CornerTopRight": .topRight, "CornerBottomLeft": .bottomLeft,
      "CornerBottomRight": .bottomRight,
    ]
    return names.compactMap { edges[$0] }.first ?? .any
  }

  private static func distance(_ names: [String]) -> LisgdGesture.Distance {
    let distances: [String: LisgdGesture.Distance] = [
      "DistanceShort": .short, "DistanceMedium": .medium, "DistanceLong": .long,
    ]
    return names.compactMap { distances[$0] }.first ?? .any
  }
}

/// Splits a C file into tokens, without a full C parser.
struct CTokens {
  /// A name, a number, a string or a sign.
  struct Token: Equatable {
    /// The token; for a string, its content without quotes and escapes.
    var text: String
    /// The token as it is written in the file.
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

  /// The tokens up to the next `;` outside of braces, including it; nil at the end of the file.
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

  /// Reads a line comment or a preprocessor line; both count as comments.
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
