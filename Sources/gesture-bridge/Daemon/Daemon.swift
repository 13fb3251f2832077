import Actions
import Base
import Bindings
import CLinux
import Control
import Desktop
import DeviceInput
import GestureCore
import Glibc
import LiveView
import Logging
import Recordings
import Runtime

/// The running daemon: creates its parts, and passes reports between them.
///
///     InputSource -> LiveGestures -> EffectPerformer
final class Daemon {
  struct Options {
    var dryRun: Bool
    var debug: DebugForm?
    var recorder: FileRecorder?
    /// The lock that allows one daemon per session. Nil for a dry run, or if the lock could not be taken.
    var seat: InstanceLock?
  }

  private let options: Options
  private let log: Logger
  private let runtime: Runtime
  let runner: EffectPerformer
  let follower: RulesFollower
  private let input: InputSource
  let gestures: LiveGestures
  /// The longest wait for the login manager at the start, in microseconds.
  private static let sessionPatience: Int64 = 1_000_000

  private let session: LoginSession
  /// The reasons why gestures are suspended; empty while gestures are active.
  private(set) var suspension: SuspensionReasons = []
  private let compositor: CompositorWatch
  let desktop: DesktopWatch
  private let facts: SessionFacts
  private let service = ServiceReport()
  private let debug: (any DebugOutput)?
  private let viewSession: ViewSession?
  private let server: ControlServer?
  private var control: DaemonControl?
  private let canNotify: Bool
  /// Whether the last report to the user was that gestures are paused.
  private var reportedPaused = false
  private var hasStarted = false
  /// The numbers of gesture events and of running command processes when memory was last released.
  private var released = (0, 0)

