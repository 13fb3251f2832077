import Bindings
import GestureCore

/// The facts that commands get about a made event: it has no place, and no values but those that `reports` names and
/// `set` gives.
public func madeGesture(
  _ name: String = "next", _ kind: String = "tap", _ state: RecognizerState = .recognized, device: String = "Panel",
  reports: ReportedValues = [], hints: [GestureHint] = [], step: StepSettings.StepDirection? = nil,
  milliseconds: Double = 0,
  progress: Progress? = nil, _ set: (inout GestureValues) -> Void = { _ in }
) -> GestureEnvironment {
  var values = GestureValues()
  values.fingers = 1
  values.location = Vector(.nan, .nan)
  set(&values)
  let made = Kind(
    name: kind, summary: "", isDiscrete: true, settings: [], reports: reports, make: { Tap.kind.make($0) })
  let time = Timestamp(microseconds: 0)
  let event = GestureEvent(
    time: time, since: time, device: DeviceID(1), gesture: GestureID(0), state: state,
    duration: TimeSpan(milliseconds: milliseconds), tool: .finger, values: values)
  return GestureEnvironment(
    event, GestureRule(name: name, kind: made), device: device, hints: hints, step: step, progress: progress)
}
