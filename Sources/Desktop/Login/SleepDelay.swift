import Glibc

/// Makes the machine's sleep wait until what is to be done before it is done; logind waits for a few seconds at most.
final class SleepDelay {
  private var descriptor: Int32?
  private var isWanted = false

  deinit { release() }

  /// Asks logind to wait from now on; without its leave it just does not.
  func take(on connection: BusConnection) {
    release()
    isWanted = true
    let arguments = ["sleep", "gesture-bridge", "gestures in progress are cancelled before", "delay"]
    connection.call(
      Login.call("Inhibit", arguments.map { .text($0) }), within: Login.patience
    ) { [weak self] answer in
      guard !answer.isError, let descriptor = answer.descriptor() else { return }
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
