import Bindings
import GestureCore

/// Runs a recording through rules, faster than real time.
public enum Replay {
  /// Gets each event with its orders, after the frame, deadline, session change or interruption that caused the event.
  public typealias Listener = (GestureEvent, ArraySlice<Order>) -> Void

  /// Plays the whole recording as the daemon would, then processes the remaining deadlines and cancels all touches. The
  /// recording and the orders of gestures can change the session's state, such as its mode.
  public static func run(
    _ recording: Recording, rules: Rules, watcher: (any Watcher)? = nil, _ listener: Listener
  ) throws(RequirementCycle) {
    var player = try Player(recording, rules: rules, watcher: watcher)
    player.play(to: .never, listener)
    player.finish(listener)
  }

  public static func events(
    _ recording: Recording, rules: RuleSet, watcher: (any Watcher)? = nil
  ) throws(RequirementCycle) -> [GestureEvent] {
    var events: [GestureEvent] = []
    try run(recording, rules: Rules(ruleSet: rules), watcher: watcher) { event, _ in events.append(event) }
    return events
  }

  /// Plays a recording as a whole or in steps, with the same result.
  public struct Player: ~Copyable {
    private let recording: Recording
    private var remaining: ArraySlice<TouchScriptStream.Event>
    private let watcher: (any Watcher)?
    /// The devices that are added when a device of the same name is unplugged.
    private var repluggedDevices: [Device]
    private var live: LiveRules
    private var outcomes = Outcomes()
    private var now: Timestamp
    // The number of deadlines after the last frame. It is limited, because a faulty recognizer may always set new ones.
    private var rounds = 0
    private static let deadlineLimit = 10_000

    public init(_ recording: Recording, rules: Rules, watcher: (any Watcher)? = nil) throws(RequirementCycle) {
      self.recording = recording
      remaining = recording.events[...]
      self.watcher = watcher
      now = recording.end
      live = try LiveRules(rules, watcher: watcher)
      repluggedDevices = recording.repluggedDevices
      for device in recording.devices where !repluggedDevices.contains(device) { live.add(device) }
    }

    /// The time of the next recorded event or deadline, or nil at the end.
    public var nextTime: Timestamp? {
      let deadline = rounds < Self.deadlineLimit ? live.nextDeadline.unlessNever : nil
      guard let recorded = nextRecorded, let deadline else { return nextRecorded ?? deadline }
      return min(recorded, deadline)
    }

    public mutating func play(to time: Timestamp, _ listener: Listener) {
      while let next = nextRecorded, next <= time { playRecorded(listener) }
      // All remaining frames are later than `time`.
      if nextRecorded != nil { return serveDeadlines(to: time, listener) }
      while let deadline = live.nextDeadline.unlessNever, deadline <= time, rounds < Self.deadlineLimit {
        now = max(now, deadline)
        serveDeadlines(to: deadline, listener)
        rounds += 1
      }
    }

    /// Processes pending deadlines, then cancels all touches and gestures that remain at the end of the recording.
    public mutating func finish(_ listener: Listener) {
      serveDeadlines(to: now, listener)
      live.cancelAll(at: now, into: &outcomes)
      deliver(to: listener)
    }

    private mutating func serveDeadlines(to time: Timestamp, _ listener: Listener) {
      while let deadline = live.nextDeadline.unlessNever, deadline <= time {
        live.advance(to: deadline, into: &outcomes)
        deliver(to: listener)
      }
    }

    private mutating func deliver(to listener: Listener) {
      for outcome in outcomes { listener(outcome.event, outcome.orders) }
      outcomes.removeAll()
    }

    public func snapshots(of device: DeviceID, at time: Timestamp? = nil) -> [RecognizerSnapshot] {
      live.snapshots(of: device, at: time)
    }

    private var nextRecorded: Timestamp? { remaining.first?.time }

    private mutating func playRecorded(_ listener: Listener) {
      guard let event = remaining.popFirst() else { return }
      serveDeadlines(to: event.time, listener)
      switch event {
      case .session(let change): live.apply(change, watcher, into: &outcomes)
      case .frame(let frame): live.process(frame, into: &outcomes)
      case .interruption(let interruption):
        live.apply(interruption, into: &outcomes)
        plugIn(after: interruption)
      case .beginning, .device: break
      }
      deliver(to: listener)
    }

    private mutating func plugIn(after interruption: Interruption) {
      guard case .unplugged(let id) = interruption.extent,
        let unplugged = recording.devices.first(where: { $0.id == id }),
        let index = repluggedDevices.firstIndex(where: { $0.name == unplugged.name })
      else { return }
      live.add(repluggedDevices.remove(at: index))
    }
  }
}

extension Recording {
  /// The latest time of a frame, session change or interruption; 0 for an empty recording.
  public var end: Timestamp {
    let start = Timestamp(microseconds: 0)
    return max(frames.last?.time ?? start, contexts.last?.time ?? start, interruptions.last?.time ?? start)
  }

  /// All events in the order of time. At equal times, session changes come first, then frames, then interruptions.
  var events: [TouchScriptStream.Event] {
    let before = contexts.map(TouchScriptStream.Event.session) + frames.map(TouchScriptStream.Event.frame)
    return (before + interruptions.map(TouchScriptStream.Event.interruption)).sorted { $0.time < $1.time }
  }

  /// The devices that replace an unplugged device of the same name.
  fileprivate var repluggedDevices: [Device] {
    var unplugged: [String: Timestamp] = [:]
    for interruption in interruptions.reversed() {
      guard case .unplugged(let id) = interruption.extent else { continue }
      if let device = devices.first(where: { $0.id == id }) { unplugged[device.name] = interruption.time }
    }
    var names: Set<String> = []
    return devices.filter { device in
      guard !names.insert(device.name).inserted, let time = unplugged[device.name] else { return false }
      return frames.first { $0.device == device.id }.map { $0.time > time } ?? false
    }
  }
}

extension LiveRules {
  fileprivate mutating func apply(_ interruption: Interruption, into outcomes: inout Outcomes) {
    switch interruption.extent {
    case .unplugged(let device): remove(device, at: interruption.time, into: &outcomes)
    case .all: cancelAll(at: interruption.time, into: &outcomes)
    }
  }

  /// Processes the deadlines up to the change, then changes the state of the session.
  fileprivate mutating func apply(
    _ change: ContextChange, _ watcher: (any Watcher)?, into outcomes: inout Outcomes
  ) {
    advance(to: change.time, into: &outcomes)
    let mode = change.setsMode ? change.context.mode : context.mode
    context = change.context
    context.mode = mode
    if change.setsMode { watcher?.entered(mode, at: change.time) }
  }
}
