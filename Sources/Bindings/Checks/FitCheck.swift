import GestureCore

/// Checks that actions fit the kind of their gesture, streams and steps above all.
struct FitCheck {
  /// What was reported for a place: a binding may be for several gestures.
  private struct Told: Hashable {
    let place: Int
    let message: String
  }

  let book: CheckContext
  let kinds: KindTable
  let problems: Problems
  private var told: Set<Told> = []

  init(book: CheckContext, kinds: KindTable, problems: Problems) {
    self.book = book
    self.kinds = kinds
    self.problems = problems
  }

  mutating func check(_ bindings: [BindingSection]) {
    for index in book.gestures.indices {
      for action in book.gestures[index].actions { check(action, of: index) }
    }
    for place in bindings.indices {
      guard let index = book.references.index(of: bindings[place].gesture.value) else { continue }
      for action in bindings[place].actions { check(action, of: index) }
    }
  }

  private mutating func check(_ action: ActionSection, of index: Int) {
    let kind = book.rule(index).kind
    if let follower = action.follower, action.trigger.value != .changed {
      error(at: follower.range, .followElsewhere(follower.value, action.trigger.value))
    } else if let follower = action.follower, !kind.isDiscrete, !kind.reports.contains(.translation) {
      error(at: follower.range, .followOfUnmoved(follower.value, kind))
    } else if let finger = action.finger, !book.classes(of: index).contains(.touchscreen) {
      error(at: finger, action.drag == nil ? .fingerOffScreen : .dragOffScreen)
    } else if action.trigger.value == .step {
      checkStep(action, of: index)
    } else if let stream = action.stream, !action.trigger.value.takesStream(of: kind) {
      error(at: stream, .streamElsewhere(action.trigger.value, kind))
    } else if !action.trigger.value.isPossible(with: kind) {
      warning(at: action.trigger.range, .impossibleTrigger(action.trigger.value, kind))
    } else if let key = action.hold, !action.trigger.value.fires(in: .began) {
      error(at: key, .holdElsewhere(action.trigger.value))
    } else if let key = action.hold, kind.isDiscrete {
      error(at: key, .holdOfDiscrete(kind))
    } else if let key = action.drag, let wrong = wrongDrag(action, of: index) {
      error(at: key, wrong)
    } else if let native = action.native, let wrong = wrongNative(native.value, action, of: index) {
      error(at: native.range, wrong)
    } else if let key = action.repeatKey, action.drag != nil, action.finger != nil {
      error(at: key, .repeatOfDrag)
    } else if let key = action.repeatKey, action.announces {
      error(at: key, .repeatOfAnnounced)
    } else if let key = action.repeatKey, !action.trigger.value.fires(in: .began) {
      error(at: key, .repeatElsewhere(action.trigger.value))
    } else if let key = action.repeatKey, kind.isDiscrete {
      warning(at: key, .repeatOfDiscrete(kind))
    } else if action.startsAtEachMovement {
      warning(at: action.trigger.range, .startsAtEachMovement(kind))
    } else if let key = action.inputAtEachMovement {
      warning(at: action.trigger.range, .inputAtEachMovement(key, kind))
    }
  }

  /// What keeps the fingers of a gesture from dragging.
  private func wrongDrag(_ action: ActionSection, of index: Int) -> DiagnosticText? {
    let (trigger, rule) = (action.trigger.value, book.rule(index))
    if !trigger.fires(in: .began) { return .dragElsewhere(trigger) }
    if rule.kind.isDiscrete { return .dragOfDiscrete(rule.kind) }
    // A drag at the finger has been checked for a touchscreen already.
    if action.finger == nil, !book.classes(of: index).contains(.touchpad) { return .dragOffPad }
    if action.finger == nil, !book.rules.mayIntercept(.touchpad) { return .dragOfOthers }
    if action.finger != nil, !book.rules.mayIntercept(.touchscreen) { return .dragOfTouches }
    return rule.delivery.cancelsTouches ? nil : .dragOfShared
  }

