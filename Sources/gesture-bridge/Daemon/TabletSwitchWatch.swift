import DeviceInput
import Logging
import Runtime

/// Follows the switch that tells whether the machine is used as a tablet, as long as rules ask for it.
final class TabletSwitchWatch {
  /// The switch has moved, or has come or gone.
  var changed: () -> Void = {}
  private var following: TabletSwitch?
  private unowned let loop: EventLoop
  private let log: Logger

  init(on loop: EventLoop, log: Logger) {
    self.loop = loop
    self.log = log
  }

  /// Nil while it is unknown.
  var isTablet: Bool? { following?.isTablet }

  /// What keeps it from being known, as a sentence; nil if nothing does, or if no rule asks.
  var lack: String? { following?.lack }

  /// Opens the switch, or closes it.
  func use(_ isNeeded: Bool) {
    guard isNeeded != (following != nil) else { return }
    if let following {
      loop.remove(following.descriptor)
      self.following = nil
      return
    }
    do {
      let following = try TabletSwitch()
      try loop.add(following.descriptor, .reading) { [unowned self] _ in
        if following.read() { changed() }
      }
      self.following = following
      if let lack = following.lack { log.warning("\(lack)") }
    } catch {
      log.error("\(error)")
    }
  }
}
