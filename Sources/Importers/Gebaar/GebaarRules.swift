import TOML

/// Interprets each key of gebaard.toml according to the name of its table.
struct GebaarRules {
  private var pinchThreshold = GebaarMeasure.pinch
  private var hasPinchThreshold = false
  /// The least distance of swipes on touchpads, as a multiple of `GebaarMeasure.swipe`. Nil without a least distance.
  private var swipeThreshold: Double?
  private var repeatsPinches = false
  private var device = "touchpad"  // the class of devices for swipes whose table doesn't set a class

  mutating func read(settingsOf root: Table) {
    let threshold = root.number(["pinch", "settings", "threshold"]) ?? root.number(["settings", "pinch", "threshold"])
    if let threshold, threshold > 0 { (pinchThreshold, hasPinchThreshold) = (threshold, true) }
    for place in [["swipe", "settings"], ["settings", "gesture"], ["settings", "gesture_swipe"]] {
      guard case .boolean(false)? = root.value(place + ["trigger_on_release"]) else { continue }
      swipeThreshold = root.number(place + ["threshold"]).flatMap { $0 > 0 ? $0 : nil } ?? swipeThreshold
    }
    if case .boolean(let isOnce)? = root.value(["pinch", "settings", "one_shot"]) { repeatsPinches = !isOnce }
    // Each fork has its own place for the type of all swipes.
    let places = [
      ["interact", "type", "type"], ["interact", "type"], ["settings", "interact", "type"], ["interact-type", "type"],
    ]
    for place in places { if case .string("TOUCH")? = root.value(place) { device = "touchscreen" } }
  }

  private struct Line {
    let name: String
    let value: Content
    let table: GebaarTable
    let number: Int
    let words: String

    var command: String? {
      if case .string(let command) = value, !command.allSatisfy(\.isWhitespace) { command } else { nil }
    }

    func remark(_ reason: String, isGesture: Bool = false) -> [ImportedItem.Content] {
      [.remark(words, reason, isGesture: isGesture)]
    }
  }

  func contents(_ path: [String], _ value: Content, in table: GebaarTable, line number: Int) -> [ImportedItem.Content] {
    let line = Line(
      name: path.last ?? "", value: value, table: table, number: number,
      words: path.joined(separator: ".") + " = \(value.words)")
    var place = path.dropLast().joined(separator: ".")
    var count: Int?
    if path.count > 3, Self.counted.contains(path[..<2].joined(separator: ".")) {
      count = ["one", "two", "three", "four", "five"].firstIndex(of: path[2]).map { $0 + 1 }
      place = count == nil ? "" : path[..<2].joined(separator: ".")
    }
    switch place {
    case "swipe.commands", "commands.swipe", "command-swipe": return swipe(line, count, table.device ?? device)
    case "command-swipe-gesture": return swipe(line, nil, "touchpad")
    case "command-swipe-touch": return swipe(line, nil, "touchscreen")
    case "pinch.commands", "commands.pinch", "command-pinch", "commands-pinch", "command-pinch-gesture":
      return pinch(line, count)
    case "interact.type", "interact", "interact-type": if line.name == "type" { return [] }
    case "swipe.settings", "pinch.settings": if let content = setting(path[0], line) { return [content] }
    default:
      if path[0] == "command-switch" || path[0] == "switch" {
        return line.remark("gebaar runs this command when a laptop is folded or unfolded; gesture-bridge can't do this")
      }
      if path[0] == "settings", path.count == 3, let content = setting(path[1], line) { return [content] }
    }
    return line.remark(GebaarWording.noSuchKey)
  }

  private static let counted = ["swipe.commands", "commands.swipe", "pinch.commands", "commands.pinch"]

