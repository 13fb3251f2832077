import GestureCore

/// `native = "swipe"`: makes a gesture of the desktop. This gesture follows the fingers.
struct NativeEffect: KeyedEffect {
  static let key = "native"
  private static let fingers = "fingers"

  /// The key `via` and its only value, `touchegg`: the gesture is sent to desktops that support the program touchegg.
  private static let (route, touchegg) = ("via", "touchegg")

  let manual =
    "A gesture of the desktop that follows the fingers from the beginning to the end of the rule's gesture. For `began` and `run` of a gesture that lasts. Needs a touchscreen or an intercepted touchpad, except with `via`. See `THE DESKTOP'S OWN GESTURES`."
  let form = EffectForm.choice(
    summary:
      "Makes one of the desktop's own gestures, for example to switch workspaces; the desktop's gesture follows the fingers. Without `via`, the action needs a touchscreen or an intercepted touchpad.",
    NativeGestureKind.allCases.map(\.rawValue))
  let options = [
    EffectOption(
      key: NativeEffect.fingers,
      manual:
        "How many fingers the desktop sees in the gesture of `native`. Default: the number of fingers that make the rule's own gesture, or the nearest number that desktops accept.",
      form: .count(NativeGestureKind.mostFingers)),
    EffectOption(
      key: NativeEffect.route,
      manual:
        "`touchegg`: sends the gesture of `native` to desktops that support touchegg (on X11). This needs no intercepted or virtual touchpad.",
      form: .choice([NativeEffect.touchegg])),
  ]
  let isForSteps = false
  let usualTrigger = Trigger.began
  let usualValue = "swipe"
  let excludedKey: String? = DragEffect.key

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    let range = reader.table[key]?.key.range
    let kind = reader.choice(key, example: NativeGestureKind.swipe)?.value
    guard let range, reader.mentions(key) else { return nil }
    section.native = kind.map { Located(value: $0, range: range) }
    if reader.mentions(DragEffect.key) {
      reader.problems.error(at: range, "an action can't have both `drag` and `native`", fix: "remove one of the two")
    }
    let isAnnounced = reader.mentions(Self.route)
    section.announces = isAnnounced
    let isRouteRight = !isAnnounced || reader.choice(Self.route, among: [Self.touchegg], example: Self.touchegg) != nil
    let fingers = reader.integer(Self.fingers, example: 4)
    if let kind, let fingers, !kind.fingers.contains(fingers.value) {
      reader.problems.error(
        at: fingers.range,
        "desktops have no \(kind.rawValue) with \(fingers.value) \(fingers.value == 1 ? "finger" : "fingers")",
        fix: "write \(kind.fingers.map(String.init).listed("or"))")
      return nil
    }
    guard isRouteRight else { return nil }
    return kind.map {
      let gesture = NativeGesture(kind: $0, fingers: fingers?.value)
      return .input(isAnnounced ? .announced(gesture) : .native(gesture))
    }
  }
}

/// A kind of multi-finger touchpad gesture that desktops themselves recognize.
public enum NativeGestureKind: String, CaseIterable, Sendable {
  case swipe, pinch, hold

  /// The numbers of fingers that this gesture can have in libinput 1.22 to 1.28.
  public var fingers: ClosedRange<Int> {
    switch self {
    case .swipe: 3...4
    case .pinch, .hold: 2...4
    }
  }

  /// The numbers of fingers that at least one of these kinds can have.
  static let mostFingers = 2...4

  /// The values that this gesture can follow; empty for `hold`. For the other kinds, the rule's gesture must report at
  /// least one of these values. `isAnnounced` means that touchegg's clients get the gesture.
  func follows(isAnnounced: Bool) -> ReportedValues {
    switch self {
    case .swipe: .translation
    case .pinch: isAnnounced ? .scale : [.scale, .rotation]
    case .hold: []
    }
  }
}

/// The gesture of the desktop that a rule with `native` makes.
public struct NativeGesture: Hashable, Sendable {
  public let kind: NativeGestureKind
  /// The number of fingers that the rule sets. Nil if the rule doesn't set a number.
  let fingers: Int?

  /// The number of fingers that the desktop sees: the rule's setting or, if nil, the allowed number nearest to `count`.
  public func fingers(of count: Int) -> Int {
    fingers ?? min(max(count, kind.fingers.lowerBound), kind.fingers.upperBound)
  }

  var text: String { fingers.map { "\(kind.rawValue) of \($0) fingers" } ?? kind.rawValue }
}

extension Effect {
  public var native: NativeGesture? {
    first { if case .input(.native(let gesture)) = $0 { gesture } else { nil } }
  }

  /// Whether the effect sends a gesture to touchegg's clients.
  public var announces: Bool { parts.contains { if case .input(.announced) = $0 { true } else { false } } }
}

extension Rules {
  public var announces: Bool { effects.contains(where: \.announces) }

  public var nativeGestures: Set<String> { Set(gestures { $0.native != nil }.map(\.name)) }

  /// Whether a rule with `native` but without `via` applies to touchscreens. Such a rule needs a virtual touchpad.
  public var makesNativeOnTouchscreens: Bool {
    gestures { $0.native != nil }.contains { classes(of: $0).contains(.touchscreen) }
  }
}
