import GestureCore

// Accommodations
extension DiagnosticText {
  static func unknownAccommodation(_ name: String, among keys: [String]) -> DiagnosticText {
    DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: keys)
        ?? "`\(AccommodationReader.section)` has the keys \(keys.listed("and"))")
  }

  static let accommodationsOfNoTouches = DiagnosticText(
    "this has no effect: libinput does not report touches of a touchpad, and no gesture here needs the touchpad's own slots",
    fix: "add `[device.touchpad]` with `source = \"raw\"`")

  /// No hand can tap in time: a tap counts at least `delay` after the tap before.
  static func tapsTooLate(_ name: String, _ delay: AccommodatedPause, within limit: TimeSpan) -> DiagnosticText {
    let soonest = Measure(delay.total)
    let after = delay.parts.map { "`\($0.setting)` \(Measure($0.time))" }.joined(separator: " and ")
    return DiagnosticText(
      "\(name.quoted) can never fire\(delay.place): a tap counts \(soonest) after the one before, because of \(after), and "
        + "`max-interval` is \(Measure(limit))",
      fix: "write `max-interval = \"\(Measure(delay.comfortable))\"`, or a shorter `\(delay.longest)`")
  }

  /// The fingers have to lift within a time that is shorter than the one before it.
  static func tapsTooShort(
    _ name: String, _ hold: TimeSpan, _ setting: String, _ length: TimeSpan, place: String
  ) -> DiagnosticText {
    let latest = TimeSpan(microseconds: hold.microseconds + length.microseconds)
    return DiagnosticText(
      "\(name.quoted) is hard to make\(place): `hold` is \(Measure(hold)) and `\(setting)` \(Measure(length)), so the fingers must lift "
        + "between \(Measure(hold)) and \(Measure(latest)) after they have landed",
      fix: "write `\(setting) = \"\(Measure(hold))\"` or longer, or a shorter `hold`")
  }
}

// Scrolling
extension DiagnosticText {
  static let scrollIsNoList = DiagnosticText(
    "a section about scrolling needs double brackets", fix: "write `[[scroll]]`")
  static let scrollOfNothing = DiagnosticText(
    "this section does not change how fingers scroll", fix: "add `speed = \"50 %\"`, or `reversed = true`")
  static let scrollOfOthers = DiagnosticText(
    "this has no effect: it applies only to intercepted touchpads",
    fix: "add `[device.touchpad]` with `intercept = true`")

  static func unknownScrollKey(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: ScrollReader.keys)
        ?? "`[[scroll]]` has the keys \(ScrollReader.keys.listed("and"))")
  }
}

// Keys and clicks
extension DiagnosticText {
  static func unknownKeyName(_ name: String) -> DiagnosticText {
    let kinds = "a character, a name such as `Left`, `Tab` or `F5`, or an xkb name such as `XF86AudioPlay`"
    if name.isEmpty {
      return DiagnosticText("the name of a key is missing", fix: "write \(kinds); `plus` is the plus sign")
    }
    return DiagnosticText(
      "there is no key \(name.quoted)",
      fix: didYouMean(name, among: KeySymbol.commonNames) ?? "a key is \(kinds)")
  }