  init(
    _ options: Options, _ follower: RulesFollower, log: Logger, _ messages: MessageStream, _ errors: BoundedOutput
  ) throws {
    (self.options, self.follower, self.log) = (options, follower, log)
    canNotify = !options.dryRun && Notification.isPossible
    let terminal = options.debug.flatMap { DebugDisplay.terminal(for: $0, messages) }
    let runtime = try Runtime(
      signals: EventLoop.endingSignals + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD])
        + (terminal == nil ? [] : ViewSession.signals))
    self.runtime = runtime
    session = LoginSession(on: runtime.loop, log: log)
    errors.follow(runtime.loop)
    let wayland = WaylandCompositors(on: (runtime.loop, log))
    compositor = CompositorWatch(wayland)
    compositor.begin(isNeeded: !options.dryRun && follower.first.ruleSet.interceptsAny)
    runtime.add(compositor)
    desktop = DesktopWatch(wayland, on: runtime.loop, log: log)
    runtime.add(desktop)
    let rules = follower.first.passingCancels(compositor.passesCancel)
    let display = options.debug.map { form in
      DebugDisplay(
        on: terminal, rules, dryRun: options.dryRun, from: .now, messages, file: follower.path,
        // If the reader of the lines has closed the output, the daemon ends as it does at SIGPIPE.
        else: {
          form.output(rules, dryRun: options.dryRun, on: runtime.loop) { [unowned runtime] in
            runtime.loop.onSignal(SIGPIPE)
          }
        })
    }
    let debug = display?.output
    self.debug = debug
    viewSession = display?.session
    let server = options.seat.flatMap { ControlServer.open($0, on: runtime.loop, log: log) }
    self.server = server
    if let server { runtime.add(server) }
    runner = try EffectPerformer(
      .init(
        overall: rules.commands.maxRunning, perSecond: rules.commands.maxPerSecond, dryRun: options.dryRun,
        logsDryRun: display == nil, muted: display?.muted ?? []),
      rules, wayland, on: runtime, log: log, skipped: { debug?.show($0, at: .now) },
      observe: {
        debug?.show($0, $1, at: .now)
        server?.show($0, $1)
      })
    input = try InputSource(mayIntercept: !options.dryRun, rules: rules.ruleSet, log: log)
    try input.follow(in: runtime.loop) { [unowned runtime] in runtime.stop(1) }
    runtime.add(input)
    gestures = try LiveGestures(rules, input, runner, recorder: options.recorder, debug: debug)
    runtime.add(gestures)
    facts = SessionFacts(desktop, for: gestures, on: runtime.loop, log: log)
    gestures.delegate = self
    gestures.feedback.delegate = self
    display?.view?.snapshots = { [unowned self] in gestures.snapshots(of: $0, at: $1) }
  }

  /// Serves devices and commands until the daemon ends; returns the exit status.
  func run() throws -> Int32 {
    logCompositors()
    compositor.changed = { [unowned self] in takeCompositors() }
    if let viewSession {
      follower.sayFirstWarnings()
      try begin(viewSession)
    }
    // When the view has ended, messages are printed below it.
    defer { viewSession?.end() }
    followSession()
    try followRules()
    control = try server.map { try DaemonControl($0, of: self) }
    defer { control?.end() }
    runtime.loop.onSignal = { [unowned self] in signalled($0) }
    runtime.onIdle = { [unowned self] in reportChanges() }
    runtime.onSleep = { [unowned self] in releaseMemory() }
    facts.use()
    options.recorder?.ended = { [unowned self] ending in
      log.warning("\(Message.stoppedRecording(ending, options.recorder?.output.name ?? ""))")
    }
    begin()
    defer {
      viewSession?.end()
      runner.stop()
      debug?.finish()
    }
    gb_release_code()
    let status = try runtime.run()
    service.end()
    endRecording()
    return status
  }

  // MARK: The beginning

  private func begin(_ view: ViewSession) throws {
    view.quit = { [unowned self] in end() }
    view.setDryRun = { [unowned self] in runner.isDryRun = $0 }
    try view.begin(on: runtime)
  }

  private func followSession() {
    session.changed = { [unowned self] in suspend(by: $0) }
    runtime.add(session)
    session.begin(within: Self.sessionPatience)
  }

  private func followRules() throws(SystemError) {
    follower.notify = { [unowned self] in notify($0) }
    follower.changed = { [unowned self] rules in
      service.reloading()
      use(rules)
      service.reloaded(serviceState)
    }
    try follower.begin(on: runtime)
  }

  private func begin() {
    if suspension.isEmpty { input.start() }
    hasStarted = true
    if suspension.isEmpty, gestures.devices.isEmpty { log.warning("\(Message.noDevices)") }
    drawGestures()
    let gestureCount = gestures.rules.ruleSet.gestures.count
    log.notice("\(Message.ready(devices: gestures.devices.count, gestures: gestureCount, file: follower.path))")
    gestures.begin()
    service.begin(serviceState, on: runtime, log: log)
    follower.sayFirstWarnings()
    if let recorder = options.recorder, recorder.isOn { log.notice("\(Message.recordingTo(recorder.output.name))") }
  }

  // MARK: At run time

  /// Reports changes to the user, the service manager and clients. Called after all input and all orders are processed.
  private func reportChanges() {
    if gestures.isPaused != reportedPaused { reportPause() }
    if let debug {
      debug.unreadableDevices(input.unreadable)
      debug.flush()
    }
    service.update(serviceState)
    control?.sendChanges()
  }

  /// Releases memory pages of program code, unless a gesture is possible or the numbers in `released` are unchanged.
  private func releaseMemory() {
    let work = (gestures.eventCount, runner.commands.liveCount)
    guard work != released, gestures.areIdle else { return }
    released = work
    gb_release_code()
  }

  private func reportPause() {
    reportedPaused = gestures.isPaused
    let resuming = gestures.rules.resumingGestures
    log.notice("\(reportedPaused ? Message.paused(resuming) : Message.resumed)")
    notify(reportedPaused ? .paused(resuming) : .resumed)
  }

  /// Suspends gestures, or resumes them if `reasons` is empty.
  private func suspend(by reasons: SuspensionReasons) {
    let before = suspension
    suspension = reasons
    // This comes before gestures are cancelled, so that a `cancelled` action presses no keys in a screen locker.
    runner.suspend(by: reasons)
    gestures.isSuspended = !reasons.isEmpty
    // At the start a user wants to know why nothing happens; the debug output shows the reasons anyway.
    log.log(level: !hasStarted && debug == nil ? .notice : .info, "\(Message.absent(reasons))")
    debug?.absent(reasons, at: .now)
    guard hasStarted else { return }
    if before.isEmpty {
      gestures.cancelAll()
      runner.commands.dropWaiting()
      input.suspend()
      desktop.releaseKeys()
    } else if reasons.isEmpty {
      input.resume()
      askCompositors(gestures.rules)
      desktop.ask()
    }
  }

  private func notify(_ notification: Notification) { if canNotify { runner.perform(.command(notification.request)) } }

  private func signalled(_ signal: Int32) {
    if viewSession?.handle(signal) == true { return }
    switch signal {
    case SIGHUP:
      service.reloading()
      if let fresh = follower.reload() { use(fresh) }
      service.reloaded(serviceState)
    case SIGCHLD: runner.childSignal()
    default: end()
    }
  }

  private func use(_ fresh: Rules) {
    askCompositors(fresh)
    let fresh = fresh.passingCancels(compositor.passesCancel)
    do throws(RequirementCycle) {
      try gestures.use(fresh)
      runner.use(fresh)
      facts.use()
      control?.publish(.rules(gestures: fresh.ruleSet.gestures.count, file: follower.path))
      drawGestures()
      log.notice("\(Message.reloaded(gestures: fresh.ruleSet.gestures.count, file: follower.path))")
    } catch {
      log.error("\(Message.keptRules(error))")
    }
  }

  /// Starts or stops the overlay process, as the rules require, and sends the overlay's settings to subscribers.
  private func drawGestures() {
    guard hasStarted, let control else { return }
    if gestures.rules.overlay.isShown, !options.dryRun { runner.overlay.begin() } else { runner.overlay.end() }
    control.updateOverlay()
    control.publishOverlaySettings()
  }

  private func intercepts(_ rules: Rules) -> Bool { !options.dryRun && rules.ruleSet.interceptsAny }

  // MARK: The compositor

  private func askCompositors(_ rules: Rules) { compositor.ask(isNeeded: intercepts(rules)) }

  private func logCompositors() {
    if let compositors = compositor.compositors { log.info("\(compositors.text)") }
  }

  /// Called when `compositor.compositors` has changed. Updates the rules if `passesCancel` has changed.
  private func takeCompositors() {
    logCompositors()
    guard gestures.rules.ruleSet.passesCancel != compositor.passesCancel else { return }
    // These rules are already in use, so they have no requirement cycle.
    try? gestures.use(gestures.rules.passingCancels(compositor.passesCancel))
  }

  // MARK: The end

  private func end() {
    gestures.cancelAll()
    runtime.stop(0)
  }

  private func endRecording() {
    do throws(CommandError) {
      try options.recorder?.finish()
    } catch {
      log.warning("\(error)")
    }
  }

  // MARK: Requests of clients

  private var serviceState: ServiceState {
    ServiceState(
      devices: gestures.devices.count, gestures: gestures.rules.ruleSet.gestures.count, file: follower.path,
      isPaused: gestures.isPaused, suspension: suspension, hasTrouble: follower.isTroubleShown)
  }

  /// Reads the rules again. Returns the diagnostics in `found`. If `problem` isn't nil, the previous rules stay in use.
  func reload() -> (problem: RulesFile.Problem?, found: [Diagnostic]) {
    if let fresh = follower.reload() { use(fresh) }
    let found = follower.latest?.diagnostics ?? []
    if case .failure(let problem)? = follower.latest?.result { return (problem, found) }
    return (nil, found)
  }

  var status: ControlStatus {
    let uptime = control.map { EventLoop.now() - $0.begun } ?? 0
    return ControlStatus(
      pid: Int(getpid()), program: GestureBridge.configuration.version,
      session: options.seat?.session.description ?? "", file: absoluteRulesFile,
      trouble: follower.trouble.map { "\($0)" }, gestures: gestures.rules.ruleSet.gestures.count, mode: gestures.mode,
      modes: gestures.rules.modes.sorted(), isPaused: gestures.isPaused, absence: suspension.reasons,
      devices: gestures.knownDevices.map(status), remarks: input.remarks,
      compositors: compositor.compositors.map { .init(programs: $0.programs, passCancel: $0.passCancel) },
      desktop: facts.lines + runner.sessionLines, commands: runner.commands.liveCount,
      subscribers: control?.subscribers ?? 0, uptimeInSeconds: Int(uptime / 1_000_000))
  }

  private func status(_ device: Device) -> ControlStatus.Device {
    let place = gestures.place(of: device)
    return ControlStatus.Device(
      name: device.name, deviceClass: device.deviceClass.rawValue, output: place?.output,
      rotation: gestures.rules.ruleSet.rotation(of: device).rawValue, isOff: gestures.isOff(device),
      unreleased: input.unreleased(of: device.id))
  }

  /// The rules file as an absolute path, for clients that run in other folders.
  private var absoluteRulesFile: String {
    guard !follower.path.hasPrefix("/"), let here = getcwd(nil, 0) else { return follower.path }
    defer { free(here) }
    return "\(String(cString: here))/\(follower.path)"
  }
}

extension Daemon: LiveGesturesDelegate {
  func added(_ device: Device) {
    log.info("\(Message.watching(device))")
    control?.added(device)
    facts.added(device)
  }

  func removed(_ device: Device) {
    // While gestures are suspended, devices are closed but not removed.
    if suspension.isEmpty { log.info("\(Message.gone(device))") }
    control?.removed(device)
  }

  func gaveBack(_ device: Device) { notify(.gaveBack(device)) }
}

extension Daemon: GestureFeedbackDelegate {
  func moved(_ device: Device, isOff: Bool) {
    let rotation = gestures.rules.ruleSet.rotation(of: device)
    log.info("\(isOff ? Message.screenOff(device) : Message.turned(device, rotation))")
  }

  func entered(_ mode: String) {
    log.info("\(Message.entered(mode))")
    control?.publish(.mode(mode))
  }

  func hinted(_ gestures: [String]) { notify(.possible(gestures)) }

  func happened(_ gesture: () -> GestureEnvironment) { control?.happened(gesture) }
}

extension Message {
  static func absent(_ reasons: SuspensionReasons) -> String {
    reasons.isEmpty ? "the session is in use again: gestures are active" : "\(reasons.clause): gestures are inactive"
  }
}
