import Actions
import Base
import Bindings
import CSystem
import Desktop
import DeviceInput
import GestureCore
import Performers
import Glibc
import LiveView
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
    /// Its place in the session; nil for a daemon that nobody can talk to.
    var seat: DaemonSeat?
  }

  let options: Options
  let recorder: FileRecorder?
  let log: Logger
  let loop: EventLoop
  let runner: CommandRunner
  let performers: Performers
  let follower: RulesFollower
  var rules: Rules
  var live: LiveRules
  /// What the rules have made of a frame or a deadline and is not carried out yet.
  var outcomes = Outcomes()
  var hints: HintBook
  /// The mode that was last told of.
  var mode = Context.standardMode
  var devices: [DeviceID: Device] = [:]
  /// What the source is told next, used again and again.
  var deliveryChanges: [DeliveryChange] = []
  /// What was last told of whether gestures are paused.
  var isPaused = false
  /// Shows what happens, where it was asked for.
  let debug: (any DebugOutput)?
  /// Those who talk to it.
  let control: ControlServer?
  /// What they were told of last, beside the mode.
  var controlledState = ControlledState()
  /// Where it is shown on a terminal.
  private let viewSession: ViewSession?
  var source: InputSource?
  /// Why nothing runs now, as far as the session tells.
  var absence: Absence = []
  /// Tells why.
  var session: LoginSession?
  private(set) lazy var late = LateDevices { [unowned self] in lookForLate(isLast: $0) }
  /// What waits for times of its own.
  var parts: [any DaemonPart] = []
  /// Who started it and wants to know how it is doing, and what was said last.
  let service = ServiceNotifier(.taken())
  var toldState: ServiceState?

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
    viewSession = display?.session
    live = try LiveRules(rules, watcher: debug)
    hints = HintBook(rules)
    var serve: (Int32) -> Void = { _ in }
    let control = options.seat.flatMap { ControlServer.open($0, on: loop, log: log) }
    self.control = control
    var runnerOptions = CommandRunner.Options(
      dryRun: options.dryRun, tellsOfDryRun: display == nil, muted: display?.muted ?? [])
    runnerOptions.limit(by: rules.commands)
    runner = try CommandRunner(
      options: runnerOptions, logger: log, now: EventLoop.now,
      watch: { descriptor, awaited throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { _ in serve(descriptor) }
      },
      unwatch: { loop.remove($0) },
      observe: { request, event in
        debug?.show(request, event, at: .now)
        control?.show(request, event)
      })
    performers = Performers(runner)
    serve = { [unowned self] in
      runner.ready($0)
      rearm()
    }
    nobodySees = { [unowned self] in end() }
    display?.view?.standings = { [unowned self] in live.standings(of: $0, at: $1) }
  }

  /// Serves devices and commands until a signal ends it; returns the exit status.
  func run() throws -> Int32 {
    if let viewSession { try begin(viewSession) }
    defer { viewSession?.end() }
    followSession()
    let source = try openDevices()
    self.source = source
    for descriptor in source.descriptors {
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
    try beginControl()
    defer { control?.end() }
    loop.onTimer = { [unowned self] in timeReached($0) }
    loop.onSignal = { [unowned self] in signalled($0) }
    recorder?.ended = { [unowned self] ending in
      log.warning("\(Message.stoppedRecording(ending, recorder?.output.name ?? ""))")
    }
    if absence.isEmpty { source.start() }
    pull()
    if absence.isEmpty, devices.isEmpty { log.warning("\(Message.noDevices)") }
    log.notice("\(Message.ready(devices: devices.count, gestures: rules.ruleSet.gestures.count, file: follower.path))")
    beginService()
    if let recorder, recorder.isOn { log.notice("\(Message.recordingTo(recorder.output.name))") }
    rearm()
    defer {
      // What is said now stands below the view.
      viewSession?.end()
      runner.stop()
      debug?.finish()
    }
    gb_forget_start()
    let status = try loop.run()
    service?.stopping()
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
    parts.append(session)
  }

  private func read(_ descriptor: Int32) {
    do {
      try source?.read(descriptor)
      pull()
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
    pull()
    if let recorder, let deadline = live.nextDeadline, deadline <= time { recorder.reached(time) }
    live.advance(to: time, into: &outcomes)
    act()
    recorder?.advance(to: time)
    if let fresh = follower.advance(to: now) { reloading { use(fresh) } }
    for part in parts { part.advance(to: now) }
    rearm()
  }

  func tell(_ mode: String) {
    guard mode != self.mode else { return }
    self.mode = mode
    debug?.entered(mode, at: .now)
    log.info("\(Message.entered(mode))")
    control?.tell(.mode(mode))
  }

  /// What was at hand is done: shows it, and waits for what comes next.
  func rearm() {
    act()
    tellOfPause()
    debug?.flush()
    tellService()
    settleControl()
    // After each batch of events, so not by an array, which would be allocated each time.
    let rules = min(live.nextDeadline ?? .never, recorder?.nextDeadline ?? .never)
    let touches = min(rules, source?.nextDeadline ?? .never)
    var deadline = touches < .never ? touches.microseconds : Int64.max
    if let time = follower.nextDeadline { deadline = min(deadline, time) }
    if let time = runner.nextDeadline { deadline = min(deadline, time) }
    for part in parts { deadline = min(deadline, part.nextDeadline ?? .max) }
    loop.arm(at: deadline < .max ? deadline : nil)
  }

  private func signalled(_ signal: Int32) {
    if viewSession?.take(signal) == true { return rearm() }
    switch signal {
    case SIGHUP:
      reloading {
        if let fresh = follower.reload() { use(fresh) }
      }
      rearm()
    case SIGCHLD:
      runner.childSignal()
      rearm()
    default: end()
    }
  }

  /// Cancels what has begun, and stops: at a signal, or when nobody is left to see what happens.
  func end() {
    cancelAll()
    loop.stop(0)
  }

  /// What fingers have begun is over, in a recording too.
  func cancelAll() {
    live.cancelAll(at: recorder?.cancelAll(at: .now) ?? .now, into: &outcomes)
    act()
  }
}
