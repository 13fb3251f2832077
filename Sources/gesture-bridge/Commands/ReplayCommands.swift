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

  init(_ rules: Rules, _ devices: [Device]) throws {
    self.rules = rules
    self.devices = Dictionary(devices.map { ($0.id, $0.name) }) { first, _ in first }
    let loop = try EventLoop()
    self.loop = loop
    var reap: (Int32) -> Void = { _ in }
    runner = try CommandRunner(
      logger: .standardError(.warning),
      watch: { descriptor throws(SystemError) in try loop.add(descriptor, .reading) { _ in reap(descriptor) } },
      unwatch: { loop.remove($0) })
    reap = { [unowned self] in
      runner.childReady($0)
      if runner.liveCount == 0 { loop.stop(0) }
    }
    loop.onSignal = { [unowned loop] signal in loop.stop(128 + signal) }
  }

  /// Starts what `orders` are for.
  func start(_ orders: [Order]) {
    for order in orders {
      let rule = rules.ruleSet.gestures[order.event.gesture.rawValue]
      guard var request = CommandRequest(order, rule, device: devices[order.event.device] ?? "") else { continue }
      // A recording's time is not the clock's.
      request.since = nil
      runner.start(request)
    }
  }

  /// Returns the exit status when the last command has ended, or at a signal.
  func wait() throws -> Int32 { runner.liveCount > 0 ? try loop.run() : 0 }
}
