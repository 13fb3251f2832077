/// What a descriptor is waited for.
public enum Awaited: Sendable {
  case reading
  case writing
}

/// What the parts of a runner share, and what its owner does for them.
struct Surroundings {
  let live: LiveCommands
  let log: ActionLog
  let rate: StartRate
  let scopes: CommandScopes
  /// CLOCK_MONOTONIC in microseconds.
  let now: () -> Int64
  let watch: CommandRunner.Watch
  let unwatch: (Int32) -> Void
  let observe: CommandRunner.Observe

  /// Whether one more process may be started now; a refusal is counted, and the first of a storm told.
  func mayStart(_ request: CommandRequest) -> Bool {
    if rate.hasRoom(at: now()) { return true }
    if rate.refuse() { log.limited(request, by: .perSecond(rate.perSecond)) }
    return false
  }

  /// Starts a command, or with `input` a stream's process, and tells of it; nil if it could not be started.
  func launch(_ request: CommandRequest, of action: ActionKey, input: Int32? = nil) -> Int32? {
    do throws(StartFailure) {
      let pid = try live.start(request, of: action, input: input, behind: scope(of: request))
      rate.take(at: now())
      observe(request, .started(pid: pid, latency: request.since.map { now() - $0 }))
      return pid
    } catch {
      failed(request, error)
      return nil
    }
  }

  /// The words that give a command its scope; none if it is to have none, or there are no scopes.
  private func scope(of request: CommandRequest) -> [String] {
    guard request.isScoped else { return [] }
    do throws(CommandScopes.Absence) {
      let words = try scopes.words(for: request)
      log.scopesAreThere()
      return words
    } catch {
      log.noScopes(error)
      return []
    }
  }

  func failed(_ request: CommandRequest, _ failure: StartFailure) {
    log.startFailed(request, failure)
    observe(request, .failed(failure))
  }
}
