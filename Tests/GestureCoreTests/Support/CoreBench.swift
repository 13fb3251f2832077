import GestureCore
import Recordings
import Text

/// An engine with a screen, fed frame by frame, for cases that a touch script can't describe.
struct CoreBench {
  var engine: Engine
  /// The events, such as `310 single recognized`.
  private(set) var log: [String] = []
  private let names: [String]

  static let screen = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  init(_ gestures: String, observer: (any Observer)? = nil) throws {
    guard let rules = try TouchScript.read("gestures\n\(gestures)", name: "bench").rules else { throw Unreadable() }
    try self.init(rules: rules, observer: observer)
  }

  init(rules: RuleSet, observer: (any Observer)? = nil) throws {
    engine = try Engine(rules: rules, observer: observer)
    names = rules.gestures.map(\.name)
    engine.add(Self.screen)
  }

  struct Unreadable: Error {}

  mutating func add(_ device: Device) { engine.add(device) }

  mutating func frame(_ ms: Double, device: Int32 = 1, _ touches: Touch...) {
    frame(ms, device: device, touches)
  }

  mutating func frame(_ ms: Double, device: Int32 = 1, _ touches: [Touch]) {
    record(engine.process(Frame(device: DeviceID(device), time: time(ms), touches: touches)))
  }

  mutating func advance(_ ms: Double) { record(engine.advance(to: time(ms))) }

  mutating func remove(_ ms: Double, device: Int32 = 1) {
    engine.remove(DeviceID(device), at: time(ms), into: &events)
    drain()
  }

  mutating func cancelAll(_ ms: Double) {
    engine.cancelAll(at: time(ms), into: &events)
    drain()
  }

  /// Serves all remaining deadlines.
  mutating func finish() {
    var rounds = 0
    while let deadline = engine.nextDeadline.unlessNever, rounds < 1000 {
      record(engine.advance(to: deadline))
      rounds += 1
    }
  }

  /// Returns the events since the last call.
  mutating func drainLog() -> [String] {
    defer { log = [] }
    return log
  }

  private var events: [GestureEvent] = []

  private mutating func drain() {
    record(events)
    events = []
  }

  private mutating func record(_ events: [GestureEvent]) {
    for event in events where event.state != .changed {
      log.append(
        "\(decimal(event.time.milliseconds, places: 1)) \(names[event.gesture.rawValue]) \(event.state.rawValue)")
    }
  }

  private func time(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64(ms * 1000)) }
}

extension Timestamp {
  var milliseconds: Double { Double(microseconds) / 1000 }
}

func down(_ id: Int32, _ x: Double = 50, _ y: Double = 50, tool: Touch.Tool = .finger) -> Touch {
  Touch(id: id, phase: .began, position: Vector(x, y), tool: tool)
}

func move(_ id: Int32, _ x: Double, _ y: Double = 50, tool: Touch.Tool = .finger) -> Touch {
  Touch(id: id, phase: .moved, position: Vector(x, y), tool: tool)
}

func up(_ id: Int32) -> Touch { Touch(id: id, phase: .ended) }

func cancel(_ id: Int32) -> Touch { Touch(id: id, phase: .cancelled) }
