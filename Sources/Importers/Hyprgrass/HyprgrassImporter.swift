import Text

/// Reads hyprgrass' part of hyprland.conf, of hyprland.lua, or of a Nix file with the same settings.
///
/// Source: <https://github.com/horriblename/hyprgrass>, its documents, Gestures.cpp and main.cpp.
struct HyprgrassImporter: RulesImporter {
  static let precedence = ImportPrecedence.first
  static let fix = "import a file with a gesture such as `hyprgrass-bind = , swipe:3:u, exec, COMMAND`"
  static let waitsForLift = true
  static let places = ["hypr/hyprland.lua", "hypr/hyprland.conf"]

  var items: [ImportedItem] = []
  var gestures: [HyprgrassGesture] = []
  private var margin = HyprgrassMeasure.margin
  private var sensitivity: Double?
  private var delay: Double?

  init(_ source: ConfigText) throws(ImportError) {
    if source.text.includes("hl.") { readLua(source) } else { readLines(source) }
    if let first = gestures.first, sensitivity == nil { addSensitivity(1, "sensitivity = 1", first.lines.lowerBound) }
    let drags = gestures.filter(\.isDrag)
    for gesture in gestures {
      let drag = drags.first { $0.prevents(gesture) }
      items += .gesture(gesture.lines, gesture.words) { () throws(ImportRefusal) in
        if let drag {
          throw ImportRefusal(
            "line \(drag.lines.lowerBound) has a drag with the same number of fingers in this direction, so hyprgrass never runs this gesture"
          )
        }
        var part = try gesture.part(band: margin * Yardstick.pixel)
        switch part.shape.form {
        case .swipe: part.measure.least = HyprgrassMeasure.swipe / (sensitivity ?? 1) * Yardstick.pixel
        case .edgeSwipe: part.measure.least = HyprgrassMeasure.edgeSwipe / (sensitivity ?? 1) * Yardstick.pixel
        case .longPress: part.measure.least = delay
        case .pan, .pinch, .rotation, .tap, .click, .stroke: break
        }
        return [part]
      }
    }
    items.addRest(of: source, "not part of hyprgrass' configuration", HyprgrassWording.lines)
  }

  private mutating func readLines(_ source: ConfigText) {
    var variables: [String: String] = [:]
    // The key of a list of Nix that isn't closed yet.
    var list: String?
    // For each open section, whether it is a section of hyprgrass or inside one.
    var sections: [Bool] = []
    for (index, whole) in source.lines.enumerated() {
      let (line, comment) = Self.parts(of: whole.trimmingSpace)
      let number = index + 1
      if let comment { items.append(ImportedItem(number, .comment(comment.withoutHash))) }
      if line.allSatisfy({ "{}[]; ".contains($0) }) {
        if !line.isEmpty { items.claim(number...number) }
        if line.hasPrefix("]") { list = nil }
        sections.removeLast(min(sections.count, line.count { $0 == "}" }))
      } else if line.hasSuffix("{"), !line.hasSuffix("${") {
        sections.append(sections.last == true || Self.isOwn(line))
        if Self.isOwn(line) || line.hasPrefix("plugin") || line.hasPrefix("experimental") {
          items.claim(number...number)
        }
      } else if let key = list, line.hasPrefix("\"") {
        for text in Self.quotedTexts(line) { addBinding(key, text, number) }
        if line.hasSuffix("];") { list = nil }
      } else if let equals = line.firstIndex(of: "=") {
        let key = Self.unquoted(String(line[..<equals]).trimmingSpace)
        var value = String(line[line.index(after: equals)...]).trimmingSpace
        guard !key.hasPrefix("$") else {
          if variables.count < Self.most { variables[key] = value }
          continue
        }
        for (name, text) in (value.contains("$") ? variables : [:]).sorted(by: { $0.key.count > $1.key.count })
        where value.includes(name) && value.utf8.count < Self.longest {
          value = value.replacing(each: name, by: text)
        }
        let name = key.split { $0 == ":" || $0 == "." }.last.map(String.init) ?? key
        if value.hasPrefix("["), Self.isBinding(name) {
          if !value.includes("]") { list = name }
          items.claim(number...number)
          for text in Self.quotedTexts(value) { addBinding(name, text, number) }
        } else if Self.isBinding(name) {
          addBinding(name, Self.unquoted(value), number)
        } else if sections.last == true || Self.isOwn(key) {
          addSetting(name, Self.unquoted(value), number)
        }
      }
    }
  }

  /// The size in bytes at which a value's variables are no longer replaced: nested variables could make the value huge.
  private static let longest = 10_000
  private static let most = 200

  private static func isOwn(_ text: String) -> Bool {
    text.includes("touch_gestures") || text.includes("touch-gestures")
  }

  private static func parts(of line: String) -> (String, String?) {
    if line.hasPrefix("#") { return ("", line) }
    guard let place = line.occurrences(of: " #").first else { return (line, nil) }
    return (String(line[..<place.lowerBound]).trimmingSpace, String(line[place.lowerBound...]).trimmingSpace)
  }

