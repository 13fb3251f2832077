/// The gestures below `swipe:`, `pinch:`, `rotate:` or `hold:`.
struct FusumaGestures {
  private(set) var items: [ImportedItem] = []

  private let kind: FusumaKind
  private let device: String
  private let scope: FusumaScope

  private static let statuses = ["begin", "update", "end", "cancelled"]

  init(_ kind: FusumaKind, _ entry: YAMLEntry, device: String, _ scope: FusumaScope) {
    self.kind = kind
    self.device = device
    self.scope = scope
    claim(entry)
    if entry.value.entries.isEmpty { remark(entry, kind.rawValue, FusumaWording.nothingBelow) }
    let special = Self.directionsByFingers(entry.value.entries)
    for inner in entry.value.entries { add(inner, special) }
  }

  /// The directions that the file has for each number of fingers; these directions override directions for any number of fingers.
  private static func directionsByFingers(_ entries: [YAMLEntry]) -> [Int: Set<String>] {
    entries.reduce(into: [:]) { found, entry in
      guard let count = fingers(entry.key) else { return }
      found[count] = Set(entry.value.entries.map(\.key))
    }
  }

  /// Reads a number of fingers, such as `3` or the Ruby symbol `:3`.
  private static func fingers(_ key: String) -> Int? { Int(key.hasPrefix(":") ? String(key.dropFirst()) : key) }

  private mutating func add(_ entry: YAMLEntry, _ special: [Int: Set<String>]) {
    var path = FusumaPath(kind: kind, fingers: [], scope: scope, words: "\(kind.rawValue) \(entry.key)")
    let possible = kind.form.touchpadFingers
    if let count = Self.fingers(entry.key) {
      guard possible.contains(count) else {
        return remarkAll(entry, path.words, ImportWording.fewFingers(kind.form))
      }
      path.fingers = [count...count]
      descend(entry, path)
    } else if kind.directions.contains(entry.key) {
      path.fingers = possible.filter { !(special[$0]?.contains(entry.key) ?? false) }.runs
      path.notes = [FusumaWording.anyFingers]
      path.direction = entry.key
      claim(entry)
      read(entry.value.entries, path)
    } else {
      remarkAll(entry, path.words, FusumaWording.noSuchKey(entry.key))
    }
  }

  /// Reads the keys below a gesture's key: its action, its settings, and more specific gestures.
  private mutating func read(_ entries: [YAMLEntry], _ path: FusumaPath) {
    var path = path
    for entry in entries where entry.key == "threshold" { addThreshold(entry, &path) }
    let actions = entries.filter { FusumaAction.keys.contains($0.key) }
    for (index, action) in actions.enumerated() {
      if index == 0 {
        add(action, path)
      } else {
        remarkAll(action, path.words + " \(action.key)", FusumaWording.severalActions)
      }
    }
    for entry in entries where !actions.contains(where: { $0.line == entry.line && $0.key == entry.key }) {
      var inner = path
      inner.words += " \(entry.key)"
      switch entry.key {
      case "threshold": break
      case "interval", "accel":
        let reason = path.status == nil ? FusumaWording.noInterval : FusumaWording.byDistance
        remarkAll(entry, "\(inner.words): \(entry.value.summary)", reason)
      case "keypress": addKeys(entry, path)
      case _ where path.direction == nil && path.status == nil && kind.directions.contains(entry.key):
        inner.direction = entry.key
        descend(entry, inner)
      case _ where path.status == nil && Self.statuses.contains(entry.key):
        inner.status = entry.key
        inner.settings = []
        inner.notes.removeAll { $0.hasPrefix("threshold") }
        descend(entry, inner)
      default: remarkAll(entry, inner.words, FusumaWording.noSuchKey(entry.key))
      }
    }
  }

  private mutating func descend(_ entry: YAMLEntry, _ path: FusumaPath) {
    claim(entry)
    if entry.value.entries.isEmpty { remark(entry, path.words, FusumaWording.nothingBelow) }
    read(entry.value.entries, path)
  }

  private mutating func addKeys(_ entry: YAMLEntry, _ path: FusumaPath) {
    claim(entry)
    for keys in entry.value.entries {
      var inner = path
      inner.words += " keypress \(keys.key)"
      inner.scope.condition.modifiers = FusumaModifiers.names(keys.key)
      if inner.scope.condition.modifiers.isEmpty {
        remarkAll(keys, inner.words, FusumaWording.unknownModifier(keys.key), isGesture: true)
      } else {
        descend(keys, inner)
      }
    }
  }

  private mutating func addThreshold(_ entry: YAMLEntry, _ path: inout FusumaPath) {
    claim(entry)
    let words = "\(path.words) threshold: \(entry.value.summary)"
    guard let factor = entry.value.word.flatMap(Double.init), factor > 0 else {
      return remark(entry, words, ImportWording.noFactor)
    }
    guard path.status == nil else { return remark(entry, words, FusumaWording.byDistance) }
    path.settings = kind.thresholds(factor).map { TOMLValue.Pair($0.key, $0.value) }
    path.notes.append("threshold \(entry.value.summary): \(FusumaWording.factor(kind))")
  }
}

// Gestures
extension FusumaGestures {
  private mutating func add(_ entry: YAMLEntry, _ path: FusumaPath) {
    claim(entry)
    items += entry.value.entries.everyLine.map { ImportedItem($0, .structure) }
    if path.fingers.isEmpty { return remark(entry, path.words, ImportWording.neverUsed, isGesture: true) }
    if let untold = scope.untold {
      return remark(entry, path.words, FusumaWording.noContext(untold), isGesture: true)
    }
    do throws(ImportRefusal) {
      let action = try FusumaAction(entry)
      let possible = path.fingers.compactMap { path.gesture($0, action, device: device) }
      guard !possible.isEmpty else {
        return remark(entry, path.words, FusumaWording.noSuchKey(path.direction ?? ""), isGesture: true)
      }
      items.append(ImportedItem(entry.line, .gesture(possible, words: path.words)))
    } catch {
      remark(entry, path.words, error.reason, isGesture: error.reason != ImportWording.emptyCommand)
    }
  }
}

