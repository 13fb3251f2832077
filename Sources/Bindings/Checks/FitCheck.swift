import GestureCore

/// Checks that each action fits its gesture. For example, a step needs a gesture that lasts.
struct FitCheck {
  private let context: CheckContext
  /// The reported messages with their places in the file, so that each message is reported only once.
  private var reportedMessages: Set<String> = []

  init(_ context: CheckContext) { self.context = context }

  mutating func check() {
    for (index, section) in context.gestures.enumerated() { for action in section.actions { check(action, of: index) } }
    for binding in context.bindings {
      guard let index = context.references.index(of: binding.gesture.value) else { continue }
      for action in binding.actions { check(action, of: index) }
    }
  }

  private mutating func check(_ action: ActionSection, of index: Int) {
    let (kind, trigger) = (context.rule(index).kind, action.trigger.value)
    let (hold, drag) = (action.keys[HoldEffect.key], action.keys[DragEffect.key])
    let hasSteps = StepSettings.StepLength.examples.contains { kind.reports.contains($0.reports) }
    let repeatKey = action.action == nil ? nil : action.keys[ActionOption.repeats.rawValue]
    if let followingKey = action.followingKey, kind.isDiscrete || !kind.reports.contains(.translation) {
      error(
        at: followingKey.range,
        "`\(followingKey.value)` can't follow this gesture: "
          + (kind.isDiscrete ? kind.recognizedOnce : "\(kind.withArticle) does not report movement"),
        fix: "use a gesture that reports movement, such as a pan or an edge-pan")
    } else if let followingKey = action.followingKey, trigger != .changed {
      let value = followingKey.value == MoveEffect.key ? "pointer" : "natural"
      error(
        at: followingKey.range,
        "`\(followingKey.value)` follows the fingers, but `\(trigger.rawValue)` does not happen at each movement",
        fix: "write `changed = { \(followingKey.value) = \"\(value)\" }`")
    } else if let finger = action.finger, !context.classes(of: index).contains(.touchscreen) {
      let click = drag == nil ? "remove `at` to click at the pointer's position, or " : ""
      error(
        at: finger,
        "`at = \"finger\"` works only on touchscreens: fingers on a touchpad have no position on the screen",
        fix: "\(click)write `device = \"touchscreen\"`")
    } else if trigger == .step {
      checkStep(action, of: index)
    } else if let stream = action.keys[StreamEffect.key], action.keys[CommandEffect.key] == nil,
      !trigger.allowsStream(of: kind)
    {
      error(
        at: stream,
        "`\(trigger.rawValue)` can't have a `stream`: "
          + (kind.isDiscrete
            ? kind.recognizedOnce : "\(kind.withArticle) lasts, and a stream must get every change of the gesture"),
        fix: kind.isDiscrete
          ? "write `run = { stream = … }`"
          : "write `changed = { stream = … }`; the stream also gets the beginning and the end of the gesture")
    } else if !trigger.isPossible(with: kind) {
      warning(at: action.trigger.range, "`\(trigger.rawValue)` never happens: \(kind.recognizedOnce)", fix: "use `run`")
    } else if let key = hold, kind.isDiscrete {
      error(
        at: key, "`hold` has no effect: \(kind.recognizedOnce)",
        fix: "write `keys` instead of `hold`, or use a gesture that lasts, such as a long-press, an edge-pan or a pan")
    } else if let key = hold, !trigger.fires(in: .began) {
      error(at: key, lasting("hold", trigger, example: "hold = \"…\""))
    } else if let key = drag, let wrong = wrongDrag(action, of: index) {
      error(at: key, wrong)
    } else if let native = action.native, let wrong = wrongNative(native.value, action, of: index) {
      error(at: native.range, wrong)
    } else if let key = repeatKey, action.announces || drag != nil && action.finger != nil {
      let subject = action.announces ? "a gesture of the desktop" : "a drag with `at = \"finger\"`"
      error(
        at: key, "\(subject) lasts until the fingers' gesture ends, so the action can't have `repeat`",
        fix: "remove `repeat`, or move `repeat` with its command or keys into an `[[override]]` with `also = true`")
    } else if let key = repeatKey, kind.isDiscrete {
      warning(
        at: key, "nothing repeats: \(kind.recognizedOnce)",
        fix: "use a gesture that lasts, such as a long-press, an edge-pan or a pan")
    } else if let key = repeatKey, !trigger.fires(in: .began) {
      error(at: key, lasting("repeat", trigger, example: "command = \"…\", repeat = \"100 ms\""))
    } else if action.startsAtEachMovement {
      warning(
        at: action.trigger.range,
        "this action would start a command for every movement: more than a hundred commands per second",
        fix: (hasSteps ? "use `step` to start fewer commands, or " : "")
          + "write `{ command = …, at-most-every = \"50 ms\" }`, or `{ stream = … }` for one command that gets every change"
      )
    } else if let key = action.inputAtEachMovement {
      warning(
        at: action.trigger.range,
        "this action would send `\(key)` for every movement: more than a hundred times per second",
        fix: (hasSteps ? "use `step` to send `\(key)` less often, or " : "")
          + "write `{ \(key) = …, at-most-every = \"50 ms\" }`")
    }
  }