  /// Converts a line of a table of commands: `fingers`, `type`, or a command with a name in `known`.
  private func contents(
    _ line: Line, _ count: Int?, types: [String], known: Set<String>,
    _ part: (String) throws(ImportRefusal) -> ImportedGesture
  ) -> [ImportedItem.Content] {
    if line.name == "fingers", count == nil, line.table.fingers != nil { return [] }
    if line.name == "type", line.table.isElement {
      return types.contains(line.table.type ?? "") ? [] : line.remark("must be \(types.joined(separator: " or "))")
    }
    guard known.contains(line.name) else { return line.remark(GebaarWording.noSuchKey) }
    guard let command = line.command else { return line.remark(ImportRefusal.noCommand.reason) }
    do throws(ImportRefusal) {
      if let later = line.table.replacement { throw ImportRefusal(GebaarWording.laterTable(later)) }
      if let type = line.table.type, !types.contains(type) {
        throw ImportRefusal("gebaar never runs this command: `type` must be \(types.joined(separator: " or "))")
      }
      return [.gesture([try part(command)], words: line.words)]
    } catch {
      return line.remark(error.reason, isGesture: true)
    }
  }

  private func swipe(_ line: Line, _ count: Int?, _ device: String) -> [ImportedItem.Content] {
    let known = Set(SwipeDirection.directions.keys)
    let direction = SwipeDirection.directions[line.name] ?? ""
    return contents(line, count, types: ["GESTURE", "TOUCH"], known: known) {
      command throws(ImportRefusal) in
      guard let count = count ?? line.table.fingers else {
        throw ImportRefusal("its table needs a number of fingers, such as `fingers = 3`")
      }
      let isTouchpad = device == "touchpad"
      guard (isTouchpad ? ImportedForm.swipe.touchpadFingers : 2...10).contains(count) else {
        throw isTouchpad ? ImportRefusal(ImportWording.fewFingers(.swipe)) : .noCount("\(count)")
      }
      let shape = GestureShape(.swipe, fingers: count...count, device: device, direction: direction)
      var part = ImportedGesture(shape, run: .shell(command))
      if let swipeThreshold, isTouchpad {
        let units = GebaarMeasure.swipe(direction)
        part.require(swipeThreshold * units * Yardstick.libinputUnit)
        part.notes = [GebaarWording.swipeThreshold(swipeThreshold, units)]
      }
      return part
    }
  }

  /// Converts a line of a pinch table. Only some forks check the number of fingers.
  private func pinch(_ line: Line, _ count: Int?) -> [ImportedItem.Content] {
    contents(line, count, types: ["ONESHOT", "CONTINUOUS"], known: ["in", "out"]) {
      command throws(ImportRefusal) in
      if let count, count != 2 { throw ImportRefusal("gebaar reads pinches from `pinch.commands.two` only") }
      let possible = ImportedForm.pinch.touchpadFingers
      let fingers = line.table.fingers.map { $0...$0 } ?? possible
      guard possible.contains(fingers.lowerBound) else { throw ImportRefusal(ImportWording.fewFingers(.pinch)) }
      let repeats = line.table.type.map { $0 == "CONTINUOUS" } ?? repeatsPinches
      let step = repeats ? ImportedAction.StepDirection(rawValue: line.name).map(ImportedAction.Slot.step) : nil
      let shape = GestureShape(.pinch, fingers: fingers, device: "touchpad", direction: repeats ? nil : line.name)
      var part = ImportedGesture(shape, step ?? .phase(.run), .shell(command))
      if repeats { part.repeatActions(every: pinchThreshold * 100) } else { part.require(pinchThreshold * 100) }
      if hasPinchThreshold { part.tuning = [] }
      if line.table.fingers == nil { part.notes = ["in gebaar, this gesture is for any number of fingers"] }
      if device == "touchscreen" { part.notes.append("only for touchpads: gebaar has no pinches on touchscreens") }
      return part
    }
  }

