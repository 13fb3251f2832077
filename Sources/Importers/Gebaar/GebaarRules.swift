import TOML

/// Interprets each key of gebaard.toml according to the name of its table.
struct GebaarRules {
  /// The first diagonal swipe; nil if the file has none. With a diagonal swipe, all directions need narrower sectors.
  private(set) var diagonal: (line: Int, words: String)?

  private var pinchThreshold = 0.25
  /// The threshold of swipes; nil if gebaar also runs the commands of shorter swipes.
  private var swipeThreshold: Double?
  /// Whether a pinch repeats its command.
  private var repeatsPinches = false
  /// The class of device for swipes whose table doesn't name one.
  private var device = "touchpad"

  /// Reads the settings that gestures depend on, wherever they are in the file.
  mutating func read(settingsOf root: Table) {
    pinchThreshold =
      root.number(["pinch", "settings", "threshold"]) ?? root.number(["settings", "pinch", "threshold"])
      ?? pinchThreshold
    for place in [["swipe", "settings"], ["settings", "gesture"], ["settings", "gesture_swipe"]] {
      guard case .boolean(false)? = root.value(place + ["trigger_on_release"]) else { continue }
      swipeThreshold = root.number(place + ["threshold"]).flatMap { $0 > 0 ? $0 : nil } ?? swipeThreshold
    }
    if case .boolean(let isOnce)? = root.value(["pinch", "settings", "one_shot"]) { repeatsPinches = !isOnce }
    // The place of the setting differs between the forks.
    let places = [
      ["interact", "type", "type"], ["interact", "type"], ["settings", "interact", "type"], ["interact-type", "type"],
    ]
    for place in places {
      if case .string("TOUCH")? = root.value(place) { device = "touchscreen" }
    }
  }

  private struct Line {
    let name: String
    let value: Content
    let table: GebaarTable
    let number: Int
    let words: String

    /// The command; nil if it is blank or not a text.
    var command: String? {
      if case .string(let command) = value, !command.allSatisfy(\.isWhitespace) { command } else { nil }
    }

    func remark(_ reason: String, isGesture: Bool = false) -> [ImportedItem.Content] {
      [.remark(words, reason, isGesture: isGesture)]
    }
  }

  mutating func contents(
    _ path: [String], _ value: Content, in table: GebaarTable, line number: Int
  ) -> [ImportedItem.Content] {
    let line = Line(
      name: path.last ?? "", value: value, table: table, number: number,
      words: path.joined(separator: ".") + " = \(value.words)")
    switch GebaarPlace(path.dropLast()) {
    case .swipe(let count, let device): return swipe(line, count, device ?? table.device ?? self.device)
    case .pinch(let count): return pinch(line, count)
    case .settings(let kind):
      return settings(kind, line.name, value, line.words).map { [$0] } ?? line.remark(GebaarWording.noSuchKey)
    case .device: return line.name == "type" ? [] : line.remark(GebaarWording.noSuchKey)
    case .modeSwitch: return line.remark(GebaarWording.modeSwitch)
    case .unknown: return line.remark(GebaarWording.noSuchKey)
    }
  }

  /// Reads a key of a swipe table; `count` is the number in the table's name.
  private mutating func swipe(_ line: Line, _ count: Int?, _ device: String) -> [ImportedItem.Content] {
    if let settings = tableSetting(line, count, types: Self.swipeTypes) { return settings }
    guard let direction = SwipeWay.directions[line.name] else { return line.remark(GebaarWording.noSuchKey) }
    guard let command = line.command else { return line.remark(ImportWording.emptyCommand) }
    if let reason = neverRead(line.table, types: Self.swipeTypes) { return line.remark(reason, isGesture: true) }
    guard let count = count ?? line.table.fingers else { return line.remark(GebaarWording.noFingers, isGesture: true) }
    let possible = device == "touchpad" ? ImportedForm.swipe.touchpadFingers : GebaarMeasure.touchscreenFingers
    guard possible.contains(count) else {
      let reason =
        device == "touchpad" ? ImportWording.fewFingers(.swipe) : ImportWording.noSuchCount("\(count)")
      return line.remark(reason, isGesture: true)
    }
    if SwipeWay.isDiagonal(direction), diagonal == nil { diagonal = (line.number, line.words) }
    let shape = GestureShape(.swipe, fingers: count...count, device: device, direction: direction)
    return [.gesture([swipe(shape, direction, command)], words: line.words)]
  }

