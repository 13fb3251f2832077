import Actions
import Bindings
import CSystem
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings

/// The running program: frames from the devices go through the rules, and what these order is carried out.
final class Daemon {
  /// What the command line asks of it.
  struct Options {
    var dryRun: Bool
    /// How to show what happens; nil for not at all.
    var debug: DebugForm?
  }

  private let options: Options
  private let log: Logger
  private let loop: EventLoop
  private let runner: CommandRunner
  private let follower: RulesFollower
  private var rules: Rules
  private var live: LiveRules
  /// The mode that was last told of.
  private var mode = Context.standardMode
  private var devices: [DeviceID: Device] = [:]
  /// Shows what happens, where it was asked for.
  private let debug: (any DebugOutput)?
  /// Where it is shown on a terminal.
  private let session: ViewSession?
  private var source: InputSource?

  init(_ options: Options, _ follower: RulesFollower, log: Logger, _ messages: MessageStream) throws {
    self.options = options
    self.follower = follower
    rules = follower.first
    self.log = log
    let terminal = options.debug.flatMap { DebugDisplay.terminal(for: $0, messages) }
    let signals = [SIGTERM, SIGINT, SIGHUP] + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD])
    let loop = try EventLoop(signals: signals + (terminal == nil ? [] : ViewSession.signals))
    self.loop = loop
    let display = options.debug.map { form in
      DebugDisplay(
        on: terminal, follower.first, dryRun: options.dryRun, from: .now, messages,
        else: { form.lines(follower.first, from: .now) })
    }
    let debug = display?.output
    self.debug = debug
    session = display?.session
    live = try LiveRules(rules, watcher: debug)
    var serve: (Int32) -> Void = { _ in }
    runner = try CommandRunner(
      options: .init(dryRun: options.dryRun, tellsOfDryRun: display == nil, muted: display?.muted ?? []),
      logger: log, now: EventLoop.now,
      watch: { descriptor, awaited throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { _ in serve(descriptor) }
      },
      unwatch: { loop.remove($0) },
      observe: { request, event in debug?.show(request, event, at: .now) })
    serve = { [unowned self] in
      runner.ready($0)
      rearm()
    }
    display?.view?.standings = { [unowned self] in live.standings(of: $0) }
  }

  /// Serves devices and commands until a signal ends it; returns the exit status.
  func run() throws -> Int32 {
    if let session { try begin(session) }
    defer { session?.end() }
    let source = try openDevices()
    self.source = source
    for descriptor in source.fds {
      try loop.add(descriptor, .reading) { [unowned self] _ in read(descriptor) }
    }
    if let descriptor = follower.descriptor {
      try loop.add(descriptor, .reading) { [unowned self] _ in
        follower.changed(at: EventLoop.now())
        rearm()
      }
    }
    if !options.dryRun, Notification.isPossible {
      follower.notify = { [unowned self] notification in runner.start(notification.request) }
    }
    loop.onTimer = { [unowned self] in timeReached($0) }
    loop.onSignal = { [unowned self] in signalled($0) }
    source.start()
    if devices.isEmpty { log.warning("\(Message.noDevices)") }
    log.notice("\(Message.ready(devices: devices.count, gestures: rules.ruleSet.gestures.count, file: follower.path))")
    rearm()
    defer {
      // What is said now stands below the view.
      session?.end()
      runner.stop()
    }
    return try loop.run()
  }

  private func begin(_ session: ViewSession) throws {
    session.requests = .init(
      quit: { [unowned self] in end() }, setDryRun: { [unowned self] in runner.isDryRun = $0 },
      served: { [unowned self] in rearm() })
    try session.begin(on: loop)
  }

  private func openDevices() throws -> InputSource {
    let owner = InputOwner(
      frame: { [unowned self] frame in
        live.process(frame, act)
        return debug != nil || !live.ignoresMotion(of: frame.device)
      },
      added: { [unowned self] in
        add($0)
        log.info("\(Message.watching($0))")
      },
      removed: { [unowned self] in remove($0) },
      deviceSize: { [unowned self] in rules.ruleSet.size(ofDevice: $0) })
    return try InputSource(owner: owner, log: log)
  }

  private func add(_ device: Device) {
    devices[device.id] = device
    live.add(device)
  }

  private func remove(_ device: DeviceID) {
    live.remove(device, at: .now, act)
    if let gone = devices.removeValue(forKey: device) { log.info("\(Message.gone(gone))") }
  }

  /// Carries out what is to be done because of a gesture event.
  private func act(_ event: GestureEvent, _ orders: [Order]) {
    for order in orders {
      if let mode = order.effect.mode { tell(mode) }
      let rule = rules.ruleSet.gestures[event.gesture.rawValue]
      runner.perform(order, rule, device: devices[event.device]?.name ?? "")
    }
  }

  private func read(_ descriptor: Int32) {
    do {
      try source?.dispatch(descriptor)
    } catch {
      log.error("\(error)")
      loop.stop(1)
    }
    rearm()
  }

  /// The loop has served all pending input before it calls this.
  private func timeReached(_ now: Int64) {
    runner.advance(to: now)
    let time = Timestamp(microseconds: now)
    source?.advance(to: time)
    live.advance(to: time, act)
    if let fresh = follower.advance(to: now) { use(fresh) }
    session?.advance(to: now)
    rearm()
  }

  private func tell(_ mode: String) {
    guard mode != self.mode else { return }
    self.mode = mode
    debug?.entered(mode, at: .now)
    log.info("\(Message.entered(mode))")
  }

  private func rearm() {
    let touches = min(live.nextDeadline ?? .never, source?.nextDeadline ?? .never)
    var deadline = touches < .never ? touches.microseconds : Int64.max
    if let time = follower.nextDeadline { deadline = min(deadline, time) }
    if let time = runner.nextDeadline { deadline = min(deadline, time) }
    if let time = session?.nextDeadline { deadline = min(deadline, time) }
    loop.arm(at: deadline < .max ? deadline : nil)
  }

  private func signalled(_ signal: Int32) {
    if session?.take(signal) == true { return rearm() }
    switch signal {
    case SIGHUP:
      if let fresh = follower.reload() { use(fresh) }
      rearm()
    case SIGCHLD: runner.childSignal()
    default: end()
    }
  }

  private func end() {
    live.cancelAll(at: .now, act)
    loop.stop(0)
  }

  /// Puts new rules in place of those at work, once what these have begun is cancelled.
  private func use(_ fresh: Rules) {
    do {
      var replacement = try LiveRules(fresh, watcher: debug)
      live.cancelAll(at: .now, act)
      replacement.context = live.context
      replacement.context.mode = fresh.modeStaying(after: live.context.mode)
      rules = fresh
      live = replacement
      debug?.use(fresh)
      for device in source?.remeasure() ?? [] { devices[device.id] = device }
      for device in devices.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) { add(device) }
      runner.rulesReplaced()
      tell(live.context.mode)
      log.notice("\(Message.reloaded(gestures: fresh.ruleSet.gestures.count, file: follower.path))")
    } catch {
      log.error("\(Message.keptRules(error))")
    }
  }
}
