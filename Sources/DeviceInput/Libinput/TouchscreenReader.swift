import Evdev
import GestureCore

/// Reads a touchscreen. The events of one scan usually become one frame.
final class TouchscreenReader: LibinputReader {
  /// The number of slots that are read. Higher slots are dropped.
  static let slots = 64
  /// A touch without an event for this long is stuck. Checked when another finger lands.
  static let stillness = TimeSpan(milliseconds: 60_000)

  var isRecovering = false
  private let bounds: PlausibleBounds
  /// The slots with a touch that is down, one bit each.
  private var down: UInt64 = 0
  /// The slots with a touch in the current frame, one bit each.
  private var listed: UInt64 = 0
  private var lastReports = InlineArray<64, Timestamp>(repeating: Timestamp(microseconds: 0))
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

  /// Adds a change of one touch. `slot` is -1 if the device has no slots. The first change sets the frame's time.
  func note(_ change: TouchChange, slot: Int32, at time: Timestamp, into frames: inout FrameQueue) {
    let id = max(slot, 0)
    guard id < Self.slots else { return }
    if frame.touches.isEmpty { frame.time = time }
    lastReports[Int(id)] = frame.time
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

  /// Cancels touches without an event for `stillness`. Returns whether it cancelled any touch.
  func cancelStuck(at time: Timestamp, into frames: inout FrameQueue) -> Bool {
    var isAny = false
    var left = down
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left - 1
      guard time - lastReports[slot] > Self.stillness else { continue }
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

  /// Adds a touch's change to the frame. If the frame already has the touch, a motion updates the touch's entry, and an
  /// end is added after a `moved` entry. Before any other change of this touch, the frame is sent.
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
  /// Whether pending events may be outdated, because events were lost. No touch begins while this is true.
  var isRecovering: Bool { get set }
  /// When `advance` must be called without an event; nil for never.
  var deadline: Timestamp? { get }
  /// Looks for fingers that landed or lifted without an event. Called after libinput has read its devices.
  func look()
  /// Reads an event. Returns the fault that the event shows; nil if the event is plausible.
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
