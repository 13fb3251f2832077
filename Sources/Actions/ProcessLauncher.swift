import Bindings

/// What a descriptor is watched for.
public enum Awaited: Sendable {
  case reading
  case writing
}

/// What the parts of a runner share, and what its owner does for them.
struct ProcessLauncher {
  let spawner: Spawner
  let live: LiveCommands
  let log: ActionLog
  let rate: StartRate
  let scopes: CommandScopes
  /// CLOCK_MONOTONIC in microseconds.
  let now: () -> Int64
  let watch: CommandRunner.Watch
  let unwatch: (Int32) -> Void
  let observe: CommandRunner.Observe

  /// Whether one more process may start now; a refusal is counted, and the first of a storm is logged.
  func mayStart(_ request: CommandRequest) -> Bool {
    if rate.hasRoom(at: now()) { return true }
    if rate.refuse() { log.limited(request, by: .perSecond(rate.perSecond)) }
    return false
  }

  /// Starts a command, or with `input` a stream's process, and reports it; nil if it could not be started.
  func launch(_ request: CommandRequest, of action: ActionKey, input: Int32? = nil) -> Int32? {
    let words = scope(of: request)
    do throws(StartFailure) {
      let place = try live.reserve()
      // A text that the daemon shows is no path.
      let command = request.binding == nil ? request.command : request.command.expandingHome()
      let pid = try spawner.start(command, environment: request.environment, input: input, behind: words)
      live.add(pid, request, of: action, isStream: input != nil, in: place)
      rate.take(at: now())
      observe(request, .started(pid: pid, latency: request.since.map { now() - $0 }))
      return pid
    } catch {
      failed(request, error)
      return nil
    }
  }

  /// The words that give a command its scope; empty if it wants none, or there are no scopes.
  private func scope(of request: CommandRequest) -> [String] {
    guard request.isScoped else { return [] }
    do throws(CommandScopes.Unavailable) {
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

extension Command {
  private static let shellOption = "-c"

  /// The command as it is executed: in a list `~`, and `~/` at the start of a word, are the home folder, as people expect of
  /// a path. A shell expands its own: the word after `-c` stays as it is.
  func expandingHome(_ home: String? = InheritedEnvironment.value("HOME")) -> Command {
    guard case .direct(let words) = self, let home, !home.isEmpty, words.contains(where: { $0.hasPrefix("~") }) else {
      return self
    }
    return .direct(
      words.enumerated().map { place, word in
        let isForShell = place > 0 && words[place - 1] == Self.shellOption
        return !isForShell && (word == "~" || word.hasPrefix("~/")) ? home + word.dropFirst() : word
      })
  }
}
