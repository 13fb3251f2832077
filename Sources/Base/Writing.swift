import Glibc

/// Writes all bytes to a descriptor, also if signals interrupt the writing. Returns nil if all bytes were written,
/// otherwise errno.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return errno }
    written += count
  }
  return nil
}

public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}

/// Makes writes to a pipe whose reader has closed fail, instead of ending the program. SIGPIPE isn't ignored in the
/// whole program, because other writes rely on it.
public enum BrokenPipe {
  /// Blocks SIGPIPE in this thread during `body`. Removes the signal afterwards if `isBroken` returns true for the
  /// outcome.
  public static func withoutSignal<Outcome>(_ isBroken: (Outcome) -> Bool, _ body: () -> Outcome) -> Outcome {
    var brokenPipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    let outcome = body()
    if isBroken(outcome), sigismember(&before, SIGPIPE) == 0 {
      var atOnce = timespec()
      sigtimedwait(&brokenPipe, nil, &atOnce)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return outcome
  }
}
