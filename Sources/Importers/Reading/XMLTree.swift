/// An element of an XML file with its lines.
final class XMLElement {
  let name: String
  let attributes: [String: String]
  let first: Int
  var last: Int
  var children: [XMLNode] = []

  init(name: String, attributes: [String: String], first: Int) {
    self.name = name
    self.attributes = attributes
    self.first = first
    last = first
  }

  var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text of the element without the texts of elements inside it, and without white space around it.
  var text: String {
    children.compactMap { if case .text(let text, _) = $0 { text } else { nil } }.joined().trimmingSpace
  }

  var lines: ClosedRange<Int> { min(first, last)...last }
}

/// A part of an element.
enum XMLNode {
  case element(XMLElement)
  /// A text, with the line of its end.
  case text(String, line: Int)
  case comment(String, lines: ClosedRange<Int>)
}

/// Builds a tree from XML, with line numbers.
///
/// As in touchégg's own library, an `&` that begins no entity is a plain character. Entities that the document itself defines are never
/// expanded, so a small file stays small.
final class XMLTree {
  /// A container for the outermost elements and comments of the file.
  private let outside = XMLElement(name: "", attributes: [:], first: 1)
  private var open: [XMLElement]
  /// The text that the parser has reported in pieces, and the line of its end; nil if no text is open.
  private var text: (pieces: String, line: Int)?
  private var isTooDeep = false
  private let parser: XMLParser

  /// Touchégg's own elements are four levels deep. The limit keeps recursion over the tree within the stack.
  private static let deepest = 64

  private init(_ parser: XMLParser) {
    self.parser = parser
    open = [outside]
  }

  /// The outermost elements and comments of the file.
  static func nodes(_ source: ConfigText) throws(ImportError) -> [XMLNode] {
    guard let parser = XMLParser() else {
      throw source.error(nil, XMLWording.noLibrary, fix: XMLWording.noLibraryFix)
    }
    guard source.written.last != nil else { throw source.error(nil, XMLWording.noXML, fix: XMLWording.noElementFix) }
    let text = LooseEntities.escaped(source.text)
    let tree = XMLTree(parser)
    guard !parser.parse(text, into: tree) else { return tree.outside.children }
    if tree.isTooDeep {
      throw source.error(parser.line, XMLWording.tooDeep(deepest), fix: XMLWording.tooDeepFix)
    }
    let line = min(parser.line, source.written.last ?? parser.line)
    throw source.error(line, XMLWording.malformed(parser.problem), fix: XMLWording.malformedFix)
  }

  // MARK: Calls of the parser

  func begin(_ name: String, _ attributes: [String: String]) {
    guard open.count <= Self.deepest else {
      isTooDeep = true
      return parser.stop()
    }
    endText()
    let element = XMLElement(name: name, attributes: attributes, first: parser.line)
    open.last?.children.append(.element(element))
    open.append(element)
  }

  func end() {
    endText()
    guard open.count > 1 else { return }
    open.removeLast().last = parser.lastLine
  }

  func add(_ piece: String) {
    text = text ?? ("", 0)
    text?.pieces += piece
    text?.line = parser.lastLine
  }

  private func endText() {
    if let text { open.last?.children.append(.text(text.pieces, line: text.line)) }
    text = nil
  }

  func addComment(_ text: String) {
    endText()
    open.last?.children.append(.comment(text, lines: parser.line...parser.lastLine))
  }
}

/// Finds each `&` that begins neither a predefined entity nor a numeric character reference.
enum LooseEntities {
  private static let names = ["amp", "lt", "gt", "quot", "apos"].map { Array("\($0);".utf8) }

  /// The text with `&amp;` for each loose `&`.
  static func escaped(_ text: String) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    var rest = text[...].utf8
    while let byte = rest.popFirst() {
      escaped.append(byte)
      if byte == UInt8(ascii: "&"), !beginsEntity(rest) { escaped += "amp;".utf8 }
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

enum XMLWording {
  static let noLibrary = "expat, which reads XML, is missing"
  static let noLibraryFix = "Debian's package libexpat1 provides it, Arch's and Fedora's package expat"
  static let noXML = "this is not XML"
  static let noElementFix = "touchegg.conf begins with `<touchégg>`"
  static let malformedFix = "look at the names, the quotes, < and > there"
  static let tooDeepFix = "close each element that ends before the next one begins"

  /// `problem` is expat's message.
  static func malformed(_ problem: String) -> String { "\(noXML): \(problem)" }

  static func tooDeep(_ deepest: Int) -> String { "elements are nested more than \(deepest) deep" }
}
