import Base
import Bindings
import Glibc
import Logging
import Runtime

/// Runs the commands that the rules contain. Never waits until a command ends.
///
/// The owner calls `ready` for a ready descriptor, and `advance` at `nextDeadline`. If `ProcessDescriptor.isSupported`
/// is false, the owner also calls `childSignal` after SIGCHLD.
public final class CommandRunner: LoopPart {
  /// The limits for commands, and how commands run.
  public struct Options: Sendable {
    /// The maximum number of running commands of one binding, so that slow commands can't accumulate.
    public var perBinding: Int
    public var overall: Int
    /// The maximum number of commands and streams that start per second; see `StartRate`.
    public var perSecond: Int
    /// The maximum number of waiting commands of one action.
    public var waiting: Int
    /// Whether commands are only reported and not started. `isDryRun` can change this option later.
    public var dryRun: Bool
    /// Whether the log names the commands of a dry run.
    public var logsDryRun: Bool
    /// The standard descriptors, such as 1 for output, that are connected to /dev/null in commands.
    public var muted: [Int32]

    public init(
      perBinding: Int = 8, overall: Int = 64, perSecond: Int = 50, waiting: Int = 64, dryRun: Bool = false,
      logsDryRun: Bool = true, muted: [Int32] = []
    ) {
      self.perBinding = perBinding
      self.overall = overall
      self.perSecond = perSecond
      self.waiting = waiting
      self.dryRun = dryRun
      self.logsDryRun = logsDryRun
      self.muted = muted
    }
  }

  public typealias Watch = (Int32, Interest) throws(SystemError) -> Void
  public typealias Observe = (CommandRequest, CommandEvent) -> Void

  /// The number of live processes of commands and streams.
  public var liveCount: Int { processes.count }
  public var waitingCount: Int { waiting.count }

  private(set) var options: Options
  private let processes: Processes
  private var waiting: WaitingCommands
  private var limits: CommandLimits
  private let streams: Streams
  private var rules = 0
  /// When `advance` last checked whether commands without a descriptor have ended, in CLOCK_MONOTONIC microseconds.
  private var lastLook: Int64 = 0
  /// The interval at which commands without a descriptor are checked while other commands wait, in microseconds.
  private static let look: Int64 = 100_000

  /// Creates a runner. `loop` watches the runner's descriptors. Throws if child processes can't be prepared.
  public convenience init(
    options: Options = Options(), logger: Logger, on loop: EventLoop, observe: @escaping Observe = { _, _ in }
  ) throws(SystemError) {
    let owner = DescriptorOwner<CommandRunner>()
    try self.init(
      options: options, logger: logger, now: EventLoop.now,
      watch: { descriptor, interest throws(SystemError) in
        try loop.add(descriptor, interest) { _ in owner.owner?.ready(descriptor) }
      }, unwatch: { loop.remove($0) }, observe: observe)
    owner.owner = self
  }

  /// `now` returns CLOCK_MONOTONIC in microseconds; `observe` gets every event of a request.
  init(
    options: Options = Options(), logger: Logger, now: @escaping () -> Int64, watch: @escaping Watch,
    unwatch: @escaping (Int32) -> Void, observe: @escaping Observe = { _, _ in },
    hasProcessDescriptors: Bool = ProcessDescriptor.isSupported(), scopes: CommandScopes = CommandScopes()
  ) throws(SystemError) {
    self.options = options
    processes = Processes(
      spawner: try Spawner(muted: options.muted), scopes: scopes, hasDescriptors: hasProcessDescriptors,
      log: ActionLog(logger: logger), rate: StartRate(perSecond: options.perSecond), now: now, watch: watch,
      unwatch: unwatch, observe: observe)
    streams = Streams(processes)
    waiting = WaitingCommands(limit: options.waiting)
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
  }

  /// Whether new commands are only reported. Setting true ends streams, but not running or waiting commands.
  public var isDryRun: Bool {
    get { options.dryRun }
    set {
      if newValue, !options.dryRun { streams.end() }
      options.dryRun = newValue
    }
  }

  /// Starts, queues, skips or refuses the command. In a dry run, only reports the command. Returns at once.
  public func start(_ request: CommandRequest) {
    if options.dryRun {
      if options.logsDryRun { processes.log.log(.dryRun(request.command, .init(request))) }
      return processes.observe(request, .wouldStart)
    }
    finish { $0.descriptor == nil }
    let action = ActionKey(request, rules: rules)
    switch request.overlap {
    case .allow where request.isStep: return startOrWait(request, of: action)
    case .allow: break
    case .skip: if isRunning(action) { return skip(request) }
    case .queue:
      _ = isRunning(action)
      return startOrWait(request, of: action)
    case .restart: return restart(request, of: action)
    }
    guard processes.mayStart(request) else {
      return processes.observe(request, .refused(.perSecond(processes.rate.perSecond)))
    }
    let ofBinding = processes.count(binding: action.binding, rules: action.rules)
    switch limits.judge(binding: action.binding, live: ofBinding, liveOverall: processes.commandCount) {
    case .refuse(let limit, let isFirst): refuse(request, limit, isFirst: isFirst)
    case .start(let refused):
      if let refused { processes.log.log(.limitOver(refused: refused, .init(request))) }
      _ = processes.launch(request, of: action)
    }
  }

