import GestureCore

/// `drag = "left"`: the fingers on an intercepted touchpad drag, as one finger with a button down would. With `at = "finger"` a finger
/// on a touchscreen does, with the button of a mouse that is where the finger is.
struct DragEffect: KeyedEffect {
  static let key = "drag"

  private static let buttons = [PointerButton.left, .middle, .right].map(\.rawValue)

  /// How long the button stays down after the fingers have lifted.
  static let lock = Setting<TimeSpan>.time(
    "lock", touchscreen: 500, touchpad: 500, in: 0...5000,
    "How long the button of `drag` stays down after the fingers have lifted: if they come back in time they drag on.",
    origin: "longer than libinput's 300 ms for one finger: three fingers take longer to lift and land")

  let manual = """
    A button that is down while the fingers move the pointer, from the beginning to the end of the gesture, for \
    `began` and `run` \
    of a gesture that goes on, on an intercepted touchpad, or with `at = "finger"` on a touchscreen; see `DRAGGING`.
    """
  let form = EffectForm.choice(
    summary: "The button that is down while fingers move the pointer.",
    buttons)
  let options = [
    EffectOption(key: lock.declaration.name, manual: lock.declaration.summary, form: .setting(lock.declaration)),
    ClickPlace.option,
  ]
  let isForSteps = false
  let usualTrigger = Trigger.began
  let usualValue = "left"

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    let button = reader.choice(key, among: Self.buttons, example: "left").flatMap { PointerButton(rawValue: $0.value) }
    guard reader.mentions(key) else { return nil }
    let lock = reader.take(Self.lock.declaration.name)
    // The same key may be of `click`, which is read before.
    if section.finger != nil || reader.clickPlace(into: &section) == .finger {
      if let lock {
        reader.problems.error(
          at: lock.key.range, "`lock` has no effect on a touchscreen: the finger comes back at another place",
          fix: "remove `lock`")
      }
      return button.map { .input(.dragAtFinger($0)) }
    }
    let time = lock.flatMap { Self.lock.span($0, reader.problems) } ?? Settings([:])[Self.lock]
    return button.map { .input(.drag($0, lock: time)) }
  }
}

extension Effect {
  /// The button that it keeps down while fingers drag, and for how long after they have lifted.
  public var drag: (button: PointerButton, lock: TimeSpan)? {
    first { if case .input(.drag(let button, let lock)) = $0 { (button, lock) } else { nil } }
  }

  /// Whether it drags where a finger is on a touchscreen.
  var dragsAtFinger: Bool {
    parts.contains { if case .input(.dragAtFinger) = $0 { true } else { false } }
  }

  /// Whether something goes along with the fingers from the beginning of the gesture to its end: a button, or a gesture that
  /// touchegg's clients are told of.
  var goesAlong: Bool { dragsAtFinger || announces }

  /// Whether it does nothing but what takes fingers on a device.
  public var takesFingers: Bool {
    isOnlyOfDevice || parts.count == 1 && (needsPlace || announces || inputs.contains(where: \.follows))
  }
}

extension Rules {
  /// Whether fingers drag by any of them.
  public var drags: Bool { effects.contains { $0.drag != nil } }

  /// Whether a gesture does something, and all of it as fingers go on: nothing of it is done by its beginning or its end alone.
  public func needsMovement(_ gesture: GestureID) -> Bool {
    let actions = bindings.filter { $0.gesture == gesture }.flatMap(\.actions)
    return !actions.isEmpty
      && actions.allSatisfy { $0.step != nil || $0.trigger == .changed && !$0.fires(in: .ended) }
  }
}
