import CLibraries

/// A value of a YAML text. All aliases of an anchor share one value.
public struct YAMLNode {
  public enum Content {
    case text(String, Style)
    case list([YAMLNode])
    case map([Pair])
  }

  public enum Style {
    case plain, quoted, block
  }

  public struct Pair {
    public let key: YAMLNode
    public let value: YAMLNode
  }

  public let content: Content
  public let line: Int
  public let column: Int

  public init(content: Content, line: Int, column: Int) {
    (self.content, self.line, self.column) = (content, line, column)
  }

  public var text: String? { if case .text(let text, _) = content { text } else { nil } }
  public var list: [YAMLNode]? { if case .list(let nodes) = content { nodes } else { nil } }
  public var map: [Pair]? { if case .map(let pairs) = content { pairs } else { nil } }

  /// The value as a whole number. Nil if the value isn't the text of a decimal whole number of at most 64 bits.
  public var whole: Int64? { text.flatMap { Int64($0) } }
  public subscript(_ key: String) -> YAMLNode? { map?.first { $0.key.text == key }?.value }
}

/// The fixes for mistakes in a text: `twiceFix` for a key that occurs twice, and `fix` for all other mistakes.
public struct YAMLFixes {
  let fix: String
  let twiceFix: String

  public init(_ fix: String, twice: String) { (self.fix, twiceFix) = (fix, twice) }

  func malformed(_ problem: String, line: Int?) -> FormatError {
    FormatError(line, "the text can't be read as YAML: \(problem)", fix: fix)
  }

  fileprivate func noMemory() -> FormatError { malformed("reading it needs more memory than is available", line: nil) }
}

/// Reads the documents of a YAML text with libyaml, loaded at run time.
///
///     libyaml's events -> open collections, the innermost last -> the value of the document
public final class YAMLReader {
  private let fixes: YAMLFixes
  private let library: gb_yaml
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private var anchors: [String: YAMLNode] = [:]
  private var open: [Open] = []

  /// The deepest nesting allowed, as in libyaml. Code that visits the values recursively thus can't overflow the stack.
  private static let deepest = 1000

  /// A list or a map that hasn't ended yet.
  private struct Open {
    let isMap: Bool
    let anchor: String?
    let line: Int
    let column: Int
    /// The values in the collection; in a map, keys and values alternate.
    var nodes: [YAMLNode] = []
  }

  public init(_ text: String, _ fixes: YAMLFixes) throws(FormatError) {
    self.fixes = fixes
    var library = gb_yaml()
    guard gb_load_yaml("libyaml-0.so.2", &library) == nil else {
      throw FormatError(
        nil, "libyaml, which reads YAML, is missing",
        fix: "install the package libyaml-0-2 (Debian) or libyaml (Arch, Fedora)")
    }
    self.library = library
    parser = .allocate(capacity: 1)
    // One byte more, because an empty buffer has no address.
    self.text = .allocate(capacity: text.utf8.count + 1)
    let end = self.text.update(fromContentsOf: text.utf8)
    parser.initialize(to: yaml_parser_t())
    guard library.parser_initialize(parser) == 1, let start = self.text.baseAddress else { throw fixes.noMemory() }
    library.parser_set_encoding(parser, YAML_UTF8_ENCODING)
    library.parser_set_input_string(parser, UnsafePointer(start), end)
    _ = try read()
  }

