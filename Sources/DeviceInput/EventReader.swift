import CLibinput
import GestureCore

/// Turns what one device says into frames.
protocol FrameReader: AnyObject {
  var device: Device { get }
  /// When `advance` has something to do although no event came.
  var deadline: Timestamp? { get }
  func advance(to time: Timestamp, _ emit: (Frame) -> Void)
}

/// Turns the libinput events of one device into frames.
protocol EventReader: FrameReader {
  /// While it is, no touch begins.
  var isDeaf: Bool { get set }
  /// It has heard of touches that it tells of with their next motion, so that one matters whoever looks.
  var awaitsMotion: Bool { get }
  /// libinput has read what the devices had to say.
  func look()
  /// Events of types it doesn't know are no concern of it. Returns what the device can't mean; such a touch is left out.
  func read(_ event: OpaquePointer, _ type: libinput_event_type, _ emit: (Frame) -> Void) -> DeviceFault?
  /// A motion that nobody cares for.
  func skip(_ event: OpaquePointer, _ type: libinput_event_type)
  /// The touches that are down are cancelled, and left out until they lift.
  func cancel(_ emit: (Frame) -> Void)
}

extension EventReader {
  var awaitsMotion: Bool { false }
  func look() {}
  func skip(_ event: OpaquePointer, _ type: libinput_event_type) {}
}

/// Reads a touchscreen: every touch, at its place in mm.
final class TouchscreenReader: EventReader {
  let device: Device
  let deadline: Timestamp? = nil
  /// Without a size of its own libinput knows only how far along a touch is, which the size we go by turns into mm.
  private let stretch: Size?
  private let reach: Reach
  private var frames: TouchFrames

  init(_ device: Device, reportsSize: Bool) {
    self.device = device
    stretch = reportsSize ? nil : device.size
    reach = Reach(device.size)
    frames = TouchFrames(device: device.id)
  }

  var isDeaf: Bool {
    get { frames.isDeaf }
    set { frames.isDeaf = newValue }
  }

  func read(_ event: OpaquePointer, _ type: libinput_event_type, _ emit: (Frame) -> Void) -> DeviceFault? {
    if type == LIBINPUT_EVENT_TOUCH_FRAME {
      frames.flush(emit)
      return nil
    }
    guard isOfATouch(type), let touch = libinput_event_get_touch_event(event) else { return nil }
    // The slot of the device, not of the seat: touches of two screens never share a frame.
    let slot = libinput_event_touch_get_slot(touch)
    let time = Timestamp(libinput: libinput_event_touch_get_time_usec(touch))
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN:
      guard let place = place(touch) else { return .offSurface }
      let isStuck = frames.cancelStuck(at: time, emit)
      frames.note(.down(place), slot: slot, at: time, emit)
      return isStuck ? .stuckTouch : nil
    case LIBINPUT_EVENT_TOUCH_MOTION:
      let place = place(touch)
      frames.note(place.map { .motion($0) } ?? .cancel, slot: slot, at: time, emit)
      return place == nil ? .offSurface : nil
    case LIBINPUT_EVENT_TOUCH_UP: frames.note(.up, slot: slot, at: time, emit)
    default: frames.note(.cancel, slot: slot, at: time, emit)
    }
    return nil
  }

  func skip(_ event: OpaquePointer, _ type: libinput_event_type) {
    guard type == LIBINPUT_EVENT_TOUCH_MOTION, let touch = libinput_event_get_touch_event(event) else { return }
    frames.stir(
      slot: libinput_event_touch_get_slot(touch), at: Timestamp(libinput: libinput_event_touch_get_time_usec(touch)))
  }

  func advance(to time: Timestamp, _ emit: (Frame) -> Void) {}

  func cancel(_ emit: (Frame) -> Void) { frames.cancelAll(emit) }

  private func isOfATouch(_ type: libinput_event_type) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL:
      true
    default: false
    }
  }

  /// In mm; nil where no touch can be.
  private func place(_ touch: OpaquePointer) -> Vector? {
    let place =
      if let stretch {
        Vector(
          libinput_event_touch_get_x_transformed(touch, 1) * stretch.width,
          libinput_event_touch_get_y_transformed(touch, 1) * stretch.height)
      } else {
        Vector(libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch))
      }
    return reach.holds(place) ? place : nil
  }
}

/// Reads a touchpad: libinput's gestures as virtual touches.
final class TouchpadReader: EventReader {
  let device: Device
  var isDeaf = false
  private var touches: VirtualTouches
  private var travel: FingerTravel?

  /// `descriptor`: by which libinput reads it.
  init(_ device: Device, descriptor: Int32?) {
    self.device = device
    travel = descriptor.flatMap { FingerTravel($0) }
    touches = VirtualTouches(device: device.id, centre: Vector(device.size.width / 2, device.size.height / 2))
  }

  var deadline: Timestamp? { touches.deadline }
  var awaitsMotion: Bool { touches.isStarting }

  func read(_ event: OpaquePointer, _ type: libinput_event_type, _ emit: (Frame) -> Void) -> DeviceFault? {
    switch type {
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: begin(.hold, event, emit)
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: begin(.swipe, event, emit)
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: begin(.pinch, event, emit)
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: update(event, pinch: false, emit)
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: update(event, pinch: true, emit)
    case LIBINPUT_EVENT_GESTURE_HOLD_END, LIBINPUT_EVENT_GESTURE_SWIPE_END, LIBINPUT_EVENT_GESTURE_PINCH_END:
      end(event, emit)
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_BUTTON, LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      guard let pointer = libinput_event_get_pointer_event(event) else { break }
      touches.leave(at: Timestamp(libinput: libinput_event_pointer_get_time_usec(pointer)), emit)
    default: break
    }
    // Where its fingers are is libinput's own business, and so are those that can't be.
    return nil
  }

  func look() { travel?.look() }

  func advance(to time: Timestamp, _ emit: (Frame) -> Void) { touches.advance(to: time, emit) }

  func cancel(_ emit: (Frame) -> Void) { touches.cancel(emit) }

  private func begin(_ kind: VirtualTouches.Gesture, _ event: OpaquePointer, _ emit: (Frame) -> Void) {
    guard !isDeaf, let gesture = libinput_event_get_gesture_event(event) else { return }
    let fingers = Int(libinput_event_gesture_get_finger_count(gesture))
    let way = kind == .swipe ? travel?.way(ofFingers: fingers) : nil
    touches.begin(kind, fingers: fingers, way: way, at: time(of: gesture), emit)
  }

  private func update(_ event: OpaquePointer, pinch: Bool, _ emit: (Frame) -> Void) {
    guard let gesture = libinput_event_get_gesture_event(event) else { return }
    let delta = Vector(
      libinput_event_gesture_get_dx_unaccelerated(gesture), libinput_event_gesture_get_dy_unaccelerated(gesture))
    touches.update(
      by: delta * TouchpadUnit.millimetres, scale: pinch ? libinput_event_gesture_get_scale(gesture) : 1,
      turn: pinch ? libinput_event_gesture_get_angle_delta(gesture) : 0, at: time(of: gesture), emit)
  }

  private func end(_ event: OpaquePointer, _ emit: (Frame) -> Void) {
    guard let gesture = libinput_event_get_gesture_event(event) else { return }
    let cancelled = libinput_event_gesture_get_cancelled(gesture) != 0
    touches.end(cancelled: cancelled, at: time(of: gesture), emit)
  }

  private func time(of gesture: OpaquePointer) -> Timestamp {
    Timestamp(libinput: libinput_event_gesture_get_time_usec(gesture))
  }
}
