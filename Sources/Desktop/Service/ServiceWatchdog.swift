/// Lets the service manager notice when the program stalls, without waking an idle program.
///
/// `patience` is the manager's longest wait for a sign of life. The watch begins when this object is created, and again
/// when something wakes the idle program. The watch ends when the program has slept for half of `patience`.
///
///     idle --woke--> watched --half of the patience, woken meanwhile--> watched
///                               --half of the patience, asleep all the while--> idle
public final class ServiceWatchdog {
  private enum State {
    case idle
    /// A sign of life is needed at `deadline`, in microseconds. `wakes` counts the wakes since the last sign of life.
    case watched(deadline: Int64, wakes: Int)
  }

  private let socket: ServiceSocket
  private let patience: Int64
  private let watch: String
  private var state: State

  /// `patience` is the service manager's longest wait for a sign of life, in microseconds.
  init(_ socket: ServiceSocket, patience: Int64, from now: Int64) {
    (self.socket, self.patience) = (socket, patience)
    watch = "WATCHDOG=1\nWATCHDOG_USEC=\(patience)"
    state = .watched(deadline: now + patience / 2, wakes: 0)
  }

  public var nextDeadline: Int64? {
    switch state {
    case .idle: nil
    case .watched(let deadline, _): deadline
    }
  }

  /// Counts a wake of the program, or begins the watch if the program was idle. Called before the wake is handled.
  public func woke(_ now: () -> Int64) {
    switch state {
    case .watched(let deadline, let wakes): state = .watched(deadline: deadline, wakes: wakes + 1)
    case .idle:
      if socket.send(watch, waits: false) { state = .watched(deadline: now() + patience / 2, wakes: 1) }
    }
  }

  /// At the deadline, sends a sign of life, but ends the watch if only this call woke the program since the last sign.
  public func advance(to now: Int64) {
    guard case .watched(let deadline, let wakes) = state, deadline <= now else { return }
    // This call itself caused one wake.
    if wakes <= 1, socket.send("WATCHDOG_USEC=0", waits: false) {
      state = .idle
    } else {
      let isSent = socket.send("WATCHDOG=1", waits: false)
      state = .watched(deadline: now + patience / (isSent ? 2 : 8), wakes: 0)
    }
  }
}
