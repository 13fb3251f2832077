import GestureCore

/// Runs a recording through the engine, faster than real time.
public enum Replay {
  /// Feeds all frames to an engine with `rules`, plays on past the last deadline, so that nothing that would still fire is
  /// missed, and then cancels what is left: the recording is over. Decisions go to `observer`. Throws when gestures wait
  /// for one another in a circle.
  public static func run(
    _ recording: Recording, rules: RuleSet, observer: (any Observer)? = nil, _ emit: (GestureEvent) -> Void
  ) throws(RequirementCycle) {
    var engine = try Engine(rules: rules, observer: observer)
    for device in recording.devices { engine.add(device) }
    for frame in recording.frames { engine.process(frame, emit) }
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

extension Recording {
  /// The time of the last frame.
  public var end: Timestamp { frames.last?.time ?? Timestamp(microseconds: 0) }

  /// What the rules say of the devices' sizes in the place of what the recording says.
  public func sized(by rules: RuleSet) -> Recording {
    var result = self
    for index in devices.indices {
      if let size = rules.size(ofDevice: devices[index].name) { result.devices[index].size = size }
    }
    return result
  }
}
