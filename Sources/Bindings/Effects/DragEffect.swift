import GestureCore

/// `drag = "left"`: keeps a mouse button down, at the pointer's position or at a finger.
struct DragEffect: KeyedEffect {
  static let key = "drag"

  private static let buttons = [PointerButton.left, .middle, .right].map(\.rawValue)

  static let lock = Setting<TimeSpan>.time(
    "lock", touchscreen: 500, touchpad: 500, in: 0...5000,
    "How long `drag` holds the button after the lift: if the fingers land again within this time, the drag continues.",
    reason: "libinput waits 300 ms for one finger; three fingers take longer to lift and land")

  let manual = """
    The mouse button to hold down from the beginning to the end of the gesture, while the fingers move the pointer. For `began` \
    and `run` of a gesture that lasts. Needs an intercepted touchpad, or an intercepted touchscreen with `at = "finger"`; see `DRAGGING`.
    """
  let form = EffectForm.choice(summary: "The mouse button to hold down while fingers move the pointer.", buttons)
  let options = [
    EffectOption(key: lock.declaration.name, manual: lock.declaration.summary, form: .setting(lock.declaration)),
    ClickPosition.option,
  ]
  let isForSteps = false
  let usualTrigger = Trigger.began
  let usualValue = "left"

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    let button = reader.choice(key, among: Self.buttons, example: "left").flatMap { PointerButton(rawValue: $0.value) }
    guard reader.mentions(key) else { return nil }
    let lock = reader.readEntry(Self.lock.declaration.name)
    // `click` is read before `drag`, and may have read the key `at` already.
    if section.finger != nil || reader.clickPosition(into: &section) == .finger {
      if let lock {
        reader.problems.error(
          at: lock.key.range, "`lock` has no effect on a touchscreen: a finger that lands again starts a new drag",
          fix: "remove `lock`")
      }
      return button.map { .input(.dragAtFinger($0)) }
    }
    let time = lock.flatMap { Self.lock.span($0, reader.problems) } ?? Settings([:])[Self.lock]
    return button.map { .input(.drag($0, lock: time)) }
  }
}

extension Effect {
  /// The button of a drag on a touchpad, and how long the button stays down after the lift. Nil without such a drag.
  public var drag: (button: PointerButton, lock: TimeSpan)? {
    first { if case .input(.drag(let button, let lock)) = $0 { (button, lock) } else { nil } }
  }

  var dragsAtFinger: Bool { parts.contains { if case .input(.dragAtFinger) = $0 { true } else { false } } }

  var followsFingers: Bool { dragsAtFinger || announces }

  /// Whether all parts are touchpad drags or `native`, or the only part uses the fingers' position or movement.
  public var onlyUsesFingers: Bool {
    isOnlyOfDevice || parts.count == 1 && (needsPosition || announces || inputs.contains(where: \.follows))
  }
}

extension Rules {
  /// Whether any action drags with the fingers on a touchpad.
  public var drags: Bool { effects.contains { $0.drag != nil } }

  /// Whether the gesture has actions, and every action runs only while the gesture's fingers move.
  public func needsMovement(_ gesture: GestureID) -> Bool {
    let actions = bindings.filter { $0.gesture == gesture }.flatMap(\.actions)
    return !actions.isEmpty
      && actions.allSatisfy { $0.step != nil || $0.trigger == .changed && !$0.fires(in: .ended) }
  }
}
