import GestureCore

/// Makes a touch of a pen's tip: it begins when the tip comes down and ends when that lifts; a pen in the air is nothing.
struct PenTouch {
  /// What the tip did.
  enum Change {
    case down
    case motion
    case up
  }

  /// A surface knows one pen at a time.
  private static let id: Int32 = 0

  private(set) var isDown = false
  /// Used again and again, so that a frame costs no allocation.
  private var frame: Frame

  init(device: DeviceID) {
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(1)
  }

  /// One change, where the tip is (in mm) and how hard it presses, from 0 to 1, where the pen tells it.
  mutating func note(
    _ change: Change, at place: Vector = .zero, pressure: Double? = nil, time: Timestamp, _ emit: (Frame) -> Void
  ) {
    switch change {
    case .down:
      // A driver's fault: the up went missing.
      if isDown { send(.cancelled, .zero, nil, time, emit) }
      isDown = true
      send(.began, place, pressure, time, emit)
    case .motion:
      if isDown { send(.moved, place, pressure, time, emit) }
    case .up:
      guard isDown else { return }
      isDown = false
      send(.ended, .zero, nil, time, emit)
    }
  }

  /// Cancels the touch; the tip makes another one only when it has lifted.
  mutating func cancel(_ emit: (Frame) -> Void) {
    guard isDown else { return }
    isDown = false
    send(.cancelled, .zero, nil, frame.time, emit)
  }

  private mutating func send(
    _ phase: Touch.Phase, _ place: Vector, _ pressure: Double?, _ time: Timestamp, _ emit: (Frame) -> Void
  ) {
    frame.time = time
    frame.touches.removeAll(keepingCapacity: true)
    frame.touches.append(Touch(id: Self.id, phase: phase, position: place, tool: .stylus, pressure: pressure))
    emit(frame)
  }
}
