import Actions
import Base
import Bindings
import CSystem
import GestureCore
import Performers
import Logging

/// Starts the commands of a replayed recording, and waits for them at the end.
final class ReplayCommands {
  /// Something has become of a command or a stream: deadlines may be others.
  var served: () -> Void = {}

  private let loop: EventLoop
  private let runner: CommandRunner
  private let performers: Performers
  private let rules: Rules
  private var hints: HintBook
  private let devices: [DeviceID: Device]

  /// They are watched on `loop`, or on one of their own; `observe` is told what becomes of each.
  init(
    _ rules: Rules, _ devices: [Device], on loop: EventLoop? = nil, options: CommandRunner.Options = .init(),
    log: Logger = .standardError(.warning), observe: @escaping CommandRunner.Observe = { _, _ in }
  ) throws {
    self.rules = rules
    hints = HintBook(rules)
    self.devices = Dictionary(devices.map { ($0.id, $0) }) { first, _ in first }
    let loop = try loop ?? EventLoop()
    var options = options
    options.limit(by: rules.commands)
    self.loop = loop
    var serve: (Int32) -> Void = { _ in }
    runner = try CommandRunner(
      options: options, logger: log, now: EventLoop.now,
      watch: { descriptor, awaited throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { _ in serve(descriptor) }
      },
      unwatch: { loop.remove($0) }, observe: observe)
    performers = Performers(runner)
    serve = { [unowned self] in
      runner.ready($0)
      served()
    }
  }

  /// Whether commands are only named.
  var isDryRun: Bool {
    get { runner.isDryRun }
    set { runner.isDryRun = newValue }
  }

  /// Whether there are any still, that live or that wait to be started.
  var areRunning: Bool { runner.liveCount + runner.waitingCount > 0 }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds.
  var nextDeadline: Int64? { runner.nextDeadline }

  /// For SIGCHLD, where the system has no process descriptors.
  func childSignal() { runner.childSignal() }

  func advance(to now: Int64) { runner.advance(to: now) }

  /// Carries out `orders`; their event was due at `moment`, CLOCK_MONOTONIC microseconds.
  func start(_ orders: ArraySlice<Order>, at moment: Int64? = nil) {
    for order in orders {
      let rule = rules.ruleSet.gestures[order.event.gesture.rawValue]
      let device = devices[order.event.device]
      performers.perform(
        Performance(order, rule, device: device?.name ?? "", hints: hints.told(order.event, on: device), at: moment))
    }
  }

  /// Lets the streams' processes know that nothing more comes.
  func endStreams() { runner.endStreams() }

  /// Returns the exit status when the last command has ended, or at a signal; streams are told that it was all.
  func wait() throws -> Int32 {
    endStreams()
    served = { [unowned self] in goOn() }
    loop.onTimer = { [unowned self] in
      advance(to: $0)
      goOn()
    }
    loop.onSignal = { [unowned loop] signal in loop.stop(128 + signal) }
    goOn()
    return areRunning ? try loop.run() : 0
  }

  private func goOn() {
    loop.arm(at: nextDeadline)
    if !areRunning { loop.stop(0) }
  }
}

extension Interest {
  init(_ awaited: Awaited) {
    switch awaited {
    case .reading: self = .reading
    case .writing: self = .writing
    }
  }
}