  deinit {
    library.parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// Returns the value of the next document, or nil at the end of the text. Throws if the text is malformed.
  public func next() throws(FormatError) -> YAMLNode? {
    guard try read().type == YAML_DOCUMENT_START_EVENT else { return nil }
    var root: YAMLNode?
    while true {
      let event = try read()
      if event.type == YAML_DOCUMENT_END_EVENT || event.type == YAML_NO_EVENT { return root }
      guard let node = event.node else { continue }
      if open.isEmpty { root = node } else { open[open.count - 1].nodes.append(node) }
    }
  }

  /// Returns the only document's value; nil without a document. Throws for a malformed text or several documents.
  public func only() throws(FormatError) -> YAMLNode? {
    guard let node = try next() else { return nil }
    let event = try read()
    if event.type == YAML_DOCUMENT_START_EVENT {
      throw fixes.malformed("expected one document, but found a second document", line: event.line)
    }
    return node
  }

  /// Reads an event. `line` is counted from 1. `node` is the value that the event completes, or nil.
  private func read() throws(FormatError) -> (type: yaml_event_type_t, line: Int, node: YAMLNode?) {
    var event = yaml_event_t()
    guard library.parser_parse(parser, &event) == 1 else { throw fault }
    defer { library.event_delete(&event) }
    return (event.type, event.start_mark.line + 1, try node(event))
  }

  /// Handles an event. Returns the value that the event completes, or nil if the event completes no value.
  private func node(_ event: yaml_event_t) throws(FormatError) -> YAMLNode? {
    let (line, column) = (event.start_mark.line + 1, event.start_mark.column + 1)
    let node: YAMLNode
    let anchor: String?
    switch event.type {
    case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
      guard open.count < Self.deepest else {
        throw fixes.malformed("values are nested more than \(Self.deepest) levels deep", line: line)
      }
      let isMap = event.type == YAML_MAPPING_START_EVENT
      let anchor = Self.name(isMap ? event.data.mapping_start.anchor : event.data.sequence_start.anchor)
      open.append(Open(isMap: isMap, anchor: anchor, line: line, column: column))
      return nil
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let ended = open.popLast() else { return nil }
      (node, anchor) = (try collection(ended), ended.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let style: YAMLNode.Style =
        switch scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
      // The text may contain zero bytes.
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      (node, anchor) = (YAMLNode(content: .text(text, style), line: line, column: column), Self.name(scalar.anchor))
    case YAML_ALIAS_EVENT:
      guard let known = anchors[Self.name(event.data.alias.anchor) ?? ""] else {
        throw fixes.malformed("this `*NAME` needs an earlier `&NAME`", line: line)
      }
      return known
    default: return nil
    }
    if let anchor { anchors[anchor] = node }
    return node
  }

  private static func name(_ text: UnsafeMutablePointer<UInt8>?) -> String? { text.map { String(cString: $0) } }

  private func collection(_ ended: Open) throws(FormatError) -> YAMLNode {
    guard ended.isMap else { return YAMLNode(content: .list(ended.nodes), line: ended.line, column: ended.column) }
    let pairs = stride(from: 0, to: ended.nodes.count - 1, by: 2).map {
      YAMLNode.Pair(key: ended.nodes[$0], value: ended.nodes[$0 + 1])
    }
    let keys = Dictionary(grouping: pairs.map(\.key)) { Key($0) }
    let twice = keys.filter { $0.key != nil && $0.value.count > 1 }.map(\.value[0])
      .sorted { ($0.text ?? "") < ($1.text ?? "") }
    guard let first = twice.first else { return YAMLNode(content: .map(pairs), line: ended.line, column: ended.column) }
    let names = twice.map { "\"\($0.text ?? "")\"" }.joined(separator: ", ")
    throw FormatError(first.line, "\(names) \(twice.count == 1 ? "is" : "are") here twice", fix: fixes.twiceFix)
  }

  /// The error with which libyaml stopped reading.
  private var fault: FormatError {
    let state = parser.pointee
    guard state.error != YAML_MEMORY_ERROR, let problem = state.problem.map({ String(cString: $0) }) else {
      return fixes.noMemory()
    }
    // For a forbidden character libyaml reports only the byte offset.
    return fixes.malformed(problem, line: state.error == YAML_READER_ERROR ? nil : state.problem_mark.line + 1)
  }

  /// A key as YAML compares it. `3` and `"3"` differ, `left` and `"left"` don't.
  private struct Key: Hashable {
    private let text: String
    private let isText: Bool

    private static let plainWords: Set<String> = [
      "", "~", "null", "true", "false", "yes", "no", "on", "off", "<<", "=",
    ]

    init?(_ node: YAMLNode) {
      guard case .text(let text, let style) = node.content else { return nil }
      self.text = text
      let mayBeNumber = text.first.map { $0.isNumber || "+-.".contains($0) } ?? false
      isText = style != .plain || !(mayBeNumber || Self.plainWords.contains(text.lowercased()))
    }
  }
}

/// The reason why a text can't be read as XML or YAML: a mistake, or a missing library. `line` is nil if unknown.
public struct FormatError: Error {
  public let line: Int?
  public let message: String
  public let fix: String

  init(_ line: Int?, _ message: String, fix: String) { (self.line, self.message, self.fix) = (line, message, fix) }
}
