import GestureCore

/// Gathers what libinput tells of one touch after another into frames: all that one scan of the sensor showed.
struct TouchFrames {
  /// What happened to one touch; libinput tells no place with an up or a cancel.
  enum Change {
    case down(Vector)
    case motion(Vector)
    case up
    case cancel
  }

  /// No sensor has more; what a driver says beyond is dropped.
  static let slots = 64

  /// Where each slot's touch is, while one is down.
  private var places: [Vector?] = Array(repeating: nil, count: Self.slots)
  /// Used again and again, so that a frame costs no allocation.
  private var frame: Frame

  init(device: DeviceID) {
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(Self.slots)
  }

  /// One change of one touch; its slot is -1 where the sensor knows one touch only.
  mutating func note(_ change: Change, slot: Int32, at time: Timestamp, _ emit: (Frame) -> Void) {
    let id = max(slot, 0)
    guard id < Self.slots else { return }
    // libinput says when a frame is whole; should a version not, the next scan's time tells.
    if time != frame.time { flush(emit) }
    frame.time = time
    switch change {
    case .down(let place):
      // A driver's fault: the up went missing.
      if let last = places[Int(id)] { put(Touch(id: id, phase: .cancelled, position: last), emit) }
      places[Int(id)] = place
      put(Touch(id: id, phase: .began, position: place), emit)
    case .motion(let place):
      guard places[Int(id)] != nil else { return }
      places[Int(id)] = place
      put(Touch(id: id, phase: .moved, position: place), emit)
    case .up, .cancel:
      guard let last = places[Int(id)] else { return }
      places[Int(id)] = nil
      let phase: Touch.Phase = if case .up = change { .ended } else { .cancelled }
      put(Touch(id: id, phase: phase, position: last), emit)
    }
  }

  /// The frame is whole.
  mutating func flush(_ emit: (Frame) -> Void) {
    guard !frame.touches.isEmpty else { return }
    emit(frame)
    frame.touches.removeAll(keepingCapacity: true)
  }

  /// A frame lists a touch once: a motion joins what is there, and what can't be said in one frame takes two of one time.
  private mutating func put(_ touch: Touch, _ emit: (Frame) -> Void) {
    guard let index = frame.touches.firstIndex(where: { $0.id == touch.id }) else {
      frame.touches.append(touch)
      return
    }
    let before = frame.touches[index].phase
    if touch.phase == .moved, before == .began || before == .moved {
      frame.touches[index].position = touch.position
    } else if touch.phase == .ended || touch.phase == .cancelled, before == .moved {
      frame.touches[index] = touch
    } else {
      flush(emit)
      frame.touches.append(touch)
    }
  }
}
