import GestureCore

/// When an action of a binding is due, by its key in the rules file.
public enum Trigger: String, CaseIterable, Sendable {
  /// Once: when a discrete gesture is recognized or a continuous one begins.
  case run
  case began, changed
  /// A discrete gesture ends when it is recognized.
  case ended
  case cancelled
  /// Each time a continuous gesture has gone another step.
  case step

  /// Whether it fires when a gesture goes into `state`.
  public func fires(in state: RecognizerState) -> Bool {
    switch state {
    case .began: self == .run || self == .began || self == .step
    case .changed: self == .changed || self == .step
    case .ended: self == .ended || self == .step
    case .cancelled: self == .cancelled
    case .recognized: self == .run || self == .ended
    }
  }

  /// Whether it ever fires for a gesture of `kind`.
  func isPossible(with kind: Kind) -> Bool {
    switch self {
    case .run, .ended: true
    case .began, .changed, .cancelled, .step: !kind.isDiscrete
    }
  }
}

/// What to do with an action that is due while its previous command still runs.
public enum Overlap: String, CaseIterable, Sendable {
  /// Both run.
  case allow
  /// The new one is left out.
  case skip
  /// The new one waits until the earlier ones have ended.
  case queue
  /// The running one is asked to end, and the new one follows.
  case restart
}

/// One thing a binding does. Orders refer to it, which copies none of it.
public final class Action: Sendable {
  public let trigger: Trigger
  /// Empty for `step`, which has an effect for each way.
  public let effect: Effect
  public let step: StepSettings?
  public let overlap: Overlap
  /// The least time between two runs of the action on one device; nil for none. An action that is due sooner is left
  /// out, except for a stream's beginning and end.
  public let atMostEvery: TimeSpan?
  /// How long after the beginning of the gesture, and then again and again while it goes on, the action is done once more;
  /// nil for never.
  public let repeatsEvery: TimeSpan?
  /// Whether its processes get a scope of their own; if the action does not say, `Rules` fills in the setting of
  /// `[commands]`.
  public let isScoped: Bool?
  public let location: FileLocation
  /// The place of its binding in `Rules.bindings`; filled in there.
  public let binding: Int
  /// The number among the actions of all bindings; filled in by `Rules`.
  public let number: Int
  /// The effect of what lasts where the action itself is not due: only the line of a stream of changes, because its beginning and
  /// end are no changes, the release of keys that are held, the stop of scrolling, or the movement of a drag.
  private let boundaryEffect: Effect
  private let streamsChanges: Bool
  private let scrollsAlong: Bool
  /// Whether it has something go along with the fingers, as a button that is down where a finger is.
  private let goesAlong: Bool
  /// Whether it keeps keys down from the beginning of a gesture to its end.
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
    scrollsAlong = trigger == .changed && effect.scrollsAlong
    holds = effect.holds && trigger.fires(in: .began)
    goesAlong = effect.goesAlong && trigger.fires(in: .began)
  }

  /// The same action with its places among those of all bindings, and with a scope of its own unless it says otherwise.
  func placed(binding: Int, number: Int, isScopedByDefault: Bool) -> Action {
    Action(
      effect, step: step, on: trigger, overlap: overlap, atMostEvery: atMostEvery, repeatsEvery: repeatsEvery,
      isScoped: isScoped ?? (isScopedByDefault ? true : nil), location: location, binding: binding, number: number)
  }

  /// Whether it fires when a gesture goes into `state`. A stream of changes also gets the beginning and the end; keys that are
  /// held, and scrolling, get the end; what goes along with the fingers gets the changes, too.
  func fires(in state: RecognizerState) -> Bool { trigger.fires(in: state) || isBoundary(in: state) }

  /// Whether `state` begins or ends a stream of changes, ends the hold of keys or scrolling, or moves what goes along.
  func isBoundary(in state: RecognizerState) -> Bool {
    switch state {
    case .began: streamsChanges
    case .changed: goesAlong
    case .ended, .cancelled: streamsChanges || holds || scrollsAlong
    case .recognized: false
    }
  }

  func effect(in state: RecognizerState) -> Effect { isBoundary(in: state) ? boundaryEffect : effect }

  public var effects: [Effect] { step.map { $0.ways.values.map { $0 } } ?? [effect] }
}

extension Action: Equatable {
  /// Whether both stand for the same, wherever they are kept.
  public static func == (a: Action, b: Action) -> Bool {
    a === b
      || (a.trigger == b.trigger && a.effect == b.effect && a.step == b.step && a.overlap == b.overlap
        && a.atMostEvery == b.atMostEvery && a.repeatsEvery == b.repeatsEvery && a.isScoped == b.isScoped
        && a.location == b.location && a.binding == b.binding && a.number == b.number)
  }
}

