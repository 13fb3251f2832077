import Glibc

/// Writes all bytes to a descriptor, and continues after a signal.
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

/// Writing to pipes whose reader may have closed: the write fails, and no signal ends the program.
///
/// Other writes of the program keep the signal, so it isn't ignored altogether.
public enum BrokenPipe {
  /// Blocks SIGPIPE in this thread during `body`, and removes the signal that `body` caused if `isBroken` returns true for its
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