  private static let swipeTypes = ["GESTURE", "TOUCH"]
  private static let pinchTypes = ["ONESHOT", "CONTINUOUS"]

  /// The reason why gebaar never runs the commands of a table; nil if gebaar runs them.
  private func neverRead(_ table: GebaarTable, types: [String]) -> String? {
    if let later = table.replacement { return GebaarWording.laterTable(later) }
    return table.type.flatMap { types.contains($0) ? nil : GebaarWording.wrongType }
  }

  /// The items for a key that applies to all commands of its table; nil if the key is not of this kind.
  private func tableSetting(_ line: Line, _ count: Int?, types: [String]) -> [ImportedItem.Content]? {
    switch line.name {
    case "fingers" where count == nil && line.table.fingers != nil: return []
    case "type" where line.table.isElement:
      if let type = line.table.type, types.contains(type) { return [] }
      return line.remark(GebaarWording.noSuchType(types))
    default: return nil
    }
  }

  private func pinch(_ line: Line, _ count: Int?) -> [ImportedItem.Content] {
    if let settings = tableSetting(line, count, types: Self.pinchTypes) { return settings }
    guard let way = ImportedAction.StepDirection(rawValue: line.name), way == .in || way == .out else {
      return line.remark(GebaarWording.noSuchKey)
    }
    guard let command = line.command else { return line.remark(ImportWording.emptyCommand) }
    if let reason = neverRead(line.table, types: Self.pinchTypes) { return line.remark(reason, isGesture: true) }
    if let count, count != 2 { return line.remark(GebaarWording.onlyTwo, isGesture: true) }
    if let fingers = line.table.fingers, !ImportedForm.pinch.touchpadFingers.contains(fingers) {
      return line.remark(ImportWording.fewFingers(.pinch), isGesture: true)
    }
    return [.gesture([pinch(way, command, line.table)], words: line.words)]
  }

  private func swipe(_ shape: GestureShape, _ direction: String, _ command: String) -> ImportedGesture {
    var part = ImportedGesture(shape, run: .shell(command))
    guard let swipeThreshold, shape.device == "touchpad" else { return part }
    let distance = Quantity.millimetres(swipeThreshold * GebaarMeasure.swipe(direction) * Yardstick.libinputUnit)
    part.tuning = [TOMLValue.Pair("min-distance", distance)]
    part.notes = [GebaarWording.swipeThreshold(swipeThreshold, GebaarMeasure.swipe(direction))]
    return part
  }

  /// The gesture for a pinch. Gebaar has pinches only on touchpads, and ignores the number of fingers, except in forks whose tables have
  /// `fingers`.
  private func pinch(_ way: ImportedAction.StepDirection, _ command: String, _ table: GebaarTable) -> ImportedGesture {
    let range = table.fingers.map { $0...$0 } ?? ImportedForm.pinch.touchpadFingers
    var part: ImportedGesture
    if table.type.map({ $0 == "CONTINUOUS" }) ?? repeatsPinches {
      part = ImportedGesture(
        GestureShape(.pinch, fingers: range, device: "touchpad"), [ImportedAction(.way(way), .shell(command))])
      part.every = Quantity.percent(pinchThreshold * 100)
    } else {
      part = ImportedGesture(
        GestureShape(.pinch, fingers: range, device: "touchpad", direction: way.rawValue), run: .shell(command))
    }
    if table.fingers == nil { part.notes = [GebaarWording.anyFingers] }
    if device == "touchscreen" { part.notes.append(GebaarWording.pinchesOnTouchpads) }
    return part
  }

