import GestureCore

/// Runs a recording through the engine, faster than real time.
public enum Replay {
  /// Feeds all frames to an engine with `rules`, changes the session when the recording does, plays on past the last deadline, so that nothing that would still fire is
  /// missed, and then cancels what is left: the recording is over. Decisions go to `observer`. Throws when gestures wait
  /// for one another in a circle.
  public static func run(
    _ recording: Recording, rules: RuleSet, observer: (any Observer)? = nil, _ emit: (GestureEvent) -> Void
  ) throws(RequirementCycle) {
    var engine = try Engine(rules: rules, observer: observer)
    for device in recording.devices { engine.add(device) }
    var contexts = recording.contexts[...]
    for frame in recording.frames {
      while let change = contexts.first, change.time <= frame.time {
        contexts.removeFirst()
        engine.apply(change, emit)
      }
      engine.process(frame, emit)
    }
    for change in contexts { engine.apply(change, emit) }
    var now = recording.end
    // Every recognizer runs out of deadlines once nothing moves; the bound is for one that does not.
    var rounds = 0
    while let deadline = engine.nextDeadline, rounds < deadlineLimit {
      now = max(now, deadline)
      engine.advance(to: deadline, emit)
      rounds += 1
    }
    engine.cancelAll(at: now, emit)
  }

  /// `run` with the events in an array.
  public static func events(
    _ recording: Recording, rules: RuleSet, observer: (any Observer)? = nil
  ) throws(RequirementCycle) -> [GestureEvent] {
    var events: [GestureEvent] = []
    try run(recording, rules: rules, observer: observer) { events.append($0) }
    return events
  }

  private static let deadlineLimit = 10_000
}

extension Engine {
  /// What comes before it still happens in the session as it was.
  fileprivate mutating func apply(_ change: ContextChange, _ emit: (GestureEvent) -> Void) {
    advance(to: change.time, emit)
    context = change.context
  }
}

extension Recording {
  /// The time of the last frame, or of the last change of the session if that is later.
  public var end: Timestamp {
    let start = Timestamp(microseconds: 0)
    return max(frames.last?.time ?? start, contexts.last?.time ?? start)
  }
}
