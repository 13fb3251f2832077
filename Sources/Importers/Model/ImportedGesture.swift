import Text

/// A gesture in terms of the rules, with its actions.
struct ImportedGesture {
  var shape: GestureShape
  var actions: [ImportedAction]
  /// The distance between steps; nil without actions for steps.
  var every: String?
  var condition = ImportedCondition()
  /// Settings that make the gesture easier or harder to recognize.
  var tuning: [TOMLValue.Pair] = []
  /// Whether swipes with the same fingers can still be recognized during this drag.
  var sparesSwipes = false
  /// Gestures that must fail before this one.
  var waitsFor: [GestureShape] = []
  /// Whether the source's program runs this gesture only if it has no such gesture for all applications.
  var yieldsToAll = false
  /// Notes about differences from the source, for readers of the rules.
  var notes: [String] = []

  init(_ shape: GestureShape, run command: ImportedCommand) {
    self.init(shape, [ImportedAction(.phase(.run), command)])
  }

  init(_ shape: GestureShape, _ actions: [ImportedAction]) {
    self.shape = shape
    self.actions = actions
  }
}

/// The kinds of gestures that can be imported.
enum ImportedForm: String {
  case swipe, pan, pinch, rotation, tap
  case longPress = "long-press"
  case edgeSwipe = "edge-swipe"
}

/// The movement of the fingers, with its settings. Gestures with equal shapes can't be distinguished.
struct GestureShape: Hashable {
  var form: ImportedForm
  var fingers: ClosedRange<Int>
  var device: String?
  /// The direction; only for swipes, pinches and rotations.
  var direction: String?
  /// More keys of the gesture, with their TOML values.
  var settings: [TOMLValue.Pair] = []
  /// The zone in which the fingers must land.
  var zone: ImportedZone?
  /// A word that makes the gesture's name unique, such as an edge.
  var label: String?

  init(_ form: ImportedForm, fingers: ClosedRange<Int>, device: String? = nil, direction: String? = nil) {
    self.form = form
    self.fingers = fingers
    self.device = device
    self.direction = direction
  }

  /// The shape with one more key.
  func with(_ setting: TOMLValue.Pair) -> GestureShape {
    var shape = self
    shape.settings.append(setting)
    return shape
  }

  /// The shape with a label, which becomes part of the gesture's name.
  func labelled(_ label: String) -> GestureShape {
    var shape = self
    shape.label = label
    return shape
  }

  /// The name of the gesture, for example `swipe-3-left` or `long-press-4`.
  var name: String {
    let count = fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound)-\(fingers.upperBound)"
    return [form.rawValue, count, label, direction].compactMap { $0 }.joined(separator: "-")
  }
}

/// A zone with its keys.
struct ImportedZone: Hashable {
  let name: String
  let settings: [TOMLValue.Pair]
}

/// The condition of a binding. Names of applications are compared without regard to case, as in the rules.
struct ImportedCondition: Hashable {
  var app: String?
  var modifiers: [String] = []

  var isEmpty: Bool { app == nil && modifiers.isEmpty }

  static func == (one: ImportedCondition, other: ImportedCondition) -> Bool {
    one.app?.lowercased() == other.app?.lowercased() && one.modifiers == other.modifiers
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(app?.lowercased())
    hasher.combine(modifiers)
  }
}

/// A command, and the moment at which it runs.
struct ImportedAction {
  /// The moments of a gesture; each moment can have one command.
  enum Slot: Hashable {
    case phase(Phase)
    case way(StepDirection)
  }

  /// The phases of a gesture, named like the keys of actions in the rules.
  enum Phase: String, CaseIterable {
    case run, began, changed, ended, cancelled
  }

  enum StepDirection: String, CaseIterable {
    case left, right, up, down
    case `in`, out
    case clockwise, counterclockwise
  }

  let slot: Slot
  let command: ImportedCommand

  /// Replaces the command with gesture-bridge's own action if one does the same.
  init(_ slot: Slot, _ command: ImportedCommand) {
    self.slot = slot
    self.command = OwnAction.of(command) ?? command
  }
}

/// A command in one of the two forms of the rules, or an action of gesture-bridge.
enum ImportedCommand: Hashable, Sendable {
  case shell(String)
  case direct([String])
  /// An action of gesture-bridge, as a key and its value in the rules.
  case own(String, TOMLValue)

  var toml: TOMLValue {
    switch self {
    case .shell(let text): .string(text)
    case .direct(let words): .list(words.map(TOMLValue.string))
    case .own(let key, let value): .table([.init(key, value)])
    }
  }
}

/// The result of some lines of another program's configuration.
struct ImportedItem {
  enum Content {
    /// A gesture of the source; `words` is its text there. The rules may need several gestures for it.
    case gesture([ImportedGesture], words: String)
    case comment(String)
    case setting(ImportedSetting)
    case notCarried(Remark)
    /// Brackets, headers and other lines without a content of their own.
    case structure
  }

  /// The lines of the source, counted from 1.
  let lines: ClosedRange<Int>
  let content: Content

  init(_ lines: ClosedRange<Int>, _ content: Content) {
    self.lines = lines
    self.content = content
  }

  init(_ line: Int, _ content: Content) {
    self.init(line...line, content)
  }
}

/// The reason why the rules can't have a gesture or its command.
struct ImportRefusal: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension [ImportedItem] {
  /// Marks lines as read, if nothing in them needs an item of its own.
  mutating func claim(_ lines: ClosedRange<Int>) { append(ImportedItem(lines, .structure)) }

  mutating func remark(
    _ line: Int, _ text: String, _ reason: String, isGesture: Bool = false, column: Int? = nil
  ) {
    append(ImportedItem(line, .remark(text, reason, isGesture: isGesture, column: column)))
  }
}