  /// The content of an item for a setting; nil if the key isn't a setting.
  private func settings(_ kind: String, _ name: String, _ value: Content, _ words: String) -> ImportedItem.Content? {
    func remark(_ reason: String) -> ImportedItem.Content { .remark(words, reason) }
    switch (kind, name) {
    case ("swipe", "threshold"), ("gesture", "threshold"), ("gesture_swipe", "threshold"), ("touch", "threshold"):
      guard let factor = value.number, factor > 0 else { return remark(ImportWording.noFactor) }
      // The effect depends on the direction, so the threshold is converted in each gesture.
      return swipeThreshold == factor ? .structure : remark(GebaarWording.noThreshold)
    case ("pinch", "threshold"):
      guard let factor = value.number, factor > 0 else { return remark(ImportWording.noFactor) }
      // For a command that repeats, the threshold is the step.
      if repeatsPinches { return .structure }
      let scale = Quantity.percent(factor * 100)
      return .defaults("touchpad", "pinch.min-scale", scale, words: words, GebaarWording.pinchThreshold)
    case ("pinch", "one_shot"): return .structure
    case (_, "one_shot"):
      if case .boolean(true) = value { return .structure }
      return remark(GebaarWording.noRepeating)
    case (_, "trigger_on_release"):
      if case .boolean(false) = value { return .structure }
      return remark(GebaarWording.noRelease)
    case ("touch_swipe", "longswipe_screen_percentage"): return remark(GebaarWording.longSwipes)
    case ("interact", "type"): return .structure
    default: return nil
    }
  }
}

extension Content {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .float(let number): number
    case .string, .boolean, .dateTime, .array, .table: nil
    }
  }

  /// The value in TOML, for remarks.
  fileprivate var words: String {
    switch self {
    case .string(let text): TOMLText.quoted(text)
    case .integer(let number): "\(number)"
    case .float(let number): Quantity.decimal(number, places: 3)
    case .boolean(let flag): "\(flag)"
    case .dateTime(let text): text
    case .array: "[…]"
    case .table: "{…}"
    }
  }
}

extension Table {
  fileprivate func value(_ path: [String]) -> Content? {
    guard let name = path.first, let content = self[name]?.value.content else { return nil }
    guard path.count > 1 else { return content }
    if case .table(let inner) = content { return inner.value(Array(path.dropFirst())) }
    return nil
  }

  fileprivate func number(_ path: [String]) -> Double? { value(path)?.number }
}

/// The values that a table sets for all its commands.
struct GebaarTable {
  let fingers: Int?
  /// The word for the device of swipes, or for whether a pinch repeats its command.
  let type: String?
  /// Whether the table is an element of an array of tables, `[[…]]`.
  let isElement: Bool
  /// The first line of a later table for the same gestures, which gebaar uses instead of this table; nil if there is no such table.
  var replacement: Int?

  init(_ table: Table) { self.init(table, defaultFingers: nil, isElement: false) }

  /// Reads an element of the array of tables at `path`; in some forks, the number of fingers has a default.
  init(_ table: Table, elementOf path: [String]) {
    let defaults = ["swipe": 3, "pinch": 2]
    self.init(table, defaultFingers: path.last == "commands" ? defaults[path[0]] : nil, isElement: true)
  }

  private init(_ table: Table, defaultFingers: Int?, isElement: Bool) {
    self.isElement = isElement
    fingers = if case .integer(let number)? = table.value(["fingers"]) { Int(number) } else { defaultFingers }
    type = if case .string(let type)? = table.value(["type"]), isElement { type } else { nil }
  }

  var device: String? {
    switch type {
    case "TOUCH": "touchscreen"
    case "GESTURE": "touchpad"
    default: nil
    }
  }

  /// Whether gebaar uses this table instead of an earlier one.
  func replaces(_ earlier: GebaarTable) -> Bool {
    fingers != nil && fingers == earlier.fingers && slot == earlier.slot
  }