  /// Converts a setting, or explains why it isn't converted. Nil if gebaar has no such setting.
  private func setting(_ kind: String, _ line: Line) -> ImportedItem.Content? {
    let (value, words) = (line.value, line.words)
    func remark(_ reason: String) -> ImportedItem.Content { .remark(words, reason) }
    switch (kind, line.name) {
    case ("swipe", "threshold"), ("gesture", "threshold"), ("gesture_swipe", "threshold"), ("touch", "threshold"):
      guard let factor = value.number, factor > 0 else { return remark(ImportWording.noFactor) }
      // The effect depends on the direction, so the threshold is converted in each gesture.
      return swipeThreshold == factor ? .structure : remark(GebaarWording.noThreshold)
    case ("pinch", "threshold"):
      guard let factor = value.number, factor > 0 else { return remark(ImportWording.noFactor) }
      // For a command that repeats, the threshold is the step.
      if repeatsPinches { return .structure }
      let scale = TOMLValue.string(Quantity.percent(factor * 100))
      let conversion = "the share by which the distance between the fingers changes"
      return .setting(ImportedSetting("defaults.touchpad", "pinch.min-scale", scale, words, conversion))
    case ("pinch", "one_shot"): return .structure
    case (_, "one_shot"):
      if case .boolean(true) = value { return .structure }
      return remark("gesture-bridge runs the command of a swipe once; to repeat it, write a pan with `step`")
    case (_, "trigger_on_release"):
      if case .boolean(false) = value { return .structure }
      return remark(
        "gesture-bridge recognizes a swipe before the lift; to wait for the lift, set `at-lift = true` in the gesture")
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
  /// The text of `type` in an array element: `GESTURE`, `TOUCH`, `ONESHOT` or `CONTINUOUS`. Nil without such a text.
  let type: String?
  let isElement: Bool  // whether the table is an element of an array of tables, `[[…]]`
  /// The line of the later table that gebaar uses instead. Nil if gebaar uses this table.
  var replacement: Int?

  /// Reads a table, or an element of the array at `path`. Some forks have a default for `fingers`.
  init(_ table: Table, elementOf path: [String]? = nil) {
    isElement = path != nil
    let preset = path?.last == "commands" ? ["swipe": 3, "pinch": 2][path?.first ?? ""] : nil
    fingers = if case .integer(let number)? = table.value(["fingers"]) { Int(number) } else { preset }
    type = if case .string(let type)? = table.value(["type"]), isElement { type } else { nil }
  }

  var device: String? { ["TOUCH": "touchscreen", "GESTURE": "touchpad"][type ?? ""] }

  func replaces(_ earlier: GebaarTable) -> Bool { fingers != nil && fingers == earlier.fingers && slot == earlier.slot }

  /// The type. Nil if no type is set, or if the type is gebaar's default.
  private var slot: String? { type == "GESTURE" || type == "ONESHOT" ? nil : type }
}

enum GebaarMeasure {
  /// The threshold of pinches if the file sets none, as a change of the scale. Source: `load_config`.
  static let pinch = 0.25

  /// A swipe's distance for a threshold of 1, in libinput's units. Source: `SWIPE_*_THRESHOLD` in gebaar's input.h.
  static func swipe(_ direction: String) -> Double {
    switch direction {
    case "left", "right": 1000
    case "up", "down": 500
    // A diagonal swipe must reach only one of the two distances.
    default: 500 * 2.0.squareRoot()
    }
  }
}

enum GebaarWording {
  static let noSuchKey = "gebaar has no such key"
  static let longSwipes =
    "long swipes with one finger are not converted; write such a swipe with a larger `min-distance`"
  static let noThreshold = "in gebaar, a swipe runs its command when the fingers lift, even below this threshold"

  static func laterTable(_ line: Int) -> String {
    "line \(line) begins another table for this number of fingers; gebaar reads only the last of these tables"
  }

  static func swipeThreshold(_ factor: Double, _ units: Double) -> String {
    "threshold \(Quantity.decimal(factor)) is \(Quantity.decimal(factor * units * Yardstick.libinputUnit)) mm: the factor is multiplied by \(Quantity.decimal(units, places: 0)) libinput units of \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm"
  }
}
