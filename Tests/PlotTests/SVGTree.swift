import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an SVG, as a parser of XML sees them.
final class SVGTree: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]

    subscript(_ name: String) -> String? { attributes[name] }

    func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }
  }

  /// In the order in which they begin.
  private(set) var elements: [Element] = []
  /// The texts, one for each element `text`.
  private(set) var texts: [String] = []
  private var text: String?

  /// All elements that a plot draws with.
  static let known: Set<String> = [
    "svg", "title", "desc", "style", "defs", "pattern", "rect", "line", "g", "circle", "polyline", "polygon", "path",
    "text", "tspan",
  ]

  /// Throws if the text isn't XML.
  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.shouldProcessNamespaces = false
    parser.delegate = self
    let isXML = parser.parse()
    try #require(isXML, "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")")
  }

  func count(_ name: String, _ style: String) -> Int {
    elements.filter { $0.name == name && $0["class"]?.split(separator: " ").contains { $0 == style } ?? false }.count
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes))
    if name == "text" { text = "" }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text? += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard name == "text", let text else { return }
    texts.append(text)
    self.text = nil
  }
}