  /// Starts the application whose .desktop file has the name `application`. Ignores the request's own command.
  public func launch(_ application: String, _ request: CommandRequest) {
    var request = request
    request.isApplication = true
    do throws(DesktopEntry.Problem) {
      request.command = try DesktopEntry.named(application, EnvironmentVariable.value).command
      start(request)
    } catch {
      processes.log.logProblem(.noApplication(application, error.description, .init(request)), of: request)
      processes.observe(request, .failed(.noProgram))
    }
  }

  /// Sends a line to a stream's process, which is started if needed. In a dry run, only reports a gesture's first line.
  public func send(_ line: StreamLine) {
    if options.dryRun {
      guard line.moment == .beginning else { return }
      if options.logsDryRun { processes.log.log(.dryRunOfStream(line.request.command, .init(line.request))) }
      return processes.observe(line.request, .wouldStart)
    }
    finish { $0.descriptor == nil }
    streams.send(line, of: ActionKey(line.request, rules: rules))
  }

  /// Handles a ready descriptor: reaps a process that has ended, or writes waiting lines to a stream's pipe.
  public func ready(_ descriptor: Int32) {
    finish { $0.descriptor == descriptor || $0.descriptor == nil }
    streams.ready(descriptor)
  }

  public func childSignal() { finish { _ in true } }

  public var nextDeadline: Int64? {
    let waits = waiting.count > 0
    // The event loop reads this before each wait, so no array is allocated here.
    var deadline = min(processes.nextDeadline ?? .max, processes.rate.stormEnd ?? .max)
    if waits, processes.hasUnwatched { deadline = min(deadline, lastLook + Self.look) }
    if waits, let room = processes.rate.nextRoom { deadline = min(deadline, room) }
    return deadline < .max ? deadline : nil
  }

  /// Reaps ended commands without a descriptor, kills commands whose deadline has passed, and starts waiting commands.
  public func advance(to now: Int64) {
    lastLook = now
    finish { $0.descriptor == nil }
    processes.advance(to: now) {
      processes.log.log(.killed(milliseconds: Self.graceInMilliseconds, .init($0.request)))
      processes.observe($0.request, .killed(pid: $0.pid))
    }
    startWaiting()
    if let refused = processes.rate.consumeRefused(at: now) { processes.log.log(.stormOver(refused: refused)) }
  }

  /// Adopts new rules, and ends all streams. Waiting commands remain. A limit that is nil stays unchanged.
  public func rulesReplaced(overall: Int? = nil, perSecond: Int? = nil) {
    streams.end()
    rules += 1
    options.overall = overall ?? options.overall
    options.perSecond = perSecond ?? options.perSecond
    processes.rate.perSecond = options.perSecond
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
    processes.log.forget()
  }

  public func endStreams() { streams.end() }

  /// Ends the streams and drops waiting commands; called when the owner ends.
  public func stop() {
    streams.end()
    dropWaiting()
  }

  public func dropWaiting() {
    if waiting.count > 0 { processes.log.log(.waitingDropped(waiting.count)) }
    waiting = WaitingCommands(limit: options.waiting)
  }

  func finish(where isMeant: (LiveCommand) -> Bool) {
    let ends = processes.reap(where: isMeant)
    for end in ends {
      if end.command.isStream {
        streams.ended(end)
      } else {
        processes.log.ended(end.command.request, end.status)
        processes.observe(end.command.request, .exited(pid: end.command.pid, end.status))
      }
    }
    if !ends.isEmpty { startWaiting() }
  }
}

extension CommandRunner {
  /// The time from SIGTERM to SIGKILL.
  static let graceInMilliseconds: Int64 = 1000
  private static let microsecondsInMillisecond: Int64 = 1000

  /// Starts all waiting commands that may start now, in the order of their requests.
  func startWaiting() {
    while let entry = waiting.takeFirst(where: { mayStart($0.request, of: $0.action) }) {
      _ = processes.launch(entry.request, of: entry.action)
      if let refused = waiting.consumeRefused(of: entry.action) {
        processes.log.log(.limitOver(refused: refused, .init(entry.request)))
      }
    }
  }

  /// Whether a command of the action runs. Reaps ended commands first.
  private func isRunning(_ action: ActionKey) -> Bool {
    guard processes.has(action) else { return false }
    finish { $0.action == action }
    return processes.has(action)
  }

  private func mayStart(_ request: CommandRequest, of action: ActionKey) -> Bool {
    switch request.overlap {
    case .allow: break
    case .skip, .queue, .restart: if processes.has(action) { return false }
    }
    guard processes.rate.hasRoom(at: processes.now()) else { return false }
    let ofBinding = processes.count(binding: action.binding, rules: action.rules)
    return limits.hasRoom(live: ofBinding, liveOverall: processes.commandCount)
  }

