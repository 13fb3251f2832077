import GestureCore

/// Rounds and corrects frames so that a recording can store them exactly, and a replay repeats the daemon's decisions.
///
/// Positions are rounded to a thousandth of a mm. Time never decreases, and each frame of a device is later than the
/// device's previous frame. Each touch lands once, ends once, and has one position in a frame.
struct FrameNormalizer: Sendable {
  private var live: [DeviceID: [Int32: Touch]] = [:]
  private var pressureDevices: Set<DeviceID> = []
  private var latest = Int64.min
  private var lastFrame: [DeviceID: Int64] = [:]

  /// The duration in µs of a break: an interruption or a change of the session. In an evemu file, an interruption has
  /// three parts at different times: a reset, touches that become palms, and the palms' lifts.
  private static let breakLength: Int64 = 3

  private static let perMM = 1000.0
  private static let perPressure = 10_000.0
  /// The greatest valid coordinate, in mm. Every real surface is smaller.
  private static let farthest = 1_000_000.0

  var isTouched: Bool { live.values.contains { !$0.isEmpty } }

  /// Adds `device` without touches. Returns the device with its sides rounded to 0.001 mm; a side is at least 0.001 mm.
  mutating func normalize(_ device: Device) -> Device {
    live[device.id] = [:]
    if device.capabilities.contains(.pressure) { pressureDevices.insert(device.id) }
    var normalized = device
    normalized.size = Size(width: Self.length(device.size.width), height: Self.length(device.size.height))
    return normalized
  }

  private static func length(_ mm: Double) -> Double { max(rounded(min(max(mm, 0), farthest), perMM), 1 / perMM) }

  mutating func remove(_ device: DeviceID) {
    live[device] = nil
    lastFrame[device] = nil
    pressureDevices.remove(device)
  }

  mutating func cancelAll() { for device in live.keys { live[device] = [:] } }

  /// Notes that the engine has reached `time`. All later frames get this time or a later time.
  mutating func noteReached(_ time: Timestamp) { latest = max(latest, time.microseconds) }

  /// Reserves time for a break and returns the start of the break: `time`, but at least 1 µs after the latest time of a
  /// frame, deadline or break. Later frames get times after the break.
  mutating func reserveBreak(_ time: Timestamp) -> Timestamp {
    let start = latest == .min ? time.microseconds : max(time.microseconds, latest + 1)
    latest = start + Self.breakLength
    return Timestamp(microseconds: start)
  }

  mutating func normalize(_ frame: Frame) -> Frame {
    var time = max(frame.time.microseconds, latest)
    if let before = lastFrame[frame.device], before >= time { time = before + 1 }
    latest = time
    lastFrame[frame.device] = time
    var normalized = Frame(
      device: frame.device, time: Timestamp(microseconds: time), touches: [], buttons: frame.buttons)
    normalized.touches.reserveCapacity(frame.touches.count)
    var down = live.removeValue(forKey: frame.device) ?? [:]
    for touch in frame.touches { add(touch, to: &normalized, &down) }
    live[frame.device] = down
    return normalized
  }

  private func add(_ touch: Touch, to frame: inout Frame, _ down: inout [Int32: Touch]) {
    switch touch.phase {
    case .stationary: break
    case .began:
      if down[touch.id] != nil { end(Touch(id: touch.id, phase: .cancelled), in: &frame, &down) }
      guard Self.isValid(touch.position) else { return }
      down[touch.id] = rounded(touch, after: nil, frame.device)
      if let landed = down[touch.id] { frame.touches.append(landed) }
    case .moved: move(touch, in: &frame, &down)
    case .ended, .cancelled:
      if down[touch.id] != nil { end(touch, in: &frame, &down) }
    }
  }

  private func move(_ touch: Touch, in frame: inout Frame, _ down: inout [Int32: Touch]) {
    guard let before = down[touch.id] else { return }
    var moved = touch
    if !Self.isValid(touch.position) { moved.position = before.position }
    moved = rounded(moved, after: before, frame.device)
    down[touch.id] = moved
    if let index = frame.touches.lastIndex(where: { $0.id == touch.id && !$0.isOver }) {
      moved.phase = frame.touches[index].phase
      frame.touches[index] = moved
    } else {
      frame.touches.append(moved)
    }
  }

  /// Ends a touch at its last position. If the touch landed in `frame`, removes the touch from `frame` instead.
  private func end(_ last: Touch, in frame: inout Frame, _ down: inout [Int32: Touch]) {
    guard var touch = down.removeValue(forKey: last.id) else { return }
    if let index = frame.touches.lastIndex(where: { $0.id == last.id && $0.phase == .began }) {
      frame.touches.remove(at: index)
      return
    }
    touch.phase = last.phase
    touch.isUnreleased = last.isUnreleased
    frame.touches.append(touch)
  }

  /// Returns the touch with rounded values. If `touch` has no valid pressure, the result has the pressure of `before`.
  private func rounded(_ touch: Touch, after before: Touch?, _ device: DeviceID) -> Touch {
    let position = Vector(Self.rounded(touch.position.x, Self.perMM), Self.rounded(touch.position.y, Self.perMM))
    var pressure = before?.pressure
    if pressureDevices.contains(device), let reported = touch.pressure, reported.isFinite {
      pressure = Self.rounded(min(max(reported, 0), 1), Self.perPressure)
    }
    var normalized = Touch(id: touch.id, phase: touch.phase, position: position, tool: touch.tool, pressure: pressure)
    normalized.isCountedOnly = touch.isCountedOnly
    return normalized
  }

  /// Rounds `value` to a multiple of 1 / `parts`. Adding 0 turns -0 into 0.
  private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts + 0 }

  private static func isValid(_ position: Vector) -> Bool {
    position.isFinite && max(position.x.magnitude, position.y.magnitude) <= farthest
  }
}
