import GestureCore

/// What to start.
public enum Command: Hashable, Sendable {
  /// Given to `/bin/sh -c`.
  case shell(String)
  /// A program and its arguments, started as they are; never empty.
  case direct([String])
}

/// When an action of a binding is due, by its key in the rules file.
public enum Trigger: String, CaseIterable, Sendable {
  /// Once: when a discrete gesture is recognized or a continuous one begins.
  case run
  case began, changed
  /// A discrete gesture is at its end when it is recognized.
  case ended
  case cancelled
  /// Each time a gesture that lasts has gone another step.
  case step

  /// Whether a gesture that goes into `state` sets this off.
  public func fires(in state: RecognizerState) -> Bool {
    switch state {
    case .possible, .failed: false
    case .began: self == .run || self == .began || self == .step
    case .changed: self == .changed || self == .step
    case .ended: self == .ended || self == .step
    case .cancelled: self == .cancelled
    case .recognized: self == .run || self == .ended
    }
  }

  /// Whether a gesture of `kind` ever sets this off.
  func isPossible(with kind: Kind) -> Bool {
    switch self {
    case .run, .ended: true
    case .began, .changed, .cancelled, .step: !kind.isDiscrete
    }
  }
}

/// What to do with an action that is due while its command of before still runs.
public enum Overlap: String, CaseIterable, Sendable {
  /// Both run.
  case allow
  /// The new one is left out.
  case skip
  /// The new one waits until those before it have ended.
  case queue
  /// The running one is told to end, and the new one follows.
  case restart
}

/// One thing a binding does.
public struct Action: Hashable, Sendable {
  public let trigger: Trigger
  /// Empty for `step`, which has one effect for each way.
  public let effect: Effect
  public let step: Step?
  public let overlap: Overlap
  /// The least time between two of it on one device; nil for none. What is due sooner is left out, but for what tells a
  /// stream of a beginning or an end.
  public let atMostEvery: TimeSpan?
  /// Whether its processes get a scope of their own; where the action does not say, `Rules` fills in what `[commands]` says.
  public internal(set) var isScoped: Bool?
  /// Where the file says so.
  public let location: FileLocation
  /// The place of its binding in `Rules.bindings`; filled in there.
  public internal(set) var binding = 0
  /// What a stream of changes is told of the beginning and the end by; these are no changes that go to a mode.
  private let boundaryEffect: Effect
  /// Counted through all bindings; filled in by `Rules`.
  var number = 0

  public init(
    _ effect: Effect, on trigger: Trigger, overlap: Overlap = .allow, atMostEvery: TimeSpan? = nil,
    isScoped: Bool? = nil, location: FileLocation
  ) {
    self.trigger = trigger
    self.effect = effect
    boundaryEffect = Effect(stream: effect.stream)
    step = nil
    self.overlap = overlap
    self.atMostEvery = atMostEvery
    self.isScoped = isScoped
    self.location = location
  }

  public init(
    _ step: Step, overlap: Overlap = .allow, atMostEvery: TimeSpan? = nil, isScoped: Bool? = nil,
    location: FileLocation
  ) {
    trigger = .step
    effect = Effect()
    boundaryEffect = effect
    self.step = step
    self.overlap = overlap
    self.atMostEvery = atMostEvery
    self.isScoped = isScoped
    self.location = location
  }

  /// Whether a gesture that goes into `state` sets this off. A stream of changes is told of the beginning and the end too.
  func fires(in state: RecognizerState) -> Bool { trigger.fires(in: state) || isStreamBoundary(in: state) }

  /// Whether `state` is where what is told to a stream of changes begins or ends.
  func isStreamBoundary(in state: RecognizerState) -> Bool {
    guard trigger == .changed, effect.stream != nil else { return false }
    return switch state {
    case .began, .ended, .cancelled: true
    case .possible, .changed, .recognized, .failed: false
    }
  }

  /// What it does as a gesture goes into `state`.
  func effect(in state: RecognizerState) -> Effect { isStreamBoundary(in: state) ? boundaryEffect : effect }

  /// Every effect it may have.
  public var effects: [Effect] { step.map { $0.ways.values.map { $0 } } ?? [effect] }
}

/// What one place of the file lets a gesture do: the gesture's own section, or a `[[binding]]`.
public struct Binding: Equatable, Sendable {
  public let gesture: GestureID
  /// When it counts; looked at as the gesture begins or is recognized, and kept to its end.
  public let when: Condition
  /// `also = true`: goes with the binding that was chosen, or goes alone where none was.
  public let isAddition: Bool
  /// In the order of the file.
  public internal(set) var actions: [Action]
  public let location: FileLocation

  public init(
    gesture: GestureID, when: Condition = Condition(), isAddition: Bool = false, actions: [Action],
    location: FileLocation
  ) {
    self.gesture = gesture
    self.when = when
    self.isAddition = isAddition
    self.actions = actions
    self.location = location
  }
}