// Keys that aren't gestures
extension FusumaGestures {
  private mutating func claim(_ entry: YAMLEntry) { items.claim(entry.ownLines) }

  private mutating func remark(_ entry: YAMLEntry, _ text: String, _ reason: String, isGesture: Bool = false) {
    items.remark(entry.line, text, reason, isGesture: isGesture, column: entry.column)
  }

  /// Adds a remark for each action below a key, or one remark for the key if there are no actions.
  private mutating func remarkAll(_ entry: YAMLEntry, _ text: String, _ reason: String, isGesture: Bool = false) {
    guard entry.value.entries.hasAction else { return items.remarkWhole(entry, text, reason, isGesture: isGesture) }
    claim(entry)
    for inner in entry.value.entries {
      if FusumaAction.keys.contains(inner.key) {
        remark(inner, text, reason, isGesture: true)
      } else if inner.value.entries.hasAction {
        remarkAll(inner, "\(text) \(inner.key)", reason)
      } else {
        remark(inner, "\(text) \(inner.key): \(inner.value.summary)", reason)
      }
    }
  }
}

extension [ImportedItem] {
  /// Adds one remark for a key, which also covers all keys below it.
  mutating func remarkWhole(_ entry: YAMLEntry, _ text: String, _ reason: String, isGesture: Bool = false) {
    claim(entry.ownLines)
    remark(entry.line, text, reason, isGesture: isGesture, column: entry.column)
    for line in entry.value.entries.everyLine { claim(line...line) }
  }
}

extension [YAMLEntry] {
  /// Whether one of these keys, or of the keys below, is an action.
  fileprivate var hasAction: Bool {
    contains { FusumaAction.keys.contains($0.key) || $0.value.entries.hasAction }
  }

  /// The lines of these keys and of all keys below them.
  fileprivate var everyLine: [Int] { flatMap { [Int]($0.ownLines) + $0.value.entries.everyLine } }
}

enum FusumaKind: String {
  case swipe, pinch, rotate, hold

  /// The keys for the directions of the kind; the file can have keys for states next to them.
  var directions: [String] {
    switch self {
    case .swipe: ["left", "right", "up", "down"]
    case .pinch: ["in", "out"]
    case .rotate: ["clockwise", "counterclockwise"]
    case .hold: []
    }
  }

  var form: ImportedForm {
    switch self {
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotate: .rotation
    case .hold: .longPress
    }
  }

  /// The shape of the gesture that is recognized once.
  func shape(_ fingers: ClosedRange<Int>, _ direction: String?, device: String) -> GestureShape {
    GestureShape(form, fingers: fingers, device: device, direction: direction)
  }

  /// The shape of the gesture that lasts, for commands that fusuma runs on every movement.
  func lasting(_ fingers: ClosedRange<Int>, device: String) -> GestureShape {
    GestureShape(self == .swipe ? .pan : form, fingers: fingers, device: device)
  }

  /// The shape of the gesture that lasts and begins only in one direction.
  func lasting(_ fingers: ClosedRange<Int>, _ direction: String, device: String) -> GestureShape {
    guard self == .swipe, let way = ImportedAction.StepDirection(rawValue: direction) else {
      return shape(fingers, direction, device: device)
    }
    var shape = GestureShape.drag(fingers: fingers, towards: way)
    shape.device = device
    return shape
  }

  /// The distance after which the rules repeat a command that fusuma repeats with every event; nil for a hold.
  var step: String? {
    switch self {
    case .swipe: Quantity.millimetres(FusumaMeasure.swipeStep)
    case .pinch: Quantity.percent(FusumaMeasure.pinchStep)
    case .rotate: Quantity.degrees(FusumaMeasure.rotateStep)
    case .hold: nil
    }
  }

  /// The settings for a threshold, which fusuma gives as a factor of its default values.
  func thresholds(_ factor: Double) -> [(key: String, value: String)] {
    switch self {
    case .swipe:
      [
        ("min-distance", Quantity.millimetres(TouchpadDefault.swipeDistance * factor)),
        ("min-speed", Quantity.speed(TouchpadDefault.swipeSpeed * factor)),
      ]
    case .pinch:
      [
        ("min-change", Quantity.millimetres(TouchpadDefault.pinchChange * factor, within: FusumaMeasure.changes)),
        ("min-scale", Quantity.percent(TouchpadDefault.pinchScale * factor)),
      ]
    case .rotate:
      [("min-angle", Quantity.degrees(TouchpadDefault.rotationAngle * factor, within: Quantity.turns))]
    case .hold: [("min-duration", Quantity.milliseconds(FusumaMeasure.hold * factor, within: Quantity.holds))]
    }
  }
}

/// Fusuma's own values, and replacements for values that fusuma measures in another way.
enum FusumaMeasure {
  /// The duration of a hold, in ms. Source: `BASE_THERESHOLD` in fusuma's hold_detector.rb.
  static let hold = 700.0
  /// The distances after which the rules repeat a command, in mm, percent and degrees. Fusuma repeats a command with each event, some 100
  /// times a second; 5 mm is a tenth of a medium swipe.
  static let swipeStep = 5.0
  static let pinchStep = 5.0
  static let rotateStep = 10.0
  /// The range of `pinch.min-change`.
  static let changes = 0.0...100.0
}