  private func lasting(_ key: String, _ trigger: Trigger, example: String) -> DiagnosticText {
    DiagnosticText(
      "`\(key)` starts when the gesture begins, so it can't be in `\(trigger.rawValue)`",
      fix: "write `began = { \(example) }`")
  }

  private func wrongDrag(_ action: ActionSection, of index: Int) -> DiagnosticText? {
    let (trigger, rule) = (action.trigger.value, context.rule(index))
    if rule.kind.isDiscrete {
      return DiagnosticText(
        "`drag` has no effect: \(rule.kind.recognizedOnce)", fix: "use a gesture that lasts, such as a pan")
    }
    if !trigger.fires(in: .began) { return lasting("drag", trigger, example: "drag = \"left\"") }
    // The caller has already checked that a drag at the finger is on a touchscreen.
    if action.finger == nil, !context.classes(of: index).contains(.touchpad) {
      return DiagnosticText(
        "`drag` without `at = \"finger\"` works only on touchpads: on a touchscreen, the finger itself already drags",
        fix: "write `device = \"touchpad\"`, or `at = \"finger\"` to drag with a mouse button")
    }
    if action.finger == nil, !context.rules.mayIntercept(.touchpad) { return ofOtherTouchpads() }
    if action.finger != nil, !context.rules.mayIntercept(.touchscreen) {
      return DiagnosticText(
        "this action works only on intercepted touchscreens: applications get all touches of other touchscreens",
        fix: "write `intercept = true` in the section `[device.touchscreen]`")
    }
    if rule.delivery.cancelsTouches { return nil }
    return DiagnosticText(
      "this action can't drag: applications also get the touches of the gesture",
      fix: "remove `cancels-touches = false`")
  }

  private func ofOtherTouchpads(advice: String = "") -> DiagnosticText {
    DiagnosticText(
      "this action works only on intercepted touchpads: applications get all touches of other touchpads",
      fix: "write `intercept = true` in the section `[device.touchpad]`\(advice)")
  }

  private func wrongNative(_ native: NativeGestureKind, _ action: ActionSection, of index: Int) -> DiagnosticText? {
    let (rule, trigger) = (context.rule(index), action.trigger.value)
    let followedValues = native.follows(isAnnounced: action.announces)
    let examples = followedValues == .scale ? "a pinch" : native.examples
    if rule.kind.isDiscrete {
      return DiagnosticText(
        "the desktop's \(native.rawValue) can't follow this gesture: \(rule.kind.recognizedOnce)",
        fix: "use a gesture that lasts, such as \(examples)")
    }
    if !trigger.fires(in: .began) { return lasting("native", trigger, example: "native = \"\(native.rawValue)\"") }
    if !followedValues.isEmpty, rule.kind.reports.isDisjoint(with: followedValues) {
      let movement = native == .swipe ? "movement" : followedValues == .scale ? "scale" : "scale or rotation"
      return DiagnosticText(
        "the desktop's \(native.rawValue) can't follow this gesture: \(rule.kind.withArticle) does not report \(movement)",
        fix: "use a gesture that reports \(movement), such as \(examples)")
    }
    if action.announces, native == .hold {
      return DiagnosticText(
        "`native = \"hold\"` can't have `via`: desktops that support touchegg accept only swipes and pinches",
        fix: "remove `via`, or write `native = \"swipe\"` or `native = \"pinch\"`")
    }
    // On a touchscreen, a virtual touchpad makes the desktop's gesture, so applications may get the touches too.
    let classes = context.classes(of: index)
    guard !action.announces, classes.contains(.touchpad) else { return nil }
    let isOnScreens = classes.contains(.touchscreen)
    if !context.rules.mayIntercept(.touchpad) {
      return ofOtherTouchpads(
        advice: isOnScreens ? "; or write `device = \"touchscreen\"`, so that the gesture is only for touchscreens" : ""
      )
    }
    if rule.delivery.cancelsTouches { return nil }
    return DiagnosticText(
      "this action can't make a gesture of the desktop: applications also get the fingers' touches",
      fix: "remove `cancels-touches = false`"
        + (isOnScreens
          ? ", or write `device = \"touchscreen\"`: on touchscreens, the action works with `cancels-touches = false`"
          : ""))
  }

