import Desktop
import Logging
import Runtime

struct ServiceState: Equatable {
  var devices: Int
  var gestures: Int
  var file: String
  var isPaused: Bool
  var suspension: SuspensionReasons
  /// Whether the rules file has changed and can't be used, so that the previous rules stay in use.
  var hasTrouble: Bool
}

/// Reports the daemon's state to its service manager, if there is one.
final class ServiceReport {
  private let notifier = ServiceNotifier(.taken())
  private var reported: ServiceState?

  func begin(_ state: ServiceState, on runtime: Runtime, log: Logger) {
    guard let notifier else { return }
    reported = state
    if !notifier.ready(Message.status(state), at: EventLoop.now()) { log.warning("\(Message.serviceNotReached)") }
    guard let watchdog = notifier.watchdog else { return }
    runtime.add(watchdog)
    runtime.loop.onWake = { watchdog.woke(EventLoop.now) }
  }

  func update(_ state: @autoclosure () -> ServiceState) {
    guard let notifier, reported != nil else { return }
    let state = state()
    guard state != reported else { return }
    reported = state
    notifier.report(Message.status(state))
  }

  func reloading() { notifier?.reloading(at: EventLoop.now()) }

  /// Reports that a reload has ended, even if the new rules were refused.
  func reloaded(_ state: ServiceState) {
    guard let notifier else { return }
    reported = state
    notifier.reloaded(Message.status(state))
  }

  func end() { notifier?.stopping() }
}

extension ServiceWatchdog: LoopPart {}

extension Message {
  static let serviceNotReached =
    "can't report to the service manager that gesture-bridge is ready; if systemd ends the daemon for this reason, run `systemctl --user edit gesture-bridge`, and set Type=exec and WatchdogSec=0 under [Service]"

  static func status(_ state: ServiceState) -> String {
    let devices =
      suspension(state.suspension).map { "no device is open (\($0))" } ?? count(state.devices, "touch device")
    let rules = "\(devices), \(count(state.gestures, "gesture")) from \(state.file)"
    let remarks = [
      state.isPaused ? "paused" : nil,
      state.hasTrouble ? "the changed file can't be used, so the previous rules stay in use" : nil,
    ]
    return ([rules] + remarks.compactMap { $0 }).joined(separator: "; ")
  }

  private static func suspension(_ reasons: SuspensionReasons) -> String? {
    if reasons.contains(.asleep) { return "the machine sleeps" }
    if reasons.contains(.inactive) { return "the session is in the background" }
    return reasons.contains(.locked) ? "the screen is locked" : nil
  }
}
