import GestureCore
import Text

// Types
extension DiagnosticText {
  static func wrongType(_ key: String, _ wanted: ValueType, found: ValueType, example: String) -> DiagnosticText {
    DiagnosticText("`\(key)` must be \(wanted.rawValue), not \(found.rawValue)", fix: "write `\(example)`")
  }

  static func severalValues(_ key: String, _ wanted: ValueType, _ first: String) -> DiagnosticText {
    DiagnosticText(
      "`\(key)` must be \(wanted.rawValue), not a list",
      fix: "write one value, such as `\(key) = \(first)`: each other one needs a gesture of its own")
  }

  static func wrongElement(_ key: String, _ found: ValueType) -> DiagnosticText {
    DiagnosticText("`\(key)` must be a list of names, not \(found.plural)", fix: "put each name in quotes")
  }
}

// Settings
extension DiagnosticText {
  static func setting(_ setting: SettingDeclaration, _ error: SettingError, text: String) -> DiagnosticText {
    switch error {
    case .notAQuantity:
      DiagnosticText(
        "\(text.quoted) is not \(setting.shape.quantity)", fix: "write a number and its unit: `\(setting.example)`")
    case .missingUnit(let number, let unit):
      DiagnosticText("`\(setting.name)` needs a unit", fix: "write `\(setting.name) = \"\(unit.likely(number))\"`")
    case .unknownUnit(let found, let unit):
      DiagnosticText(
        "\(found.quoted) is not a unit of \(unit.dimension)",
        fix: "use \(unit.proposed.listed("or")): `\(setting.example)`")
    case .outOfRange(let range):
      DiagnosticText("\(setting.shape.shown(text)) is out of range", fix: "`\(setting.name)` may be \(range)")
    case .notACount:
      DiagnosticText("\(text.quoted) is not a whole number", fix: "write `\(setting.example)`")
    case .notARange:
      DiagnosticText(
        "\(text.quoted) is not a number or a range",
        fix: "write `\(setting.name) = 3` or `\(setting.name) = \"2-3\"`")
    case .unknownChoice(let found):
      unknownChoice(setting, found)
    case .notAFlag:
      DiagnosticText("\(text.quoted) is not true or false", fix: "write `\(setting.example)`")
    case .badPath(let error): badPath(setting, error)
    case .wrongNumberOfTemplates(let found, let wanted):
      DiagnosticText(
        "`\(setting.name)` has \(found) \(found == 1 ? "name" : "names")",
        fix: "write \(wanted.lowerBound) to \(wanted.upperBound) names of learned drawings")
    case .noTemplates:
      DiagnosticText("`\(setting.name)` can't be given here", fix: "write it in the gesture's own section")
    case .badStart(let found): badStart(setting, found)
    }
  }

  private static func unknownChoice(_ setting: SettingDeclaration, _ found: String) -> DiagnosticText {
    var names: [String] = []
    if case .choice(let all) = setting.shape { names = all }
    return unknownChoice(setting.name, found, names)
  }
}

// Devices
extension DiagnosticText {
  static func emptyPattern(_ key: String) -> DiagnosticText {
    DiagnosticText(
      "`\(key)` is empty", fix: "write part of a device's name with `*` around it; `gesture-bridge devices` lists them")
  }

  static func deviceLikeClass(_ text: String, _ meant: String) -> DiagnosticText {
    DiagnosticText("\(text.quoted) is read as the name of a device", fix: didYouMean(meant))
  }

  /// A section for a pen: its class is the touchscreen's.
  static func deviceLikePen(_ text: String) -> DiagnosticText {
    DiagnosticText(
      "\(text.quoted) is read as the name of a device",
      fix: "a pen is of the class \"touchscreen\": write `[device.touchscreen]`, or the pen's name")
  }

  static func notASize(_ text: String) -> DiagnosticText {
    DiagnosticText("\(text.quoted) is not a size", fix: "write width x height and a unit: `size = \"256 x 144 mm\"`")
  }

  static func sizeOutOfRange(_ text: String, _ range: ClosedRange<Double>) -> DiagnosticText {
    let bounds = "\(decimal(range.lowerBound, places: 0)) to \(decimal(range.upperBound, places: 0)) mm"
    return DiagnosticText("\(text.quoted) is out of range", fix: "each side may be \(bounds)")
  }

