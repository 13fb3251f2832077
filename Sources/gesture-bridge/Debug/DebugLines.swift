import Actions
import Bindings
import Desktop
import GestureCore
import Recordings

/// The plain and the JSON form of `--debug`: a line for each thing that happens.
final class DebugLines: DebugOutput, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than this program needs.
  private let trace: Trace
  private let form: Trace.Form
  private let output: any LineOutput

  /// Without a clock, what has no time of its own happens at the time of what was told last.
  init(
    _ rules: Rules, as form: Trace.Form, _ depth: Trace.Depth = .everything, of origin: Trace.Origin,
    clock: (() -> Timestamp)? = nil, to output: any LineOutput
  ) {
    self.form = form
    self.output = output
    trace = Trace(rules, as: form, depth, of: origin, clock: clock) { output.write($0) }
  }

  /// The time of what was told last.
  var latest: Timestamp { trace.latest }

  /// The line that tells of lines that are missing.
  func leftOut(_ count: Int) -> String { trace.leftOut(count) }

  func use(_ rules: Rules) { trace.use(rules) }
  func added(_ device: Device) { trace.added(device) }
  func removed(_ device: DeviceID, at time: Timestamp) { trace.removed(device, at: time) }
  func willProcess(_ frame: Frame) { trace.willProcess(frame) }
  func observe(_ decision: Decision) { trace.observe(decision) }
  func happened(_ event: GestureEvent, _ orders: [Order]) { trace.happened(event, orders) }
  func entered(_ mode: String, at time: Timestamp) { trace.entered(mode, at: time) }
  func paused(_ isPaused: Bool, at time: Timestamp) { trace.paused(isPaused, at: time) }
  func absent(_ absence: Absence, at time: Timestamp) {
    trace.absent(absence.words, absence.clause, at: time)
  }
  func rested(_ device: DeviceID, at time: Timestamp) { trace.rested(device, at: time) }
  func flush() { output.flush() }
  func finish() { output.finish() }

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {
    switch form {
    case .plain: trace.add(trace.head(at: time) + CommandText.line(request, event))
    case .json: trace.add(CommandText.object(request, event, in: trace.object("command", at: time)).text)
    }
  }
}
