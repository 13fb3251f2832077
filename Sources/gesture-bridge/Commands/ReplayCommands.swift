import Actions
import Bindings
import CSystem
import GestureCore
import Logging

/// Starts the commands of a replayed recording, and waits for them at the end.
final class ReplayCommands {
  private let loop: EventLoop
  private let runner: CommandRunner
  private let rules: Rules
  private let devices: [DeviceID: String]

  /// `observe` is told what becomes of each command.
  init(_ rules: Rules, _ devices: [Device], observe: @escaping CommandRunner.Observe) throws {
    self.rules = rules
    self.devices = Dictionary(devices.map { ($0.id, $0.name) }) { first, _ in first }
    let loop = try EventLoop()
    self.loop = loop
    var serve: (Int32) -> Void = { _ in }
    runner = try CommandRunner(
      logger: .standardError(.warning), now: EventLoop.now,
      watch: { descriptor, awaited throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { _ in serve(descriptor) }
      },
      unwatch: { loop.remove($0) },
      observe: { observe($0, $1.withoutLatency) })
    serve = { [unowned self] in
      runner.ready($0)
      goOn()
    }
    loop.onTimer = { [unowned self] in
      runner.advance(to: $0)
      goOn()
    }
    loop.onSignal = { [unowned loop] signal in loop.stop(128 + signal) }
  }

  /// Carries out `orders`.
  func start(_ orders: [Order]) {
    for order in orders {
      let rule = rules.ruleSet.gestures[order.event.gesture.rawValue]
      runner.perform(order, rule, device: devices[order.event.device] ?? "")
    }
  }

  /// Returns the exit status when the last command has ended, or at a signal; streams are told that it was all.
  func wait() throws -> Int32 {
    runner.endStreams()
    goOn()
    return runner.liveCount > 0 ? try loop.run() : 0
  }

  /// A command that waits does so for one that lives.
  private func goOn() {
    loop.arm(at: runner.nextDeadline)
    if runner.liveCount == 0 { loop.stop(0) }
  }
}

extension CommandEvent {
  /// A recording's gestures were made at no time from which anything could be counted now.
  fileprivate var withoutLatency: CommandEvent {
    if case .started(let pid, _) = self { .started(pid: pid, latency: nil) } else { self }
  }
}
