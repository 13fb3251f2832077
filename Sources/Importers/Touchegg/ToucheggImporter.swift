/// Reads touchegg.conf, of touchégg 2 and of the older touchégg 1.
///
/// Source: <https://github.com/JoseExposito/touchegg>, its README, `XmlConfigLoader` and `RepeatedAction`. Touchégg looks
/// at the gestures of an application first, then at those of `All`; of two for the same gesture the last one counts.
struct ToucheggImporter {
  private(set) var items: [ImportedItem] = []

  init(_ source: ConfigText) throws(ImportError) {
    for node in try XMLTree.nodes(source) {
      switch node {
      case .comment(let text, let lines): addComment(text, lines)
      case .text: break
      case .element(let root): addRoot(root)
      }
    }
  }

  private mutating func addRoot(_ root: XMLElement) {
    guard root.name.hasPrefix("touch") else { return addUnknown(root) }
    addFrame(of: root)
    for node in root.children {
      switch node {
      case .comment(let text, let lines): addComment(text, lines)
      case .text(let text, let line): addStray(text, line)
      case .element(let element):
        switch element.name {
        case "settings": addSettings(element)
        case "application": addApplication(element)
        default: addUnknown(element)
        }
      }
    }
  }

  private mutating func addSettings(_ settings: XMLElement) {
    addFrame(of: settings)
    for node in settings.children {
      switch node {
      case .comment(let text, let lines): addComment(text, lines)
      case .text(let text, let line): addStray(text, line)
      case .element(let property):
        items += property.name == "property" ? ToucheggSettings.items(of: property) : [unknown(property)]
      }
    }
  }

  private mutating func addApplication(_ application: XMLElement) {
    addFrame(of: application)
    let names = (application.attributes["name"] ?? "").split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    for node in application.children {
      switch node {
      case .comment(let text, let lines): addComment(text, lines)
      case .text(let text, let line): addStray(text, line)
      case .element(let gesture):
        guard gesture.name == "gesture" else { addUnknown(gesture); continue }
        addComments(within: gesture)
        items.append(ImportedItem(gesture.lines, ToucheggGesture(gesture, applications: names).content))
      }
    }
  }
}

// What is no gesture
extension ToucheggImporter {
  /// The tags of an element whose content is looked at for itself.
  private mutating func addFrame(of element: XMLElement) {
    let inside = element.elements.map(\.first).min() ?? element.last
    items.append(ImportedItem(element.first...max(element.first, min(inside, element.last) - 1), .structure))
    items.append(ImportedItem(element.first, .structure))
    items.append(ImportedItem(element.last, .structure))
  }

  private mutating func addComment(_ text: String, _ lines: ClosedRange<Int>) {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = line.trimmingCharacters(in: .whitespaces)
      let number = min(lines.lowerBound + offset, lines.upperBound)
      items.append(ImportedItem(number, text.isEmpty ? .structure : .comment(text)))
    }
  }

  private mutating func addComments(within element: XMLElement) {
    for node in element.children {
      switch node {
      case .comment(let text, let lines): addComment(text, lines)
      case .element(let inner): addComments(within: inner)
      case .text: break
      }
    }
  }

  private mutating func addStray(_ text: String, _ line: Int) {
    let own = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !own.isEmpty else { return }
    let last = line - text.reversed().prefix(while: \.isWhitespace).count { $0 == "\n" }
    let first = max(1, last - own.count { $0 == "\n" })
    items.append(ImportedItem(first...last, .notCarried(Remark(text: own.oneLine, reason: ToucheggWording.strayText))))
  }

  private mutating func addUnknown(_ element: XMLElement) { items.append(unknown(element)) }

  private func unknown(_ element: XMLElement) -> ImportedItem {
    let remark = Remark(text: "<\(element.name)>", reason: ToucheggWording.unknownElement(element.name))
    return ImportedItem(element.lines, .notCarried(remark))
  }
}

extension String {
  /// With its lines one behind the other.
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
