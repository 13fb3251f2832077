import Recordings
import Text

/// Writes a picture as a page that needs nothing else: facts as JSON, and a script that draws them at any time.
///
/// The page, its style and its script are the files beside this one, which are embedded at build time.
struct PlotPage {
  let picture: Picture

  var text: String {
    var text = ""
    for piece in EmbeddedText.page.split(separator: "{{", omittingEmptySubsequences: false) {
      guard let end = piece.firstRange(of: "}}") else {
        text += piece
        continue
      }
      text += value(of: piece[..<end.lowerBound]) + piece[end.upperBound...]
    }
    return text + "\n"
  }

  /// What stands in place of a word in double braces; what comes from the recording is escaped.
  private func value(of word: Substring) -> String {
    switch word {
    case "title": Markup.escaped(picture.title)
    case "style": EmbeddedText.style
    case "script": EmbeddedText.script
    case "facts": Self.embedded(PlotFacts(picture: picture).json)
    default: PlotWording.page[String(word)] ?? ""
    }
  }

  /// JSON that no name can break out of: a `<` stands only within its strings.
  static func embedded(_ json: JSON) -> String { json.compactText.replacing("<", with: "\\u003c") }
}

extension RecordingPlot {
  /// The picture as a page with a slider for the time; it is whole in itself.
  public var html: String { PlotPage(picture: picture).text }
}

/// The files of HTML, CSS and JavaScript that this target embeds, without the newline at their end.
enum EmbeddedText {
  static let page = text(PackageResources.page_html)
  static let style = text(PackageResources.page_css)
  static let script = text(PackageResources.page_js)
  /// The style of drawings. It has no variables, since few programs that show SVG know them; where dark style is ignored,
  /// the light one is whole by itself.
  static let drawingStyle = text(PackageResources.drawing_css)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}

extension JSON {
  /// On one line, without blanks between values.
  var compactText: String {
    var text = ""
    writeCompact(to: &text)
    return text
  }

  private func writeCompact(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += "\(index == 0 ? "" : ",")\(jsonString(member.name)):"
        member.value.writeCompact(to: &text)
      }
      text += "}"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.writeCompact(to: &text)
      }
      text += "]"
    case .string, .integer, .number, .flag, .null: text += self.text
    }
  }
}
