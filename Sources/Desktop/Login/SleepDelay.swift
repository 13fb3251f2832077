import Glibc

/// Delays the machine's sleep until `release`. logind limits the delay to a few seconds.
final class SleepDelay {
  private var descriptor: Int32?
  private var isWanted = false

  deinit { release() }

  /// Asks logind to delay sleep; if logind refuses, sleep isn't delayed.
  func request(from manager: BusPeer) {
    release()
    isWanted = true
    let arguments = ["sleep", "gesture-bridge", "gestures in progress are cancelled before sleep", "delay"]
    manager.call(
      Login.call("Inhibit", arguments.map { .text($0) }), within: Bus.patience
    ) { [weak self] answer in
      guard case .message(let message) = answer, let descriptor = message.descriptor() else { return }
      guard let self, isWanted, self.descriptor == nil else {
        close(descriptor)
        return
      }
      self.descriptor = descriptor
    }
  }

  func release() {
    isWanted = false
    if let descriptor { close(descriptor) }
    descriptor = nil
  }
}
