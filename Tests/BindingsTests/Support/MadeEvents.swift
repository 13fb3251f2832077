@testable import GestureCore

/// The device of events that are made by hand.
let screen = Device(
  id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
  capabilities: [.contacts, .places])

/// An event of a gesture on `screen`, by default of the first gesture.
func event(
  _ state: RecognizerState, of gesture: Int = 0, at ms: Double = 0, _ set: (inout GestureValues) -> Void = { _ in }
) -> GestureEvent {
  var values = GestureValues()
  set(&values)
  let time = Timestamp(microseconds: Int64(ms * 1000))
  return GestureEvent(
    time: time, since: time, device: screen.id, gesture: GestureID(gesture), state: state,
    duration: TimeSpan(microseconds: 0), tool: .finger, values: values)
}
