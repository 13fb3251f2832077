import CLibraries

/// expat's parser, which it owns. expat is found at run time: only touchégg's file is XML, and the daemon doesn't read it.
final class XMLParser {
  private static let file = "libexpat.so.1"
  private static let encoding = "UTF-8"

  private let library: gb_expat
  private let parser: XML_Parser
  private var text: [UInt8] = []

  /// Nil where there is no expat.
  init?() {
    var library = gb_expat()
    // Whatever encoding the file itself declares: its text is UTF-8 already.
    guard gb_load_expat(Self.file, &library) == nil, let parser = library.ParserCreate(Self.encoding) else {
      return nil
    }
    (self.library, self.parser) = (library, parser)
  }

  deinit { library.ParserFree(parser) }

  /// Tells `tree` what is in the text. Returns whether the text is well-formed and was read to its end.
  func parse(_ text: [UInt8], into tree: XMLTree) -> Bool {
    self.text = text
    library.SetElementHandler(
      parser, { tree, name, attributes in XMLParser.tree(tree)?.begin(name, attributes) },
      { tree, _ in XMLParser.tree(tree)?.end() })
    library.SetCharacterDataHandler(parser) { tree, text, count in XMLParser.tree(tree)?.add(text, count) }
    library.SetCommentHandler(parser) { tree, text in XMLParser.tree(tree)?.addComment(text) }
    // What no other handler takes. Where there is one, references to entities of the document go to it and are not replaced.
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

  // MARK: Where it is

  /// The line in which begins what it tells of, from 1; of a fault, the line of it.
  var line: Int { Int(library.GetCurrentLineNumber(parser)) }

  /// The line in which ends what it tells of.
  var lastLine: Int {
    let end = min(max(place, 0) + Int(library.GetCurrentByteCount(parser)), text.count)
    return line + text[min(max(place, 0), end)..<end].count { $0 == UInt8(ascii: "\n") }
  }

  /// Where the same begins among the bytes of the text.
  private var place: Int { library.GetCurrentByteIndex(parser) }

  /// What is wrong with the text, in the words of expat.
  var problem: String { library.ErrorString(library.GetErrorCode(parser)).map { String(cString: $0) } ?? "" }
}

// C's texts
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
