/// Lets the service manager notice when the program stalls, without waking it up while it rests.
///
/// A service manager wants to hear of the program all the time. So it is told to watch only while there is work: when
/// something wakes the program up, before it is served, and from then on until the program has slept for a whole half of
/// the service manager's patience. What never wakes up can't stall.
///
///     resting --woke--> watched --half of the patience, woken meanwhile--> watched
///                               --half of the patience, asleep all the while--> resting
public final class ServiceWatchdog {
  private enum State {
    case resting
    /// The next sign of life is due at `due`; the program was woken up so often since the last one.
    case watched(due: Int64, wakes: Int)
  }

  private let socket: ServiceSocket
  private let patience: Int64
  private let watch: String
  private var state: State

  /// The service manager watches since `now`; `patience` is how long it does without a sign of life, in microseconds.
  init(_ socket: ServiceSocket, patience: Int64, from now: Int64) {
    self.socket = socket
    self.patience = patience
    watch = "WATCHDOG=1\nWATCHDOG_USEC=\(patience)"
    state = .watched(due: now + patience / 2, wakes: 0)
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil while the program rests.
  public var nextDeadline: Int64? {
    switch state {
    case .resting: nil
    case .watched(let due, _): due
    }
  }

  /// Something has woken the program up, and is not served yet.
  public func woke(_ now: () -> Int64) {
    switch state {
    case .watched(let due, let wakes): state = .watched(due: due, wakes: wakes + 1)
    case .resting:
      if socket.send(watch, waits: false) { state = .watched(due: now() + patience / 2, wakes: 1) }
    }
  }

  /// Gives the sign of life that is due, or lets the service manager watch no more: a time of 0 is none.
  public func advance(to now: Int64) {
    guard case .watched(let due, let wakes) = state, due <= now else { return }
    // Once it was woken up for this.
    if wakes <= 1, socket.send("WATCHDOG_USEC=0", waits: false) {
      state = .resting
    } else {
      let isTold = socket.send("WATCHDOG=1", waits: false)
      state = .watched(due: now + patience / (isTold ? 2 : 8), wakes: 0)
    }
  }
}
