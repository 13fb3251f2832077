/// Reads touchegg.conf of touchégg 2 and of touchégg 1.
///
/// Source: <https://github.com/JoseExposito/touchegg>, its README, `XmlConfigLoader` and `RepeatedAction`. Touchégg first searches the
/// gestures of the application, then the gestures of `All`. If several elements are for the same gesture, it uses the last one. It compares
/// names of applications, which are X11 classes, without regard to case (`Config`).
struct ToucheggImporter: RulesImporter {
  static let example = "one is `<gesture type=\"SWIPE\" …>` within an `<application>`"
  static let waitsForLift = false

  static func places(configFolder: String) -> [String] {
    ["\(configFolder)/touchegg/touchegg.conf", "/usr/share/touchegg/touchegg.conf"]
  }

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
    addChildren(of: root) { importer, element in
      switch element.name {
      case "settings": importer.addSettings(element)
      case "application": importer.addApplication(element)
      default: importer.addUnknown(element)
      }
    }
  }

  private mutating func addSettings(_ settings: XMLElement) {
    addChildren(of: settings) { importer, property in
      guard property.name == "property" else { return importer.addUnknown(property) }
      importer.items += ToucheggSettings.items(of: property)
    }
  }

  private mutating func addApplication(_ application: XMLElement) {
    var names = (application.attributes["name"] ?? "").split(separator: ",")
      .map { String($0).trimmingSpace }.filter { !$0.isEmpty }
    // `firefox,Firefox` names one application.
    var known: Set<String> = []
    names.removeAll { !known.insert($0.lowercased()).inserted }
    addChildren(of: application) { importer, gesture in
      guard gesture.name == "gesture" else { return importer.addUnknown(gesture) }
      importer.addComments(within: gesture)
      importer.items.append(ImportedItem(gesture.lines, ToucheggGesture(gesture, applications: names).content))
    }
  }

  /// Adds items for an element's tags, comments and stray texts, and calls `add` for each element inside it.
  private mutating func addChildren(of element: XMLElement, _ add: (inout Self, XMLElement) -> Void) {
    let inside = element.elements.map(\.first).min() ?? element.last
    items.claim(element.first...max(element.first, min(inside, element.last) - 1))
    items.claim(element.last...element.last)
    for node in element.children {
      switch node {
      case .comment(let text, let lines): addComment(text, lines)
      case .text(let text, let line): addStray(text, line)
      case .element(let inner): add(&self, inner)
      }
    }
  }
}

// Elements that aren't gestures
extension ToucheggImporter {

  private mutating func addComment(_ text: String, _ lines: ClosedRange<Int>) {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = String(line).trimmingSpace
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
    let own = text.trimmingSpace
    guard !own.isEmpty else { return }
    let last = line - text.reversed().prefix(while: \.isWhitespace).count { $0 == "\n" }
    let first = max(1, last - own.count { $0 == "\n" })
    items.append(ImportedItem(first...last, .remark(own.oneLine, ToucheggWording.strayText)))
  }

  private mutating func addUnknown(_ element: XMLElement) {
    let remark = ImportedItem.Content.remark("<\(element.name)>", ToucheggWording.unknownElement(element.name))
    items.append(ImportedItem(element.lines, remark))
  }
}

extension String {
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// Touchégg's distances in mm, which depend on the device's shorter side.
///
/// Source: `calculateTouchpadThreshold` and `calculateTouchscreenThreshold` in touchégg's libinput-device-handler.cpp.
enum ToucheggMeasure {
  /// The shorter side of a touchpad of 100 x 60 mm, as touchégg measures it: touchégg treats libinput's units as thousandths of an inch,
  /// but these units are larger.
  private static let touchpadSide = 60.0 * Yardstick.libinputUnit / (25.4 / 1000)

  /// The distance in mm that the fingers must move, for a threshold in percent.
  static func touchpad(_ percent: Double) -> Double { touchpadSide * (0.02 + 0.10 * percent / 100) }
  static func touchscreen(_ percent: Double) -> Double { Yardstick.screen.height * (0.05 + 0.25 * percent / 100) }

  /// The distance of a step on touchpads, in mm: a tenth of the gesture's distance.
  static let step = touchpadSide * 0.10 / 10
  /// A tenth of a pinch, in percent.
  static let pinchStep = 10.0
}

/// Reads touchégg's `<property>` elements.
enum ToucheggSettings {
  static func items(of property: XMLElement) -> [ImportedItem] {
    let name = property.attributes["name"] ?? ""
    let words = "\(name) \(property.text)".trimmingSpace
    func remark(_ reason: String) -> [ImportedItem] { [ImportedItem(property.lines, .remark(words, reason))] }
    switch name {
    case "action_execute_threshold":
      guard let percent = Double(property.text), (0...100).contains(percent) else {
        return remark(ToucheggWording.noPercentage)
      }
      return [("touchpad", ToucheggMeasure.touchpad(percent)), ("touchscreen", ToucheggMeasure.touchscreen(percent))]
        .map { device, distance in
          let value = Quantity.millimetres(distance)
          return ImportedItem(
            property.lines,
            .defaults(device, "swipe.min-distance", value, words: words, ToucheggWording.threshold(device)))
        }
    case "animation_delay", "color", "borderColor": return remark(ToucheggWording.noAnimations)
    default: return remark(ToucheggWording.noSuchProperty)
    }
  }
}

enum ToucheggWording {
  static let strayText = "text outside of all elements"
  static let noAnimations = "gesture-bridge has no animations"
  static let noSuchProperty = "gesture-bridge has nothing like it"
  static let noPercentage = "it must be a percentage, 0 to 100"
  static let noApplication = "its application has no name"
  static let noButton = "`button` must be a number, 1 to 9"
  static let oneAction = "touchégg runs only the first of several actions"
  static let activeWindow = "for the active window; touchégg takes the one under the pointer"
  static let naturalScrolling = "as with natural scrolling; exchange next and previous if yours is off"
  static let tapsOnTouchscreens = "on touchscreens: libinput reports no taps on touchpads"
  static let twoFingers = "on touchscreens: on touchpads two fingers scroll"
  static let oneFinger = "touchégg never runs it: its swipes need two fingers or more"
  static let swipeSteps = "every tenth of touchégg's gesture, on a touchpad of 100 x 60 mm"
  static let pinchSteps = "every tenth of touchégg's gesture"

  static func inOneRow(_ word: String) -> String { "\(word), as if the desktops were in one row" }

  static func unknownElement(_ name: String) -> String { "touchégg has no <\(name)> here" }

  static func noSuchWay(_ word: String) -> String { "it has no direction \"\(word)\"" }

  static func noSuchGesture(_ type: String, _ direction: String) -> String {
    "gesture-bridge has no gesture like \([type, direction].filter { !$0.isEmpty }.joined(separator: " "))"
  }

  static func threshold(_ device: String) -> String {
    device == "touchpad"
      ? "2 % of the shorter side, plus this percentage of 10 %, on a touchpad of 100 x 60 mm"
      : "5 % of the shorter side, plus this percentage of 25 %, on a touchscreen of 300 x 190 mm"
  }
}
