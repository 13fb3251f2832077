import Bindings
import GestureCore

/// The schema's texts for people: editors show them next to the key that is being written.
enum SchemaText {
  static let file =
    "Which gesture does what. `gesture-bridge check` finds mistakes, `gesture-bridge kinds` lists all settings."
  static let include = "Other rules files, read as if their text were here; paths are relative to this file."
  static let gestures = "Each [gesture.NAME] is one gesture: what the fingers do, and what happens then."
  static let bindings = "Each [[override]] replaces a gesture's actions while its conditions are true."
  static let zones = "Each [zone.NAME] is a part of a touchscreen with gestures of its own."
  static let devices =
    "[device.touchscreen] and [device.touchpad] are for devices of a class, each [device.\"PATTERN\"] for devices by name."

  static let gesture = "A gesture. The name is yours to choose."
  static let kind = "What the fingers do. `gesture-bridge kinds` explains each kind."
  static let device = "\"touchscreen\", \"touchpad\", or a device's name with * and ?. Default: all devices."
  static let zoneOfGesture = "Only touches that began in this zone. Short for `receive = { zone = \"…\" }`."
  static let excludedApps =
    "Applications in which it gets no touches, with * and ?. Default: those of [defaults]; an empty list means none."
  static let excludedAppsByDefault =
    "Applications in which gestures get no touches, unless a gesture has its own list; with * and ?."
  static let tags =
    "Names that this gesture shares with others; relations refer to all gestures of a tag by \"tag:NAME\"."
  static let priority = "If two are recognized at the same instant, the greater number wins."
  static let exclusiveTouchType = "Whether touches of another tool than the first one are ignored."

  static let binding = "Other actions for a gesture."
  static let bindingGesture = "The NAME of a [gesture.NAME], or a list of them."
  static let also = "Whether these actions are added to the others instead of replacing them."

  static let requiredGesture = "A gesture, \"kind:KIND\" or \"tag:TAG\"."

  static let command = "A string goes to /bin/sh -c; a list is a program and its arguments."
  static let effect = "A command, or a table with \(Effects.descriptions.map { "`\($0.key)`" }.listed("or"))."
  static let every = "The size of a step: in mm for movement, in deg for turns, in % for spreading."
  static let level = "A command that prints the level that the steps change, such as the volume, for the overlay."
  static let overlap = "What happens while the previous command still runs."
  static let atMostEvery = "The least time between two runs; earlier runs are skipped."
  static let repeatsEvery = "How often the action runs again while the gesture lasts."

  static let scope =
    "Whether each command runs in a systemd scope of its own. Default: as in [commands]."
  static let commands = "How commands are started."
  static let overlay = "How gestures are drawn on the screen."
  static let overlayOfGesture = "Whether [overlay] draws the gesture."
  static let privacy = "Which touches are remembered."

  static let zone = "A part of a touchscreen: `rect`, or `edge` and `band`, or `corner` and `size`."
  static let rectangle =
    "The four sides on the rotated screen. A side that is not set is at the border of the touchscreen."
  static let x = "From the left; negative: from the right."
  static let y = "From the top; negative: from the bottom."
  static let width = "Its width; without it, the rest of the surface."
  static let height = "Its height; without it, the rest of the surface."
  static let edge = "A strip along this side; `band` is its width."
  static let band = "The width of the strip."
  static let corner = "A rectangle in this corner; `size` is its size."
  static let cornerSize = "Width and height, or one for both."
  static let inside = "The zone around it: touches that began outside of that zone are outside of this one too."
  static let exclusive = "Whether only gestures of the zone, and of zones inside it, get its touches."
  static let ignore = "Whether its touches are ignored by all gestures."
  static let multiTouch = "Whether its gestures get more than one touch at a time."

  static let defaults = "Defaults for all gestures: settings of a kind, and `not-in`."
  static let deviceSection =
    "Settings of devices of a class, or whose name or connection matches with * and ?: size, output, settings by kind."
  static let deviceSize = "Width and height, for hardware that does not report its size."
  static let source =
    "Where a touchpad's touches come from: raw: its slots; libinput: libinput's gestures; auto: the slots if a gesture needs them."
  static let intercept = "Whether applications get its touches from gesture-bridge, so that gestures can keep them."
  static let allowKeys =
    "Whether this device is read although it also has keyboard keys, which the kernel then withholds. The section must have the device's whole name."
  static let turned =
    "How the surface is turned, clockwise: 0, 90, 180 or 270 deg. Without it a touchscreen turns with its output."
  static let deviceOutput = "The name of the output that a touchscreen is on, with * and ?."

  static func defaults(of deviceClass: DeviceClass) -> String {
    "Defaults for all gestures on \(deviceClass.rawValue)s."
  }

  static func ofClass(_ deviceClass: DeviceClass) -> String {
    "Settings of this gesture on \(deviceClass.rawValue)s only, in place of those it has for all devices."
  }

  static func settings(of kind: Kind) -> String { "Settings of all gestures of the kind \(kind.name). \(kind.summary)" }

  static func setting(_ setting: SettingDeclaration) -> String {
    let allowed = "\(setting.summary) Allowed: \(setting.shape.rangeText)."
    return setting.touchscreen == .none ? allowed : "\(allowed) Default: \(KindReport.standards(setting))."
  }

  private static let form = "A string for the shell, a list to run directly, or a table with more keys."

