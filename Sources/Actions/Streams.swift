/// The streams of the rules, one for each action that has one.
final class Streams {
  private let surroundings: Surroundings
  private var all: [ActionKey: Stream] = [:]

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  deinit { end() }

  func tell(_ line: StreamLine, of action: ActionKey) {
    if let stream = all[action] { return stream.tell(line) }
    // Whoever has heard nothing yet need not hear of an end.
    guard line.moment != .end else { return surroundings.observe(line.request, .line(.leftOut)) }
    let stream = Stream(action, line, surroundings)
    all[action] = stream
    stream.tell(line)
  }

  /// A watched descriptor is ready; it may be none of these.
  func ready(_ descriptor: Int32) { all.values.first { $0.watched == descriptor }?.ready() }

  /// A stream's process is reaped; the stream may be over, or have another process by now.
  func ended(_ end: LiveCommands.Ended) {
    surroundings.streamEnded(end)
    guard let stream = all[end.command.action], stream.process == end.command.pid else { return }
    stream.ended(end.status)
  }

  /// Ends them all; their processes are told by the end of their input.
  func end() {
    for stream in all.values { stream.end() }
    all = [:]
  }
}

extension Surroundings {
  func streamEnded(_ end: LiveCommands.Ended) {
    log.streamEnded(end.command.request, end.status)
    observe(end.command.request, .exited(pid: end.command.pid, end.status))
  }
}
