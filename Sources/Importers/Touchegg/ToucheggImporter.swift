import Formats

/// Reads touchegg.conf of touchégg 2 and of touchégg 1.
///
/// Source: <https://github.com/JoseExposito/touchegg>, its README, `XmlConfigLoader` and `RepeatedAction`. Touchégg
/// first searches the gestures of the application, then the gestures of `All`. The last of several elements for a
/// gesture is used. Names of applications are X11 classes. Their case doesn't matter: see touchégg's `Config`.
struct ToucheggImporter: RulesImporter {
  static let fix = "import a file with a gesture such as `<gesture type=\"SWIPE\" …>` within an `<application>`"
  static let waitsForLift = false
  static let places = ["touchegg/touchegg.conf", "/usr/share/touchegg/touchegg.conf"]

  private(set) var items: [ImportedItem] = []
  private var animations: [XMLElement] = []
  private var gestures: [(lines: ClosedRange<Int>, gesture: ToucheggGesture)] = []
  private var threshold: Double?

  init(_ source: ConfigText) throws(ImportError) {
    do throws(FormatError) { read(try XMLReader.nodes(source.text), in: "") } catch { throw source.error(error) }
    if let first = gestures.first, threshold == nil {
      addThreshold(ToucheggMeasure.percent, "touchégg's default threshold, 20 %", first.lines.lowerBound)
    }
    for (lines, gesture) in gestures {
      items += .gesture(lines, gesture.words) { () throws(ImportRefusal) in
        try gesture.parts(threshold ?? ToucheggMeasure.percent)
      }
    }
    // All lines count as read, because each unknown element has got a remark.
    items.claim(1...source.lines.count)
    if let first = animations.first {
      let names = Set(animations.map(\.name)).sorted().joined(separator: ", ")
      items.remark(first.first, "\(names), \(animations.count) in all", Self.noAnimations)
    }
  }

  /// Reads the parts of an element with the name `outer`.
  private mutating func read(_ nodes: [XMLNode], in outer: String, _ applications: [String] = []) {
    for node in nodes {
      switch node {
      case .comment(let text, let lines): items.comment(text, lines)
      case .text(let text, let line): addStray(text, line)
      case .element(let element): read(element, in: outer, applications)
      }
    }
  }

  private mutating func read(_ element: XMLElement, in outer: String, _ applications: [String]) {
    switch (outer, element.name) {
    case ("", let name) where name.hasPrefix("touch"): read(element.children, in: "touchégg")
    case ("touchégg", "settings"): read(element.children, in: "settings")
    case ("settings", "property"): addProperty(element)
    case ("touchégg", "application"):
      let names = (element.attributes["name"] ?? "").split(separator: ",").map { String($0).trimmingSpace }
      // `firefox,Firefox` names one application.
      var known: Set<String> = []
      let different = names.filter { !$0.isEmpty && known.insert($0.lowercased()).inserted }
      read(element.children, in: "application", different)
    case ("application", "gesture"):
      addComments(within: element)
      let gesture = ToucheggGesture(element, applications: applications)
      animations += gesture.animations
      gestures.append((element.lines, gesture))
    default:
      let remark = ImportedItem.Content.remark("<\(element.name)>", "touchégg has no <\(element.name)> at this place")
      items.append(ImportedItem(element.lines, remark))
    }
  }

  private mutating func addProperty(_ property: XMLElement) {
    let name = property.attributes["name"] ?? ""
    let words = "\(name) \(property.text)".trimmingSpace
    let line = property.lines.lowerBound
    switch name {
    case "action_execute_threshold":
      guard let percent = Double(property.text), (0...100).contains(percent) else {
        return items.remark(line, words, "the value must be a percentage, 0 to 100")
      }
      addThreshold(percent, words, line)
    case "animation_delay", "color", "borderColor": items.remark(line, words, Self.noAnimations)
    default: items.remark(line, words, ImportWording.ownOption)
    }
  }

  private mutating func addThreshold(_ percent: Double, _ words: String, _ line: Int) {
    threshold = percent
    for (device, distance, height) in [
      ("touchpad", ToucheggMeasure.touchpad(percent), 60), ("touchscreen", ToucheggMeasure.touchscreen(percent), 190),
    ] {
      let share = Quantity.decimal(distance / Double(height) * 100)
      let conversion =
        "touchégg needs a movement of \(share) % of the \(device)'s height; the value below is for a height of \(height) mm"
      items.defaults(line, device, ["swipe.min-distance"], Quantity.millimetres(distance), words, conversion)
    }
  }

  private static let noAnimations =
    "gesture-bridge doesn't animate windows; set `[overlay] show = true` to see the progress of gestures"

  private mutating func addComments(within element: XMLElement) {
    for node in element.children {
      switch node {
      case .comment(let text, let lines): items.comment(text, lines)
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
    items.append(ImportedItem(first...last, .remark(own.oneLine, "touchégg reads no text at this place")))
  }
}

/// Touchégg's distances in mm, which depend on the device's shorter side. `percent` and `pinchStep` are percentages.
///
/// Source: `calculateTouchpadThreshold` and `calculateTouchscreenThreshold` in touchégg's libinput-device-handler.cpp.
enum ToucheggMeasure {
  /// The movement in mm that touchégg measures as 60 mm (a touchpad's height), with 1/1000 inch as libinput's unit.
  private static let touchpadSide = 60.0 * Yardstick.libinputUnit / (25.4 / 1000)

  /// The distance in mm that the fingers must move, for a threshold in percent.
  static func touchpad(_ percent: Double) -> Double { touchpadSide * (0.02 + 0.10 * percent / 100) }
  static func touchscreen(_ percent: Double) -> Double { Yardstick.screen.height * (0.05 + 0.25 * percent / 100) }

  static let percent = 20.0  // the default of `action_execute_threshold`
  static let step = touchpadSide * 0.10 / 10
  static let pinchStep = 10.0
}
