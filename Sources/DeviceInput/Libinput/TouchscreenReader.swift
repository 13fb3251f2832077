import Evdev
import GestureCore

/// Reads a touchscreen: gathers libinput's events of single touches into frames, one for each scan of the sensor.
final class TouchscreenReader: LibinputReader {
  /// The number of slots that are read. No sensor has more; events of higher slots are dropped.
  static let slots = 64
  /// When another finger lands, a touch that has had no event for longer than this counts as stuck: even a resting finger trembles.
  static let stillness = TimeSpan(milliseconds: 60_000)

  var isRecovering = false
  private let bounds: PlausibleBounds
  /// The slots with a touch that is down, one bit each.
  private var down: UInt64 = 0
  /// The slots with a touch in the current frame, one bit each.
  private var listed: UInt64 = 0
  private var heard = InlineArray<64, Timestamp>(repeating: Timestamp(microseconds: 0))
  private var frame: Frame

  init(_ device: Device) {
    bounds = PlausibleBounds(device.size)
    frame = Frame(device: device.id, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(Self.slots)
  }

  func read(_ event: LibinputEvent, into frames: inout FrameQueue) -> DeviceFault? {
    switch event {
    case .touchFrame: flush(into: &frames)
    case .touch(.down(let place), let slot, let time):
      guard bounds.contains(place) else { return .offSurface }
      let isStuck = cancelStuck(at: time, into: &frames)
      note(.down(place), slot: slot, at: time, into: &frames)
      return isStuck ? .stuckTouch : nil
    case .touch(.motion(let place), let slot, let time):
      let isPlausible = bounds.contains(place)
      note(isPlausible ? .motion(place) : .cancel, slot: slot, at: time, into: &frames)
      return isPlausible ? nil : .offSurface
    case .touch(let end, let slot, let time): note(end, slot: slot, at: time, into: &frames)
    case .gestureBegan, .gestureMoved, .gestureEnded, .pointer, .tip, .penMoved, .proximity: break
    }
    return nil
  }

  /// Adds a change of one touch. `slot` is -1 if the device has no slots. The first change sets the time of the frame.
  func note(_ change: TouchChange, slot: Int32, at time: Timestamp, into frames: inout FrameQueue) {
    let id = max(slot, 0)
    guard id < Self.slots else { return }
    if frame.touches.isEmpty { frame.time = time }
    heard[Int(id)] = frame.time
    let bit: UInt64 = 1 << UInt64(id)
    let isDown = down & bit != 0
    switch change {
    case .motion(let place):
      if isDown { put(Touch(id: id, phase: .moved, position: place), bit, into: &frames) }
    case .down(let place):
      guard !isRecovering else { return }
      // The driver has lost the previous touch's lift.
      if isDown { put(Touch(id: id, phase: .cancelled), bit, into: &frames) }
      down |= bit
      put(Touch(id: id, phase: .began, position: place), bit, into: &frames)
    case .up, .cancel:
      guard isDown else { return }
      down &= ~bit
      let phase: Touch.Phase = if case .up = change { .ended } else { .cancelled }
      put(Touch(id: id, phase: phase), bit, into: &frames)
    }
  }

  /// Cancels the touches that had no event for longer than `stillness`; returns whether any touch was cancelled.
  func cancelStuck(at time: Timestamp, into frames: inout FrameQueue) -> Bool {
    var isAny = false
    var left = down
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left - 1
      guard time - heard[slot] > Self.stillness else { continue }
      note(.cancel, slot: Int32(slot), at: time, into: &frames)
      isAny = true
    }
    return isAny
  }

  func cancel(into frames: inout FrameQueue) {
    while down != 0 { note(.cancel, slot: Int32(down.trailingZeroBitCount), at: frame.time, into: &frames) }
    flush(into: &frames)
  }

  func flush(into frames: inout FrameQueue) {
    guard !frame.touches.isEmpty else { return }
    frames.take(&frame)
    listed = 0
  }

  /// If the touch is already in the frame, a motion updates its entry, and an end after a motion is appended. Any other
  /// change first sends the frame and starts a new frame with the same time.
  private func put(_ touch: Touch, _ bit: UInt64, into frames: inout FrameQueue) {
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
      flush(into: &frames)
      listed = bit
      frame.touches.append(touch)
    }
  }
}

/// Turns libinput's events of one device into frames.
protocol LibinputReader: AnyObject {
  /// Whether events were lost, so that pending events may be outdated. While this is true, no touch begins.
  var isRecovering: Bool { get set }
  /// When `advance` must be called without an event; nil for never.
  var deadline: Timestamp? { get }
  /// Called after libinput has read the device.
  func look()
  /// Reads an event. Returns the fault that the event shows, or nil. The touch that causes a fault is ignored.
  func read(_ event: LibinputEvent, into frames: inout FrameQueue) -> DeviceFault?
  /// Cancels the touches that are down, and ignores them until they lift.
  func cancel(into frames: inout FrameQueue)
  func advance(to time: Timestamp, into frames: inout FrameQueue)
}

extension LibinputReader {
  var deadline: Timestamp? { nil }
  func look() {}
  func advance(to time: Timestamp, into frames: inout FrameQueue) {}
}
