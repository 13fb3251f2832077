import CLibraries
import Text

/// An XML element, with the lines on which it begins and ends.
public final class XMLElement {
  public let name: String
  public let attributes: [String: String]
  public let first: Int
  public fileprivate(set) var last: Int
  public fileprivate(set) var children: [XMLNode] = []

  fileprivate init(name: String, attributes: [String: String], first: Int) {
    (self.name, self.attributes, self.first) = (name, attributes, first)
    last = first
  }

  public var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The element's own text, without inner elements and surrounding white space.
  public var text: String {
    children.compactMap { if case .text(let text, _) = $0 { text } else { nil } }.joined().trimmingSpace
  }

  public var lines: ClosedRange<Int> { min(first, last)...last }
}

/// An element, a text or a comment of an XML file.
public enum XMLNode {
  case element(XMLElement)
  case text(String, line: Int)
  case comment(String, lines: ClosedRange<Int>)
}

/// Builds a tree from XML with expat, which is loaded at run time.
///
/// An `&` that begins neither a predefined entity nor a numeric reference is a plain character, as in touchégg.
/// Entities that the document defines are never expanded, so the tree stays small.
public final class XMLReader {
  private let library: gb_expat
  private let parser: XML_Parser
  private let text: [UInt8]
  /// The open elements; the first is a container for the outermost elements and comments.
  private var open = [XMLElement(name: "", attributes: [:], first: 1)]
  /// The characters since the last tag or comment, with the number of their last line. Nil without such characters.
  private var pending: (pieces: String, line: Int)?
  private var isTooDeep = false

  /// The greatest depth of nested elements. The limit keeps recursion over the tree within the stack.
  private static let deepest = 64

  private init?(_ text: String) {
    var library = gb_expat()
    // This encoding overrides the encoding that the file declares, because the text is already UTF-8.
    guard gb_load_expat("libexpat.so.1", &library) == nil, let parser = library.ParserCreate("UTF-8") else {
      return nil
    }
    (self.library, self.parser, self.text) = (library, parser, LooseEntities.escaped(text))
  }

  deinit { library.ParserFree(parser) }

  public static func nodes(_ text: String) throws(FormatError) -> [XMLNode] {
    guard let reader = XMLReader(text) else {
      throw FormatError(
        nil, "expat, which reads XML, is missing",
        fix: "install the package libexpat1 (Debian) or expat (Arch, Fedora)")
    }
    let written = text.trimmingSpace
    guard !written.isEmpty else {
      throw FormatError(
        nil, "the text is empty, not XML", fix: "give the path of touchegg.conf, which begins with `<touchégg>`"
      )
    }
    if reader.parse() { return reader.open[0].children }
    if reader.isTooDeep {
      throw FormatError(
        reader.line, "elements are nested more than \(deepest) levels deep",
        fix: "add the closing tag that is probably missing")
    }
    let problem = reader.library.ErrorString(reader.library.GetErrorCode(reader.parser)).map { String(cString: $0) }
    let last = 1 + text.prefix { $0.isWhitespace }.count { $0 == "\n" } + written.count { $0 == "\n" }
    throw FormatError(
      min(reader.line, last), "the text is not valid XML: \(problem ?? "it is too long")",
      fix: "check the tag names, quotes, < and > in that line")
  }

  /// Returns whether the text is well-formed and was read to its end.
  private func parse() -> Bool {
    library.SetElementHandler(parser, { XMLReader.of($0)?.begin($1, $2) }, { reader, _ in XMLReader.of(reader)?.end() })
    library.SetCharacterDataHandler(parser) { XMLReader.of($0)?.add($1, $2) }
    library.SetCommentHandler(parser) { XMLReader.of($0)?.addComment($1.map { String(cString: $0) } ?? "") }
    // Without a default handler, expat would expand references to entities that the document defines.
    library.SetDefaultHandler(parser) { _, _, _ in }
    library.SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    return text.withUnsafeBytes { bytes in
      guard let count = Int32(exactly: bytes.count) else { return false }
      return library.Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1) == XML_STATUS_OK
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The first line of the part that expat is reporting, or the line of an error.
  private var line: Int { Int(library.GetCurrentLineNumber(parser)) }

  /// The last line of the part that expat is reporting.
  private var lastLine: Int {
    let start = max(library.GetCurrentByteIndex(parser), 0)
    let end = min(start + Int(library.GetCurrentByteCount(parser)), text.count)
    return line + text[min(start, end)..<end].count { $0 == UInt8(ascii: "\n") }
  }

  private func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard open.count <= Self.deepest else {
      isTooDeep = true
      _ = library.StopParser(parser, 0)
      return
    }
    endText()
    var texts: [String: String] = [:]
    var next = attributes
    while let pair = next, let name = pair[0], let value = pair[1] {
      texts[String(cString: name)] = String(cString: value)
      next = pair + 2
    }
    let element = XMLElement(name: name.map { String(cString: $0) } ?? "", attributes: texts, first: line)
    open.last?.children.append(.element(element))
    open.append(element)
  }

  private func end() {
    endText()
    if open.count > 1 { open.removeLast().last = lastLine }
  }

  private func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard let text else { return }
    let piece = text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
    }
    pending = ((pending?.pieces ?? "") + piece, lastLine)
  }

  private func endText() {
    if let pending { open.last?.children.append(.text(pending.pieces, line: pending.line)) }
    pending = nil
  }

  private func addComment(_ text: String) {
    endText()
    open.last?.children.append(.comment(text, lines: line...lastLine))
  }
}

/// Escapes each `&`, except in CDATA sections, comments, predefined entities and numeric references.
enum LooseEntities {
  private static let names = ["amp", "lt", "gt", "quot", "apos"].map { Array("\($0);".utf8) }

  static func escaped(_ text: String) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    var rest = text[...].utf8
    // The end of a section without entities.
    var end: String?
    while let byte = rest.popFirst() {
      escaped.append(byte)
      if let last = end {
        if escaped.suffix(last.utf8.count).elementsEqual(last.utf8) { end = nil }
      } else if byte == UInt8(ascii: "&"), !beginsEntity(rest) {
        escaped += "amp;".utf8
      } else if byte == UInt8(ascii: "<") {
        end = rest.starts(with: "![CDATA[".utf8) ? "]]>" : rest.starts(with: "!--".utf8) ? "-->" : nil
      }
    }
    return escaped
  }

  private static func beginsEntity(_ rest: Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: "#") else { return names.contains { rest.starts(with: $0) } }
    let number = rest.dropFirst()
    let isHexadecimal = number.first == UInt8(ascii: "x")
    let digits = (isHexadecimal ? number.dropFirst() : number).prefix { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < (isHexadecimal ? 16 : 10) } ?? false
    }
    return !digits.isEmpty && digits.endIndex < rest.endIndex && rest[digits.endIndex] == UInt8(ascii: ";")
  }
}

extension String {
  /// The text without white space around it.
  public var trimmingSpace: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