  static func notAModifier(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) is not a modifier key, and only the last key can be one that is not",
      fix: "write a list to press one after another: `keys = [\"…\", \"…\"]`")
  }

  static func longText(atMost limit: Int) -> DiagnosticText {
    DiagnosticText(
      "a text to type can have at most \(limit) characters",
      fix: "put it on the clipboard with a command, and press Ctrl+V")
  }

  static let controlInText = DiagnosticText(
    "a text to type can't contain control characters other than tabs and line ends", fix: "press those keys with `keys`"
  )

  static func holdElsewhere(_ trigger: Trigger) -> DiagnosticText {
    DiagnosticText(
      "`hold` needs an action that lasts, and `\(trigger.rawValue)` does not", fix: "write `began = { hold = \"…\" }`")
  }

  static func holdOfDiscrete(_ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "nothing is held: \(kind.withArticle) is recognized once and has no duration",
      fix: "write `keys`, or use a gesture that lasts, such as a long-press, an edge-pan or a pan")
  }

  static func dragElsewhere(_ trigger: Trigger) -> DiagnosticText {
    DiagnosticText(
      "`drag` needs an action that lasts, and `\(trigger.rawValue)` does not",
      fix: "write `began = { drag = \"left\" }`")
  }

  static func dragOfDiscrete(_ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "nothing is dragged: \(kind.withArticle) is recognized once and has no duration",
      fix: "use a gesture that lasts, such as a pan")
  }

  static let dragOffPad = DiagnosticText(
    "this works only on touchpads: on a touchscreen a finger drags by itself",
    fix: "write `device = \"touchpad\"`, or `at = \"finger\"` to drag with a button of a mouse")

  static let dragOfTouches = DiagnosticText(
    "this works only on intercepted touchscreens: from others, applications get all touches as well",
    fix: "add `[device.touchscreen]` with `intercept = true`")

  static let lockAtFinger = DiagnosticText(
    "`lock` has no effect on a touchscreen: the finger comes back at another place", fix: "remove `lock`")

  static let glideOfNotch = DiagnosticText(
    "`glide` has no effect here: only scrolling with the fingers goes on after they have lifted",
    fix: "write `scroll = \"natural\"` or `scroll = \"traditional\"`, or remove `glide`")

  static let repeatOfDrag = DiagnosticText(
    "a drag at the finger lasts by itself, so nothing beside it can be repeated",
    fix: "remove `repeat`, or move the repeated action into a `[[binding]]` with `also = true`")

  static let dragOfOthers = DiagnosticText(
    "this works only on intercepted touchpads: from others, applications get all fingers",
    fix: "add `[device.touchpad]` with `intercept = true`")

  static let dragOfShared = DiagnosticText(
    "this can't drag: applications get the same fingers", fix: "remove `cancels-touches = false`")

  static func nativeElsewhere(_ kind: NativeGestureKind, _ trigger: Trigger) -> DiagnosticText {
    DiagnosticText(
      "`native` needs an action that lasts, and `\(trigger.rawValue)` does not",
      fix: "write `began = { native = \"\(kind.rawValue)\" }`")
  }

  static func nativeOfDiscrete(_ native: NativeGestureKind, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "the desktop's \(native.rawValue) can't follow this gesture: \(kind.withArticle) is recognized once and has no duration",
      fix: "use a gesture that lasts, such as \(native.leader)")
  }

  static func nativeOfOther(_ native: NativeGestureKind, _ kind: Kind, isAnnounced: Bool) -> DiagnosticText {
    let isPinch = isAnnounced && native == .pinch
    return DiagnosticText(
      """
      the desktop's \(native.rawValue) can't follow this gesture: \(kind.withArticle) does not report \
      \(isPinch ? "scale" : native.movement)
      """,
      fix: "use a gesture that does, such as \(isPinch ? "a pinch" : native.leader)")
  }

  static let announcedHold = DiagnosticText(
    "desktops that support touchegg know swipes and pinches, but no hold",
    fix: "remove `via`, or use another gesture")

  static let repeatOfAnnounced = DiagnosticText(
    "a gesture of the desktop lasts by itself, so nothing beside it can be repeated",
    fix: "remove `repeat`, or move the repeated action into a `[[binding]]` with `also = true`")

  /// `alsoOnScreens`: it is a gesture of touchscreens too.
  static func nativeOfOthers(alsoOnScreens: Bool) -> DiagnosticText {
    DiagnosticText(
      "this works only on intercepted touchpads: from others, applications get all fingers",
      fix: "add `[device.touchpad]` with `intercept = true`"
        + (alsoOnScreens ? "; or write `device = \"touchscreen\"` to make them only there" : ""))
  }

  static func nativeOfShared(alsoOnScreens: Bool) -> DiagnosticText {
    DiagnosticText(
      "this can't make a gesture of the desktop: applications get the same fingers",
      fix: "remove `cancels-touches = false`"
        + (alsoOnScreens ? ", or write `device = \"touchscreen\"`, where it can" : ""))
  }

  static let nativeAndDrag = DiagnosticText(
    "an action can't have both `drag` and `native`", fix: "remove one of the two")

  static func wrongNativeFingers(_ kind: NativeGestureKind, _ count: Int) -> DiagnosticText {
    DiagnosticText(
      "desktops don't know a \(kind.rawValue) of \(count) \(count == 1 ? "finger" : "fingers")",
      fix: "write \(kind.fingers.map(String.init).listed("or"))")
  }

  static func followElsewhere(_ key: String, _ trigger: Trigger) -> DiagnosticText {
    let value = key == MoveEffect.key ? "pointer" : "natural"
    return DiagnosticText(
      "this follows the fingers, and `\(trigger.rawValue)` does not happen at each movement",
      fix: "write `changed = { \(key) = \"\(value)\" }`")
  }

  static func followOfUnmoved(_ key: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "`\(key)` can't follow this gesture: \(kind.withArticle) does not report movement",
      fix: "use a gesture that does, such as a pan or an edge-pan")
  }

  static let fingerOffScreen = DiagnosticText(
    "only fingers on a touchscreen have a place on the screen",
    fix: "remove `at`, to click where the pointer is; or write `device = \"touchscreen\"`")

  static let dragOffScreen = DiagnosticText(
    "only fingers on a touchscreen have a place on the screen", fix: "write `device = \"touchscreen\"`")

  static func inputAtEachMovement(_ key: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "this sends `\(key)` for every movement: more than a hundred times a second",
      fix: "use `step` to limit them, or write `{ \(key) = …, at-most-every = \"50 ms\" }`")
  }
}

extension NativeGestureKind {
  /// A gesture that it can follow.
  fileprivate var leader: String {
    switch self {
    case .swipe: "a pan or an edge-pan"
    case .pinch: "a pinch or a rotation"
    case .hold: "a long-press"
    }
  }

  /// What it follows.
  fileprivate var movement: String {
    switch self {
    case .swipe, .hold: "movement"
    case .pinch: "scale or rotation"
    }
  }
}