  static func notARotation(_ text: String, degrees: String) -> DiagnosticText {
    DiagnosticText(
      "\(text.quoted) is not a rotation",
      fix: "write `rotation = \"\(degrees) deg\"`; it may be \(rotations.listed("or")) deg")
  }

  static func notASource(_ text: String) -> DiagnosticText {
    let names = SourceChoice.allCases.map(\.rawValue)
    return DiagnosticText(
      "\(text.quoted) is not a source",
      fix: didYouMean(text, among: names) ?? "it may be \(names.map(\.quoted).listed("or"))")
  }

  static let interceptedByLibinput = DiagnosticText(
    "`intercept` needs the device's own slots, and libinput does not report them",
    fix: "take this line away, or write `source = \"raw\"`")

  static let keysOfSeveral = DiagnosticText(
    "`allow-keys` is for one device, and this section may match several",
    fix: "write `[device.\"NAME\"]` with the device's whole name; `gesture-bridge devices` shows it")

  static let keysIntercepted = DiagnosticText(
    "a device with keys can't be intercepted: applications would lose the keys",
    fix: "remove `intercept = true`, or `allow-keys`")

  static func nobodyIntercepts(_ key: String) -> DiagnosticText {
    DiagnosticText(
      "`\(key)` has no effect: no device has `intercept = true`, so applications get all touches",
      fix: "add `[device.touchscreen]` or `[device.touchpad]` with `intercept = true`, or remove this line")
  }

  static func rotationWithoutUnit(_ number: String) -> DiagnosticText {
    guard rotations.contains(number) else { return notARotation(number, degrees: "90") }
    return DiagnosticText("`rotation` needs a unit", fix: "write `rotation = \"\(number) deg\"`")
  }

  private static let rotations = Rotation.allCases.map { "\($0.rawValue)" }
}

extension ValueType {
  var plural: String {
    switch self {
    case .string: "strings"
    case .integer, .float, .integerOrRange: "numbers"
    case .boolean: "true or false"
    case .dateTime: "dates"
    case .list, .stringOrList, .command: "lists"
    case .table: "tables"
    }
  }
}

extension SettingShape {
  /// The expected form of a quantity.
  var quantity: String {
    guard case .quantity(let unit, _) = self else { return "a value" }
    return switch unit {
    case .millimetres: "a length"
    case .milliseconds: "a time"
    case .millimetresPerSecond: "a speed"
    case .degrees: "an angle"
    case .percent: "a share"
    case .fingers, .taps: "a number"
    }
  }

  /// The text as it is in the file: numbers without quotes.
  func shown(_ text: String) -> String {
    switch self {
    case .count: text
    case .countRange: Int(text) == nil ? text.quoted : text
    case .quantity, .choice, .flag, .path, .templates, .start: text.quoted
    }
  }
}

extension Unit {
  var dimension: String {
    switch self {
    case .millimetres: "length"
    case .milliseconds: "time"
    case .millimetresPerSecond: "speed"
    case .degrees: "angle"
    case .percent: "share"
    case .fingers, .taps: "number"
    }
  }

  /// The spellings to propose: `°` is on few keyboards.
  var proposed: [String] { spellings.map(\.key).filter { $0 != "°" } }

  /// The number with the unit that was probably meant: a wait of 0.3 milliseconds makes no sense.
  func likely(_ number: String) -> String {
    if self == .milliseconds, let value = Double(number), value > 0, value < 10 { return "\(number) s" }
    return "\(number) \(rawValue)"
  }
}

// Drawn gestures
extension DiagnosticText {
  static func badPath(_ setting: SettingDeclaration, _ error: StrokePathError) -> DiagnosticText {
    switch error {
    case .empty: DiagnosticText("`\(setting.name)` is empty", fix: "write `\(setting.example)`")
    case .unknownElement(let found): unknownElement(found)
    case .badShare(let found):
      DiagnosticText(
        "\(found.quoted) has no valid length",
        fix: "write a number of \(decimal(StrokePath.shares.lowerBound, places: 1)) to "
          + "\(decimal(StrokePath.shares.upperBound, places: 0)) after the colon, such as `up-right:2`")
    case .repeated(let found):
      DiagnosticText("\(found.quoted) follows itself", fix: "write it once: the end of the first can't be seen")
    case .tooLong(let count):
      DiagnosticText("`\(setting.name)` has \(count) parts", fix: "at most \(StrokePath.most) can be told apart")
    case .loneShare(let found):
      DiagnosticText(
        "\(found.quoted) is the only part with a length", fix: "give another part a length too, or remove this one's")
    }
  }

