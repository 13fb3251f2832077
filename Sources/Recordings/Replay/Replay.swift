import Bindings
import GestureCore

/// Runs a recording through rules, faster than real time.
public enum Replay {
  /// Looks at the rules after each frame, and after each deadline behind the last one.
  public typealias Look = (LiveRules, Timestamp) -> Void

  /// Plays all frames as the daemon would, changes the session when the recording does or an order switches a mode on,
  /// plays on past the last deadline, so that nothing that would still fire is missed, and then cancels what is left: the
  /// recording is over. Tells of each gesture event with what is to be done because of it; all of it goes to `watcher` too.
  /// Throws when gestures wait for one another in a circle.
  public static func run(
    _ recording: Recording, rules: Rules, watcher: (any Watcher)? = nil, look: Look? = nil,
    _ listener: LiveRules.Listener
  ) throws(RequirementCycle) {
    var live = try LiveRules(rules, watcher: watcher)
    for device in recording.devices { live.add(device) }
    var contexts = recording.contexts[...]
    for frame in recording.frames {
      while let change = contexts.first, change.time <= frame.time {
        contexts.removeFirst()
        live.apply(change, watcher, listener)
      }
      live.process(frame, listener)
      look?(live, frame.time)
    }
    for change in contexts { live.apply(change, watcher, listener) }
    var now = recording.end
    // Every recognizer runs out of deadlines once nothing moves; the bound is for one that does not.
    var rounds = 0
    while let deadline = live.nextDeadline, rounds < deadlineLimit {
      now = max(now, deadline)
      live.advance(to: deadline, listener)
      look?(live, deadline)
      rounds += 1
    }
    live.cancelAll(at: now, listener)
  }

  /// `run` with the events in an array, for those who only want to know what was recognized.
  public static func events(
    _ recording: Recording, rules: RuleSet, watcher: (any Watcher)? = nil
  ) throws(RequirementCycle) -> [GestureEvent] {
    var events: [GestureEvent] = []
    try run(recording, rules: Rules(ruleSet: rules), watcher: watcher) { event, _ in events.append(event) }
    return events
  }

  private static let deadlineLimit = 10_000
}

extension LiveRules {
  /// What comes before it still happens in the session as it was.
  fileprivate mutating func apply(_ change: ContextChange, _ watcher: (any Watcher)?, _ listener: Listener) {
    advance(to: change.time, listener)
    let mode = change.setsMode ? change.context.mode : context.mode
    context = change.context
    context.mode = mode
    if change.setsMode { watcher?.entered(mode, at: change.time) }
  }
}

extension Recording {
  /// The time of the last frame, or of the last change of the session if that is later.
  public var end: Timestamp {
    let start = Timestamp(microseconds: 0)
    return max(frames.last?.time ?? start, contexts.last?.time ?? start)
  }
}
