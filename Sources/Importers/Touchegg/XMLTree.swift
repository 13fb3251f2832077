import Foundation
import FoundationXML

/// An element of an XML file with its place.
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

  /// Its own text without the space around it.
  var text: String {
    children.compactMap { if case .text(let text, _) = $0 { text } else { nil } }.joined()
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var lines: ClosedRange<Int> { min(first, last)...last }
}

/// What stands within an element.
enum XMLNode {
  case element(XMLElement)
  case text(String, line: Int)
  case comment(String, lines: ClosedRange<Int>)
}

/// Reads XML into a tree that knows its lines.
///
/// Like the library touchégg uses, it takes an `&` that begins no entity for itself.
final class XMLTree: NSObject, XMLParserDelegate {
  /// The file's outermost element, with the comments around it.
  private let outside = XMLElement(name: "", attributes: [:], first: 1)
  private var open: [XMLElement]
  private var failure: (line: Int, code: Int)?
  private let source: ConfigText

  private init(_ source: ConfigText) {
    self.source = source
    open = [outside]
  }

  /// What stands in the file, outermost elements and comments.
  static func nodes(_ source: ConfigText) throws(ImportError) -> [XMLNode] {
    let tree = XMLTree(source)
    let text = source.text.replacing(/&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)/, with: "&amp;")
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = tree
    let isRead = parser.parse()
    if let (line, code) = tree.failure {
      throw source.error(line, ToucheggWording.badXML(code), fix: ToucheggWording.badXMLFix(code))
    }
    guard isRead, !tree.outside.elements.isEmpty else {
      throw source.error(nil, ToucheggWording.noXML, fix: ToucheggWording.noXMLFix)
    }
    return tree.outside.children
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    // The parser stands behind the tag, which may have begun lines before.
    var first = parser.lineNumber
    while first > 1, !source.line(first).contains("<\(name)") { first -= 1 }
    let element = XMLElement(name: name, attributes: attributes, first: first)
    open.last?.children.append(.element(element))
    open.append(element)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard open.count > 1 else { return }
    open.removeLast().last = parser.lineNumber
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    open.last?.children.append(.text(text, line: parser.lineNumber))
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    open.last?.children.append(.text(String(decoding: block, as: UTF8.self), line: parser.lineNumber))
  }

  func parser(_ parser: XMLParser, foundComment text: String) {
    let height = text.count { $0 == "\n" }
    let last = max(parser.lineNumber, height + 1)
    open.last?.children.append(.comment(text, lines: (last - height)...last))
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if failure == nil { failure = (max(parser.lineNumber, 1), (error as NSError).code) }
  }
}
