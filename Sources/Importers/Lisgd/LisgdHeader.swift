/// lisgd's config.h: C definitions, of which only those it knows are looked at.
struct LisgdHeader {
  private(set) var items: [ImportedItem] = []
  private var settings = LisgdSettings()
  private var gestures: [LisgdGesture] = []

  init(_ source: ConfigText) throws(ImportError) {
    var tokens = CTokens(source.text)
    items = tokens.comments.map { ImportedItem($0.lines, .structure) }
    items += tokens.comments.flatMap { comment in
      comment.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { offset, line in
        let text = String(line).trimmingSpace.drop { $0 == "*" }.drop { $0 == " " }
        return text.isEmpty
          ? nil : ImportedItem(min(comment.lines.lowerBound + offset, comment.lines.upperBound), .comment(String(text)))
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

  /// `unsigned int distancethreshold = 125;`
  private mutating func readSetting(_ statement: [CTokens.Token]) {
    guard let first = statement.first, let last = statement.last else { return }
    let words = statement.map(\.text).joined(separator: " ").replacing(" ;", with: "")
    let line = first.first
    items.append(ImportedItem(first.first...last.last, .structure))
    guard let mark = statement.firstIndex(where: { $0.text == "=" }), mark > 0, mark + 1 < statement.count else {
      return remark(words, LisgdWording.noGesture, line)
    }
    let name = statement[mark - 1].text
    let text = statement[(mark + 1)...].prefix { $0.text != ";" }.map(\.text).joined()
    switch name {
    case "device": return remark(words, LisgdWording.anyTouchscreen, line)
    case "verbose": return remark(words, LisgdWording.ownOption, line)
    default: break
    }
    guard let number = Double(text), number >= 0, number.isFinite else {
      return remark(words, LisgdWording.noGesture, line)
    }
    set(name, number, words, line)
  }

  private mutating func set(_ name: String, _ number: Double, _ words: String, _ line: Int) {
    switch name {
    case "distancethreshold": items += LisgdRules.threshold(number, words: words, line: line)
    case "distancethreshold_pressed": settings.pressedThreshold = number
    case "degreesleniency":
      settings.degrees = number
      items += LisgdRules.degrees(number, words: words, line: line)
    case "timeoutms":
      settings.timeout = number
      items += LisgdRules.timeout(number, words: words, line: line)
    case "orientation":
      settings.quarters = Int(min(number, 3))
      if number > 0 { items.append(ImportedItem(line, .comment(LisgdWording.turned(words, settings.quarters)))) }
    case "edgessizecaling": settings.scale = number
    case "edgesizeleft": readEdge(.left, number)
    case "edgesizeright": readEdge(.right, number)
    case "edgesizetop": readEdge(.top, number)
    case "edgesizebottom": readEdge(.bottom, number)
    default: remark(words, LisgdWording.noGesture, line)
    }
  }

  private mutating func readEdge(_ edge: LisgdGesture.Edge, _ pixels: Double) {
    if pixels != LisgdMeasure.edge { settings.edges[edge] = pixels }
  }

  /// `Gesture gestures[] = { { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "command" }, … };`
  private mutating func readGestures(_ statement: [CTokens.Token]) {
    var row: [[CTokens.Token]] = []
    var depth = 0
    for token in statement {
      items.append(ImportedItem(token.first...token.last, .structure))
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
    do throws(LisgdGesture.Failure) {
      let direction = names.first { $0.hasPrefix("Swipe") }.flatMap {
        LisgdGesture.directions[String($0.dropFirst("Swipe".count))]
      }
      gestures.append(
        try LisgdGesture(
          fingers: first.text, direction: direction, edge: Self.edge(names), distance: Self.distance(names),
          isPressed: names.contains("ActModePressed"), command: command, words: words, line: first.first))
    } catch {
      items.append(ImportedItem(first.first, .notCarried(Remark(text: words, reason: error.reason, isGesture: true))))
    }
  }

  private static func edge(_ names: [String]) -> LisgdGesture.Edge {
    let edges: [String: LisgdGesture.Edge] = [
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

  private mutating func remark(_ text: String, _ reason: String, _ line: Int) {
    items.append(ImportedItem(line, .notCarried(Remark(text: text, reason: reason))))
  }
}
