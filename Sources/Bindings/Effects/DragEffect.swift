import GestureCore

/// `drag = "left"`: the fingers on an intercepted touchpad drag, as one finger with a button down would. With `at = "finger"` a finger
/// on a touchscreen does, with the button of a mouse that is where the finger is.
struct DragEffect: EffectKind {
  static let key = "drag"

  private enum DraggingButton: String, CaseIterable {
    case left, middle, right

    var button: PointerButton {
      switch self {
      case .left: .left
      case .middle: .middle
      case .right: .right
      }
    }
  }

  /// How long the button stays down after the fingers have lifted.
  static let lock = Setting<TimeSpan>.time(
    "lock", touchscreen: 500, touchpad: 500, in: 0...5000,
    "How long the button of `drag` stays down after the fingers have lifted: if they come back in time they drag on.",
    origin: "longer than libinput's 300 ms for one finger: three fingers take longer to lift and land")

  var key: String { Self.key }
  let manual = """
    A button that is down while the fingers move the pointer, from the beginning to the end of the gesture, for \
    `began` and `run` \
    of a gesture that goes on, on an intercepted touchpad, or with `at = "finger"` on a touchscreen; see `DRAGGING`.
    """
  let form = EffectForm.choice(
    summary: "The button that is down while fingers move the pointer.",
    DraggingButton.allCases.map(\.rawValue))
  let options = [
    EffectOption(key: lock.declaration.name, manual: lock.declaration.summary, form: .setting(lock.declaration)),
    ClickPlace.option,
  ]
  let isForSteps = false
  let actsByItself = true
  let usualTrigger = Trigger.began

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> EmulatedInput? {
    section.drag = reader.table[key]?.key.range
    let button = reader.choice(key, example: DraggingButton.left)?.button
    guard reader.mentions(key) else { return nil }
    let declaration = Self.lock.declaration
    let lock = reader.take(declaration.name)
    // The same key may be of `click`, which is read before.
    if section.finger != nil || reader.clickPlace(into: &section) == .finger {
      if let lock { reader.problems.error(at: lock.key.range, .lockAtFinger) }
      return button.map { .dragAtFinger($0) }
    }
    let value = lock.flatMap { declaration.value(of: $0, reader.problems) }
    return button.map { .drag($0, lock: Settings(value.map { [declaration.name: $0] } ?? [:])[Self.lock]) }
  }

  func advice(at place: MisplacedKey) -> String? {
    switch place {
    case .gesture, .binding: "write `began = { drag = \"left\" }`"
    case .step, .way: "a step has no duration: write `began = { drag = \"left\" }` beside `step`"
    }
  }

  /// The daemon has a touchpad drag by itself; all else is a mouse's.
  func perform(_ input: EmulatedInput, of performance: Performance, by means: some EffectMeans) {
    let state = performance.order.event.state
    switch state {
    case .began: means.perform(.input(InputRequest(input, .beginning, for: performance)))
    case .changed, .ended, .cancelled:
      guard input.dragsAtFinger else { return }
      means.perform(.input(InputRequest(input, state == .changed ? .movement : .end, for: performance)))
    case .recognized: break
    }
  }
}

extension Effect {
  /// The button that it keeps down while fingers drag, and for how long after they have lifted.
  public var drag: (button: PointerButton, lock: TimeSpan)? {
    guard case .input(.drag(let button, let lock))? = self[DragEffect.key] else { return nil }
    return (button, lock)
  }

  /// Whether it drags where a finger is on a touchscreen.
  var dragsAtFinger: Bool {
    if case .input(let input)? = self[DragEffect.key] { input.dragsAtFinger } else { false }
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
  public var drags: Bool { bindings.flatMap(\.actions).flatMap(\.effects).contains { $0.drag != nil } }

  /// Whether a gesture does something, and all of it as fingers go on: nothing of it is done by its beginning or its end alone.
  public func needsMovement(_ gesture: GestureID) -> Bool {
    let actions = bindings.filter { $0.gesture == gesture }.flatMap(\.actions)
    return !actions.isEmpty
      && actions.allSatisfy { $0.step != nil || $0.trigger == .changed && !$0.fires(in: .ended) }
  }
}
