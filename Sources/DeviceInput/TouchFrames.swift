import GestureCore

/// Gathers what libinput tells of one touch after another into frames: all that one scan of the sensor showed.
struct TouchFrames {
  /// What happened to one touch; there is no place with an up or a cancel, as the touch is where it was.
  enum Change {
    case down(Vector)
    case motion(Vector)
    case up
    case cancel
  }

  /// No sensor has more; what a driver says beyond is dropped.
  static let slots = 64
  /// A touch that has not stirred for so long is no finger, if others land meanwhile: even a resting one trembles.
  static let stillness = TimeSpan(milliseconds: 60_000)

  /// While it is, no touch begins.
  var isDeaf = false
  /// The slots in which a touch is down, a bit each.
  private var down: UInt64 = 0
  /// The slots that the frame lists already, a bit each.
  private var listed: UInt64 = 0
  /// When the touch in each slot was last heard of.
  private var heard = [Timestamp](repeating: Timestamp(microseconds: 0), count: slots)
  /// Used again and again, so that a frame costs no allocation.
  private var frame: Frame

  init(device: DeviceID) {
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(Self.slots)
  }

  /// One change of one touch; its slot is -1 where the sensor knows one touch only. The first of a frame tells the time.
  mutating func note(
    _ change: Change, slot: Int32, at time: Timestamp, _ emit: (Frame) -> Void
  ) {
    let id = max(slot, 0)
    guard id < Self.slots else { return }
    if frame.touches.isEmpty { frame.time = time }
    heard[Int(id)] = frame.time
    let bit: UInt64 = 1 << UInt64(id)
    let isDown = down & bit != 0
    switch change {
    case .motion(let place):
      if isDown { put(Touch(id: id, phase: .moved, position: place), bit, emit) }
    case .down(let place):
      guard !isDeaf else { return }
      // A driver's fault: the up went missing.
      if isDown { put(Touch(id: id, phase: .cancelled), bit, emit) }
      down |= bit
      put(Touch(id: id, phase: .began, position: place), bit, emit)
    case .up, .cancel:
      guard isDown else { return }
      down &= ~bit
      let phase: Touch.Phase = if case .up = change { .ended } else { .cancelled }
      put(Touch(id: id, phase: phase), bit, emit)
    }
  }

  /// The touch in a slot has moved, and nobody cares where to.
  mutating func stir(slot: Int32, at time: Timestamp) {
    let id = Int(max(slot, 0))
    if id < Self.slots { heard[id] = time }
  }

  /// Cancels the touches that have been still for too long, as another is about to land; whether there are any. They are
  /// left out until they lift.
  mutating func cancelStuck(at time: Timestamp, _ emit: (Frame) -> Void) -> Bool {
    var isAny = false
    var left = down
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left - 1
      guard time - heard[slot] > Self.stillness else { continue }
      note(.cancel, slot: Int32(slot), at: time, emit)
      isAny = true
    }
    return isAny
  }

  /// Cancels all touches. They are left out until they lift.
  mutating func cancelAll(_ emit: (Frame) -> Void) {
    while down != 0 { note(.cancel, slot: Int32(down.trailingZeroBitCount), at: frame.time, emit) }
    flush(emit)
  }

  /// The frame is whole.
  mutating func flush(_ emit: (Frame) -> Void) {
    guard !frame.touches.isEmpty else { return }
    emit(frame)
    frame.touches.removeAll(keepingCapacity: true)
    listed = 0
  }

  /// A motion joins what the frame says of its touch, an end follows it; what can't be said in one frame takes two of one
  /// time.
  private mutating func put(_ touch: Touch, _ bit: UInt64, _ emit: (Frame) -> Void) {
    guard listed & bit != 0, let index = frame.touches.firstIndex(where: { $0.id == touch.id }) else {
      listed |= bit
      frame.touches.append(touch)
      return
    }
    let before = frame.touches[index].phase
    if touch.phase == .moved, before == .began || before == .moved {
      frame.touches[index].position = touch.position
    } else if touch.phase == .ended || touch.phase == .cancelled, before == .moved {
      frame.touches.append(touch)
    } else {
      flush(emit)
      listed = bit
      frame.touches.append(touch)
    }
  }
}
