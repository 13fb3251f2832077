import Formats

/// Reads config.yaml of InputActions 0.8 and 0.9, and the earlier kwingestures.yml. A trigger also has the properties
/// of its groups. The first trigger that acts cancels the others. Source: <https://github.com/InputActions/wiki>.
struct InputActionsImporter: RulesImporter {
  static let precedence = ImportPrecedence.first
  static let fix = "import a file with a gesture such as `- type: swipe` below `touchpad:` and `gestures:`"
  static let waitsForLift = false
  static let places = ["/etc/inputactions/config.yaml", "inputactions/config.yaml", "kwingestures.yml"]

  private(set) var items: [ImportedItem] = []

  init(_ source: ConfigText) throws(ImportError) {
    let tree = try YAMLTree(
      source, twiceFix: "use each key once", mappingFix: "put `touchpad:` and other top-level keys at the left margin")
    items = tree.items
    for entry in tree.documents.flatMap({ $0 }) { add(entry) }
    orderSwipes()
  }

  private mutating func add(_ entry: YAMLEntry) {
    switch entry.key {
    case "touchpad", "touchscreen", "mouse", "keyboard", "pointer", "pen", "tablet": addDevice(entry)
    case "autoreload", "anchors": break
    case "device_rules", "notifications", "external_variable_access", "emergency_combination":
      items.remark(entry, entry.words, ImportWording.ownOption)
    case let key:
      if !key.hasPrefix("_") { items.remark(entry, entry.words, InputActionsWording.noSuchKey(key)) }
    }
  }

  private mutating func addDevice(_ device: YAMLEntry) {
    var outer = InputActionsProperties(device: device.key)
    for setting in device.value["speed"]?.entries ?? [] {
      if setting.key == "swipe_threshold", let units = setting.value.number, units > 0 {
        outer.fastEvent = units
      } else {
        items.remark(setting, setting.words, ImportWording.ownOption)
      }
    }
    for entry in device.value.entries where entry.key != "speed" {
      guard entry.key == "gestures" else { items.remark(entry, entry.words, ImportWording.ownOption); continue }
      for element in entry.value.list ?? [] { add(element, outer) }
    }
  }

  private mutating func add(_ node: YAMLNode, _ outer: InputActionsProperties) {
    let properties = outer.adding(node)
    guard ["touchpad", "touchscreen"].contains(properties.device) || properties.isPen else {
      return items.remark(node.line, properties.title, InputActionsWording.outOfScope(properties.device))
    }
    if let inner = node["gestures"] {
      for element in inner.list ?? [] { add(element, properties) }
    } else {
      items += .gesture(node.line...node.line, properties.title) { () throws(ImportRefusal) in
        try InputActionsTrigger(properties).parts()
      }
    }
  }

  /// Makes a swipe wait for drawings that can begin like the swipe, and a pan wait for unconditional swipes of earlier
  /// triggers. A pan without a start area also waits for swipes with a start area, earlier or later.
  private mutating func orderSwipes() {
    let shapes = items.flatMap(\.parts).filter { $0.condition.isEmpty }.map(\.shape)
    let drawings = items.flatMap(\.parts).map(\.shape).filter { $0.form == .stroke }
    let zoned = items.flatMap(\.parts).map(\.shape).filter { $0.form == .swipe && $0.start != nil }
    var swipes: [GestureShape] = []
    items = items.map { item in
      guard case .gesture(var parts, let words) = item.content else { return item }
      for index in parts.indices {
        let shape = parts[index].shape
        if shape.form == .swipe { parts[index].waitsFor += drawings.filter { $0.mayBegin(like: shape) } }
        if shape.form == .pan {
          let later = shape.start == nil ? zoned : []
          parts[index].waitsFor += (swipes + later).filter { shape.mayBegin(before: $0) }
        }
      }
      swipes += parts.map(\.shape).filter { $0.form == .swipe && shapes.contains($0) }
      return ImportedItem(item.lines, .gesture(parts, words: words))
    }
  }
}

extension GestureShape {
  fileprivate func mayBegin(like swipe: GestureShape) -> Bool {
    guard self.fingers.overlaps(swipe.fingers), self.device == swipe.device else { return false }
    guard let path = self.direction, !path.hasPrefix("circle"), let direction = swipe.direction,
      direction != "horizontal", direction != "vertical"
    else { return true }
    let first = path.prefix { $0 != " " }.split(separator: "-")
    return direction.split(separator: "-").contains { first.contains($0) }
  }
}

/// The properties of a trigger, with the properties of the groups around it.
struct InputActionsProperties {
  let device: String
  /// The limit between slow and fast swipes: the distance between two events, in libinput's units. 20 is the default.
  var fastEvent = 20.0
  private(set) var entries: [String: YAMLNode] = [:]
  private(set) var conditions: [YAMLNode] = []

  init(device: String) { self.device = device }
  var isPen: Bool { device == "pen" || device == "tablet" }

  func adding(_ node: YAMLNode) -> InputActionsProperties {
    var sum = self
    for entry in node.entries where entry.key != "gestures" {
      if entry.key == "conditions" { sum.conditions.append(entry.value) } else { sum.entries[entry.key] = entry.value }
    }
    return sum
  }

  func word(_ key: String) -> String? { entries[key]?.word }

  var title: String {
    ([device] + ["type", "fingers", "direction", "angle", "speed"].compactMap(word)).joined(separator: " ")
  }
}

enum InputActionsMeasure {
  static let event = 7.5
  static let tick = 100.0  // the default time between two `tick`s, in ms

  /// The speed, in mm/s, of fingers that move by `units` between two events; the units are libinput's.
  static func speed(_ units: Double) -> Double { units * Yardstick.libinputUnit / event * 1000 }
}

enum InputActionsWording {
  static let units =
    "InputActions' distances are in libinput's units of \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm"
  static let eachEvent =
    "InputActions repeats the action with each event; gesture-bridge repeats it after each step of the movement"
  static let noUnit = "InputActions' unit of distance on touchscreens is not known; remove `threshold` or `interval`"
  static let firstFinger = "all fingers must land in the zone; InputActions checks only the first finger"
  static let noMaximum = "`threshold` must be one number, 0 or more; gesture-bridge can't convert a range"
  static let unreleased =
    "release each key or button that the gesture presses, and no other; move the pointer only in a swipe's `on: update`"
  static let joinedConditions = "gesture-bridge can't combine these conditions in one rule"
  static let mixedConditions = "the conditions of the actions can't be converted; use one gesture for each condition"
  static let severalActions = "one action of gesture-bridge can't have all these effects"
  static let whole = "gesture-bridge recognizes the gesture when the circle is complete"

  static func noSuchKey(_ key: String) -> String { "InputActions has no \"\(key)\" at this place" }

  static func outOfScope(_ device: String) -> String {
    "gesture-bridge reads touchpads, touchscreens and pens, not \(device == "pointer" ? "the pointer" : "a \(device)")"
  }

  static func speed(_ word: String, _ units: Double) -> String {
    let speed = Quantity.speed(InputActionsMeasure.speed(units))
    return
      "\(word): InputActions' limit between slow and fast is about \(speed) (\(Quantity.decimal(units)) libinput units per event)"
  }
}
