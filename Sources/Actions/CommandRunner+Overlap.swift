/// What becomes of a command while others of its action run.
extension CommandRunner {
  /// How long a command that was told to end may take before it is killed.
  static let graceInMilliseconds: Int64 = 1000
  private static let microsecondsInMillisecond: Int64 = 1000

  /// Starts a command, lets it wait or leaves it out.
  func start(_ request: CommandRequest, of action: ActionKey) {
    switch request.overlap {
    case .allow where request.isStep: startOrWait(request, of: action)
    case .allow: startOrRefuse(request, of: action)
    case .skip:
      guard !isRunning(action) else { return skip(request) }
      startOrRefuse(request, of: action)
    case .queue:
      _ = isRunning(action)
      startOrWait(request, of: action)
    case .restart: restart(request, of: action)
    }
  }

  /// Starts what waits and may start now, in the order in which it became due.
  func startWaiting() {
    while let entry = waiting.takeFirst(where: { mayStart($0.request, of: $0.action) }) {
      _ = surroundings.launch(entry.request, of: entry.action)
      if let refused = waiting.takeRefused(of: entry.action) { log.limitOver(entry.request, refused: refused) }
    }
  }

  /// A command may have ended without its descriptor having been served yet.
  private func isRunning(_ action: ActionKey) -> Bool {
    guard live.has(action) else { return false }
    finish { $0.action == action }
    return live.has(action)
  }

  private func mayStart(_ request: CommandRequest, of action: ActionKey) -> Bool {
    switch request.overlap {
    case .allow: break
    case .skip, .queue, .restart: if live.has(action) { return false }
    }
    guard rate.hasRoom(at: surroundings.now()) else { return false }
    let ofBinding = live.count(binding: action.binding, rules: action.rules)
    return limits.hasRoom(live: ofBinding, liveOverall: live.commandCount)
  }

  private func startOrRefuse(_ request: CommandRequest, of action: ActionKey) {
    guard surroundings.mayStart(request) else { return observe(request, .refused(.perSecond(rate.perSecond))) }
    let ofBinding = live.count(binding: action.binding, rules: action.rules)
    switch limits.judge(binding: action.binding, live: ofBinding, liveOverall: live.commandCount) {
    case .refuse(let limit, let isFirst): refuse(request, limit, isFirst: isFirst)
    case .start(let refused):
      if let refused { log.limitOver(request, refused: refused) }
      _ = surroundings.launch(request, of: action)
    }
  }

  private func startOrWait(_ request: CommandRequest, of action: ActionKey) {
    if !waiting.has(action), mayStart(request, of: action) {
      _ = surroundings.launch(request, of: action)
      return
    }
    switch waiting.add(request, of: action) {
    case .waits: observe(request, .queued)
    case .refuse(let isFirst): refuse(request, .waiting(options.waiting), isFirst: isFirst)
    }
  }

  private func restart(_ request: CommandRequest, of action: ActionKey) {
    if !isRunning(action), !waiting.has(action), mayStart(request, of: action) {
      _ = surroundings.launch(request, of: action)
      return
    }
    if let before = waiting.replace(with: request, of: action) { observe(before, .replaced) }
    observe(request, .queued)
    let deadline = surroundings.now() + Self.graceInMilliseconds * Self.microsecondsInMillisecond
    live.tellToEnd(action, until: deadline) {
      log.toldToEnd($0.request)
      observe($0.request, .toldToEnd(pid: $0.pid))
    }
  }

  private func skip(_ request: CommandRequest) {
    log.skipped(request)
    observe(request, .skipped)
  }

  private func refuse(_ request: CommandRequest, _ limit: CommandLimit, isFirst: Bool) {
    if isFirst { log.limited(request, by: limit) }
    observe(request, .refused(limit))
  }
}
