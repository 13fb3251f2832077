import CLibraries

/// Reads libyaml's events one after another. Owns libyaml's parser and the text.
/// libyaml is loaded at run time: only a few commands read YAML, and the daemon doesn't.
final class YAMLEvents {
  struct Event {
    let kind: Kind
    /// The position at which the event begins, counted from 1.
    let line: Int
    let column: Int
  }

  /// Lists, maps and texts may have an anchor, to which aliases refer.
  enum Kind {
    case documentStart, documentEnd
    case listStart(anchor: String?)
    case mapStart(anchor: String?)
    case collectionEnd
    case text(String, YAMLNode.Style, anchor: String?)
    case alias(String)
    /// The end of the text; the event at its beginning also gets this kind.
    case end

    var isMap: Bool { if case .mapStart = self { true } else { false } }
  }

  private static let file = "libyaml-0.so.2"

  private let origin: YAMLOrigin
  private let library: gb_yaml
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String, _ origin: YAMLOrigin) throws(ImportError) {
    self.origin = origin
    var library = gb_yaml()
    guard gb_load_yaml(Self.file, &library) == nil else { throw origin.noLibrary }
    self.library = library
    parser = .allocate(capacity: 1)
    // One byte more, because an empty buffer has no address.
    self.text = .allocate(capacity: text.utf8.count + 1)
    let end = self.text.update(fromContentsOf: text.utf8)
    parser.initialize(to: yaml_parser_t())
    guard library.parser_initialize(parser) == 1, let start = self.text.baseAddress else {
      throw origin.malformed(YAMLWording.noMemory, line: nil)
    }
    library.parser_set_encoding(parser, YAML_UTF8_ENCODING)
    library.parser_set_input_string(parser, UnsafePointer(start), end)
  }

  deinit {
    library.parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  func next() throws(ImportError) -> Event {
    var event = yaml_event_t()
    guard library.parser_parse(parser, &event) == 1 else { throw fault }
    defer { library.event_delete(&event) }
    return Event(kind: Self.kind(of: event), line: event.start_mark.line + 1, column: event.start_mark.column + 1)
  }

  private static func kind(of event: yaml_event_t) -> Kind {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_SEQUENCE_START_EVENT: .listStart(anchor: name(event.data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT: .mapStart(anchor: name(event.data.mapping_start.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .collectionEnd
    case YAML_SCALAR_EVENT: text(of: event)
    case YAML_ALIAS_EVENT: .alias(name(event.data.alias.anchor) ?? "")
    default: .end
    }
  }

  private static func text(of event: yaml_event_t) -> Kind {
    let scalar = event.data.scalar
    let style: YAMLNode.Style =
      switch scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
    // The text may contain zero bytes.
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return .text(String(decoding: bytes, as: UTF8.self), style, anchor: name(scalar.anchor))
  }

  private static func name(_ text: UnsafeMutablePointer<UInt8>?) -> String? { text.map { String(cString: $0) } }

  /// The error that made libyaml stop.
  private var fault: ImportError {
    let state = parser.pointee
    guard state.error != YAML_MEMORY_ERROR, let problem = state.problem.map({ String(cString: $0) }) else {
      return origin.malformed(YAMLWording.noMemory, line: nil)
    }
    // For a forbidden character libyaml reports only the byte offset.
    let line = state.error == YAML_READER_ERROR ? nil : state.problem_mark.line + 1
    return origin.malformed(problem, line: line)
  }
}
