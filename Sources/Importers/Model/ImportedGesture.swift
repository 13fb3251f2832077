import Text

/// A gesture in terms of the rules, with its actions.
struct ImportedGesture {
  var shape: GestureShape
  var actions: [ImportedAction]
  /// The distance between steps, if there are actions for steps.
  var every: String?
  var condition = ImportedCondition()
  /// Settings that make it easier or harder, but no other gesture.
  var tuning: [TOMLValue.Pair] = []
  /// A drag that swipes of the same fingers may accompany.
  var sparesSwipes = false
  /// Gestures that must fail before this one.
  var waitsFor: [GestureShape] = []
  /// The source's program does what all applications have for the gesture, if there is anything, and this only if not.
  var yieldsToAll = false
  /// Differences from the source that the reader should know.
  var notes: [String] = []

  init(_ shape: GestureShape, run command: ImportedCommand) {
    self.init(shape, [ImportedAction(.phase(.run), command)])
  }

  init(_ shape: GestureShape, _ actions: [ImportedAction]) {
    self.shape = shape
    self.actions = actions
  }
}

/// The kinds of gesture that other programs have too.
enum ImportedForm: String {
  case swipe, pan, pinch, rotation, tap
  case longPress = "long-press"
  case edgeSwipe = "edge-swipe"
}

/// What the fingers do: two gestures of the same shape can't be told apart.
struct GestureShape: Hashable {
  var form: ImportedForm
  var fingers: ClosedRange<Int>
  var device: String?
  /// For a swipe, pinch or rotation.
  var direction: String?
  /// Further keys with their values as TOML.
  var settings: [TOMLValue.Pair] = []
  /// Where on the surface the fingers land.
  var zone: ImportedZone?
  /// A word that makes its name unique, such as an edge.
  var label: String?

  init(_ form: ImportedForm, fingers: ClosedRange<Int>, device: String? = nil, direction: String? = nil) {
    self.form = form
    self.fingers = fingers
    self.device = device
    self.direction = direction
  }

  /// The same shape with one more key.
  func with(_ setting: TOMLValue.Pair) -> GestureShape {
    var shape = self
    shape.settings.append(setting)
    return shape
  }

  /// The same shape with one more word in its name.
  func labelled(_ label: String) -> GestureShape {
    var shape = self
    shape.label = label
    return shape
  }

  /// `swipe-3-left`, `hold-4`.
  var name: String {
    let count = fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound)-\(fingers.upperBound)"
    return [form.rawValue, count, label, direction].compactMap { $0 }.joined(separator: "-")
  }
}

/// A part of the surface, with its keys.
struct ImportedZone: Hashable {
  let name: String
  let settings: [TOMLValue.Pair]
}

/// When a binding counts. Names of applications that differ in case only are the same to the rules.
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

/// One command, and the moment at which it runs.
struct ImportedAction {
  /// The moments that may have a command, at most one each.
  enum Slot: Hashable {
    case phase(Phase)
    case way(StepDirection)
  }

  /// The keys of actions.
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

  /// A command that only asks for an action of gesture-bridge's own becomes that.
  init(_ slot: Slot, _ command: ImportedCommand) {
    self.slot = slot
    self.command = OwnAction.of(command) ?? command
  }
}

/// What an action does: a command in one of the two forms of the rules, or an action of gesture-bridge's own.
enum ImportedCommand: Hashable, Sendable {
  case shell(String)
  case direct([String])
  /// An effect by its key, with its value.
  case own(String, TOMLValue)

  var toml: TOMLValue {
    switch self {
    case .shell(let text): .string(text)
    case .direct(let words): .list(words.map(TOMLValue.string))
    case .own(let key, let value): .table([.init(key, value)])
    }
  }
}

/// The result of some lines of another program's file.
struct ImportedItem {
  /// What the lines become.
  enum Content {
    /// One gesture of the source, in its words; it may need several of the rules.
    case gesture([ImportedGesture], words: String)
    case comment(String)
    case setting(ImportedSetting)
    case notCarried(Remark)
    /// Brackets, headers and the like, without a meaning of their own.
    case structure
  }

