import Base
import Desktop
import Runtime

/// Finds out if the session's compositors pass cancelled touches on to windows. Asks only if rules intercept a device.
final class CompositorWatch: LoopPart {
  /// The longest wait for the compositors' answers when the daemon starts, in microseconds. Later answers still count.
  private static let patience: Int64 = 250_000
  /// The longest wait for the compositors' answers while the daemon runs, in microseconds. Later answers are ignored.
  private static let longest: Int64 = 10_000_000

  /// The compositors with their last known answers. Nil before the first result.
  private(set) var compositors: Compositors?
  var changed: () -> Void = {}
  private var probe: CompositorProbe?
  private var end: Int64?
  private let wayland: WaylandCompositors

  init(_ wayland: WaylandCompositors) { self.wayland = wayland }

  /// Whether all compositors are known to tell windows when touches are cancelled. False until they have answered.
  var passesCancel: Bool { compositors?.passCancel ?? false }

  /// If `isNeeded`, asks the compositors, and waits up to `patience` for the answer.
  func begin(isNeeded: Bool) {
    guard isNeeded else { return }
    let probe = CompositorProbe(passing: Desktop.passing, through: wayland, variable: EnvironmentVariable.value)
    probe.wait(within: Self.patience)
    compositors = probe.compositors
    if !probe.isDone { listen(to: probe) }
  }

  /// Asks again if `isNeeded`. The previous result is used until all compositors have answered or `longest` has passed.
  func ask(isNeeded: Bool) {
    (probe, end) = (nil, nil)
    guard isNeeded else { return }
    let probe = CompositorProbe(passing: Desktop.passing, through: wayland, variable: EnvironmentVariable.value)
    if probe.isDone { take(probe.compositors) } else { listen(to: probe) }
  }

  private func listen(to probe: CompositorProbe) {
    self.probe = probe
    end = EventLoop.now() + Self.longest
  }

  private func giveUp() {
    let known = probe?.compositors
    (probe, end) = (nil, nil)
    take(known)
  }

  private func take(_ known: Compositors?) {
    guard known != compositors else { return }
    compositors = known
    changed()
  }

  /// The end of the wait, in CLOCK_MONOTONIC microseconds; zero if all compositors have answered. Nil without a wait.
  var nextDeadline: Int64? { probe?.isDone == true ? 0 : end }

  func advance(to now: Int64) {
    if let nextDeadline, nextDeadline <= now { giveUp() }
  }
}
