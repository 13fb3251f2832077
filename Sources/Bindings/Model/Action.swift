import GestureCore

/// The moment of a gesture at which an action runs. The raw value is the action's key in the rules.
public enum Trigger: String, CaseIterable, Sendable {
  /// Once: when a gesture that lasts begins, or when a gesture that doesn't last is recognized.
  case run
  case began, changed
  /// When a gesture that lasts ends, or when a gesture that doesn't last is recognized.
  case ended
  case cancelled
  /// Each time a gesture that lasts has made another step.
  case step

  public func fires(in state: RecognizerState) -> Bool {
    switch state {
    case .began: self == .run || self == .began || self == .step
    case .changed: self == .changed || self == .step
    case .ended: self == .ended || self == .step
    case .cancelled: self == .cancelled
    case .recognized: self == .run || self == .ended
    }
  }

  func isPossible(with kind: Kind) -> Bool {
    switch self {
    case .run, .ended: true
    case .began, .changed, .cancelled, .step: !kind.isDiscrete
    }
  }
}

/// The treatment of a new command while an earlier command of the action still runs.
public enum Overlap: String, CaseIterable, Sendable {
  case allow, skip
  /// The new command waits until the earlier commands have ended.
  case queue
  /// The running command is asked to end, and the new command follows.
  case restart
}

/// One action of a binding. It is a class, so that orders don't copy it.
public final class Action: Sendable {
  public let trigger: Trigger
  /// The effect of the action. Empty for `step`, which has effects by direction.
  public let effect: Effect
  public let step: StepSettings?
  public let overlap: Overlap
  /// The shortest time between runs on one device; nil for no limit. If `isBoundary(in:)` is true, no run is skipped.
  public let atMostEvery: TimeSpan?
  /// The time between repetitions while the gesture lasts; nil without repetition.
  public let repeatsEvery: TimeSpan?
  /// Whether each command of the action runs in a systemd scope of its own. If nil, only `launch` uses a scope.
  public let isScoped: Bool?
  public let location: FileLocation
  /// The index of the action's binding in `Rules.bindings`; filled in by `Rules`.
  public let binding: Int
  /// The action's number among the actions of all bindings; filled in by `Rules`.
  public let number: Int
  /// The effect if `isBoundary(in:)` is true: only the parts that last.
  private let boundaryEffect: Effect
  private let streamsChanges: Bool
  private let scrollsWithFingers: Bool
  private let followsFingers: Bool
  /// Whether the action holds keys or a button, or makes a gesture of the desktop, until its own gesture ends.
  let holds: Bool

  public convenience init(
    _ step: StepSettings, overlap: Overlap = .allow, atMostEvery: TimeSpan? = nil, isScoped: Bool? = nil,
    location: FileLocation
  ) {
    self.init(
      Effect(), step: step, on: .step, overlap: overlap, atMostEvery: atMostEvery, isScoped: isScoped,
      location: location)
  }

  public init(
    _ effect: Effect, step: StepSettings? = nil, on trigger: Trigger, overlap: Overlap = .allow,
    atMostEvery: TimeSpan? = nil, repeatsEvery: TimeSpan? = nil, isScoped: Bool? = nil, location: FileLocation,
    binding: Int = 0, number: Int = 0
  ) {
    self.trigger = trigger
    self.effect = effect
    self.step = step
    self.overlap = overlap
    self.atMostEvery = atMostEvery
    self.repeatsEvery = repeatsEvery
    self.isScoped = isScoped
    self.location = location
    self.binding = binding
    self.number = number
    boundaryEffect = effect.lasting
    streamsChanges = trigger == .changed && effect.stream != nil
    scrollsWithFingers = trigger == .changed && effect.scrollsWithFingers
    holds = effect.holds && trigger.fires(in: .began)
    followsFingers = effect.followsFingers && trigger.fires(in: .began)
  }

  /// Returns a copy with these indices. `isScopedByDefault` applies if the action doesn't set `scope`.
  func numbered(binding: Int, number: Int, isScopedByDefault: Bool) -> Action {
    Action(
      effect, step: step, on: trigger, overlap: overlap, atMostEvery: atMostEvery, repeatsEvery: repeatsEvery,
      isScoped: isScoped ?? (isScopedByDefault ? true : nil), location: location, binding: binding, number: number)
  }

  /// Whether the action runs in `state`: because of its trigger, or only for the parts of its effect that last.
  func fires(in state: RecognizerState) -> Bool { trigger.fires(in: state) || isBoundary(in: state) }

  /// Whether the action runs in `state` only for the parts of its effect that last, such as `hold`.
  func isBoundary(in state: RecognizerState) -> Bool {
    switch state {
    case .began: streamsChanges
    case .changed: followsFingers
    case .ended, .cancelled: streamsChanges || holds || scrollsWithFingers
    case .recognized: false
    }
  }

  func effect(in state: RecognizerState) -> Effect { isBoundary(in: state) ? boundaryEffect : effect }

  public var effects: [Effect] { step.map { $0.effects.values.map { $0 } } ?? [effect] }
}