  /// What keeps the fingers of a gesture from making one of the desktop's own.
  private func wrongNative(_ native: NativeGestureKind, _ action: ActionSection, of index: Int) -> DiagnosticText? {
    let (rule, trigger) = (book.rule(index), action.trigger.value)
    if !trigger.fires(in: .began) { return .nativeElsewhere(native, trigger) }
    if rule.kind.isDiscrete { return .nativeOfDiscrete(native, rule.kind) }
    let followed = native.follows(isAnnounced: action.announces)
    if !followed.isEmpty, rule.kind.reports.isDisjoint(with: followed) {
      return .nativeOfOther(native, rule.kind, isAnnounced: action.announces)
    }
    if action.announces { return native == .hold ? .announcedHold : nil }
    // Beside a touchscreen there is a touchpad of our own, whatever applications get.
    let classes = book.classes(of: index)
    guard classes.contains(.touchpad) else { return nil }
    if !book.rules.mayIntercept(.touchpad) { return .nativeOfOthers(alsoOnScreens: classes.contains(.touchscreen)) }
    return rule.delivery.cancelsTouches ? nil : .nativeOfShared(alsoOnScreens: classes.contains(.touchscreen))
  }

  private mutating func checkStep(_ action: ActionSection, of index: Int) {
    let kind = book.rule(index).kind
    let counted = action.every?.value.reports
    if kind.isDiscrete {
      error(at: action.trigger.range, .stepOfDiscrete(kind, kinds.kinds(withSteps: counted)))
    } else if let every = action.every, !kind.reports.contains(every.value.reports) {
      error(at: every.range, .stepOfOther(kind, every.value, kinds.kinds(withSteps: counted)))
    } else {
      warnOfWays(action.ways, of: index)
    }
  }

  /// A drag that begins along one axis crosses it only by straying, and a one-way pinch comes back only after it has
  /// gone there.
  private mutating func warnOfWays(_ ways: [Located<StepSettings.StepWay>], of index: Int) {
    let kind = book.rule(index).kind
    guard let setting = kind.waySetting else { return }
    let begun = book.classes(of: index).map { deviceClass -> Set<String>? in
      guard case .some(let names)? = AllowedWays(kind, book.settings(of: index, on: deviceClass)) else { return nil }
      return names
    }
    guard let first = begun.first.flatMap({ $0 }), begun.allSatisfy({ $0 == first }) else { return }
    let strays = ways.filter { !first.contains($0.value.rawValue) && !first.contains($0.value.opposite.rawValue) }
    for way in strays { warning(at: way.range, .strayWay(way.value, kind, setting, begins: first)) }
    if strays.isEmpty, let way = ways.first, ways.allSatisfy({ !first.contains($0.value.rawValue) }) {
      warning(at: way.range, .wayBack(way.value, kind, setting, begins: first))
    }
  }

  private mutating func error(at range: Range<Int>, _ wording: DiagnosticText) {
    guard told.insert(Told(place: range.lowerBound, message: wording.message)).inserted else { return }
    problems.error(at: range, wording)
  }

  private mutating func warning(at range: Range<Int>, _ wording: DiagnosticText) {
    guard told.insert(Told(place: range.lowerBound, message: wording.message)).inserted else { return }
    problems.warning(at: range, wording)
  }
}

extension KindTable {
  /// The kinds that have steps of what is counted, or any steps if nothing is said of that.
  fileprivate func kinds(withSteps counted: ReportedValues?) -> [Kind] {
    kinds.filter { !$0.isDiscrete && !$0.reports.isDisjoint(with: counted ?? [.translation, .rotation, .scale]) }
  }
}

extension ActionSection {
  /// The key of what is sent to the session for each report of the device; nil if nothing is.
  fileprivate var inputAtEachMovement: String? {
    guard trigger.value == .changed, let action, action.atMostEvery == nil else { return nil }
    return action.effect.parts.first { if case .input(let input) = $0.value { !input.follows } else { false } }?.key
  }

  /// Whether a command is started for each report of the device, as often as it comes.
  fileprivate var startsAtEachMovement: Bool {
    guard trigger.value == .changed, let action, action.atMostEvery == nil, action.effect.run != nil else {
      return false
    }
    switch action.overlap {
    case .allow, .queue, .restart: return true
    case .skip: return false
    }
  }
}

extension Trigger {
  /// Whether it may have a stream for a gesture of `kind`: the stream of a continuous gesture gets every change, and
  /// its beginning and end as well.
  fileprivate func takesStream(of kind: Kind) -> Bool {
    switch self {
    case .changed: !kind.isDiscrete
    case .run, .ended: kind.isDiscrete
    case .began, .cancelled, .step: false
    }
  }
}

extension StepSettings.StepWay {
  fileprivate var opposite: StepSettings.StepWay {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    case .in: .out
    case .out: .in
    }
  }
}