extension Collection {
  /// The values of all elements, or nil if one element has no value.
  func all<Value>(_ value: (Element) -> Value?) -> [Value]? {
    let values = compactMap(value)
    return values.count == count ? values : nil
  }
}

extension ImportedItem.Content {
  static func remark(_ text: String, _ reason: String, isGesture: Bool = false, column: Int? = nil) -> Self {
    .notCarried(Remark(text: text, reason: reason, isGesture: isGesture, column: column))
  }

  /// A gesture of the source with its text there; a remark instead if `parts` throws.
  static func gesture(words: String, _ parts: () throws(ImportRefusal) -> [ImportedGesture]) -> Self {
    do throws(ImportRefusal) {
      return .gesture(try parts(), words: words)
    } catch {
      return .remark(words, error.reason, isGesture: true)
    }
  }

  /// A setting for all gestures on a class of devices.
  static func defaults(_ device: String, _ key: String, _ value: String, words: String, _ conversion: String) -> Self {
    .setting(
      ImportedSetting(section: "defaults.\(device)", key: key, value: value, words: words, conversion: conversion))
  }
}

/// A part of the source that the rules can't have, and the reason.
struct Remark: Equatable {
  /// The part as the source writes it.
  let text: String
  let reason: String
  var isGesture = false
  /// How often the part occurs, if it is a gesture: an anchored part of a YAML file is used again by each alias.
  var count = 1
  /// The column of the part, if known.
  var column: Int?
}

/// A setting of the source, in the rules' units.
struct ImportedSetting: Equatable {
  let section: String
  /// The key with the kind of gesture, such as `swipe.min-distance`.
  let key: String
  let value: String
  let words: String
  /// The explanation of the conversion.
  let conversion: String
}

/// Values in the rules' units and notation.
enum Quantity {
  /// A distance such as `9.5 mm`; `value` is limited to `range`.
  static func millimetres(_ value: Double, within range: ClosedRange<Double> = distances) -> String {
    "\(decimal(clamped(value, range))) mm"
  }

  static func milliseconds(_ value: Double, within range: ClosedRange<Double> = durations) -> String {
    "\(decimal(clamped(value, range).rounded())) ms"
  }

  static func percent(_ value: Double, within range: ClosedRange<Double> = scales) -> String {
    "\(decimal(clamped(value, range))) %"
  }

  static func degrees(_ value: Double, within range: ClosedRange<Double> = angles) -> String {
    "\(decimal(clamped(value, range))) deg"
  }

  static func speed(_ value: Double) -> String { "\(decimal(clamped(value, speeds))) mm/s" }

  /// The range of `swipe.min-distance` and `edge-swipe.min-travel`.
  static let distances = 1.0...500.0
  /// The range of `swipe.max-duration`.
  static let durations = 50.0...10_000.0
  /// The range of `pinch.min-scale`, without zero.
  static let scales = 1.0...500.0
  /// The range of `max-angle`.
  static let angles = 1.0...90.0
  /// The range of `rotation.min-angle`.
  static let turns = 1.0...180.0
  /// The range of `long-press.min-duration`.
  static let holds = 50.0...30_000.0
  private static let speeds = 0.0...5000.0

  /// The value rounded to at most this number of decimals: `0.25`, `9.5`, `12`.
  static func decimal(_ value: Double, places: Int = 2) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    var scaled = (value.magnitude * scale).rounded(.toNearestOrEven)
    // The product was rounded; `rest` is the exact product minus `scaled`.
    let rest = (-scaled).addingProduct(value.magnitude, scale)
    if rest > 0.5 { scaled += 1 } else if rest < -0.5 { scaled -= 1 }
    return Text.decimal((value < 0 ? -scaled : scaled) / scale, places: places)
  }

  private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }
}

/// The units of other programs, in mm.
enum Yardstick {
  /// libinput's unaccelerated touchpad unit: a thousandth of an inch, divided by `TP_MAGIC_SLOWDOWN` and by the baseline of its
  /// constant filter, as in libinput's filter-touchpad.c.
  static let libinputUnit = 25.4 / 1000 / (0.2968 * 0.9)
  /// A pixel of a screen with 160 pixels per inch, about that of most laptops and tablets.
  static let pixel = 25.4 / 160
  /// The size that gesture-bridge assumes for a touchscreen that reports no size.
  static let screen = (width: 300.0, height: 190.0)
}

/// gesture-bridge's defaults for touchpads, for programs whose thresholds are factors.
enum TouchpadDefault {
  static let swipeDistance = 6.0
  static let swipeSpeed = 15.0
  static let pinchScale = 8.0
  static let pinchChange = 4.0
  static let rotationAngle = 12.0
}

/// The greatest deviation of a movement from its direction, for programs with eight directions.
enum Sectors {
  /// The angle to either side of a direction, half of an eighth of a turn: eight directions then have no gaps and no overlaps.
  static let eighth = 22.5

  /// The settings that make each direction of these kinds a sector of `degrees` to either side, at any speed.
  static func items(
    _ line: Int, degrees: Double, kinds: [String], section: String, words: String,
    conversion: String = ImportWording.sectors
  ) -> [ImportedItem] {
    kinds.flatMap { kind in
      var keys = [("max-angle", Quantity.degrees(degrees), conversion)]
      if kind == "swipe" { keys += ["slow-angle", "fast-angle"].map { ($0, "100 %", ImportWording.anySpeed) } }
      return keys.map { key, value, conversion in
        ImportedItem(
          line,
          .setting(
            ImportedSetting(
              section: section, key: "\(kind).\(key)", value: value, words: words, conversion: conversion)))
      }
    }
  }
}
