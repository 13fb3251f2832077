import Glibc

/// Makes the machine's sleep wait until the daemon is ready for it; logind waits for a few seconds at most.
final class SleepDelay {
  private var descriptor: Int32?
  private var isWanted = false

  deinit { release() }

  /// Asks logind to wait from now on; if logind refuses, sleep does not wait.
  func take(from manager: BusPeer) {
    release()
    isWanted = true
    let arguments = ["sleep", "gesture-bridge", "gestures in progress are cancelled before", "delay"]
    manager.call(
      Login.call("Inhibit", arguments.map { .text($0) }), within: Login.patience
    ) { [weak self] answer in
      guard case .message(let message) = answer, let descriptor = message.descriptor() else { return }
      guard let self, isWanted, self.descriptor == nil else {
        close(descriptor)
        return
      }
      self.descriptor = descriptor
    }
  }

  /// The machine may sleep.
  func release() {
    isWanted = false
    if let descriptor { close(descriptor) }
    descriptor = nil
  }
}
