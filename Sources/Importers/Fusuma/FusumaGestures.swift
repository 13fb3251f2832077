/// The gestures below `swipe:`, `pinch:`, `rotate:` or `hold:`.
struct FusumaGestures {
  private(set) var items: [ImportedItem] = []
  private let kind: FusumaKind
  private let device: String
  /// The scopes in which the gestures apply: one for each application, or one for all applications.
  private let scopes: [FusumaScope]

  init(_ kind: FusumaKind, _ entry: YAMLEntry, device: String, _ scopes: [FusumaScope]) {
    (self.kind, self.device, self.scopes) = (kind, device, scopes)
    if entry.value.entries.isEmpty { items.remark(entry, kind.rawValue, FusumaWording.nothingBelow) }
    // The directions of each number of fingers, which override the directions for any number of fingers.
    var special: [Int: Set<String>] = [:]
    for inner in entry.value.entries {
      if let count = Self.fingers(inner.key) { special[count] = Set(inner.value.entries.map(\.key)) }
    }
    for inner in entry.value.entries { add(inner, special) }
  }

  /// Reads a number of fingers, such as `3` or the Ruby symbol `:3`. Nil if the key isn't a number.
  private static func fingers(_ key: String) -> Int? { Int(key.hasPrefix(":") ? String(key.dropFirst()) : key) }

  private mutating func add(_ entry: YAMLEntry, _ special: [Int: Set<String>]) {
    var path = FusumaPath(kind: kind, fingers: [], words: "\(kind.rawValue) \(entry.key)")
    let possible = kind.form.touchpadFingers
    if let count = Self.fingers(entry.key) {
      guard possible.contains(count) else { return remarkAll(entry, path.words, ImportWording.fewFingers(kind.form)) }
      path.fingers = [count...count]
      descend(entry, path)
    } else if kind.directions.contains(entry.key) {
      path.fingers = possible.filter { !(special[$0]?.contains(entry.key) ?? false) }.runs
      path.notes = ["in fusuma, this gesture is for each number of fingers that does not have its own `\(entry.key):`"]
      path.direction = entry.key
      read(entry.value.entries, path)
    } else {
      remarkAll(entry, path.words, FusumaWording.noSuchKey(entry.key))
    }
  }

  /// Adds the gestures and remarks for the keys below a key such as `3:` or `left:`.
  private mutating func read(_ entries: [YAMLEntry], _ path: FusumaPath) {
    var path = path
    for entry in entries where entry.key == "threshold" { addThreshold(entry, &path) }
    for entry in entries where entry.key == "interval" && path.status == "update" {
      guard let factor = entry.value.number, factor > 0 else { continue }
      path.interval = Quantity.atMostEvery(factor * FusumaMeasure.interval)
      path.notes.append(
        "interval \(entry.value.summary): this factor is multiplied by \(Quantity.decimal(FusumaMeasure.interval)) ms")
    }
    let actions = entries.filter { FusumaAction.keys.contains($0.key) }
    if let action = actions.first { add(action, path) }
    for action in actions.dropFirst() {
      remarkAll(
        action, "\(path.words) \(action.key)",
        "fusuma runs only one action of each gesture, so this action is not converted")
    }
    for entry in entries where !actions.contains(where: { $0.line == entry.line && $0.key == entry.key }) {
      var inner = path
      inner.words += " \(entry.key)"
      switch entry.key {
      case "threshold": break
      case "interval" where path.interval != nil: break
      case "interval", "accel":
        let reason = path.status == nil ? FusumaWording.noInterval : FusumaWording.byDistance
        remarkAll(entry, "\(inner.words): \(entry.value.summary)", reason)
      case "keypress":
        for keys in entry.value.entries {
          var pressed = inner
          pressed.words += " \(keys.key)"
          pressed.modifiers = FusumaModifiers.names(keys.key)
          guard pressed.modifiers.isEmpty else { descend(keys, pressed); continue }
          remarkAll(keys, pressed.words, "\"\(keys.key)\" has a modifier unknown to gesture-bridge", isGesture: true)
        }
      case _ where path.direction == nil && path.status == nil && kind.directions.contains(entry.key):
        inner.direction = entry.key
        descend(entry, inner)
      case _ where path.status == nil && FusumaPath.phases[entry.key] != nil:
        inner.status = entry.key
        inner.threshold = nil
        descend(entry, inner)
      default: remarkAll(entry, inner.words, FusumaWording.noSuchKey(entry.key))
      }
    }
  }