  private static func unknownElement(_ found: String) -> DiagnosticText {
    DiagnosticText("\(found.quoted) is not a part of a path", fix: elements(like: found))
  }

  private static func elements(like found: String) -> String {
    let names = StrokePath.Element.Form.names
    if let meant = didYouMean(found, among: names) { return meant }
    let longer = names.filter { $0.hasPrefix(found + "-") }.map(\.quoted)
    return longer.isEmpty ? "the parts are \(names.listed("and"))" : "write \(longer.listed("or"))"
  }

  static func badStart(_ setting: SettingDeclaration, _ found: String) -> DiagnosticText {
    DiagnosticText("`\(setting.name)` can't be \(found.quoted)", fix: start(of: setting, like: found))
  }

  private static func start(of setting: SettingDeclaration, like found: String) -> String {
    let words = found.split(separator: " ", maxSplits: 1).map(String.init)
    let time = words.first == StrokeStart.restName ? words.dropFirst().first ?? "" : found
    let rest = "\(StrokeStart.restName) \(Double(time) == nil ? time : Unit.milliseconds.likely(time))"
    if StrokeStart(rest) != nil { return "write `\(setting.name) = \(rest.quoted)`" }
    if words.first == StrokeStart.restName, !time.isEmpty {
      return "a rest may be \(decimal(StrokeStart.rests.lowerBound, places: 0)) ms to "
        + "\(decimal(StrokeStart.rests.upperBound / 1000, places: 0)) s long: `\(setting.example)`"
    }
    return didYouMean(found, among: [StrokeStart.atOnceName, StrokeStart.forcePressName])
      ?? "it may be \(StrokeStart.atOnceName), \(StrokeStart.forcePressName) or a rest: `\(setting.example)`"
  }
}

// Drawings that conflict
extension DiagnosticText {
  /// `value` is how the rules file gives the other setting.
  static func idle(_ setting: String, with other: String, value: String) -> DiagnosticText {
    DiagnosticText("`\(setting)` has no effect with `\(other) = \(value.short)`", fix: "leave it out")
  }

  static func pathOfOneLine(_ direction: Direction) -> DiagnosticText {
    DiagnosticText(
      "a single line is a swipe, which also has a minimum speed",
      fix: "write `kind = \"swipe\"` and `direction = \(direction.rawValue.quoted)`")
  }

  static func narrowerDrawing(_ name: String, _ other: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) can never be recognized: \(other.quoted) in \(line) is the same drawing with wider limits",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(other.quoted), or remove one of them")
  }

  static func sharedTemplates(_ templates: String, _ name: String, _ other: String, line: LineReference)
    -> DiagnosticText
  {
    DiagnosticText(
      "\(templates.quoted) is never \(name.quoted): it also belongs to \(other.quoted) in \(line), which comes first",
      fix: "remove it from one of them")
  }

  static func swipedFirst(_ name: String, by swipe: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "drawing \(name.quoted) quickly also makes the swipe \(swipe.quoted) in \(line), which fires first",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(swipe.quoted)")
  }

  static let noPressureToStart = DiagnosticText(
    noPressure.message, fix: "let the fingers rest instead: `after = \"rest 300 ms\"`")
}

// Zones
extension DiagnosticText {
  static func unknownZone(_ name: String, _ names: [String]) -> DiagnosticText {
    return DiagnosticText(
      "there is no zone \(name.quoted)", fix: didYouMean(name, among: names) ?? "add a `[zone.\(name.short)]`")
  }

  static func unusedZone(_ name: String) -> DiagnosticText {
    DiagnosticText("no gesture uses the zone \(name.quoted)", fix: "name it in a gesture: `zone = \(name.quoted)`")
  }

