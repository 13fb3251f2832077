import Support

@testable import Bindings
@testable import GestureCore

/// The requests of a pinch's effect when the gesture enters `state`.
func carriedOut(
  _ effect: Effect, in state: RecognizerState, direction: StepSettings.StepDirection? = nil, at moment: Int64? = nil
) -> RecordingPerformer {
  let location = FileLocation(file: "bindings.toml", line: 7, column: 1)
  let action =
    direction.map {
      Action(StepSettings(every: .scale(0.1), effects: [$0: effect]), overlap: .queue, location: location)
    }
    ?? Action(effect, on: .changed, overlap: .restart, location: location)
  let order = Order(action: action, effect: effect, direction: direction, event: event(state, at: 5))
  let means = RecordingPerformer()
  means.perform(PerformedOrder(order, GestureRule(name: "zoom", kind: Pinch.kind), device: "Panel", at: moment))
  return means
}
