import Glibc

/// Writing to pipes whose reader may be gone: that is an answer, not a signal.
///
/// What else the program writes to pipes is none of its business, so the signal isn't ignored as a whole.
public enum BrokenPipe {
  /// Keeps SIGPIPE from this thread, and takes the one that `body` has caused if `isBroken` says that of its outcome.
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