extension Action: Equatable {
  /// Whether the actions have equal values, even if they are different objects.
  public static func == (a: Action, b: Action) -> Bool {
    a === b || (a.doesSame(as: b) && a.location == b.location && a.binding == b.binding && a.number == b.number)
  }

  /// Whether both actions have equal settings. Their locations in the rules may differ.
  func doesSame(as other: Action) -> Bool {
    trigger == other.trigger && effect == other.effect && step == other.step && overlap == other.overlap
      && atMostEvery == other.atMostEvery && repeatsEvery == other.repeatsEvery && isScoped == other.isScoped
  }
}

/// The actions of one gesture in its own section or an `[[override]]`.
public struct Binding: Equatable, Sendable {
  public let gesture: GestureID
  /// The condition under which the binding acts, evaluated when its gesture begins or is recognized.
  public let when: Condition
  /// Whether the binding has `also = true`. Such a binding acts in addition to the chosen binding.
  public let isAddition: Bool
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

/// The numeric settings of actions, each with its range.
public enum ActionSettings {
  public static let atMostEvery = Setting<TimeSpan>.time(
    "at-most-every", touchscreen: 50, touchpad: 50, in: 1...3_600_000,
    "The shortest time between the starts of two runs of an action; runs that would start sooner are skipped.",
    reason: "20 runs per second make a change look smooth")

  public static let repeatsEvery = Setting<TimeSpan>.time(
    "repeat", touchscreen: 100, touchpad: 100, in: 20...3_600_000,
    "The time from one run of the action to the next, while the gesture lasts.",
    reason: "10 runs per second are well below the limit of 50 commands per second")

  public static let distance = Setting.quantity(
    "every", .millimetres, touchscreen: 6, touchpad: 6, in: 0.5...500, "The distance from one step to the next.",
    reason: "if steps are 6 mm long, people can stop at the right step without looking")
  public static let angle = Setting.quantity(
    "every", .degrees, touchscreen: 10, touchpad: 10, in: 1...360,
    "The angle by which the fingers turn from one step to the next.",
    reason: "a full turn has 36 steps")
  public static let share = Setting.quantity(
    "every", .percent, touchscreen: 10, touchpad: 10, in: 1...400,
    "The percentage by which the distance between the fingers changes from one step to the next.",
    reason: "seven steps make an object about twice as large")

  public static let stretches = [distance.declaration, angle.declaration, share.declaration]
}

/// How the commands of all rules are started: the settings of `[commands]`.
public struct CommandSettings: Equatable, Sendable {
  public static let maxRunning = Setting<Int>.count(
    "max-running", 64, in: 1...512,
    "How many commands can run at the same time; others are skipped, unless `step` or `overlap` lets them wait.",
    reason:
      "enough for eight gestures with eight commands each"
  )
  public static let maxPerSecond = Setting<Int>.count(
    "max-per-second", 50, in: 1...1000,
    "How many commands can start in a second; others are skipped, unless `step` or `overlap` lets them wait.",
    reason: "a fast hand, at 300 mm/s, makes 50 steps per second if each step is 6 mm")
  public static let scope = Setting<Bool>.flag(
    "scope", false, "Whether each command runs in a systemd scope of its own, not as a part of the daemon's service.",
    reason: "with a scope, a command starts later: after 38 ms instead of 3 ms on a slow machine")

  public static let declarations = [maxRunning.declaration, maxPerSecond.declaration, scope.declaration]

  public var maxRunning: Int
  public var maxPerSecond: Int
  public var isScoped: Bool

  public init(_ values: [String: SettingValue] = [:]) {
    let settings = Settings(values)
    maxRunning = settings[Self.maxRunning]
    maxPerSecond = settings[Self.maxPerSecond]
    isScoped = settings[Self.scope]
  }
}

/// The settings of `step`: effects for steps. A step is a movement of `every` after the slop. If `every` is 6 mm, 20 mm
/// up and back are three steps up and three down. When a held gesture begins, its earlier movement makes steps too.
public struct StepSettings: Hashable, Sendable {
  public enum StepLength: Hashable, Sendable {
    /// A distance in mm.
    case distance(Double)
    /// An angle in degrees.
    case angle(Double)
    /// A relative change of the distance between the fingers. With 0.1, `out` needs 1.1 times the first distance.
    case scale(Double)

    /// The values that a kind of gesture must report for steps of this length.
    var reports: ReportedValues {
      switch self {
      case .distance: .translation
      case .angle: .rotation
      case .scale: .scale
      }
    }

    public var directions: [StepDirection] {
      switch self {
      case .distance: [.up, .down, .left, .right]
      case .angle: [.clockwise, .counterclockwise]
      case .scale: [.in, .out]
      }
    }
  }

  public enum StepDirection: String, CaseIterable, Sendable {
    case up, down, left, right, clockwise, counterclockwise
    case `in`, out
  }

  public let every: StepLength
  /// The effects by direction: at least one, and only for the `directions` of `every`.
  public let effects: [StepDirection: Effect]
  /// A command that prints the current level, such as the volume, after a step; nil if the rule has no such command.
  public let level: Command?

  public init(every: StepLength, effects: [StepDirection: Effect], level: Command? = nil) {
    (self.every, self.effects, self.level) = (every, effects, level)
  }
}
