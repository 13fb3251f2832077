import Glibc

/// Writes all bytes to a descriptor, and continues after an interruption by a signal.
///
/// - Returns: nil if all bytes were written, otherwise errno.
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

/// Writes all bytes to a descriptor.
///
/// - Returns: nil if all bytes were written, otherwise errno.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}

/// Writes to pipes whose reader may have closed: the write fails, instead of a signal that ends the program.
///
/// The signal isn't ignored in the whole program, because other writes rely on it.
public enum BrokenPipe {
  /// Blocks SIGPIPE in this thread during `body`. If `isBroken` returns true for the outcome of `body`, removes the signal that `body`
  /// caused.
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
