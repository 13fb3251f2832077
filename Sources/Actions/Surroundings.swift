/// What a descriptor is waited for.
public enum Awaited: Sendable {
  case reading
  case writing
}

/// What the parts of a runner share, and what its owner does for them.
struct Surroundings {
  let live: LiveCommands
  let log: ActionLog
  /// CLOCK_MONOTONIC in microseconds.
  let now: () -> Int64
  let watch: CommandRunner.Watch
  let unwatch: (Int32) -> Void
  let observe: CommandRunner.Observe

  /// Starts a command, or with `input` a stream's process, and tells of it; nil if it could not be started.
  func launch(_ request: CommandRequest, of action: ActionKey, input: Int32? = nil) -> Int32? {
    do throws(StartFailure) {
      let pid = try live.start(request, of: action, input: input)
      observe(request, .started(pid: pid, latency: request.since.map { now() - $0 }))
      return pid
    } catch {
      failed(request, error)
      return nil
    }
  }

  func failed(_ request: CommandRequest, _ failure: StartFailure) {
    log.startFailed(request, failure)
    observe(request, .failed(failure))
  }
}
