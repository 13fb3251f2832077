import GestureCore

/// `drag = "left"`: the fingers on an intercepted touchpad drag, as one finger with a button down would.
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
    A button that is down while the fingers move the pointer, from the beginning of the gesture to its end, for `began` and `run` \
    of a gesture that goes on, on an intercepted touchpad; see `DRAGGING`.
    """
  let form = EffectForm.choice(
    summary: "The button that is down while the fingers on an intercepted touchpad move the pointer.",
    DraggingButton.allCases.map(\.rawValue))
  let options = [
    EffectOption(key: lock.declaration.name, manual: lock.declaration.summary, form: .setting(lock.declaration))
  ]
  let isForSteps = false
  let actsByItself = true
  let usualTrigger = Trigger.began

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Value? {
    section.drag = reader.table[key]?.key.range
    let button = reader.choice(key, example: DraggingButton.left)?.button
    guard reader.mentions(key) else { return nil }
    let lock = Self.lock.declaration
    let value = reader.take(lock.name).flatMap { lock.value(of: $0, reader.problems) }
    return button.map { .input(.drag($0, lock: Settings(value.map { [lock.name: $0] } ?? [:])[Self.lock])) }
  }

  func advice(at place: MisplacedKey) -> String? {
    switch place {
    case .gesture, .binding: "write `began = { drag = \"left\" }`"
    case .step, .way: "a step is over at once: write `began = { drag = \"left\" }` beside `step`"
    }
  }

  /// The daemon has the device drag; without one nothing can.
  func perform(_ value: Effect.Value, of performance: Performance, by means: some EffectMeans) {
    guard case .input(let input) = value, performance.order.event.state == .began else { return }
    means.emulate(InputRequest(input, .beginning, for: performance))
  }
}

extension Effect {
  /// The button that it keeps down while fingers drag, and for how long after they have lifted.
  public var drag: (button: PointerButton, lock: TimeSpan)? {
    guard case .input(.drag(let button, let lock))? = self[DragEffect.key] else { return nil }
    return (button, lock)
  }
}

extension Rules {
  /// Whether fingers drag by any of them.
  public var drags: Bool { bindings.flatMap(\.actions).flatMap(\.effects).contains { $0.drag != nil } }
}