  private static func quotedTexts(_ line: String) -> [String] {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  private static func unquoted(_ text: String) -> String {
    let bare = text.hasSuffix(";") ? String(text.dropLast()) : text
    guard bare.hasPrefix("\""), bare.hasSuffix("\""), bare.count > 1 else { return bare }
    return String(bare.dropFirst().dropLast())
  }

  private static func isBinding(_ key: String) -> Bool {
    key.hasPrefix("hyprgrass-bind") || key == "hyprgrass-gesture" || key.hasPrefix("bind")
  }

  private mutating func addBinding(_ key: String, _ value: String, _ line: Int) {
    var fields = value.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpace }
    let words = "\(key) = \(value)"
    if key == "hyprgrass-gesture" {
      let options = fields.dropFirst(3).filter { $0.hasPrefix("mod:") || $0.hasPrefix("scale:") }
      let rest = fields.dropFirst(3 + options.count)
      guard fields.count > 3, let action = rest.first else {
        return items.remark(line, words, HyprgrassWording.fewFields, isGesture: true)
      }
      let modifiers = options.first { $0.hasPrefix("mod:") }.map { String($0.dropFirst(4)) } ?? ""
      let gesture = HyprgrassGesture.Action.gesture(action, Array(rest.dropFirst()))
      gestures.append(HyprgrassGesture(Array(fields.prefix(3)), modifiers, gesture, words, line...line))
      return
    }
    let flags = key.hasPrefix("hyprgrass-bind") ? key.dropFirst(14) : key.dropFirst(4)
    let pattern = (fields.count > 1 ? fields[1] : "").split(separator: ":").map(String.init)
    guard Self.isPattern(pattern), fields.count > 2 else {
      // Bindings of keys aren't gestures.
      if key.hasPrefix("hyprgrass") { items.remark(line, words, HyprgrassWording.fewFields, isGesture: true) }
      return
    }
    // With the flag `d`, the dispatcher is behind a description.
    if flags.contains("d") { fields.remove(at: 2) }
    let arguments = fields.dropFirst(3).joined(separator: ", ").trimmingSpace
    let action = HyprgrassGesture.Action.dispatcher(fields.count > 2 ? fields[2] : "", arguments)
    gestures.append(HyprgrassGesture(pattern, fields[0], isMouse: flags.contains("m"), action, words, line...line))
  }

  /// Whether `parts` are the parts of a pattern such as `swipe:3:u`.
  static func isPattern(_ parts: [String]) -> Bool {
    ["swipe": 3, "edge": 3, "tap": 2, "longpress": 2, "pinch": 3][parts.first ?? ""] == parts.count
  }

  mutating func addSetting(_ name: String, _ value: String, _ line: Int) {
    let words = "\(name) = \(value)"
    let number = Double(value).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    switch (name, number) {
    case ("long_press_delay", let delay?):
      self.delay = delay
      items.defaults(
        line, "touchscreen", ["long-press.min-duration"], Quantity.hold(delay), words,
        "the time for which the fingers must hold")
    case ("edge_margin", let pixels?):
      margin = pixels
      let band = Quantity.band(margin * Yardstick.pixel)
      items.defaults(line, "touchscreen", ["edge-swipe.band"], band, words, LisgdWording.pixels)
    case ("sensitivity", let factor?): addSensitivity(factor, words, line)
    case ("long_press_delay", nil), ("edge_margin", nil), ("sensitivity", nil):
      items.remark(line, words, ImportWording.noFactor)
    case ("workspace_swipe_fingers", let count?) where count >= 3:
      let pattern = ["swipe", value, "horizontal"]
      gestures.append(HyprgrassGesture(pattern, "", .gesture("workspace", []), words, line...line))
    case ("workspace_swipe_edge", _) where ["l", "r", "u", "d"].contains(value):
      let pattern = ["edge", value, value == "l" || value == "r" ? "vertical" : "horizontal"]
      gestures.append(HyprgrassGesture(pattern, "", .gesture("workspace", []), words, line...line))
    case ("workspace_swipe_edge", _), ("workspace_swipe_fingers", _): items.claim(line...line)
    default: items.remark(line, words, ImportWording.ownOption)
    }
  }

  private mutating func addSensitivity(_ factor: Double, _ words: String, _ line: Int) {
    sensitivity = factor
    for (key, pixels) in [
      ("swipe.min-distance", HyprgrassMeasure.swipe), ("edge-swipe.min-travel", HyprgrassMeasure.edgeSwipe),
    ] {
      items.defaults(
        line, "touchscreen", [key], Quantity.millimetres(pixels / factor * Yardstick.pixel), words,
        "\(Quantity.decimal(pixels)) px divided by the sensitivity; \(LisgdWording.pixels)")
    }
  }
}
