import CInputShims
import CLibinput
import GestureCore

enum LibinputEvent: Equatable {
  /// A change of a touch on a touchscreen. `slot` is the device's slot, not the seat's; -1 if the device has no slots.
  case touch(TouchChange, slot: Int32, at: Timestamp)
  /// The end of one scan of the sensor.
  case touchFrame
  case gestureBegan(TouchpadGesture, fingers: Int, at: Timestamp)
  /// Movement (mm) and turn (degrees clockwise) since the last event. `scale` is relative to the gesture's beginning.
  case gestureMoved(by: Vector, scale: Double, turn: Double, at: Timestamp)
  case gestureEnded(cancelled: Bool, at: Timestamp)
  /// The fingers move the pointer, scroll, or press a button.
  case pointer(at: Timestamp)
  /// The pen's tip landed or lifted. `writes` is false for a tool that doesn't write, such as an eraser.
  case tip(isDown: Bool, writes: Bool, PenState)
  case penMoved(PenState)
  /// The pen came near the surface, or left it.
  case proximity(at: Timestamp)

  /// The position of a pen in mm, and its pressure from 0 to 1. The pressure is nil if the pen doesn't report it.
  struct PenState: Equatable {
    var place: Vector
    var pressure: Double?
    var time: Timestamp
  }

  /// Nil if no case describes the event. `stretch` is the size of a device that reports no size; nil for other devices.
  init?(_ event: OpaquePointer, _ type: libinput_event_type, stretch: Size?) {
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL:
      guard let touch = libinput_event_get_touch_event(event) else { return nil }
      let change: TouchChange =
        switch type {
        case LIBINPUT_EVENT_TOUCH_DOWN: .down(Self.place(touch, stretch))
        case LIBINPUT_EVENT_TOUCH_MOTION: .motion(Self.place(touch, stretch))
        case LIBINPUT_EVENT_TOUCH_UP: .up
        default: .cancel
        }
      self = .touch(
        change, slot: libinput_event_touch_get_slot(touch),
        at: Timestamp(libinput: libinput_event_touch_get_time_usec(touch)))
    case LIBINPUT_EVENT_TOUCH_FRAME: self = .touchFrame
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN, LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, LIBINPUT_EVENT_GESTURE_PINCH_BEGIN,
      LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, LIBINPUT_EVENT_GESTURE_HOLD_END,
      LIBINPUT_EVENT_GESTURE_SWIPE_END, LIBINPUT_EVENT_GESTURE_PINCH_END:
      guard let gesture = libinput_event_get_gesture_event(event) else { return nil }
      self.init(gesture: gesture, type)
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_BUTTON, LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      guard let pointer = libinput_event_get_pointer_event(event) else { return nil }
      self = .pointer(at: Timestamp(libinput: libinput_event_pointer_get_time_usec(pointer)))
    case LIBINPUT_EVENT_TABLET_TOOL_TIP, LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
      guard let pen = libinput_event_get_tablet_tool_event(event) else { return nil }
      self.init(pen: pen, type)
    default: return nil
    }
  }

  private static func place(_ touch: OpaquePointer?, _ stretch: Size?) -> Vector {
    guard let stretch else { return Vector(libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch)) }
    return Vector(
      libinput_event_touch_get_x_transformed(touch, 1) * stretch.width,
      libinput_event_touch_get_y_transformed(touch, 1) * stretch.height)
  }

  private init(gesture: OpaquePointer, _ type: libinput_event_type) {
    let time = Timestamp(libinput: libinput_event_gesture_get_time_usec(gesture))
    switch type {
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: self = .gestureBegan(.hold, fingers: Self.fingers(gesture), at: time)
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: self = .gestureBegan(.swipe, fingers: Self.fingers(gesture), at: time)
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: self = .gestureBegan(.pinch, fingers: Self.fingers(gesture), at: time)
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      let delta = Vector(
        libinput_event_gesture_get_dx_unaccelerated(gesture), libinput_event_gesture_get_dy_unaccelerated(gesture))
      let isPinch = type == LIBINPUT_EVENT_GESTURE_PINCH_UPDATE
      self = .gestureMoved(
        by: delta * TouchpadUnit.millimetres, scale: isPinch ? libinput_event_gesture_get_scale(gesture) : 1,
        turn: isPinch ? libinput_event_gesture_get_angle_delta(gesture) : 0, at: time)
    default: self = .gestureEnded(cancelled: libinput_event_gesture_get_cancelled(gesture) != 0, at: time)
    }
  }

  private static func fingers(_ gesture: OpaquePointer) -> Int { Int(libinput_event_gesture_get_finger_count(gesture)) }

  private init(pen: OpaquePointer, _ type: libinput_event_type) {
    let time = Timestamp(libinput: libinput_event_tablet_tool_get_time_usec(pen))
    if type == LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY {
      self = .proximity(at: time)
      return
    }
    let tool = libinput_event_tablet_tool_get_tool(pen)
    let state = PenState(
      place: Vector(libinput_event_tablet_tool_get_x(pen), libinput_event_tablet_tool_get_y(pen)),
      pressure: libinput_tablet_tool_has_pressure(tool) != 0 ? libinput_event_tablet_tool_get_pressure(pen) : nil,
      time: time)
    guard type == LIBINPUT_EVENT_TABLET_TOOL_TIP else {
      self = .penMoved(state)
      return
    }
    let isDown = libinput_event_tablet_tool_get_tip_state(pen) != LIBINPUT_TABLET_TOOL_TIP_UP
    self = .tip(isDown: isDown, writes: Self.writes(libinput_tablet_tool_get_type(tool)), state)
  }

  private static func writes(_ tool: libinput_tablet_tool_type) -> Bool {
    switch tool {
    case LIBINPUT_TABLET_TOOL_TYPE_PEN, LIBINPUT_TABLET_TOOL_TYPE_BRUSH, LIBINPUT_TABLET_TOOL_TYPE_PENCIL,
      LIBINPUT_TABLET_TOOL_TYPE_AIRBRUSH:
      true
    default: false
    }
  }
}

/// A change of one touch. An up or a cancel has no position.
enum TouchChange: Equatable {
  case down(Vector)
  case motion(Vector)
  case up
  case cancel
}

/// The gestures that libinput reports.
enum TouchpadGesture { case hold, swipe, pinch }

/// libinput's unit for touchpad gestures: 1/1000 inch, divided by `slowdown`.
enum TouchpadUnit {
  /// libinput's factor for unaccelerated touchpad deltas. Source: `TP_MAGIC_SLOWDOWN` in filter-touchpad.c.
  static let slowdown = 0.2968 * 0.9

  /// The finger's movement in mm for one unit of delta.
  static let millimetres = 25.4 / 1000 / slowdown
}

extension Timestamp {
  /// A time that libinput reports, in microseconds of CLOCK_MONOTONIC.
  init(libinput microseconds: UInt64) { self.init(microseconds: Int64(clamping: microseconds)) }
}
