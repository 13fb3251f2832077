import Bindings
import GestureCore

/// The schema's texts, which editors show next to keys.
enum SchemaText {
  static let file =
    "What each gesture does. `gesture-bridge check` finds mistakes; `gesture-bridge kinds --all` lists all settings."
  static let include = "Other rules files, read as if their text were here; paths are relative to this file."
  static let gestures = "Each [gesture.NAME] is one gesture: what the fingers do, and what the gesture does."
  static let bindings = "Each [[override]] has other actions for a gesture, which run if the conditions are true."
  static let zones = "Each [zone.NAME] is a part of a touchscreen or touchpad with gestures of its own."
  static let devices =
    "[device.touchscreen] and [device.touchpad] are for a class of devices; [device.\"PATTERN\"] is for devices whose name or connection matches PATTERN."

  static let gesture = "A gesture, with a name of your choice."
  static let kind = "What the fingers do. `gesture-bridge kinds` explains each kind."
  static let device =
    "\"touchscreen\", \"touchpad\", or a pattern (* and ?) for a device's name or connection. Default: all devices."
  static let zoneOfGesture =
    "The gesture gets only touches that began in this zone. Short for `receive = { zone = \"…\" }`."
  static let excludedApps =
    "Applications in which the gesture gets no touches; * and ? are wildcards. Default: the list in [defaults]. With an empty list, the gesture gets touches in all applications."
  static let excludedAppsByDefault =
    "Applications in which gestures get no touches, unless a gesture has its own list; * and ? are wildcards."
  static let tags =
    "Tags of this gesture. In lists such as `require-to-fail`, \"tag:NAME\" means all gestures with the tag NAME."
  static let priority = "If two gestures are recognized at the same instant, the one with the greater priority wins."
  static let exclusiveTouchType =
    "Whether the gesture ignores touches whose tool (finger or pen) differs from the tool of the gesture's first touch."

  static let binding = "Other actions for a gesture, which run if the conditions are true."
  static let bindingGesture = "The NAME of a [gesture.NAME], or a list of such names."
  static let also = "Whether these actions are added to the gesture's other actions instead of replacing them."

  static let requiredGesture =
    "A gesture's name; or \"kind:KIND\" or \"tag:TAG\" for all gestures of a kind or with a tag."

  static let command = "A string is run by the shell (/bin/sh -c); a list is a program and its arguments."
  static let effect = "A command, or a table with \(Effects.descriptions.map { "`\($0.key)`" }.listed("or"))."
  static let every =
    "The size of a step: in mm for movement, in deg for turns, in % of the distance between the fingers for pinches."
  static let level =
    "A command that prints the level that the steps change, such as the volume; the overlay shows this level."
  static let overlap = "What happens to a new command while the previous command still runs."
  static let atMostEvery = "The minimum time between two runs of the action; a run that would come sooner is skipped."
  static let repeatsEvery = "The time between two runs of the action, which is repeated until the gesture ends."

  static let scope = "Whether each command runs in a systemd scope of its own. Default: the value in [commands]."
  static let commands = "How commands are started."
  static let overlay = "How gestures are drawn on the screen."
  static let overlayOfGesture = "Whether the overlay draws the gesture."
  static let privacy = "Whether the daemon remembers the last attempts."

  static let zone = "A part of a touchscreen or touchpad: `rect`, or `edge` and `band`, or `corner` and `size`."
  static let rectangle =
    "A rectangle on the rotated surface. Without `x` and `y` it begins at the top left; without `width` and `height` it ends at the bottom right."
  static let x =
    "The distance, in mm or %, of the rectangle's left side from the left side of the surface; a negative distance counts from the right side of the surface."
  static let y =
    "The distance, in mm or %, of the rectangle's top from the top of the surface; a negative distance counts from the bottom of the surface."
  static let width =
    "The width of the rectangle, in mm or %; without this key, the rectangle ends at the right side of the surface."
  static let height =
    "The height of the rectangle, in mm or %; without this key, the rectangle ends at the bottom of the surface."
  static let edge = "A strip along this side of the surface; `band` is the strip's width."
  static let band = "The width of the strip along the edge, in mm or %."
  static let corner = "A rectangle in this corner of the surface; `size` is its width and height."
  static let cornerSize = "The width and height of the rectangle in the corner, or one length for both, in mm or %."
  static let inside = "The name of an outer zone. Touches that began outside the outer zone are not in this zone."
  static let exclusive =
    "Whether only gestures of this zone, and of zones inside it, get the touches that began in this zone."
  static let ignore = "Whether all gestures ignore touches that began in this zone."
  static let multiTouch = "Whether the zone's gestures get more than one touch at a time."

  static let defaults = "Defaults for all gestures: the settings of each kind of gesture, and `not-in`."
  static let deviceSection =
    "Settings of a class of devices, or of the devices whose name or connection matches the section's name."
  static let deviceSize = "The width and height of the surface in mm, for hardware that does not report its size."
  static let source =
    "How a touchpad is read. raw: every finger; libinput: only libinput's gestures; auto: every finger if a gesture needs this, otherwise libinput's gestures."
  static let intercept =
    "Whether gesture-bridge alone reads the device, and passes on to applications only the touches that no gesture uses."
  static let allowKeys =
    "Whether this device is read although it also has keyboard keys; gesture-bridge does not get the keys. The section's name must be the device's whole name, without wildcards."
  static let turned =
    "The clockwise rotation of the surface: 0, 90, 180 or 270 deg. Without this key, a touchscreen turns with its output."
  static let deviceOutput = "The name of the output (screen) on which the touchscreen lies, with * and ? as wildcards."

