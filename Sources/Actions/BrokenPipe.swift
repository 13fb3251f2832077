import Glibc

/// Lets a write to a pipe whose reader is gone be an answer, not a signal.
public enum BrokenPipe {
  /// Keeps SIGPIPE from this thread while `write` runs, and takes the one that it has caused if its answer `isBroken`. What
  /// else the program writes to pipes is none of our business, so the signal isn't ignored as a whole.
  public static func withoutSignal<Answer>(_ write: () -> Answer, isBroken: (Answer) -> Bool) -> Answer {
    var brokenPipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    let answer = write()
    if isBroken(answer), sigismember(&before, SIGPIPE) == 0 {
      var atOnce = timespec()
      sigtimedwait(&brokenPipe, nil, &atOnce)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return answer
  }
}
