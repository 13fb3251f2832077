import Formats
import Text

/// Reads lisgd's config.h, a file of C definitions. Definitions that lisgd doesn't have become remarks.
struct LisgdHeader {
  private(set) var items: [ImportedItem] = []
  private var settings = LisgdSettings()
  private var gestures: [LisgdGesture] = []

  init(_ source: ConfigText) throws(ImportError) {
    let script = SourceTokens(source.text, .c)
    for comment in script.comments {
      items.comment(comment.text, comment.lines) { String($0.drop { "*/".contains($0) }.drop { $0 == " " }) }
    }
    for statement in Self.statements(script.tokens) {
      if statement.contains(where: { $0.text == "gestures" }) {
        guard statement.last?.text == ";" else {
          throw source.error(statement.first?.first, "the list of gestures is not closed", fix: "close it with `};`")
        }
        readGestures(statement)
      } else {
        readSetting(statement)
      }
    }
    items += LisgdRules(gestures, settings).items
  }

  private static func statements(_ tokens: [SourceTokens.Token]) -> [[SourceTokens.Token]] {
    var statements: [[SourceTokens.Token]] = [[]]
    var depth = 0
    for token in tokens {
      statements[statements.count - 1].append(token)
      switch token.isText ? "" : token.text {
      case "{": depth += 1
      case "}": depth -= 1
      case ";": if depth <= 0 { statements.append([]) }
      default: break
      }
    }
    return statements.filter { !$0.isEmpty }
  }

  /// Reads a definition such as `unsigned int distancethreshold = 125;`.
  private mutating func readSetting(_ statement: [SourceTokens.Token]) {
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
    case "verbose": return items.remark(line, words, ImportWording.ownOption)
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

  /// lisgd's command-line options, by the names of the settings in config.h that have the same effect.
  private static let options = [
    "distancethreshold": "-t", "distancethreshold_pressed": "-T", "degreesleniency": "-r", "timeoutms": "-m",
    "orientation": "-o", "edgessizecaling": "-s",
  ]
  private static let edges = [
    "edgesizeleft": Octant(6), "edgesizeright": Octant(2), "edgesizetop": Octant(0), "edgesizebottom": Octant(4),
  ]

  /// Reads `Gesture gestures[] = { { 1, SwipeLR, … }, … };`.
  private mutating func readGestures(_ statement: [SourceTokens.Token]) {
    var row: [[SourceTokens.Token]] = []
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

  private mutating func readGesture(_ row: [[SourceTokens.Token]]) {
    let fields = row.filter { !$0.isEmpty }
    guard let first = fields.first?.first else { return }
    let words = fields.map { $0.map(\.source).joined(separator: " ") }.joined(separator: ", ")
    let names = fields.compactMap { $0.first?.isText == false ? $0.first?.text : nil }
    let command = fields.first { $0.first?.isText == true }?.map(\.text).joined() ?? ""
    let swipe = names.first { $0.hasPrefix("Swipe") }
    do throws(ImportRefusal) {
      gestures.append(
        try LisgdGesture(
          fingers: first.text, direction: swipe.flatMap { LisgdGesture.directions[String($0.dropFirst(5))] },
          edge: names.compactMap { LisgdGesture.LisgdEdge.words[$0] }.first ?? .any,
          distance: names.compactMap { LisgdGesture.Distance.words[$0] }.first ?? .any,
          isPressed: names.contains("ActModePressed"), command: command, words: words, line: first.first))
    } catch {
      items.remark(first.first, words, error.reason, isGesture: true)
    }
  }
}
