import Base
import Desktop
import Runtime

/// Knows whether the session's compositors tell windows of cancelled touches. It asks only where a device is intercepted,
/// at the start, whenever rules are read and when the session is back.
final class CompositorWatch: LoopPart {
  /// The start waits at most this long for an answer, in microseconds; after that the answer comes when it comes.
  private static let patience: Int64 = 250_000
  /// A compositor that has not answered by then is not listened to any more.
  private static let longest: Int64 = 10_000_000

  /// Nil until a device is intercepted.
  private(set) var compositors: Compositors?
  var changed: () -> Void = {}
  private var probe: CompositorProbe?
  private var end: Int64?
  private let wayland: WaylandCompositors

  init(_ wayland: WaylandCompositors) { self.wayland = wayland }

  /// Whether windows are known to learn of a cancelled touch.
  var passesCancel: Bool { compositors?.passCancel ?? false }

  /// Asks, and waits a moment for the answer.
  func begin(isNeeded: Bool) {
    guard isNeeded else { return }
    let probe = CompositorProbe(passing: Desktop.passing, through: wayland, variable: EnvironmentVariable.value)
    probe.wait(within: Self.patience)
    compositors = probe.compositors
    if !probe.isDone { listen(to: probe) }
  }

  /// Asks again. Until the answer is there what was known still holds, also for devices that are being given back.
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

  /// What is known by now has to do.
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

  /// The answers come while the loop serves the connections.
  var nextDeadline: Int64? { probe?.isDone == true ? 0 : end }

  func advance(to now: Int64) {
    if let nextDeadline, nextDeadline <= now { giveUp() }
  }
}
