import CLibraries

/// Owns expat's parser. expat is loaded at run time: only touchégg's configuration is XML, and the daemon doesn't read it.
final class XMLParser {
  private static let file = "libexpat.so.1"
  private static let encoding = "UTF-8"

  private let library: gb_expat
  private let parser: XML_Parser
  private var text: [UInt8] = []

  /// Nil if expat is missing.
  init?() {
    var library = gb_expat()
    // This encoding overrides the encoding that the file declares, because the text is already UTF-8.
    guard gb_load_expat(Self.file, &library) == nil, let parser = library.ParserCreate(Self.encoding) else {
      return nil
    }
    (self.library, self.parser) = (library, parser)
  }

  deinit { library.ParserFree(parser) }

  /// Parses the text, and calls `tree` for its parts. Returns whether the text is well-formed and was read to its end.
  func parse(_ text: [UInt8], into tree: XMLTree) -> Bool {
    self.text = text
    library.SetElementHandler(
      parser, { tree, name, attributes in XMLParser.tree(tree)?.begin(name, attributes) },
      { tree, _ in XMLParser.tree(tree)?.end() })
    library.SetCharacterDataHandler(parser) { tree, text, count in XMLParser.tree(tree)?.add(text, count) }
    library.SetCommentHandler(parser) { tree, text in XMLParser.tree(tree)?.addComment(text) }
    // Without a default handler, expat would expand references to entities that the document defines.
    library.SetDefaultHandler(parser) { _, _, _ in }
    return withExtendedLifetime(tree) {
      library.SetUserData(parser, Unmanaged.passUnretained(tree).toOpaque())
      return text.withUnsafeBytes { bytes in
        guard let count = Int32(exactly: bytes.count) else { return false }
        return library.Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1) == XML_STATUS_OK
      }
    }
  }

  func stop() { _ = library.StopParser(parser, 0) }

  private static func tree(_ data: UnsafeMutableRawPointer?) -> XMLTree? {
    data.map { Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Position

  /// The line, from 1, in which the part that is being reported begins; after an error, the line of the error.
  var line: Int { Int(library.GetCurrentLineNumber(parser)) }

  /// The line in which the part that is being reported ends.
  var lastLine: Int {
    let end = min(max(place, 0) + Int(library.GetCurrentByteCount(parser)), text.count)
    return line + text[min(max(place, 0), end)..<end].count { $0 == UInt8(ascii: "\n") }
  }

  /// The index of the byte at which the part that is being reported begins.
  private var place: Int { library.GetCurrentByteIndex(parser) }

  /// The error in the words of expat.
  var problem: String { library.ErrorString(library.GetErrorCode(parser)).map { String(cString: $0) } ?? "" }
}

// Conversion of C strings
extension XMLTree {
  fileprivate func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    var texts: [String: String] = [:]
    var next = attributes
    while let pair = next, let name = pair[0], let value = pair[1] {
      texts[String(cString: name)] = String(cString: value)
      next = pair + 2
    }
    begin(name.map { String(cString: $0) } ?? "", texts)
  }

  fileprivate func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard let text else { return }
    text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      add(String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self))
    }
  }

  fileprivate func addComment(_ text: UnsafePointer<CChar>?) { addComment(text.map { String(cString: $0) } ?? "") }
}