  /// The type; nil for the types that a table without `type` has.
  private var slot: String? { type == "GESTURE" || type == "ONESHOT" ? nil : type }
}

/// The purpose of a table of gebaard.toml, found by its name.
enum GebaarPlace {
  /// Swipes, with the number of fingers and the device; each is nil if the table's name doesn't have it.
  case swipe(Int?, device: String?)
  case pinch(Int?)
  /// The settings of `swipe`, `pinch` and other tables.
  case settings(String)
  case device
  case modeSwitch
  case unknown

  init(_ path: ArraySlice<String>) {
    let path = Array(path)
    switch (path.first ?? "", path.dropFirst().first ?? "", path.dropFirst(2).first) {
    case ("swipe", "commands", let count), ("commands", "swipe", let count):
      self = count.map { Self.number($0).map { .swipe($0, device: nil) } ?? .unknown } ?? .swipe(nil, device: nil)
    case ("pinch", "commands", let count), ("commands", "pinch", let count):
      self = count.map { Self.number($0).map(GebaarPlace.pinch) ?? .unknown } ?? .pinch(nil)
    case ("command-swipe", "", _): self = .swipe(nil, device: nil)
    case ("command-swipe-gesture", "", _): self = .swipe(nil, device: "touchpad")
    case ("command-swipe-touch", "", _): self = .swipe(nil, device: "touchscreen")
    case ("command-pinch", "", _), ("commands-pinch", "", _), ("command-pinch-gesture", "", _): self = .pinch(nil)
    case ("swipe", "settings", nil): self = .settings("swipe")
    case ("pinch", "settings", nil): self = .settings("pinch")
    case ("settings", let kind, nil): self = .settings(kind)
    case ("interact", "type", nil), ("interact", "", nil), ("interact-type", "", nil): self = .device
    case ("command-switch", _, _), ("switch", _, _): self = .modeSwitch
    default: self = .unknown
    }
  }

  private static func number(_ word: String) -> Int? {
    ["one", "two", "three", "four", "five"].firstIndex(of: word).map { $0 + 1 }
  }
}

/// Gebaar's own values.
enum GebaarMeasure {
  /// The distance of a swipe for a threshold of 1, in libinput's units: `SWIPE_X_THRESHOLD` and `SWIPE_Y_THRESHOLD` in gebaar's input.h. A
  /// diagonal swipe must reach only one of the two.
  static func swipe(_ direction: String) -> Double {
    switch direction {
    case "left", "right": 1000
    case "up", "down": 500
    default: 500 * 2.0.squareRoot()
    }
  }

  static let touchscreenFingers = 2...10
}

enum GebaarWording {
  static let badTOMLFix = "fix the line"
  static let noSuchKey = "gebaar has no such key"
  static let noFingers = "its table has no `fingers`"
  static let modeSwitch = "gebaar runs it when a laptop is folded; gesture-bridge reads touches only"
  static let anyFingers = "for any number of fingers, as in gebaar"
  static let onlyTwo = "gebaar reads pinches from `pinch.commands.two` only"
  static let wrongType = "gebaar never runs it, because of its table's `type`"
  static let pinchesOnTouchpads = "for touchpads: gebaar has no pinches on touchscreens"
  static let longSwipes = "set `min-distance` in each swipe with one finger"
  static let noRepeating = "a swipe fires once here; for repetition write a pan with `step`"
  static let noRelease = "gesture-bridge does not wait until the fingers lift"
  static let noThreshold = "in gebaar shorter swipes also run their command, when the fingers lift"
  static let pinchThreshold = "the share by which the fingers come closer or part"

  static func laterTable(_ line: Int) -> String {
    "line \(line) begins another table for these fingers, and gebaar reads the last one only"
  }

  static func noSuchType(_ types: [String]) -> String { "it must be \(types.joined(separator: " or "))" }

  static func swipeThreshold(_ factor: Double, _ units: Double) -> String {
    "threshold \(Quantity.decimal(factor)): of \(Quantity.decimal(units, places: 0)) of libinput's units, \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm each"
  }
}
