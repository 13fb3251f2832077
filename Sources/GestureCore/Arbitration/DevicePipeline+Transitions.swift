/// The ways a contender's phase can change, each with what is said about it.
extension DevicePipeline {
  mutating func enter(_ index: Int, _ phase: Contender.Phase) {
    if case .held = contenders[index].phase { heldCount -= 1 }
    if case .held = phase { heldCount += 1 }
    contenders[index].phase = phase
    if apartCount > 0, phase != .active { endApart(index) }
    if !contenders[index].isWatching { contenders[index].deadline = .never }
    needsSurvey = true
  }

  mutating func fail(_ index: Int, _ cause: Decision.Cause) {
    enter(index, .done(.failed))
    report(index, .failed(cause))
  }

  mutating func cancel(_ index: Int, _ cause: Decision.Cause) {
    enter(index, .done(.succeeded))
    report(index, .cancelled(cause))
    contenders[index].values.hints = []
    emit(index, .cancelled, contenders[index].values)
  }

  /// It has begun, and is over: from here nothing is possible any more.
  mutating func end(_ index: Int) {
    contenders[index].values = values(of: index)
    contenders[index].values.hints = []
    emit(index, .ended, contenders[index].values)
    enter(index, .done(.succeeded))
  }

  mutating func reset(_ index: Int) {
    recognizers[index].reset()
    contenders[index].reset()
    report(index, .reset)
  }

  /// Sends a gesture event with what the recognizer reports now.
  mutating func emit(_ index: Int, _ state: RecognizerState) {
    contenders[index].values = values(of: index)
    emit(index, state, contenders[index].values)
  }

  mutating func emit(_ index: Int, _ state: RecognizerState, _ values: GestureValues) {
    events.append(
      GestureEvent(
        time: now, since: contenders[index].recognized, device: device.id, gesture: contenders[index].gesture,
        state: state, duration: now - contenders[index].attemptBegan, tool: scopes[contenders[index].scope].tool,
        values: values))
    report(index, .event(state, values))
  }

  func report(_ index: Int, _ outcome: Decision.Outcome) {
    guard let observer else { return }
    observer.observe(
      Decision(time: now, device: device.id, gesture: contenders[index].gesture, outcome: outcome))
  }
}
