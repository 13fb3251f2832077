import CLibinput
import GestureCore

/// Reads a pen: its tip as a touch of a stylus.
///
/// Only what writes makes touches: an eraser rubs out, and a mouse on a tablet points. Buttons, tilt and a pen that is
/// only near are not looked at. libinput tells that the tip has lifted before it tells that the pen is gone.
final class PenReader: EventReader {
  let device: Device
  let deadline: Timestamp? = nil
  var isDeaf = false
  private let reach: Reach
  private var touch: PenTouch

  init(_ device: Device) {
    self.device = device
    reach = Reach(device.size)
    touch = PenTouch(device: device.id)
  }

  func read(_ event: OpaquePointer, _ type: libinput_event_type, _ emit: (Frame) -> Void) -> DeviceFault? {
    guard isOfAPen(type), let pen = libinput_event_get_tablet_tool_event(event) else { return nil }
    let time = Timestamp(libinput: libinput_event_tablet_tool_get_time_usec(pen))
    switch type {
    case LIBINPUT_EVENT_TABLET_TOOL_TIP:
      if libinput_event_tablet_tool_get_tip_state(pen) == LIBINPUT_TABLET_TOOL_TIP_UP {
        touch.note(.up, time: time, emit)
      } else if writes(pen), !isDeaf {
        return note(.down, pen, time, emit)
      }
    case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
      touch.note(.up, time: time, emit)
    default:
      if touch.isDown { return note(.motion, pen, time, emit) }
    }
    return nil
  }

  func advance(to time: Timestamp, _ emit: (Frame) -> Void) {}

  func cancel(_ emit: (Frame) -> Void) { touch.cancel(emit) }

  /// The tip is down, where it can be.
  private func note(
    _ change: PenTouch.Change, _ pen: OpaquePointer, _ time: Timestamp, _ emit: (Frame) -> Void
  ) -> DeviceFault? {
    let place = Vector(libinput_event_tablet_tool_get_x(pen), libinput_event_tablet_tool_get_y(pen))
    guard reach.holds(place) else {
      touch.cancel(emit)
      return .offSurface
    }
    touch.note(change, at: place, pressure: pressure(of: pen), time: time, emit)
    return nil
  }

  private func isOfAPen(_ type: libinput_event_type) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TABLET_TOOL_TIP, LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY: true
    default: false
    }
  }

  private func writes(_ pen: OpaquePointer) -> Bool {
    switch libinput_tablet_tool_get_type(libinput_event_tablet_tool_get_tool(pen)) {
    case LIBINPUT_TABLET_TOOL_TYPE_PEN, LIBINPUT_TABLET_TOOL_TYPE_BRUSH, LIBINPUT_TABLET_TOOL_TYPE_PENCIL,
      LIBINPUT_TABLET_TOOL_TYPE_AIRBRUSH:
      true
    default: false
    }
  }

  private func pressure(of pen: OpaquePointer) -> Double? {
    guard libinput_tablet_tool_has_pressure(libinput_event_tablet_tool_get_tool(pen)) != 0 else { return nil }
    return libinput_event_tablet_tool_get_pressure(pen)
  }
}
