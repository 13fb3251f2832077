import Glibc

/// Writes all bytes, even if signals interrupt. Returns errno, or nil after a success.
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

/// Prevents SIGPIPE for single writes. Other writes of the program need the signal.
public enum BrokenPipe {
  /// Runs `body` with SIGPIPE blocked in this thread, and returns the outcome. If `isBroken` returns true for the
  /// outcome and SIGPIPE wasn't blocked before, discards the signal.
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
