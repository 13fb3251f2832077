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
  private var dispatcher: Dispatcher
  private let devices: [DeviceID: String]

  init(_ rules: Rules, _ devices: [Device]) throws {
    self.rules = rules
    dispatcher = Dispatcher(rules)
    for device in devices { dispatcher.add(device) }
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

  func start(_ event: GestureEvent) {
    dispatcher.dispatch(event, in: Context()) { order in
      let rule = rules.ruleSet.gestures[event.gesture.rawValue]
      guard var request = CommandRequest(order, rule, device: devices[event.device] ?? "") else { return }
      // A recording's time is not the clock's.
      request.since = nil
      runner.start(request)
    }
  }

  /// Returns the exit status when the last command has ended, or at a signal.
  func wait() throws -> Int32 { runner.liveCount > 0 ? try loop.run() : 0 }
}
