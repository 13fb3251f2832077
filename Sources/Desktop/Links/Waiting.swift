import Base
import Glibc

/// A poll loop that blocks, for answers that are needed at once.
package enum Waiting {
  /// Polls `waits` until `isDone`, for at most `microseconds`. Calls `served` with each ready descriptor, and with nil
  /// at the time limit, at `nextDeadline` (CLOCK_MONOTONIC microseconds), and if a signal or error stops the poll.
  package static func serve(
    within microseconds: Int64, until isDone: () -> Bool, waits: () -> [(descriptor: Int32, events: Int16)],
    nextDeadline: () -> Int64? = { nil }, served: (Int32?) -> Void
  ) {
    let end = MonotonicClock.now() + microseconds
    while !isDone() {
      let now = MonotonicClock.now()
      guard now < end else { return }
      var polls = waits().map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      let left = max(min(end, nextDeadline() ?? .max) - now, 0)
      guard poll(&polls, nfds_t(polls.count), Int32(clamping: (left + 999) / 1000)) > 0 else {
        served(nil)
        continue
      }
      for one in polls where one.revents != 0 { served(one.fd) }
    }
  }
}
