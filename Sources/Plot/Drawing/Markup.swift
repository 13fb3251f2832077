import GestureCore
import Text

/// Builds XML. Texts and values of `Attribute` are escaped, but the lines of `raw` are not.
struct Markup {
  private(set) var text = ""
  private var open: [String] = []
  /// Whether elements keep their attributes `data-…`, which the page's script reads.
  let isInteractive: Bool

  init(isInteractive: Bool = false) { self.isInteractive = isInteractive }

  typealias Attribute = (name: String, value: String)

  /// Writes an element without content; if `title` isn't empty, the element has a tooltip.
  mutating func element(_ name: String, _ attributes: [Attribute], title: String = "") {
    guard !title.isEmpty else { return line("<\(name)\(written(attributes))/>") }
    line("<\(name)\(written(attributes))><title>\(Self.escaped(title))</title></\(name)>")
  }

  /// Writes an element with text in pieces; each piece can have a CSS class.
  mutating func element(_ name: String, _ attributes: [Attribute], _ pieces: [(text: String, style: String)]) {
    let inner = pieces.map { piece in
      piece.style.isEmpty
        ? Self.escaped(piece.text) : "<tspan class=\"\(piece.style)\">\(Self.escaped(piece.text))</tspan>"
    }
    line("<\(name)\(written(attributes))>\(inner.joined())</\(name)>")
  }

  mutating func element(_ name: String, _ attributes: [Attribute], text: String) {
    element(name, attributes, [(text, "")])
  }

  mutating func path(_ style: String, _ path: String) { element("path", [("class", style), ("d", path)]) }

  mutating func group(_ name: String, _ attributes: [Attribute], _ inner: (inout Markup) -> Void) {
    line("<\(name)\(written(attributes))>")
    open.append(name)
    inner(&self)
    open.removeLast()
    line("</\(name)>")
  }

  /// Writes text. Its baseline begins at `position`, unless `attributes` sets `text-anchor`.
  mutating func write(_ text: String, _ style: String, at position: Pixels, _ attributes: [Attribute] = []) {
    element("text", [("class", style)] + position.attributes + attributes, text: text)
  }

  /// Writes text in pieces, each with its CSS class; blanks are preserved.
  mutating func write(_ pieces: [(text: String, style: String)], at position: Pixels) {
    element("text", position.attributes + [("xml:space", "preserve")], pieces)
  }

  mutating func rectangle(
    _ style: String, at corner: Pixels, _ size: Pixels, _ attributes: [Attribute] = [], title: String = ""
  ) {
    let extent = [("width", Self.number(size.x)), ("height", Self.number(size.y))]
    element("rect", [("class", style)] + corner.attributes + extent + attributes, title: title)
  }

  mutating func verticalLine(_ style: String, at x: Double, from top: Double, to bottom: Double) {
    let x = Self.number(x)
    element("line", [("class", style), ("x1", x), ("x2", x), ("y1", Self.number(top)), ("y2", Self.number(bottom))])
  }

  mutating func raw(_ lines: String) { text += lines + "\n" }

  private mutating func line(_ line: String) { text += String(repeating: " ", count: open.count) + line + "\n" }

  private func written(_ attributes: [Attribute]) -> String {
    attributes.filter { isInteractive || !$0.name.hasPrefix("data-") }
      .map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
  }

  /// Escapes text for XML and HTML. Tabs and line ends become blanks; other controls, U+FFFE and U+FFFF become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += " "
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func number(_ value: Double) -> String { decimal(value, places: 1) }
}

/// A position or a size in pixels.
struct Pixels: Equatable, Sendable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  static func + (a: Pixels, b: Pixels) -> Pixels { Pixels(a.x + b.x, a.y + b.y) }
  static func - (a: Pixels, b: Pixels) -> Pixels { Pixels(a.x - b.x, a.y - b.y) }
  static func * (a: Pixels, factor: Double) -> Pixels { Pixels(a.x * factor, a.y * factor) }

  var length: Double { (x * x + y * y).squareRoot() }

  fileprivate var attributes: [Markup.Attribute] { [("x", Markup.number(x)), ("y", Markup.number(y))] }

  /// The coordinates as `x,y`, the form that SVG uses in paths and polylines.
  var text: String { "\(Markup.number(x)),\(Markup.number(y))" }
}

/// Cuts or wraps text to a width in pixels. The width of text is estimated, because the font is not known.
enum TextFit {
  /// The width of a letter as a share of the font size.
  private static let letter = 0.62

  static func width(_ text: String, size: Double) -> Double { Double(text.count) * letter * size }

  private static func letters(_ size: Double, into width: Double) -> Int { max(1, Int(width / (letter * size))) }

  /// Returns the text, cut with an ellipsis if the text is too long.
  static func fitted(_ text: String, size: Double, into width: Double) -> String {
    let count = letters(size, into: width)
    return text.count <= count ? text : text.prefix(count - 1) + "…"
  }

  /// Returns the text in at most `most` lines. Cuts the last line if necessary.
  static func lines(_ text: String, size: Double, into width: Double, most: Int) -> [String] {
    let wrapped = text.wrapped(to: letters(size, into: width)).split(separator: "\n").map(String.init)
    let lines = wrapped.prefix(most - 1) + [wrapped.dropFirst(most - 1).joined(separator: " ")].filter { !$0.isEmpty }
    return lines.map { fitted($0, size: size, into: width) }
  }
}

/// Round distances between labels: 1, 2 or 5 times a power of ten.
enum RoundSpacing {
  static func spacing(atLeast least: Double) -> Double {
    var power = 1.0
    while power < least, power < greatest { power *= 10 }
    while power > least, power > smallest { power /= 10 }
    return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= least * tolerance } ?? power * 10
  }

  static func multiples(of spacing: Double, in span: Interval) -> [Double] {
    guard spacing > 0 else { return [] }
    let first = (span.from / spacing).rounded(.up)
    let last = (span.to / spacing).rounded(.down)
    return first <= last ? stride(from: first, through: last, by: 1).map { $0 * spacing } : []
  }

  private static let greatest = 1e12
  private static let smallest = 1e-3
  /// A factor slightly below 1: rounding errors must not exclude a distance that is exactly large enough.
  private static let tolerance = 0.999_999
}