/// The actions that one place of the file gives a gesture: the gesture's own section, or a `[[binding]]`.
public struct Binding: Equatable, Sendable {
  public let gesture: GestureID
  /// When it counts; evaluated as the gesture begins or is recognized, and kept to its end.
  public let when: Condition
  /// `also = true`: acts beside the chosen binding, or alone if none was chosen.
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

/// The quantities that an action may have, each with its range.
public enum ActionSettings {
  public static let atMostEvery = Setting<TimeSpan>.time(
    "at-most-every", touchscreen: 50, touchpad: 50, in: 1...3_600_000,
    "The least time between two runs of an action; runs that are due sooner are skipped.",
    origin: "20 commands a second look like one movement")

  public static let repeatsEvery = Setting<TimeSpan>.time(
    "repeat", touchscreen: 100, touchpad: 100, in: 20...3_600_000,
    "How soon the action runs again while the gesture lasts.",
    origin: "no more than 50 commands are started in a second")

  public static let distance = Setting.quantity(
    "every", .millimetres, touchscreen: 6, touchpad: 6, in: 0.5...500, "The distance from one step to the next.",
    origin: "a hand can stop at 6 mm without looking")
  public static let angle = Setting.quantity(
    "every", .degrees, touchscreen: 10, touchpad: 10, in: 1...360, "The turn from one step to the next.",
    origin: "a knob with 36 stops")
  /// The share by which a gesture grows from one step to the next.
  public static let share = Setting.quantity(
    "every", .percent, touchscreen: 10, touchpad: 10, in: 1...400,
    "The percentage by which the fingers move apart from one step to the next.",
    origin: "seven steps make it twice as large")

  public static let stretches = [distance.declaration, angle.declaration, share.declaration]
}

/// How the commands of all rules are started, by the settings of `[commands]`.
public struct CommandSettings: Equatable, Sendable {
  public static let maxRunning = Setting<Int>.count(
    "max-running", 64, in: 1...512, "How many commands can run at a time; further ones are skipped.",
    origin: "eight gestures with eight commands each; each takes a process and a descriptor of the usual 1024")
  public static let maxPerSecond = Setting<Int>.count(
    "max-per-second", 50, in: 1...1000,
    "How many commands can start in a second, or at once; further ones are skipped.",
    origin: "steps of 6 mm by a hand that moves fast, at 300 mm/s, are 50 commands a second")
  public static let scope = Setting<Bool>.flag(
    "scope", false, "Whether each command gets a scope of its own from the user's systemd.",
    origin: "with a scope, a command starts ten times as late: 38 ms instead of 3 on a slow machine")

  public static let declarations = [maxRunning.declaration, maxPerSecond.declaration, scope.declaration]

  public var maxRunning: Int
  public var maxPerSecond: Int
  public var isScoped: Bool

  /// Values by name; the defaults for all others.
  public init(_ values: [String: SettingValue] = [:]) {
    let settings = Settings(values)
    maxRunning = settings[Self.maxRunning]
    maxPerSecond = settings[Self.maxPerSecond]
    isScoped = settings[Self.scope]
  }
}

/// `step`: effects for each stretch that a gesture has gone, either way.
///
/// Steps are counted from where the gesture left its slop, and after a reversal from the last step that was done: with
/// 6 mm, 20 mm up and 20 mm back are three steps up and three down. A way without an effect is counted too. A gesture
/// that was held makes the steps of its way so far when it begins.
public struct StepSettings: Hashable, Sendable {
  public enum Stretch: Hashable, Sendable {
    /// In mm.
    case distance(Double)
    /// In degrees.
    case angle(Double)
    /// The share by which the spread grows, 0.1 for a tenth; the step back shrinks it by the same factor.
    case scale(Double)

    /// The values that a kind of gesture must report for it.
    var reports: ReportedValues {
      switch self {
      case .distance: .translation
      case .angle: .rotation
      case .scale: .scale
      }
    }

    public var ways: [StepWay] {
      switch self {
      case .distance: [.up, .down, .left, .right]
      case .angle: [.clockwise, .counterclockwise]
      case .scale: [.in, .out]
      }
    }
  }

  public enum StepWay: String, CaseIterable, Sendable {
    case up, down, left, right
    case clockwise, counterclockwise
    case `in`, out
  }

  public let every: Stretch
  /// Never empty; only ways that `every` counts.
  public let ways: [StepWay: Effect]
  /// A command that prints what the steps have come to, such as the volume, for the overlay; nil for none.
  public let level: Command?

  public init(every: Stretch, ways: [StepWay: Effect], level: Command? = nil) {
    self.every = every
    self.ways = ways
    self.level = level
  }
}