  private func startOrWait(_ request: CommandRequest, of action: ActionKey) {
    if !waiting.has(action), mayStart(request, of: action) {
      _ = processes.launch(request, of: action)
      return
    }
    switch waiting.add(request, of: action) {
    case .waits: processes.observe(request, .queued)
    case .refuse(let isFirst): refuse(request, .waiting(options.waiting), isFirst: isFirst)
    }
  }

  private func restart(_ request: CommandRequest, of action: ActionKey) {
    if !isRunning(action), !waiting.has(action), mayStart(request, of: action) {
      _ = processes.launch(request, of: action)
      return
    }
    if let before = waiting.replace(with: request, of: action) { processes.observe(before, .replaced) }
    processes.observe(request, .queued)
    let deadline = processes.now() + Self.graceInMilliseconds * Self.microsecondsInMillisecond
    processes.askToEnd(action, until: deadline) {
      processes.log.log(.stopping(.init($0.request)))
      processes.observe($0.request, .stopping(pid: $0.pid))
    }
  }

  private func skip(_ request: CommandRequest) {
    processes.log.log(.skipped(.init(request)))
    processes.observe(request, .skipped)
  }

  private func refuse(_ request: CommandRequest, _ limit: CommandLimit, isFirst: Bool) {
    if isFirst { processes.log.log(.limited(limit, gesture: request.gesture, .init(request))) }
    processes.observe(request, .refused(limit))
  }
}

/// Waiting commands, in the order of their requests. A replacing command takes the place of the replaced command.
struct WaitingCommands {
  typealias Entry = (request: CommandRequest, action: ActionKey)

  enum Verdict: Equatable {
    case waits
    /// `isFirst` is true for the action's first refusal since `consumeRefused` last returned a number.
    case refuse(isFirst: Bool)
  }

  let limit: Int
  private var entries: [Entry] = []
  private var refused: [ActionKey: Int] = [:]

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  func has(_ action: ActionKey) -> Bool { entries.contains { $0.action == action } }

  mutating func add(_ request: CommandRequest, of action: ActionKey) -> Verdict {
    guard entries.count(where: { $0.action == action }) < limit else {
      refused[action, default: 0] += 1
      return .refuse(isFirst: refused[action] == 1)
    }
    entries.append((request, action))
    return .waits
  }

  /// Makes `request` the action's waiting command. Returns the replaced command, or nil if no command waited.
  mutating func replace(with request: CommandRequest, of action: ActionKey) -> CommandRequest? {
    guard let index = entries.firstIndex(where: { $0.action == action }) else {
      entries.append((request, action))
      return nil
    }
    defer { entries[index].request = request }
    return entries[index].request
  }

  mutating func takeFirst(where mayStart: (Entry) -> Bool) -> Entry? {
    entries.firstIndex(where: mayStart).map { entries.remove(at: $0) }
  }

  /// Returns and resets the action's refusal count. Nil if 0, or while over `limit / 2` commands of the action wait.
  mutating func consumeRefused(of action: ActionKey) -> Int? {
    guard refused[action] != nil, entries.count(where: { $0.action == action }) <= limit / 2 else { return nil }
    return refused.removeValue(forKey: action)
  }
}

/// Decides whether one more command may run. Refusals by one limit form an episode, of which only the first refusal is
/// logged. The episode ends with the first start while at most half of the limit is used.
struct CommandLimits {
  enum Verdict: Equatable {
    /// `after` is the number of refusals in the episodes that this start ends; nil if this start ends no episode.
    case start(after: Int?)
    /// `isFirst` is true for the first refusal of an episode.
    case refuse(CommandLimit, isFirst: Bool)
  }

  let perBinding: Int
  let overall: Int
  private var refusedOfBinding: [Int?: Int] = [:]
  private var refusedOverall = 0

  init(perBinding: Int, overall: Int) { (self.perBinding, self.overall) = (perBinding, overall) }

  /// Whether one more command may run. False doesn't count as a refusal, because the command then waits.
  func hasRoom(live: Int, liveOverall: Int) -> Bool { live < perBinding && liveOverall < overall }

  mutating func judge(binding: Int?, live: Int, liveOverall: Int) -> Verdict {
    if live >= perBinding {
      refusedOfBinding[binding, default: 0] += 1
      return .refuse(.perBinding(perBinding), isFirst: refusedOfBinding[binding] == 1)
    }
    if liveOverall >= overall {
      refusedOverall += 1
      return .refuse(.overall(overall), isFirst: refusedOverall == 1)
    }
    var refused = 0
    if live <= perBinding / 2 { refused += refusedOfBinding.removeValue(forKey: binding) ?? 0 }
    if liveOverall <= overall / 2 {
      refused += refusedOverall
      refusedOverall = 0
    }
    return .start(after: refused > 0 ? refused : nil)
  }
}