  static func zoneCircle(_ names: [String]) -> DiagnosticText {
    DiagnosticText(
      "`inside` is circular: \(round(names))", fix: names.count == 2 ? "remove it" : "remove one of them")
  }

  static func unknownZoneKey(_ name: String) -> DiagnosticText {
    if name == includeKey { return misplacedInclude }
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: ZoneReader.keys) ?? "a zone has the keys \(ZoneReader.keys.listed("and"))")
  }

  static func zoneWithoutShape(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "the zone \(name.quoted) has no position",
      fix: "add `rect = {…}`, `edge = \"left\"` with a `band`, or `corner = \"top-left\"` with a `size`")
  }

  static func twoShapes(_ first: String, _ second: String) -> DiagnosticText {
    DiagnosticText("a zone can't have both `\(first)` and `\(second)`", fix: "make it two zones")
  }

  static func measureMissing(_ shape: String, _ measure: String, example: String) -> DiagnosticText {
    DiagnosticText("`\(shape)` needs a `\(measure)`", fix: "add a line such as `\(measure) = \"\(example)\"`")
  }

  static func measureOfNothing(_ measure: String, _ shape: String) -> DiagnosticText {
    DiagnosticText("`\(measure)` needs `\(shape)`", fix: "remove it")
  }

  static func unknownRectangleKey(_ name: String) -> DiagnosticText {
    DiagnosticText("unknown key \(name.quoted)", fix: "`rect` has the keys x, y, width and height")
  }

  static func emptyRectangle(_ key: String) -> DiagnosticText {
    DiagnosticText("this rectangle is empty: it begins where the surface ends", fix: "`\(key)` must be less than 100 %")
  }

  static let zoneTwice = DiagnosticText("the zone is set twice", fix: "keep `zone` or `receive = { zone = … }`")
}

// Lengths on a surface
extension DiagnosticText {
  static func notAnExtent(_ key: String, _ text: String, example: String) -> DiagnosticText {
    DiagnosticText("\(text.quoted) is not a length", fix: "write a number with mm or %: `\(key) = \"\(example)\"`")
  }

  static func extentWithoutUnit(_ key: String, _ number: String) -> DiagnosticText {
    DiagnosticText("`\(key)` needs a unit", fix: "write `\(key) = \"\(number) mm\"` or `\(key) = \"\(number) %\"`")
  }

  static func unknownExtentUnit(_ key: String, _ unit: String, example: String) -> DiagnosticText {
    DiagnosticText("\(unit.quoted) is not a unit of length", fix: "use mm, cm or %: `\(key) = \"\(example)\"`")
  }

  static func extentOutOfRange(_ key: String, _ text: String, _ use: ExtentReader.Use, limit: Measure) -> DiagnosticText
  {
    let bounds =
      switch use {
      case .position: "-\(decimal(limit.value, places: 0)) to \(limit)"
      case .length: "more than 0 and up to \(limit)"
      }
    return DiagnosticText("\(text.quoted) is out of range", fix: "`\(key)` may be \(bounds)")
  }
}

// Why a gesture can't be made on a device

extension Ineligibility {
  /// A fact about the device or the gesture: `the device tells of 3 to 4 fingers only`.
  public var reason: String {
    switch self {
    case .otherDevice: Self.forOthers
    case .lacks(let missing): "the device does not report \(missing.words.listed("and"))"
    case .fingers(let fingers):
      fingers.count == 1
        ? "the device reports \(Measure.fingers(fingers.lowerBound)) only"
        : "the device reports \(fingers.lowerBound) to \(fingers.upperBound) fingers only"
    case .pointing:
      "one and two fingers point and scroll on it; `device = \"touchpad\"` allows the gesture anyway"
    case .noZone(let zone): "the zone \"\(zone.visible)\" is not on it"
    }
  }

  /// The reason of a gesture that is not meant for the device.
  public static let forOthers = "it is for other devices"
}

extension Capabilities {
  /// The capabilities of a device, in a fixed order.
  public var words: [String] {
    let all: KeyValuePairs<Capabilities, String> = [
      .contacts: "every touch from down to up", .places: "where the fingers are",
      .pressure: "how hard they press", .buttons: "its buttons",
    ]
    return all.filter { contains($0.key) }.map(\.value)
  }
}

