import Actions
import Bindings
import CSystem
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings

/// The running program: frames from the devices go through the engine, and gestures start commands.
final class Daemon {
  /// What the command line asks of it.
  struct Options {
    var dryRun: Bool
    var showsDecisions: Bool
  }

  private let options: Options
  private let log: Logger
  private let loop: EventLoop
  private let runner: CommandRunner
  private let live: LiveRules
  private var rules: Rules
  private var engine: Engine
  private var dispatcher: Dispatcher
  /// What the session is like now; the engine learns of a change when it is done with the frame at hand.
  private var context = Context()
  private var devices: [DeviceID: Device] = [:]
  private let printer: DecisionPrinter?
  private var source: InputSource?

  init(_ options: Options, _ live: LiveRules, log: Logger) throws {
    self.options = options
    self.live = live
    rules = live.first
    self.log = log
    let signals = [SIGTERM, SIGINT, SIGHUP] + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD])
    let loop = try EventLoop(signals: signals)
    self.loop = loop
    printer = options.showsDecisions ? DecisionPrinter(rules.ruleSet, from: .now) : nil
    engine = try Engine(rules: rules.ruleSet, observer: printer)
    dispatcher = Dispatcher(rules)
    let printer = printer
    var reap: (Int32) -> Void = { _ in }
    runner = try CommandRunner(
      options: .init(dryRun: options.dryRun), logger: log, now: EventLoop.now,
      watch: { descriptor throws(SystemError) in
        try loop.add(descriptor, .reading) { _ in reap(descriptor) }
      },
      unwatch: { loop.remove($0) },
      observe: { request, event in printer?.show(request, event) })
    reap = { [unowned runner] in runner.childReady($0) }
  }

  /// Serves devices and commands until a signal ends it; returns the exit status.
  func run() throws -> Int32 {
    let source = try openDevices()
    self.source = source
    for descriptor in source.fds {
      try loop.add(descriptor, .reading) { [unowned self] _ in read(descriptor) }
    }
    if let descriptor = live.descriptor {
      try loop.add(descriptor, .reading) { [unowned self] _ in
        live.changed(at: EventLoop.now())
        rearm()
      }
    }
    if !options.dryRun, Notification.isPossible {
      live.notify = { [unowned self] notification in runner.start(notification.request) }
    }
    loop.onTimer = { [unowned self] in timeReached($0) }
    loop.onSignal = { [unowned self] in signalled($0) }
    source.start()
    if devices.isEmpty { log.warning("\(Message.noDevices)") }
    log.notice("\(Message.ready(devices: devices.count, gestures: rules.ruleSet.gestures.count, file: live.path))")
    rearm()
    return try loop.run()
  }

  private func openDevices() throws -> InputSource {
    let owner = InputOwner(
      frame: { [unowned self] frame in
        engine.process(frame, act)
        passContextOn()
        return !engine.ignoresMotion(of: frame.device)
      },
      added: { [unowned self] in add($0) },
      removed: { [unowned self] in remove($0) },
      deviceSize: { [unowned self] in rules.ruleSet.size(ofDevice: $0) })
    return try InputSource(owner: owner, log: log)
  }

  private func add(_ device: Device) {
    devices[device.id] = device
    printer?.add(device)
    engine.add(device)
    dispatcher.add(device)
    log.info("\(Message.watching(device))")
  }

  private func remove(_ device: DeviceID) {
    engine.remove(device, at: .now, act)
    dispatcher.remove(device)
    if let gone = devices.removeValue(forKey: device) { log.info("\(Message.gone(gone))") }
  }

  /// Starts what is bound to a gesture event.
  private func act(_ event: GestureEvent) {
    dispatcher.dispatch(event, in: context) { order in
      if let mode = order.effect.mode { enter(mode) }
      let rule = rules.ruleSet.gestures[event.gesture.rawValue]
      guard let request = CommandRequest(order, rule, device: devices[event.device]?.name ?? "") else { return }
      runner.start(request)
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
    let time = Timestamp(microseconds: now)
    source?.advance(to: time)
    engine.advance(to: time, act)
    passContextOn()
    if let fresh = live.advance(to: now) { use(fresh) }
    rearm()
  }

  private func passContextOn() {
    if engine.context != context { engine.context = context }
  }

  private func enter(_ mode: String) {
    guard mode != context.mode else { return }
    context.mode = mode
    log.info("\(Message.entered(mode))")
  }

  private func rearm() {
    let reading = live.nextDeadline.map(Timestamp.init(microseconds:))
    let deadline = min(engine.nextDeadline ?? .never, source?.nextDeadline ?? .never, reading ?? .never)
    loop.arm(at: deadline < .never ? deadline.microseconds : nil)
  }

  private func signalled(_ signal: Int32) {
    switch signal {
    case SIGHUP:
      if let fresh = live.reload() { use(fresh) }
      rearm()
    case SIGCHLD: runner.childSignal()
    default:
      engine.cancelAll(at: .now, act)
      loop.stop(0)
    }
  }

  /// Puts new rules in place of those at work, once what these have begun is cancelled.
  private func use(_ fresh: Rules) {
    do {
      let replacement = try Engine(rules: fresh.ruleSet, observer: printer)
      engine.cancelAll(at: .now, act)
      rules = fresh
      engine = replacement
      dispatcher = Dispatcher(fresh)
      printer?.use(fresh.ruleSet)
      for device in source?.remeasure() ?? [] { devices[device.id] = device }
      for device in devices.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) { add(device) }
      runner.rulesReplaced()
      enter(fresh.modeStaying(after: context.mode))
      passContextOn()
      log.notice("\(Message.reloaded(gestures: fresh.ruleSet.gestures.count, file: live.path))")
    } catch {
      log.error("\(Message.keptRules(error))")
    }
  }
}

extension Timestamp {
  /// CLOCK_MONOTONIC, as libinput's events have it.
  fileprivate static var now: Timestamp { Timestamp(microseconds: EventLoop.now()) }
}
