import CLibinput
import GestureCore

/// Reads a pen: its tip as a touch of a stylus.
///
/// Only what writes makes touches: an eraser rubs out, and a mouse on a tablet points. Buttons, tilt and a pen that is
/// only near are not looked at. libinput tells that the tip has lifted before it tells that the pen is gone.
final class PenReader: EventReader {
  let device: Device
  let deadline: Timestamp? = nil
  private var touch: PenTouch

  init(_ device: Device) {
    self.device = device
    touch = PenTouch(device: device.id)
  }

  func read(_ event: OpaquePointer, _ type: libinput_event_type, _ emit: (Frame) -> Void) {
    guard isOfAPen(type), let pen = libinput_event_get_tablet_tool_event(event) else { return }
    let time = Timestamp(libinput: libinput_event_tablet_tool_get_time_usec(pen))
    switch type {
    case LIBINPUT_EVENT_TABLET_TOOL_TIP:
      if libinput_event_tablet_tool_get_tip_state(pen) == LIBINPUT_TABLET_TOOL_TIP_UP {
        touch.note(.up, time: time, emit)
      } else if writes(pen) {
        touch.note(.down, at: place(of: pen), pressure: pressure(of: pen), time: time, emit)
      }
    case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
      touch.note(.up, time: time, emit)
    default:
      guard touch.isDown else { return }
      touch.note(.motion, at: place(of: pen), pressure: pressure(of: pen), time: time, emit)
    }
  }

  func advance(to time: Timestamp, _ emit: (Frame) -> Void) {}

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

  private func place(of pen: OpaquePointer) -> Vector {
    Vector(libinput_event_tablet_tool_get_x(pen), libinput_event_tablet_tool_get_y(pen))
  }

  private func pressure(of pen: OpaquePointer) -> Double? {
    guard libinput_tablet_tool_has_pressure(libinput_event_tablet_tool_get_tool(pen)) != 0 else { return nil }
    return libinput_event_tablet_tool_get_pressure(pen)
  }
}
