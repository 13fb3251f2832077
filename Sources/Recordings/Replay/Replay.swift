import Bindings
import GestureCore

/// Runs a recording through rules, faster than real time.
public enum Replay {
  /// Is told of an event and its orders once the frame or the deadline is done that they came of.
  public typealias Listener = (GestureEvent, ArraySlice<Order>) -> Void

  /// Plays all frames as the daemon would, changes the session when the recording does or an order switches a mode on,
  /// plays on past the last deadline, so that nothing that would still fire is missed, and then cancels what is left: the
  /// recording is over. Tells of each gesture event with what is to be done because of it; all of it goes to `watcher` too.
  /// Throws when gestures wait for one another in a circle.
  public static func run(
    _ recording: Recording, rules: Rules, watcher: (any Watcher)? = nil, _ listener: Listener
  ) throws(RequirementCycle) {
    var player = try Player(recording, rules: rules, watcher: watcher)
    player.play(to: .never, listener)
    player.finish(listener)
  }

  /// `run` with the events in an array, for those who only want to know what was recognized.
  public static func events(
    _ recording: Recording, rules: RuleSet, watcher: (any Watcher)? = nil
  ) throws(RequirementCycle) -> [GestureEvent] {
    var events: [GestureEvent] = []
    try run(recording, rules: Rules(ruleSet: rules), watcher: watcher) { event, _ in events.append(event) }
    return events
  }
}

extension Recording {
  /// The time of the last frame, or of the last change of the session or what broke touches off if that is later.
  public var end: Timestamp {
    let start = Timestamp(microseconds: 0)
    return max(frames.last?.time ?? start, contexts.last?.time ?? start, interruptions.last?.time ?? start)
  }
}
