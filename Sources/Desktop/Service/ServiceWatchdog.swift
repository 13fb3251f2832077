/// Lets the service manager notice when the program stalls, without waking the program while it rests.
///
/// A service manager wants a message at regular intervals. So it is asked to watch only while there is work: from when
/// something wakes the program, before it is served, until the program has slept for a whole half of the service
/// manager's patience. A program that never wakes can't stall.
///
///     resting --woke--> watched --half of the patience, woken meanwhile--> watched
///                               --half of the patience, asleep all the while--> resting
public final class ServiceWatchdog {
  private enum State {
    case resting
    /// The next sign of life is due at `due`; `wakes` is how often the program has woken since the last one.
    case watched(due: Int64, wakes: Int)
  }

  private let socket: ServiceSocket
  private let patience: Int64
  private let watch: String
  private var state: State

  /// The service manager watches since `now`; `patience` is its longest wait for a sign of life, in microseconds.
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

  /// Something has woken the program, and is not served yet.
  public func woke(_ now: () -> Int64) {
    switch state {
    case .watched(let due, let wakes): state = .watched(due: due, wakes: wakes + 1)
    case .resting:
      if socket.send(watch, waits: false) { state = .watched(due: now() + patience / 2, wakes: 1) }
    }
  }

  /// Sends the sign of life that is due, or asks the service manager to watch no more: a time of 0 means that.
  public func advance(to now: Int64) {
    guard case .watched(let due, let wakes) = state, due <= now else { return }
    // One of the wakes was for this call.
    if wakes <= 1, socket.send("WATCHDOG_USEC=0", waits: false) {
      state = .resting
    } else {
      let isTold = socket.send("WATCHDOG=1", waits: false)
      state = .watched(due: now + patience / (isTold ? 2 : 8), wakes: 0)
    }
  }
}