  static func defaults(of deviceClass: DeviceClass) -> String {
    "Defaults for all gestures on \(deviceClass.rawValue)s."
  }

  static func ofClass(_ deviceClass: DeviceClass) -> String {
    "Settings of this gesture on \(deviceClass.rawValue)s only, in place of its settings for all devices."
  }

  static func settings(of kind: Kind) -> String { "Settings of the kind \(kind.name). \(kind.summary)" }

  static func setting(_ setting: SettingDeclaration) -> String {
    let allowed = "\(setting.summary) Allowed: \(setting.shape.rangeText)."
    return setting.touchscreen == .none ? allowed : "\(allowed) Default: \(KindReport.standards(setting))."
  }

  private static let form =
    "The value is a shell command, a list (program and arguments), or a table such as { keys = \"Ctrl+T\" }."

  static func action(on trigger: Trigger) -> String {
    switch trigger {
    case .run: "This action runs once, when the gesture is recognized or begins. \(form)"
    case .began: "This action runs when the gesture begins. \(form)"
    case .changed:
      "This action runs each time the fingers move, or press harder or less hard, while the gesture lasts. \(form)"
    case .ended:
      "This action runs when the gesture ends. A gesture such as a tap ends when it is recognized. \(form)"
    case .cancelled: "This action runs when the gesture is cancelled after it has begun. A palm can cause this. \(form)"
    case .step: "This action runs repeatedly while the gesture lasts: once for each step, forward or back."
    }
  }

  static func delivery(_ key: DeliveryKey) -> String {
    let what =
      switch key {
      case .cancelsTouches:
        "Whether the gesture's touches are cancelled in applications when the gesture is recognized."
      case .delaysTouchesBegan:
        "Whether the gesture's touches are held back from applications while the gesture is still possible. "
          + "Default on touchpads: false. Default on touchscreens: false if the compositor is known "
          + "to tell applications about cancelled touches; the value of `cancels-touches` if not."
      case .delaysTouchesEnded:
        "Whether the end of the gesture's touches is held back from applications while the gesture is still possible."
      }
    return what + " This key has an effect only with `intercept = true` in the device's section."
  }

  static func overlap(_ overlap: Overlap) -> String {
    switch overlap {
    case .allow: "The new command starts at once, and the previous command continues."
    case .skip: "The new command is skipped."
    case .queue: "The new command waits until the previous commands have ended."
    case .restart: "The running command is asked to stop; when it has ended, the new command starts."
    }
  }

  static func condition(_ location: ConditionRole) -> String {
    switch location {
    case .receive:
      "Conditions for touches: each touch is checked when it lands. If all conditions are true, the gesture gets the touch."
    case .beginIf:
      "Conditions that are checked when the gesture is about to be recognized or to begin; if a condition is false, the gesture fails."
    case .requirement: "The requirement applies only if all these conditions are true when the attempt begins."
    case .binding:
      "The actions run only if all these conditions are true when the gesture begins or is recognized. If the conditions of several overrides are true, the override with the most conditions applies."
    case .scroll:
      "Conditions that are checked when fingers land. If the conditions of several [[scroll]] sections are true, the section with the most conditions applies."
    }
  }

  static let accommodations =
    "How touches are changed or ignored, for hands that shake, rest on the surface, or touch twice by mistake."

  static let scrolling =
    "How two fingers scroll on touchpads with `intercept = true`, for some applications or for all."

  static func relation(_ key: RelationKey) -> String {
    let what =
      switch key {
      case .requireToFail:
        "This gesture waits until the listed gestures have failed; if one of them happens, this gesture fails."
      case .requiredToFailBy:
        "The listed gestures wait until this gesture has failed; if this gesture happens, they fail."
      case .simultaneousWith:
        "This gesture and the listed gestures can happen together; it is enough to set this key in one of them."
      case .prevents: "When this gesture happens, the listed gestures fail, or are cancelled if they have begun."
      case .cannotPrevent: "When this gesture happens, the listed gestures continue."
      case .cannotBePreventedBy: "When one of the listed gestures happens, this gesture continues."
      }
    return what + " Write names of gestures; \"kind:KIND\" and \"tag:TAG\" mean all gestures of a kind or with a tag."
  }
}

/// Regular expressions with the same meaning in JavaScript, Python and Rust.
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
    + "\(StrokeStart.holdName) +\(positive) *\(units(.milliseconds))) *$"
  static let starts = [StrokeStart.landingName, "\(StrokeStart.holdName) 300 ms", StrokeStart.forcePressName]

  /// The name of a drawing: letters, digits, `-`, `_` and characters outside ASCII.
  static let templateName = "^[^\\x00-,./:-@\\[-^`{-\\x7f]+$"

  /// A coordinate on a surface. A negative coordinate is measured from the right or bottom.
  static let position = "^ *\(signed) *\(units(.millimetres, .percent)) *$"
  static let length = "^ *\(positive) *\(units(.millimetres, .percent)) *$"
  /// The size of a corner: `15 mm`, or `10 % x 5 mm`.
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
