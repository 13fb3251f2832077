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
    /// Records what comes from the devices, where it was asked for.
    var recorder: FileRecorder?
  }

  private let options: Options
  private let recorder: FileRecorder?
  private let log: Logger
  private let loop: EventLoop
  private let runner: CommandRunner
  private let follower: RulesFollower
  private var rules: Rules
  private var live: LiveRules
  private var hints: HintBook
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
    recorder = options.recorder
    self.follower = follower
    rules = follower.first
    self.log = log
    let terminal = options.debug.flatMap { DebugDisplay.terminal(for: $0, messages) }
    let signals = [SIGTERM, SIGINT, SIGHUP] + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD])
    let loop = try EventLoop(signals: signals + (terminal == nil ? [] : ViewSession.signals))
    self.loop = loop
    var nobodySees: () -> Void = {}
    let display = options.debug.map { form in
      DebugDisplay(
        on: terminal, follower.first, dryRun: options.dryRun, from: .now, messages, file: follower.path,
        else: { form.output(follower.first, dryRun: options.dryRun, on: loop) { nobodySees() } })
    }
    let debug = display?.output
    self.debug = debug
    session = display?.session
    live = try LiveRules(rules, watcher: debug)
    hints = HintBook(rules)
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
    nobodySees = { [unowned self] in end() }
    display?.view?.standings = { [unowned self] in live.standings(of: $0, at: $1) }
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
    recorder?.ended = { [unowned self] ending in
      log.warning("\(Message.stoppedRecording(ending, recorder?.output.name ?? ""))")
    }
    source.start()
    if devices.isEmpty { log.warning("\(Message.noDevices)") }
    log.notice("\(Message.ready(devices: devices.count, gestures: rules.ruleSet.gestures.count, file: follower.path))")
    if let recorder, recorder.isOn { log.notice("\(Message.recordingTo(recorder.output.name))") }
    rearm()
    defer {
      // What is said now stands below the view.
      session?.end()
      runner.stop()
      debug?.finish()
    }
    let status = try loop.run()
    endRecording()
    return status
  }

  private func endRecording() {
    do throws(RecordingFailure) {
      try recorder?.finish()
    } catch {
      log.warning("\(error)")
    }
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
        guard let recorder else {
          live.process(frame, act)
          return debug != nil || !live.ignoresMotion(of: frame.device)
        }
        if let settled = recorder.take(frame) { live.process(settled, act) }
        return recorder.isOn || debug != nil || !live.ignoresMotion(of: frame.device)
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
    let rotation = rules.ruleSet.rotation(ofDevice: device.name)
    let shown = recorder?.add(device, rotation: rotation, at: .now) ?? device
    devices[device.id] = shown
    live.add(shown)
  }

  private func remove(_ device: DeviceID) {
    live.remove(device, at: recorder?.remove(device, at: .now) ?? .now, act)
    if let gone = devices.removeValue(forKey: device) { log.info("\(Message.gone(gone))") }
  }

  /// Carries out what is to be done because of a gesture event.
  private func act(_ event: GestureEvent, _ orders: [Order]) {
    for order in orders {
      if let mode = order.effect.mode { tell(mode) }
      let rule = rules.ruleSet.gestures[event.gesture.rawValue]
      let device = devices[event.device]
      runner.perform(order, rule, device: device?.name ?? "", hints: hints.told(event, on: device))
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
    if let recorder, let deadline = live.nextDeadline, deadline <= time { recorder.reached(time) }
    live.advance(to: time, act)
    recorder?.advance(to: time)
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

  /// What was at hand is done: shows it, and waits for what comes next.
  private func rearm() {
    debug?.flush()
    let touches = [live.nextDeadline, source?.nextDeadline, recorder?.nextDeadline].compactMap { $0 }.min() ?? .never
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
    case SIGCHLD:
      runner.childSignal()
      rearm()
    default: end()
    }
  }

  /// Cancels what has begun, and stops: at a signal, or when nobody is left to see what happens.
  private func end() {
    cancelAll()
    loop.stop(0)
  }

  /// What fingers have begun is over, in a recording too.
  private func cancelAll() { live.cancelAll(at: recorder?.cancelAll(at: .now) ?? .now, act) }

  /// Puts new rules in place of those at work, once what these have begun is cancelled.
  private func use(_ fresh: Rules) {
    do {
      var replacement = try LiveRules(fresh, watcher: debug)
      cancelAll()
      replacement.context = live.context
      replacement.context.mode = fresh.modeStaying(after: live.context.mode)
      if replacement.context.mode != live.context.mode { recorder?.enter(replacement.context.mode, at: .now) }
      rules = fresh
      hints = HintBook(fresh)
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
