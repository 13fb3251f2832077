import Base
import Logging

/// Runs the commands of the rules: starts them without waiting, limits how many are alive, and reaps every one.
///
/// The owner waits for the descriptors it is given by `watch` and calls `ready` when one is ready; where
/// `ProcessDescriptor.isSupported` says no, it calls `childSignal` after each SIGCHLD too. It calls `advance` when
/// `nextDeadline` has come.
public final class CommandRunner {
  /// How many commands may be alive, and whether any is started at all.
  public struct Options: Sendable {
    /// Live commands of one binding; a fast gesture must not pile up slow commands.
    public var perBinding = 8
    /// Live commands of all bindings.
    public var overall = 64
    /// Commands, and processes of streams, that are started in a second.
    public var perSecond = 50
    /// Commands of one action that wait for others to end.
    public var waiting = 64
    /// Report only; `isDryRun` changes it later.
    public var dryRun = false
    /// Whether the log names what a dry run leaves out; not where `observe` shows it.
    public var tellsOfDryRun = true
    /// Of standard output and error those that lead nowhere for commands: the terminal there is drawn on.
    public var muted: [Int32] = []

    public init(
      perBinding: Int = 8, overall: Int = 64, perSecond: Int = 50, waiting: Int = 64, dryRun: Bool = false,
      tellsOfDryRun: Bool = true, muted: [Int32] = []
    ) {
      self.perBinding = perBinding
      self.overall = overall
      self.perSecond = perSecond
      self.waiting = waiting
      self.dryRun = dryRun
      self.tellsOfDryRun = tellsOfDryRun
      self.muted = muted
    }
  }

  public typealias Watch = (Int32, Awaited) throws(SystemError) -> Void
  public typealias Observe = (CommandRequest, CommandEvent) -> Void

  /// How many processes are alive, those of streams too.
  public var liveCount: Int { live.count }
  /// Commands that will be started when others have ended.
  public var waitingCount: Int { waiting.count }

  private(set) var options: Options
  let surroundings: Surroundings
  var waiting: WaitingCommands
  var limits: CommandLimits
  private let streams: Streams
  /// Counts the sets of rules that were in force.
  private var rules = 0
  /// When commands that can't be watched were asked last whether they have ended.
  private var lastLook: Int64 = 0
  /// How often they are asked while others wait for their end, in microseconds.
  private static let look: Int64 = 100_000

  /// Fails only when the attributes of child processes can't be prepared. `now` is CLOCK_MONOTONIC in microseconds;
  /// `observe` is told of everything that becomes of a request.
  public convenience init(
    options: Options = Options(), logger: Logger, now: @escaping () -> Int64, watch: @escaping Watch,
    unwatch: @escaping (Int32) -> Void, observe: @escaping Observe = { _, _ in }
  ) throws(SystemError) {
    try self.init(
      options: options, logger: logger, now: now, watch: watch, unwatch: unwatch, observe: observe,
      hasProcessDescriptors: ProcessDescriptor.isSupported(), scopes: CommandScopes())
  }

  init(
    options: Options, logger: Logger, now: @escaping () -> Int64, watch: @escaping Watch,
    unwatch: @escaping (Int32) -> Void, observe: @escaping Observe, hasProcessDescriptors: Bool, scopes: CommandScopes
  ) throws(SystemError) {
    self.options = options
    surroundings = Surroundings(
      live: try LiveCommands(
        hasDescriptors: hasProcessDescriptors, muted: options.muted, watch: watch, unwatch: unwatch),
      log: ActionLog(logger: logger), rate: StartRate(perSecond: options.perSecond), scopes: scopes, now: now,
      watch: watch, unwatch: unwatch, observe: observe)
    streams = Streams(surroundings)
    waiting = WaitingCommands(limit: options.waiting)
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
  }

  /// Whether commands are only named; those that run or wait go on, streams learn that nothing more comes.
  public var isDryRun: Bool {
    get { options.dryRun }
    set {
      if newValue, !options.dryRun { streams.end() }
      options.dryRun = newValue
    }
  }

  /// Starts the request's command, lets it wait, or reports why not. Returns at once in any case.
  public func start(_ request: CommandRequest) {
    if options.dryRun {
      if options.tellsOfDryRun { log.dryRun(request) }
      return observe(request, .wouldStart)
    }
    finish { $0.descriptor == nil }
    start(request, of: ActionKey(request, rules: rules))
  }

  /// Tells a stream's process of a gesture, and starts it if there is none. Returns at once.
  public func tell(_ line: StreamLine) {
    if options.dryRun {
      guard line.moment == .beginning else { return }
      if options.tellsOfDryRun { log.dryRunOfStream(line.request) }
      return observe(line.request, .wouldStart)
    }
    finish { $0.descriptor == nil }
    streams.tell(line, of: ActionKey(line.request, rules: rules))
  }

  /// A watched descriptor is ready: a command has ended, or a stream may be written to.
  public func ready(_ descriptor: Int32) {
    finish { $0.descriptor == descriptor || $0.descriptor == nil }
    streams.ready(descriptor)
  }

  /// Reaps whatever has ended; for the owner's SIGCHLD where the system has no process descriptors.
  public func childSignal() { finish { _ in true } }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  public var nextDeadline: Int64? {
    let (now, waits) = (surroundings.now(), waiting.count > 0)
    return [
      live.nextDeadline, waits && live.hasUnwatched ? lastLook + Self.look : nil, waits ? rate.nextRoom(at: now) : nil,
      rate.calm(at: now),
    ].compactMap { $0 }.min()
  }

  /// Ends what has not ended in time when it was told to, and looks after what can't be watched.
  public func advance(to now: Int64) {
    lastLook = now
    finish { $0.descriptor == nil }
    live.advance(to: now) {
      log.killed($0.request, afterMilliseconds: Self.graceInMilliseconds)
      observe($0.request, .killed(pid: $0.pid))
    }
    startWaiting()
    if let refused = rate.takeRefused(at: now) { log.calm(refused: refused) }
  }

  /// New rules are in force: indices of bindings mean other ones now, and old troubles may be told again. Streams end;
  /// what waits is still run, for these gestures were made. The limits for all bindings are these, or as before.
  public func rulesReplaced(overall: Int? = nil, perSecond: Int? = nil) {
    streams.end()
    rules += 1
    options.overall = overall ?? options.overall
    options.perSecond = perSecond ?? options.perSecond
    rate.perSecond = options.perSecond
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
    log.forget()
  }

  /// Lets the streams' processes know that nothing more comes.
  public func endStreams() { streams.end() }

  /// The owner's end: ends the streams and tells what is not run any more.
  public func stop() {
    streams.end()
    dropWaiting()
  }

  /// Leaves out what waits for others to end.
  public func dropWaiting() {
    if waiting.count > 0 { log.neverRun(waiting.count) }
    waiting = WaitingCommands(limit: options.waiting)
  }

  func finish(where isMeant: (LiveCommand) -> Bool) {
    let ends = live.reap(where: isMeant)
    for end in ends {
      if end.command.isStream {
        streams.ended(end)
      } else {
        log.ended(end.command.request, end.status)
        observe(end.command.request, .exited(pid: end.command.pid, end.status))
      }
    }
    if !ends.isEmpty { startWaiting() }
  }

  var live: LiveCommands { surroundings.live }
  var rate: StartRate { surroundings.rate }
  var log: ActionLog { surroundings.log }

  func observe(_ request: CommandRequest, _ event: CommandEvent) { surroundings.observe(request, event) }
}
