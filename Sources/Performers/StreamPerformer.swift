import Actions
import Bindings
import GestureCore

/// Tells a command that goes on running of each order: `stream`.
struct StreamPerformer: Performer {
  let key = "stream"
  let runner: CommandRunner

  func perform(_ value: Effect.Value, of performance: Performance) {
    guard let line = StreamLine(performance) else { return }
    runner.tell(line)
  }
}

extension StreamLine {
  /// What to tell a stream's process; nil for an order without a stream.
  public init?(_ performance: Performance) {
    let event = performance.order.event
    guard let command = performance.order.effect.stream, let moment = Moment(event.state) else { return nil }
    self.init(
      CommandRequest(command, performance), moment, GestureEnvironment(performance),
      device: Int(event.device.rawValue))
  }
}

extension StreamLine.Moment {
  fileprivate init?(_ state: RecognizerState) {
    switch state {
    case .began, .recognized: self = .beginning
    case .changed: self = .change
    case .ended, .cancelled: self = .end
    case .possible, .failed: return nil
    }
  }
}