  static func action(on trigger: Trigger) -> String {
    switch trigger {
    case .run: "Once, when the gesture is recognized or begins. \(form)"
    case .began: "When the gesture begins. \(form)"
    case .changed: "Each time the fingers move. \(form)"
    case .ended: "When the fingers have lifted, or the gesture is recognized. \(form)"
    case .cancelled: "When the gesture is cancelled after it has begun, by a palm for example. \(form)"
    case .step: "Repeatedly while the gesture lasts: once for each step, forward or back."
    }
  }

  static func delivery(_ key: DeliveryKey) -> String {
    let what =
      switch key {
      case .cancelsTouches: "Whether the gesture, once recognized, takes its touches from applications."
      case .delaysTouchesBegan:
        "Whether applications get none of its touches while it is possible. Default: true on touchscreens unless the"
          + " compositor is known to tell applications about cancelled touches, otherwise false."
      case .delaysTouchesEnded: "Whether its touches end for applications only when it is not possible any more."
      }
    return what + " On devices with `intercept = true`."
  }

  static func overlap(_ overlap: Overlap) -> String {
    switch overlap {
    case .allow: "Both run."
    case .skip: "The new one is skipped."
    case .queue: "The new one waits until the previous ones have ended."
    case .restart: "The running one is asked to stop, and the new one follows."
    }
  }

  static func condition(_ location: ConditionRole) -> String {
    switch location {
    case .receive: "Which touches the gesture gets, decided when each lands."
    case .beginIf: "Checked when the gesture is about to be recognized or to begin; if it is false, the gesture fails."
    case .requirement: "The requirement applies only if all of this is true when the attempt begins."
    case .binding:
      "Checked when the gesture begins or is recognized. If the conditions of several are true, the one with the most conditions applies."
    case .scroll:
      "Checked when fingers land. If the conditions of several are true, the one with the most conditions applies."
    }
  }

  static let accommodations = "Which touches are ignored or changed, for hands that shake, rest or bounce."

  static let scrolling =
    "How two fingers scroll on touchpads with `intercept = true`, for some applications or for all."

  static func relation(_ key: RelationKey) -> String {
    let what =
      switch key {
      case .requireToFail: "Waits until these can no longer happen."
      case .requiredToFailBy: "These wait until this one can no longer happen."
      case .simultaneousWith: "Both can happen; it is enough to set this in one of the two."
      case .prevents: "When this one happens, these fail, and are cancelled if they have begun."
      case .cannotPrevent: "When this one happens, these continue."
      case .cannotBePreventedBy: "When one of these happens, this one continues."
      }
    return what + " Names of gestures, \"kind:KIND\" or \"tag:TAG\"."
  }
}

/// Regular expressions for strings in a rules file, with the same meaning in JavaScript, Python and Rust.
enum SchemaPattern {
  /// The name of a section: not empty, and without `:` and control characters.
  static let plainName = "^[^:\\x00-\\x1f\\x7f]+$"
  static let anyText = "\\S"
  private static let digits = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
  private static let signed = "[-+]?" + digits
  private static let positive = "\\+?" + digits

  static func quantity(_ unit: Unit, in range: ClosedRange<Double>) -> String {
    "^ *\(range.lowerBound < 0 ? signed : positive) *\(units(unit)) *$"
  }

  static let countRange = "^ *[0-9]+ *(- *[0-9]+ *)?$"

  static let path: String = {
    let names = StrokePath.Element.Form.names.joined(separator: "|")
    let element = "(\(names))(:\(positive))?"
    return "^[ ,]*\(element)([ ,]+\(element)){0,\(StrokePath.most - 1)}[ ,]*$"
  }()

  static let start =
    "^ *(\(StrokeStart.landingName)|\(StrokeStart.forcePressName)|"
    + "\(StrokeStart.restName) +\(positive) *\(units(.milliseconds))) *$"
  static let starts = [StrokeStart.landingName, "\(StrokeStart.restName) 300 ms", StrokeStart.forcePressName]

  /// The name of a drawing. Of the ASCII characters, only letters, digits, `-` and `_` are allowed.
  static let templateName = "^[^\\x00-,./:-@\\[-^`{-\\x7f]+$"

  /// A position on a surface; if it is negative, measured from the right or from the bottom.
  static let position = "^ *\(signed) *\(units(.millimetres, .percent)) *$"
  static let length = "^ *\(positive) *\(units(.millimetres, .percent)) *$"
  /// The size of a corner, such as `15 mm`, `15 x 10 mm` or `10 % x 5 mm`.
  static let corner =
    "^ *\(positive) *(\(units(.millimetres, .percent))|\(units(.millimetres, .percent))? *[x×] *\(positive) *\(units(.millimetres, .percent))) *$"
  static let size = "^ *\(digits) *[x×] *\(digits) *\(units(.millimetres)) *$"
  static let rotation = "^(\(Rotation.allCases.map { "\($0.rawValue)" }.joined(separator: "|"))) *\(units(.degrees)) *$"
  static let time = "^ *\(positive) *\(units(.milliseconds)) *$"
  static let stretch = "^ *\(positive) *\(units(.millimetres, .degrees, .percent)) *$"

  private static func units(_ units: Unit...) -> String {
    "(\(units.flatMap { $0.spellings.map(\.key) }.joined(separator: "|")))"
  }
}
