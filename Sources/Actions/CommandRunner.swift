import Glibc
import Logging

/// Runs the commands of the rules: starts them without waiting, limits how many are alive, and reaps every one.
///
/// The owner waits for the descriptors it is given by `watch` and calls `childReady` when one is readable; where
/// `ProcessDescriptor.isSupported` says no, it calls `childSignal` after each SIGCHLD instead.
public final class CommandRunner {
  /// How many commands may be alive, and whether any is started at all.
  public struct Options: Sendable {
    /// Live commands of one binding; a fast gesture must not pile up slow commands.
    public var perBinding = 8
    /// Live commands of all bindings.
    public var overall = 64
    /// Report only.
    public var dryRun = false

    public init(perBinding: Int = 8, overall: Int = 64, dryRun: Bool = false) {
      self.perBinding = perBinding
      self.overall = overall
      self.dryRun = dryRun
    }
  }

  public typealias Watch = (Int32) throws(SystemError) -> Void
  public typealias Observe = (CommandRequest, CommandEvent) -> Void

  public var liveCount: Int { live.count }

  private let options: Options
  private let now: () -> Int64?
  private let observe: Observe
  private let live: LiveCommands
  private var log: ActionLog
  private var limits: CommandLimits
  /// Counts the sets of rules that were in force.
  private var rules = 0

  /// Fails only when the attributes of child processes can't be prepared. `now` is CLOCK_MONOTONIC in microseconds, for
  /// the latency, which is left out without it; `observe` is told of everything that becomes of a request.
  public convenience init(
    options: Options = Options(), logger: Logger, now: @escaping () -> Int64? = { nil }, watch: @escaping Watch,
    unwatch: @escaping (Int32) -> Void, observe: @escaping Observe = { _, _ in }
  ) throws(SystemError) {
    try self.init(
      options: options, logger: logger, now: now, watch: watch, unwatch: unwatch, observe: observe,
      hasProcessDescriptors: ProcessDescriptor.isSupported())
  }

  init(
    options: Options, logger: Logger, now: @escaping () -> Int64?, watch: @escaping Watch,
    unwatch: @escaping (Int32) -> Void, observe: @escaping Observe, hasProcessDescriptors: Bool
  ) throws(SystemError) {
    live = try LiveCommands(hasDescriptors: hasProcessDescriptors, watch: watch, unwatch: unwatch)
    self.options = options
    self.now = now
    self.observe = observe
    log = ActionLog(logger: logger)
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
  }

  /// Starts the request's command, or reports why not. Returns at once either way.
  public func start(_ request: CommandRequest) {
    if options.dryRun {
      log.dryRun(request)
      return observe(request, .wouldStart)
    }
    finish { $0.descriptor == nil }
    let ofBinding = live.count(binding: request.binding, rules: rules)
    switch limits.judge(binding: request.binding, live: ofBinding, liveOverall: live.count) {
    case .refuse(let limit, let isFirst):
      if isFirst { log.limited(request, by: limit) }
      observe(request, .refused(limit))
    case .start(let refused):
      if let refused { log.limitOver(request, refused: refused) }
      launch(request)
    }
  }

  /// Reaps the command behind a watched descriptor that has become readable.
  public func childReady(_ descriptor: Int32) {
    finish { $0.descriptor == descriptor || $0.descriptor == nil }
  }

  /// Reaps whatever has ended; for the owner's SIGCHLD where the system has no process descriptors.
  public func childSignal() { finish { _ in true } }

  /// New rules are in force: indices of bindings mean other ones now, and old troubles may be told again.
  public func rulesReplaced() {
    rules += 1
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
    log.forget()
  }

  private func launch(_ request: CommandRequest) {
    do throws(StartFailure) {
      let pid = try live.start(request, rules: rules)
      let latency = request.since.flatMap { since in now().map { $0 - since } }
      observe(request, .started(pid: pid, latency: latency))
    } catch {
      log.startFailed(request, error)
      observe(request, .failed(error))
    }
  }

  private func finish(where isMeant: (LiveCommand) -> Bool) {
    for ended in live.reap(where: isMeant) {
      log.ended(ended.command.request, ended.status)
      observe(ended.command.request, .exited(pid: ended.command.pid, ended.status))
    }
  }
}
