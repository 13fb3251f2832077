/// A value of a YAML text with its position.
///
/// All aliases of an anchor share one value.
struct YAMLNode {
  enum Content {
    case text(String, Style)
    case list([YAMLNode])
    case map([Pair])
  }

  enum Style {
    case plain, quoted, block
  }

  struct Pair {
    let key: YAMLNode
    let value: YAMLNode
  }

  let content: Content
  let line: Int
  let column: Int

  var text: String? { if case .text(let text, _) = content { text } else { nil } }
  var list: [YAMLNode]? { if case .list(let nodes) = content { nodes } else { nil } }
  var map: [Pair]? { if case .map(let pairs) = content { pairs } else { nil } }

  /// The value as a whole number; nil if it isn't a whole number in decimal digits.
  var whole: Int64? { text.flatMap { Int64($0) } }

  subscript(_ key: String) -> YAMLNode? { map?.first { $0.key.text == key }?.value }
}

/// Reads the documents of a YAML text.
///
///     libyaml's events -> open collections, the innermost last -> the value of the document
struct YAMLReader {
  private let events: YAMLEvents
  private let origin: YAMLOrigin
  private var anchors: [String: YAMLNode] = [:]

  /// libyaml's own limit of depth, which keeps recursion over the values within the stack.
  private static let deepest = 1000

  init(_ text: String, _ origin: YAMLOrigin) throws(ImportError) {
    self.origin = origin
    events = try YAMLEvents(text, origin)
    _ = try events.next()
  }

  /// The value of the next document, or nil at the end.
  mutating func next() throws(ImportError) -> YAMLNode? {
    guard case .documentStart = try events.next().kind else { return nil }
    return try document()
  }

  /// The value of the only document; nil without a document. Throws if the text has several documents.
  mutating func only() throws(ImportError) -> YAMLNode? {
    let node = try next()
    guard node != nil else { return nil }
    let event = try events.next()
    guard case .end = event.kind else {
      throw origin.malformed(YAMLWording.severalDocuments, line: event.line)
    }
    return node
  }

  /// A list or a map that hasn't ended yet.
  private struct Open {
    let isMap: Bool
    let anchor: String?
    let line: Int
    let column: Int
    /// The values in the collection; in a map, keys and values alternate.
    var nodes: [YAMLNode] = []
  }

  private mutating func document() throws(ImportError) -> YAMLNode? {
    var open: [Open] = []
    var root: YAMLNode?
    while true {
      let event = try events.next()
      let node: YAMLNode
      let anchor: String?
      switch event.kind {
      case .documentStart: continue
      case .documentEnd, .end: return root
      case .listStart(let name), .mapStart(let name):
        guard open.count < Self.deepest else {
          throw origin.malformed(YAMLWording.tooDeep(Self.deepest), line: event.line)
        }
        open.append(Open(isMap: event.kind.isMap, anchor: name, line: event.line, column: event.column))
        continue
      case .collectionEnd:
        guard let ended = open.popLast() else { continue }
        node = try Self.node(of: ended, origin)
        anchor = ended.anchor
      case .text(let text, let style, let name):
        node = YAMLNode(content: .text(text, style), line: event.line, column: event.column)
        anchor = name
      case .alias(let name):
        guard let known = anchors[name] else {
          throw origin.malformed(YAMLWording.undefinedAlias, line: event.line)
        }
        node = known
        anchor = nil
      }
      if let anchor { anchors[anchor] = node }
      if open.isEmpty { root = node } else { open[open.count - 1].nodes.append(node) }
    }
  }

  private static func node(of ended: Open, _ origin: YAMLOrigin) throws(ImportError) -> YAMLNode {
    guard ended.isMap else { return YAMLNode(content: .list(ended.nodes), line: ended.line, column: ended.column) }
    let pairs = stride(from: 0, to: ended.nodes.count - 1, by: 2).map {
      YAMLNode.Pair(key: ended.nodes[$0], value: ended.nodes[$0 + 1])
    }
    try refuseDuplicates(pairs, origin)
    return YAMLNode(content: .map(pairs), line: ended.line, column: ended.column)
  }

  private static func refuseDuplicates(_ pairs: [YAMLNode.Pair], _ origin: YAMLOrigin) throws(ImportError) {
    var lines: [Key: Int] = [:]
    var twice: Set<Key> = []
    for pair in pairs {
      guard let key = Key(pair.key) else { continue }
      if lines[key] == nil { lines[key] = pair.key.line } else { twice.insert(key) }
    }
    let keys = twice.sorted { $0.text < $1.text }
    guard let first = keys.first else { return }
    throw origin.twice(keys.map(\.text), line: lines[first])
  }

  /// A key, compared as in YAML: `3` and `"3"` differ, `left` and `"left"` are equal.
  private struct Key: Hashable {
    let text: String
    private let isText: Bool

    private static let plainWords: Set<String> = [
      "", "~", "null", "true", "false", "yes", "no", "on", "off", "<<", "=",
    ]

    /// Nil if the key isn't a text.
    init?(_ node: YAMLNode) {
      guard case .text(let text, let style) = node.content else { return nil }
      self.text = text
      let mayBeNumber = text.first.map { $0.isNumber || "+-.".contains($0) } ?? false
      isText = style != .plain || !(mayBeNumber || Self.plainWords.contains(text.lowercased()))
    }
  }
}
