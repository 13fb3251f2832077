import Base
import Bindings
import Glibc
import Logging
import Runtime

/// Runs the commands of the rules: starts them without waiting, limits how many are alive, and reaps every one.
///
/// The owner waits for the descriptors that `watch` hands it, and calls `ready` when one is ready; where
/// `ProcessDescriptor.isSupported` says no, it also calls `childSignal` after each SIGCHLD. It calls `advance` when
/// `nextDeadline` has come.
public final class CommandRunner: LoopPart {
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
    /// Which of standard output and error lead to /dev/null for commands, because something is drawn on that terminal.
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

  public typealias Watch = (Int32, Interest) throws(SystemError) -> Void
  public typealias Observe = (CommandRequest, CommandEvent) -> Void

  /// How many processes are alive, those of streams too.
  public var liveCount: Int { processes.count }
  /// Commands that will start when others have ended.
  public var waitingCount: Int { waiting.count }

  private(set) var options: Options
  private let processes: Processes
  private var waiting: WaitingCommands
  private var limits: CommandLimits
  private let streams: Streams
  /// Counts the sets of rules that were in force.
  private var rules = 0
  /// When commands that can't be watched were last asked whether they have ended.
  private var lastLook: Int64 = 0
  /// How often they are asked while other commands wait for their end, in microseconds.
  private static let look: Int64 = 100_000

  /// A runner whose descriptors `loop` watches. Fails only when the attributes of child processes can't be prepared.
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

  /// Fails only when the attributes of child processes can't be prepared. `now` is CLOCK_MONOTONIC in microseconds;
  /// `observe` gets everything that becomes of a request.
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

