import GestureCore

/// Three fingers that move 30 mm to the left within 80 ms, as a program with a touchscreen of its own sees them.
public func swipeByHand() throws -> [String] {
  var happened: [String] = []
  let next = GestureRule(
    name: "next", kind: Swipe.kind, settings: ["fingers": .countRange(3...3), "direction": .choice("left")])
  var engine = try Engine(rules: RuleSet(gestures: [next]))
  let screen = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])
  engine.add(screen)
  for step in 0...10 {
    let fingers = (0..<3).map { finger in
      let position = Vector(200 + 15 * Double(finger) - 3 * Double(step), 90)
      return Touch(id: Int32(finger), phase: step == 0 ? .began : .moved, position: position)
    }
    let frame = Frame(device: screen.id, time: Timestamp(microseconds: Int64(step) * 8000), touches: fingers)
    for event in engine.process(frame) { happened.append("\(event.state) with \(event.values.fingers) fingers") }
  }
  return happened
}

/// Rules with two custom kinds: a drag to the lower right waits until the drawing can't be a check mark.
public let drawing: RuleSet = {
  let tick = GestureRule(name: "tick", kind: CheckMark.kind, settings: ["min-up": .quantity(12)])
  let more = GestureRule(name: "more", kind: Chevron.kind)
  let open = GestureRule(
    name: "open", kind: Swipe.kind, settings: ["direction": .choice("down-right")], requireToFail: [.gesture("tick")])
  return RuleSet(gestures: [tick, more, open])
}()

/// Follows a device in real time: frames as they come, and a timer for what happens although nothing moves.
public struct Follower {
  private var engine: Engine

  /// Throws when gestures wait for one another in a circle: remove one name from a `require-to-fail` or `required-to-fail-by`.
  public init(_ rules: RuleSet, on device: Device) throws {
    engine = try Engine(rules: rules)
    engine.add(device)
  }

  /// Processes a frame. Returns the time at which to call `timerFired`; `never` if no deadline is set.
  public mutating func frameArrived(_ frame: Frame, into events: inout [GestureEvent]) -> Timestamp {
    engine.process(frame, into: &events)
    return engine.nextDeadline
  }

  /// Handles deadlines; call this only after all pending frames. Returns the time at which to call it again.
  public mutating func timerFired(at now: Timestamp, into events: inout [GestureEvent]) -> Timestamp {
    engine.advance(to: now, into: &events)
    return engine.nextDeadline
  }
}
