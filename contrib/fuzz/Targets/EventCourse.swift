import GestureCore

/// Follows the events of an engine: every gesture makes only legal transitions, and none is left without an end.
struct EventCourse {
  /// One gesture on one device.
  private struct GestureOnDevice: Hashable {
    let device: DeviceID
    let gesture: GestureID
  }

  private let rules: RuleSet
  private var begun: Set<GestureOnDevice> = []
  /// Devices don't wait for each other, so an event of one can be reported after a later event of another.
  private var last: [DeviceID: Timestamp] = [:]

  init(_ rules: RuleSet) { self.rules = rules }

  mutating func take(_ event: GestureEvent) {
    let gesture = rules.gestures[event.gesture.rawValue]
    if let last = last[event.device] {
      expect(event.time >= last, "\(gesture.name): a device's events are in the order of time")
    }
    expect(event.since <= event.time, "\(gesture.name): nothing goes out before it has happened")
    last[event.device] = event.time
    let place = GestureOnDevice(device: event.device, gesture: event.gesture)
    switch event.state {
    case .recognized:
      expect(gesture.kind.isDiscrete, "\(gesture.name): only what happens at once is recognized")
    case .began:
      expect(!gesture.kind.isDiscrete && begun.insert(place).inserted, "\(gesture.name): it begins once")
    case .changed:
      expect(begun.contains(place), "\(gesture.name): it changes only after it has begun")
    case .ended, .cancelled:
      expect(begun.remove(place) != nil, "\(gesture.name): it ends only after it has begun")
    }
  }

  /// Checks the state after all touches have ended and no deadline is left.
  func finish() {
    expect(begun.isEmpty, "what has begun has ended: \(begun.map { rules.gestures[$0.gesture.rawValue].name })")
  }
}