  /// Lines of the source, from 1.
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

/// Why a gesture or its command has no place in the rules.
struct ImportRefusal: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension [ImportedItem] {
  /// Adds lines without a meaning of their own.
  mutating func claim(_ lines: ClosedRange<Int>) { append(ImportedItem(lines, .structure)) }

  mutating func remark(
    _ line: Int, _ text: String, _ reason: String, isGesture: Bool = false, column: Int? = nil
  ) {
    append(ImportedItem(line, .remark(text, reason, isGesture: isGesture, column: column)))
  }
}

extension Collection {
  /// The value of each element; nil if one has none.
  func all<Value>(_ value: (Element) -> Value?) -> [Value]? {
    let values = compactMap(value)
    return values.count == count ? values : nil
  }
}

extension ImportedItem.Content {
  static func remark(_ text: String, _ reason: String, isGesture: Bool = false, column: Int? = nil) -> Self {
    .notCarried(Remark(text: text, reason: reason, isGesture: isGesture, column: column))
  }

  /// A gesture of the source, in its words; a remark if it has no parts.
  static func gesture(words: String, _ parts: () throws(ImportRefusal) -> [ImportedGesture]) -> Self {
    do throws(ImportRefusal) {
      return .gesture(try parts(), words: words)
    } catch {
      return .remark(words, error.reason, isGesture: true)
    }
  }

  /// A setting for all gestures on a class of device.
  static func defaults(_ device: String, _ key: String, _ value: String, words: String, _ conversion: String) -> Self {
    .setting(
      ImportedSetting(section: "defaults.\(device)", key: key, value: value, words: words, conversion: conversion))
  }
}

/// A part of the source that has no place in the rules, and why.
struct Remark: Equatable {
  /// The source's own words.
  let text: String
  let reason: String
  var isGesture = false
  /// How many parts of the source it stands for: an anchored part of a YAML file is there again for each alias.
  var count = 1
  /// Where its part begins in the line, if known.
  var column: Int?
}

/// A threshold of the source in the rules' units.
struct ImportedSetting: Equatable {
  let section: String
  /// With its kind: `swipe.min-distance`.
  let key: String
  let value: String
  let words: String
  /// How the value was converted.
  let conversion: String
}

/// Figures in the rules' units and form.
enum Quantity {
  /// `9.5 mm`, within the range of such settings.
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

  /// With at most this number of decimals, rounded to the nearest: `0.25`, `9.5`, `12`.
  static func decimal(_ value: Double, places: Int = 2) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    var scaled = (value.magnitude * scale).rounded(.toNearestOrEven)
    // The product itself is rounded; this is how far the exact one is from it.
    let rest = (-scaled).addingProduct(value.magnitude, scale)
    if rest > 0.5 { scaled += 1 } else if rest < -0.5 { scaled -= 1 }
    return Text.decimal((value < 0 ? -scaled : scaled) / scale, places: places)
  }

  private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }
}

/// The units of other programs.
enum Yardstick {
  /// libinput's unaccelerated touchpad unit in mm: a thousandth of an inch, slowed down by `TP_MAGIC_SLOWDOWN` and by the
  /// baseline of its constant filter, as in libinput's filter-touchpad.c.
  static let libinputUnit = 25.4 / 1000 / (0.2968 * 0.9)
  /// A pixel of a screen with 160 pixels per inch, which is near to most laptops and tablets.
  static let pixel = 25.4 / 160
  /// The size that gesture-bridge assumes for a touchscreen that reports none.
  static let screen = (width: 300.0, height: 190.0)
}

/// gesture-bridge's built-in figures for touchpads, for programs whose thresholds are factors.
enum TouchpadDefault {
  static let swipeDistance = 6.0
  static let swipeSpeed = 15.0
  static let pinchScale = 8.0
  static let pinchChange = 4.0
  static let rotationAngle = 12.0
}

/// How far a movement may deviate from its direction in programs with eight directions.
enum Sectors {
  /// Half of an eighth of a turn, which leaves no gap and no overlap between eight directions.
  static let eighth = 22.5

  /// The settings of these kinds for sectors of `degrees` to either side, at any speed.
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
