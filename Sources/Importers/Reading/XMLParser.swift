import Base

/// expat's parser, which it owns.
final class XMLParser {
  private static let encoding = "UTF-8"
  private static let success: Int32 = 1

  private let library: ExpatLibrary
  private let parser: ExpatLibrary.Parser
  private var text: [UInt8] = []

  /// Throws where there is no expat.
  init() throws(LibrarySymbols.Missing) {
    library = try ExpatLibrary()
    // Whatever encoding the file itself declares: its text is UTF-8 already.
    guard let parser = library.create(Self.encoding) else { throw LibrarySymbols.Missing() }
    self.parser = parser
  }

  deinit { library.free(parser) }

  /// Tells `tree` what is in the text. Returns whether the text is well-formed and was read to its end.
  func parse(_ text: [UInt8], into tree: XMLTree) -> Bool {
    self.text = text
    library.setElementHandlers(
      parser, { tree, name, attributes in XMLParser.tree(tree)?.begin(name, attributes) },
      { tree, _ in XMLParser.tree(tree)?.end() })
    library.setCharacterHandler(parser) { tree, text, count in XMLParser.tree(tree)?.add(text, count) }
    library.setCommentHandler(parser) { tree, text in XMLParser.tree(tree)?.addComment(text) }
    library.setDefaultHandler(parser) { _, _, _ in }
    return withExtendedLifetime(tree) {
      library.setUserData(parser, Unmanaged.passUnretained(tree).toOpaque())
      return text.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress, let count = Int32(exactly: bytes.count) else { return false }
        return library.parse(parser, start, count, 1) == Self.success
      }
    }
  }

  func stop() { _ = library.stop(parser, 0) }

  private static func tree(_ data: ExpatLibrary.UserData) -> XMLTree? {
    data.map { Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Where it is

  /// The line in which begins what it tells of, from 1; of a fault, the line of it.
  var line: Int { Int(library.line(parser)) }

  /// The line in which ends what it tells of.
  var lastLine: Int {
    let end = min(max(place, 0) + Int(library.length(parser)), text.count)
    return line + text[min(max(place, 0), end)..<end].count { $0 == UInt8(ascii: "\n") }
  }

  /// Where the same begins among the bytes of the text.
  private var place: Int { library.place(parser) }

  /// What is wrong with the text, in the words of expat.
  var problem: String { library.errorText(library.errorCode(parser)).map { String(cString: $0) } ?? "" }
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