// Gestures that conflict
extension DiagnosticText {
  static func indistinguishable(_ name: String, _ other: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) can't be told apart from \(other.quoted) in \(line): the two are the same",
      fix: "change one of them, or let both happen: `simultaneous-with = [\(other.quoted)]`")
  }

  static func shadowed(_ name: String, by other: String, line: LineReference, priority: Int) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) can never be recognized: \(other.quoted) in \(line) includes it and comes first",
      fix: "put it before \(other.quoted), or add `priority = \(priority &+ 1)`")
  }

  static func beginsBefore(_ name: String, _ kind: Kind, by other: String, _ otherKind: Kind, line: LineReference)
    -> DiagnosticText
  {
    DiagnosticText(
      "\(name.quoted) can never be recognized: the \(otherKind.name) \(other.quoted) in \(line) begins before any "
        + "\(kind.name) of its fingers",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(other.quoted)")
  }

  static func sooner(_ name: String, by other: String, setting: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) can never be recognized: \(other.quoted) in \(line) is the same with a smaller `\(setting)`, and "
        + "comes first",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(other.quoted), or remove one of them")
  }

  static func firesWithin(_ name: String, _ other: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) is recognized on the way to \(other.quoted) in \(line), so both fire",
      fix: "add `require-to-fail = [\(other.quoted)]` to \(name.quoted): then it waits")
  }

  static let noDistance = DiagnosticText(
    "this gesture can never fire: `min-apart` is greater than `max-apart`",
    fix: "make `min-apart` the smaller one")

  static func neverFails(_ waiting: String, _ requirement: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(waiting.quoted) waits until the fingers lift: \(requirement.quoted), \(kind.withArticle), can't fail earlier",
      fix: "remove it: the gesture that comes first excludes the other anyway")
  }

  static func missingOnTouchpad(_ facts: String) -> DiagnosticText {
    DiagnosticText(
      "this gesture can never fire on a touchpad: libinput reports no \(facts) there", fix: slots)
  }

  static let noPressure = DiagnosticText(
    "this gesture can never fire: libinput reports pressure only for pens, and a pen can't make it",
    fix: "a pen is one finger on a touchscreen: remove settings that need more fingers or another device")

  static let onePen = DiagnosticText(
    "this gesture can never fire: it needs several fingers, and a stylus is one",
    fix: "write `fingers = 1`, or remove `tool`")

  static let noPenThere = DiagnosticText(
    "this gesture can never fire: touchpads have no stylus",
    fix: "a pen is of the class \"touchscreen\": remove `device`, or `tool`")

  static let tooManyToCompare = DiagnosticText(
    "this file has more than \(CheckContext.mostCompared) gestures, so they are not compared with each other",
    fix: "try out whether gestures keep others from happening")

  static func tooFewFingers(_ kind: Kind, _ count: Int) -> DiagnosticText {
    DiagnosticText(
      "this gesture can never fire: with these settings \(kind.withArticle) needs \(count) fingers or more",
      fix: "write `fingers = \(count)`, or change its other settings")
  }

  static func otherClass(_ name: String, _ deviceClass: DeviceClass) -> DiagnosticText {
    DiagnosticText(
      "these settings are for \(deviceClass.rawValue)s, and \(name.quoted) can't be made on those",
      fix: "remove them, or make its `device` include \(deviceClass.rawValue)s")
  }

  static let nowhere = DiagnosticText(
    "this gesture can never fire: it and its zone or `receive` are for different classes of devices",
    fix: "give them the same `device`")

  static func neverOnTouchpad(_ kind: Kind, fingers: ClosedRange<Int>?, reported: ClosedRange<Int>?) -> DiagnosticText {
    let count = fingers.map { ($0.count == 1 ? "" : "\($0.lowerBound)- to ") + "\($0.upperBound)-finger " } ?? ""
    return DiagnosticText(
      "this gesture can never fire on a touchpad: libinput reports no \(count)\(kind.plural) there",
      fix: reported.map { "there \(kind.withArticle) can have \($0.lowerBound) to \($0.upperBound) fingers" }
        ?? slots)
  }

  /// The advice to read the touchpad's own slots, which report more than libinput does.
  private static let slots = "remove `source = \"libinput\"`: a touchpad's own slots report every touch"
}