  private mutating func descend(_ entry: YAMLEntry, _ path: FusumaPath) {
    if entry.value.entries.isEmpty { items.remark(entry, path.words, FusumaWording.nothingBelow) }
    read(entry.value.entries, path)
  }

  private mutating func addThreshold(_ entry: YAMLEntry, _ path: inout FusumaPath) {
    let words = "\(path.words) threshold: \(entry.value.summary)"
    guard let factor = items.factor(entry, words) else { return }
    guard path.status == nil else { return items.remark(entry, words, FusumaWording.byDistance) }
    path.threshold = (factor, "threshold \(entry.value.summary): \(FusumaWording.factor(kind))")
  }

  private mutating func add(_ entry: YAMLEntry, _ path: FusumaPath) {
    items += .gesture(entry.line...entry.line, path.words, column: entry.column) { () throws(ImportRefusal) in
      if path.fingers.isEmpty { throw ImportRefusal(ImportWording.neverUsed) }
      if let unknown = scopes.first?.unknown { throw .noCondition(unknown) }
      let action = try FusumaAction(entry)
      let possible = scopes.flatMap { scope in
        path.fingers.compactMap { path.gesture($0, action, device: device, scope) }
      }
      guard !possible.isEmpty else { throw ImportRefusal(FusumaWording.noSuchKey(entry.key)) }
      return possible
    }
  }

  /// Adds a remark for each action below `entry` and each key without actions; for `entry` if it has no action.
  private mutating func remarkAll(_ entry: YAMLEntry, _ text: String, _ reason: String, isGesture: Bool = false) {
    guard entry.value.entries.hasAction else { return items.remark(entry, text, reason, isGesture: isGesture) }
    for inner in entry.value.entries {
      if FusumaAction.keys.contains(inner.key) {
        items.remark(inner, text, reason, isGesture: true)
      } else if inner.value.entries.hasAction {
        remarkAll(inner, "\(text) \(inner.key)", reason)
      } else {
        items.remark(inner, "\(text) \(inner.key): \(inner.value.summary)", reason)
      }
    }
  }
}

extension [ImportedItem] {
  mutating func remark(_ entry: YAMLEntry, _ text: String, _ reason: String, isGesture: Bool = false) {
    remark(entry.line, text, reason, isGesture: isGesture, column: entry.column)
  }

  /// Reads a factor above 0. For any other value, adds a remark and returns nil.
  mutating func factor(_ entry: YAMLEntry, _ words: String) -> Double? {
    if let factor = entry.value.word.flatMap(Double.init), factor > 0 { return factor }
    remark(entry, words, ImportWording.noFactor)
    return nil
  }
}

extension [YAMLEntry] {
  fileprivate var hasAction: Bool { contains { FusumaAction.keys.contains($0.key) || $0.value.entries.hasAction } }
}

enum FusumaKind: String {
  case swipe, pinch, rotate, hold

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

  /// The distance, percentage or angle between runs of a command that fusuma repeats with each event. Nil for a hold.
  var step: String? { StepMeasure.of(form).map(form.step) }

  /// The threshold for a factor: in mm for a swipe, percent for a pinch, degrees for a rotation, ms for a hold.
  func least(_ factor: Double) -> Double {
    switch self {
    case .swipe: TouchpadDefault.swipeDistance * factor
    case .pinch: TouchpadDefault.pinchScale * factor
    case .rotate: TouchpadDefault.rotationAngle * factor
    case .hold: FusumaMeasure.hold * factor
    }
  }

  func thresholds(_ factor: Double) -> [TOMLValue.Pair] {
    let own = [form.threshold(least(factor))].compactMap { $0 }
    switch self {
    case .swipe: return own + [.init("min-speed", Quantity.speed(TouchpadDefault.swipeSpeed * factor))]
    case .pinch: return [.init("min-change", Quantity.change(TouchpadDefault.pinchChange * factor))] + own
    case .rotate, .hold: return own
    }
  }
}

enum FusumaMeasure {
  /// A hold's least duration in ms with the threshold factor 1. Source: `BASE_THERESHOLD` in fusuma's hold_detector.rb.
  static let hold = 700.0
  /// The least time in ms between `update` actions with `interval` 1. Source: `BASE_REPEAT_INTERVAL` in executor.rb.
  static let interval = 100.0
}
