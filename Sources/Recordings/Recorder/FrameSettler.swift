import GestureCore

/// Changes frames so that a recording can hold them exactly: an engine that gets the settled frames decides the same as a replay of the
/// recording.
///
/// Rounds positions to a thousandth of a mm. Time never goes back, and no two frames of one device have the same time.
/// Each touch lands once, then lifts or is cancelled once, and has one position in a frame.
struct FrameSettler: Sendable {
  /// The last report of each touch that is down, by device and touch.
  private var live: [DeviceID: [Int32: Touch]] = [:]
  private var pressed: Set<DeviceID> = []
  private var latest = Int64.min
  private var lastFrame: [DeviceID: Int64] = [:]

  /// In µs. An evemu file needs three steps: the reset, all touches become palms, the palms lift.
  private static let breakLength: Int64 = 3

  private static let perMM = 1000.0
  private static let perPressure = 10_000.0
  /// In mm. Positions farther away can't be on any surface.
  private static let farthest = 1_000_000.0

  var isTouched: Bool { live.values.contains { !$0.isEmpty } }

  /// Returns the device with a size that can be written.
  mutating func settle(_ device: Device) -> Device {
    live[device.id] = [:]
    if device.capabilities.contains(.pressure) { pressed.insert(device.id) }
    var settled = device
    settled.size = Size(width: Self.length(device.size.width), height: Self.length(device.size.height))
    return settled
  }

  private static func length(_ mm: Double) -> Double {
    max(rounded(min(max(mm, 0), farthest), perMM), 1 / perMM)
  }

  mutating func remove(_ device: DeviceID) {
    live[device] = nil
    lastFrame[device] = nil
    pressed.remove(device)
  }

  /// Forgets all touches.
  mutating func cancelAll() {
    for device in live.keys { live[device] = [:] }
  }

  /// Notes that the engine has reached `time`: later frames and breaks can't get an earlier time.
  mutating func reached(_ time: Timestamp) { latest = max(latest, time.microseconds) }

  /// Returns the time of a break that cancels touches: after everything so far, and before everything that follows.
  mutating func settleBreak(_ time: Timestamp) -> Timestamp {
    let moment = latest == .min ? time.microseconds : max(time.microseconds, latest + 1)
    latest = moment + Self.breakLength
    return Timestamp(microseconds: moment)
  }

  mutating func settle(_ frame: Frame) -> Frame {
    var time = max(frame.time.microseconds, latest)
    if let before = lastFrame[frame.device], before >= time { time = before + 1 }
    latest = time
    lastFrame[frame.device] = time
    var settled = Frame(device: frame.device, time: Timestamp(microseconds: time), touches: [], buttons: frame.buttons)
    settled.touches.reserveCapacity(frame.touches.count)
    var known = live.removeValue(forKey: frame.device) ?? [:]
    for touch in frame.touches { add(touch, to: &settled, &known) }
    live[frame.device] = known
    return settled
  }

  private func add(_ touch: Touch, to frame: inout Frame, _ known: inout [Int32: Touch]) {
    switch touch.phase {
    case .stationary: break
    case .began:
      if known[touch.id] != nil { end(Touch(id: touch.id, phase: .cancelled), in: &frame, &known) }
      guard Self.isPlace(touch.position) else { return }
      known[touch.id] = rounded(touch, after: nil, frame.device)
      if let landed = known[touch.id] { frame.touches.append(landed) }
    case .moved: move(touch, in: &frame, &known)
    case .ended, .cancelled:
      if known[touch.id] != nil { end(touch, in: &frame, &known) }
    }
  }

  private func move(_ touch: Touch, in frame: inout Frame, _ known: inout [Int32: Touch]) {
    guard let before = known[touch.id] else { return }
    var moved = touch
    if !Self.isPlace(touch.position) { moved.position = before.position }
    moved = rounded(moved, after: before, frame.device)
    known[touch.id] = moved
    if let place = frame.touches.lastIndex(where: { $0.id == touch.id && !$0.isOver }) {
      moved.phase = frame.touches[place].phase
      frame.touches[place] = moved
    } else {
      frame.touches.append(moved)
    }
  }

  /// Drops a touch that landed in this frame; any other touch ends at its last position.
  private func end(_ last: Touch, in frame: inout Frame, _ known: inout [Int32: Touch]) {
    guard var touch = known.removeValue(forKey: last.id) else { return }
    if let place = frame.touches.lastIndex(where: { $0.id == last.id && $0.phase == .began }) {
      frame.touches.remove(at: place)
      return
    }
    touch.phase = last.phase
    touch.isUnreleased = last.isUnreleased
    frame.touches.append(touch)
  }

  /// Returns the touch with rounded values; a touch without a new pressure keeps the previous one.
  private func rounded(_ touch: Touch, after before: Touch?, _ device: DeviceID) -> Touch {
    let position = Vector(Self.rounded(touch.position.x, Self.perMM), Self.rounded(touch.position.y, Self.perMM))
    var pressure = before?.pressure
    if pressed.contains(device), let told = touch.pressure, told.isFinite {
      pressure = Self.rounded(min(max(told, 0), 1), Self.perPressure)
    }
    var settled = Touch(id: touch.id, phase: touch.phase, position: position, tool: touch.tool, pressure: pressure)
    settled.isCountedOnly = touch.isCountedOnly
    return settled
  }

  /// The sum with 0 turns -0 into 0.
  private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts + 0 }

  private static func isPlace(_ position: Vector) -> Bool {
    position.isFinite && max(position.x.magnitude, position.y.magnitude) <= farthest
  }
}