  private mutating func checkStep(_ action: ActionSection, of index: Int) {
    let kind = context.rule(index).kind
    let counted = action.every?.value.reports ?? [.translation, .rotation, .scale]
    let others = context.kinds.filter { !$0.isDiscrete && !$0.reports.isDisjoint(with: counted) }.map(\.name).listed(
      "or")
    if kind.isDiscrete {
      error(
        at: action.trigger.range, "\(kind.withArticle) has no steps: it is recognized once and has no duration",
        fix: "use `run`, or another kind: \(others)")
    } else if let every = action.every, !kind.reports.contains(every.value.reports) {
      let own = StepSettings.StepLength.examples.first { kind.reports.contains($0.reports) }
      error(
        at: every.range, "`every` can't count steps: \(kind.withArticle) does not report \(every.value.name)",
        fix: (own.map { "write `\($0.example)`, or " } ?? "") + "use another kind: \(others)")
    } else {
      warnOfDirections(action.directions, of: index)
    }
  }

  /// Warns about steps on an axis on which the gesture can't begin; otherwise, if all steps need a movement back.
  private mutating func warnOfDirections(_ directions: [Located<StepSettings.StepDirection>], of index: Int) {
    let kind = context.rule(index).kind
    guard let setting = kind.directionSetting?.name else { return }
    let begun = context.classes(of: index).map { AllowedDirections(kind, context.settings(of: index, on: $0)) }
    guard case .some(let first)?? = begun.first, begun.allSatisfy({ $0 == AllowedDirections.some(first) }) else {
      return
    }
    let names = StepSettings.StepDirection.allCases.map(\.rawValue).filter(first.contains)
    let reason =
      "because of `\(setting)`, this \(kind.name) begins only with the direction \(names.map { "`\($0)`" }.listed("or"))"
    let axes = StepSettings.Axis.allCases.filter {
      first.contains($0.forward.rawValue) || first.contains($0.backward.rawValue)
    }
    let strays = directions.filter { direction in
      !axes.contains { $0.forward == direction.value || $0.backward == direction.value }
    }
    for direction in strays {
      warning(
        at: direction.range, "`\(direction.value.rawValue)` counts only accidental movement: \(reason)",
        fix: "use \(names.map { "`\($0)`" }.listed("and")), or change `\(setting)`")
    }
    if strays.isEmpty, let direction = directions.first, directions.allSatisfy({ !first.contains($0.value.rawValue) }) {
      warning(
        at: direction.range,
        "steps in the direction `\(direction.value.rawValue)` happen only when the fingers move back: \(reason)",
        fix: "add `\(names.first ?? "")`, or change `\(setting)`")
    }
  }

  private mutating func error(at range: Range<Int>, _ text: DiagnosticText) {
    if isNew(text.message, at: range) { context.problems.error(at: range, text) }
  }

  private mutating func error(
    at range: Range<Int>, _ message: String, fix: String, file: String = #fileID, line: Int = #line
  ) {
    if isNew(message, at: range) { context.problems.error(at: range, message, fix: fix, file: file, line: line) }
  }

  private mutating func warning(
    at range: Range<Int>, _ message: String, fix: String, file: String = #fileID, line: Int = #line
  ) {
    if isNew(message, at: range) { context.problems.warning(at: range, message, fix: fix, file: file, line: line) }
  }

  private mutating func isNew(_ message: String, at range: Range<Int>) -> Bool {
    reportedMessages.insert("\(range.lowerBound) \(message)").inserted
  }
}

extension Kind {
  fileprivate var recognizedOnce: String { "\(withArticle) is recognized once and has no duration" }
}

extension NativeGestureKind {
  fileprivate var examples: String {
    switch self {
    case .swipe: "a pan or an edge-pan"
    case .pinch: "a pinch or a rotation"
    case .hold: "a long-press"
    }
  }
}

extension ActionSection {
  /// The key of the first input that a `changed` action without `at-most-every` sends at each movement, or nil.
  fileprivate var inputAtEachMovement: String? {
    guard trigger.value == .changed, let action, action.atMostEvery == nil else { return nil }
    return action.effect.parts.first { if case .input(let input) = $0 { !input.follows } else { false } }?.key
  }

  /// Whether every movement starts a command: neither `at-most-every` nor `overlap = "skip"` limits the action.
  fileprivate var startsAtEachMovement: Bool {
    guard trigger.value == .changed, let action else { return false }
    return action.atMostEvery == nil && action.effect.run != nil && action.overlap != .skip
  }
}

extension Trigger {
  fileprivate func allowsStream(of kind: Kind) -> Bool {
    switch self {
    case .changed: !kind.isDiscrete
    case .run, .ended: kind.isDiscrete
    case .began, .cancelled, .step: false
    }
  }
}

extension StepSettings.StepLength {
  fileprivate var name: String {
    switch self {
    case .distance: "distance"
    case .angle: "angle"
    case .scale: "scale"
    }
  }
}