  /// Whether commands are only reported. Running and waiting commands go on when it is set; streams end.
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
      if options.tellsOfDryRun { processes.log.say(.dryRun(request.command, .init(request))) }
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
      if let refused { processes.log.say(.limitOver(refused: refused, .init(request))) }
      _ = processes.launch(request, of: action)
    }
  }

  /// Starts the application with a .desktop file of this name; `request` says how, but for the command. Returns at once in any case.
  public func launch(_ application: String, _ request: CommandRequest) {
    var request = request
    do throws(DesktopEntry.Problem) {
      request.command = try DesktopEntry.named(application, EnvironmentVariable.value).command
      start(request)
    } catch {
      processes.log.tell(.noApplication(application, error.description, .init(request)), of: request)
      processes.observe(request, .failed(.noProgram))
    }
  }

  /// Sends a line to a stream's process, and starts the process if there is none. Returns at once.
  public func tell(_ line: StreamLine) {
    if options.dryRun {
      guard line.moment == .beginning else { return }
      if options.tellsOfDryRun { processes.log.say(.dryRunOfStream(line.request.command, .init(line.request))) }
      return processes.observe(line.request, .wouldStart)
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
    if processes.count == 0, waiting.count == 0, !processes.rate.isRefusing { return nil }
    let waits = waiting.count > 0
    // Asked for before each wait, so not by an array, which would be allocated each time.
    var deadline = min(processes.nextDeadline ?? .max, processes.rate.calm ?? .max)
    if waits, processes.hasUnwatched { deadline = min(deadline, lastLook + Self.look) }
    if waits, let room = processes.rate.nextRoom { deadline = min(deadline, room) }
    return deadline < .max ? deadline : nil
  }

  /// Kills what was asked to end and has not ended in time, and asks commands that can't be watched whether they have
  /// ended.
  public func advance(to now: Int64) {
    lastLook = now
    finish { $0.descriptor == nil }
    processes.advance(to: now) {
      processes.log.say(.killed(milliseconds: Self.graceInMilliseconds, .init($0.request)))
      processes.observe($0.request, .killed(pid: $0.pid))
    }
    startWaiting()
    if let refused = processes.rate.takeRefused(at: now) { processes.log.say(.calm(refused: refused)) }
  }

  /// New rules are in force: indices of bindings mean other bindings now, and old problems may be logged again. Streams
  /// end; waiting commands still run, because their gestures were made. A limit for all bindings that is nil stays as
  /// it is.
  public func rulesReplaced(overall: Int? = nil, perSecond: Int? = nil) {
    streams.end()
    rules += 1
    options.overall = overall ?? options.overall
    options.perSecond = perSecond ?? options.perSecond
    processes.rate.perSecond = options.perSecond
    limits = CommandLimits(perBinding: options.perBinding, overall: options.overall)
    processes.log.forget()
  }

  /// Closes the streams' inputs, so that their processes know that nothing more comes.
  public func endStreams() { streams.end() }

  /// The owner ends: ends the streams and logs how many commands will not run.
  public func stop() {
    streams.end()
    dropWaiting()
  }

  public func dropWaiting() {
    if waiting.count > 0 { processes.log.say(.neverRun(waiting.count)) }
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

/// What becomes of a command while others of its action run.
extension CommandRunner {
  /// How long a command that was asked to end may take before it is killed.
  static let graceInMilliseconds: Int64 = 1000
  private static let microsecondsInMillisecond: Int64 = 1000

  /// Starts what waits and may start now, in the order in which it became due.
  func startWaiting() {
    while let entry = waiting.takeFirst(where: { mayStart($0.request, of: $0.action) }) {
      _ = processes.launch(entry.request, of: entry.action)
      if let refused = waiting.takeRefused(of: entry.action) {
        processes.log.say(.limitOver(refused: refused, .init(entry.request)))
      }
    }
  }

  /// A command may have ended without its descriptor having been served yet.
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
    processes.tellToEnd(action, until: deadline) {
      processes.log.say(.toldToEnd(.init($0.request)))
      processes.observe($0.request, .toldToEnd(pid: $0.pid))
    }
  }

  private func skip(_ request: CommandRequest) {
    processes.log.say(.skipped(.init(request)))
    processes.observe(request, .skipped)
  }

  private func refuse(_ request: CommandRequest, _ limit: CommandLimit, isFirst: Bool) {
    if isFirst { processes.log.say(.limited(limit, gesture: request.gesture, .init(request))) }
    processes.observe(request, .refused(limit))
  }
}

/// Commands that wait for others of their action to end, or for room, in the order in which they became due.
struct WaitingCommands {
  struct Entry {
    let request: CommandRequest
    let action: ActionKey
  }

  enum Verdict: Equatable {
    case waits
    /// `isFirst`: the first one since there was room.
    case refuse(isFirst: Bool)
  }

  /// How many of one action may wait.
  let limit: Int
  private var entries: [Entry] = []
  private var refused: [ActionKey: Int] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { entries.count }

  func has(_ action: ActionKey) -> Bool { entries.contains { $0.action == action } }

  mutating func add(_ request: CommandRequest, of action: ActionKey) -> Verdict {
    guard entries.count(where: { $0.action == action }) < limit else {
      refused[action, default: 0] += 1
      return .refuse(isFirst: refused[action] == 1)
    }
    entries.append(Entry(request: request, action: action))
    return .waits
  }

  /// Makes `request` the only waiting command of its action, and returns the one that waited before.
  mutating func replace(with request: CommandRequest, of action: ActionKey) -> CommandRequest? {
    let fresh = Entry(request: request, action: action)
    guard let place = entries.firstIndex(where: { $0.action == action }) else {
      entries.append(fresh)
      return nil
    }
    defer { entries[place] = fresh }
    return entries[place].request
  }

  /// Takes out the first command that `mayStart`. Commands of one action keep their order if the answer is the same for
  /// all.
  mutating func takeFirst(where mayStart: (Entry) -> Bool) -> Entry? {
    entries.firstIndex(where: mayStart).map { entries.remove(at: $0) }
  }

  /// How many commands of an action were refused, once at most half of the limit waits.
  mutating func takeRefused(of action: ActionKey) -> Int? {
    guard refused[action] != nil, entries.count(where: { $0.action == action }) <= limit / 2 else { return nil }
    return refused.removeValue(forKey: action)
  }
}

/// Decides whether one more command may run, and counts the refusals of each episode so that each is logged once.
///
/// An episode begins with the first refusal and ends with the first start at no more than half of the limit: at the
/// limit's edge, where one command ends and the next one starts, a line for each would say nothing new.
struct CommandLimits {
  /// What to do with a request, and whether it is news.
  enum Verdict: Equatable {
    /// It may start; `after` is how many were refused in an episode that is over now.
    case start(after: Int?)
    /// `isFirst` in its episode.
    case refuse(CommandLimit, isFirst: Bool)
  }

  let perBinding: Int
  let overall: Int
  private var refusedOfBinding: [Int?: Int] = [:]
  private var refusedOverall = 0

  init(perBinding: Int, overall: Int) {
    self.perBinding = perBinding
    self.overall = overall
  }

  /// Whether one more command may run; for commands that wait instead of being refused.
  func hasRoom(live: Int, liveOverall: Int) -> Bool { live < perBinding && liveOverall < overall }

  /// Judges one more command of `binding` while `live` of its own and `liveOverall` of all bindings run.
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
