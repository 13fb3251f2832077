import Base
import Desktop
import Glibc

/// A provider that is served as in the daemon's loop, with all its reports.
final class WatchedProvider {
  let provider: any DesktopProvider
  /// The windows with the focus, one after another.
  private(set) var focuses: [DesktopFacts.Focus] = []
  private(set) var wakeUps = 0
  /// The longest that the provider has kept the loop, in microseconds.
  private(set) var longestTurn: Int64 = 0

  init(_ provider: any DesktopProvider) { self.provider = provider }

  var facts: DesktopFacts { provider.facts }

  var window: DesktopFacts.Window? {
    if case .window(let window) = facts.focus { window } else { nil }
  }

  var unavailability: String? {
    if case .unavailable(let reason) = provider.state { reason } else { nil }
  }

  /// Serves the provider until `isSo`, for at most `seconds`; returns whether it became so.
  func serve(within seconds: Double = 10, until isSo: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + Int64(seconds * 1_000_000)
    while !isSo() {
      let now = MonotonicClock.now()
      guard now < end else { return false }
      turn(until: min(provider.nextDeadline ?? .max, end, now + 100_000))
    }
    return true
  }

  /// Serves it for as long as nothing is to become so.
  func serve(for seconds: Double) { _ = serve(within: seconds) { false } }

  private func turn(until deadline: Int64) {
    let milliseconds = Int32(clamping: max(0, deadline - MonotonicClock.now()) / 1000 + 1)
    var polls = provider.wait.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? []
    let isReady = poll(&polls, nfds_t(polls.count), milliseconds) > 0
    let began = MonotonicClock.now()
    if isReady {
      wakeUps += 1
      provider.ready()
    }
    if let deadline = provider.nextDeadline, deadline <= began { provider.advance(to: began) }
    longestTurn = max(longestTurn, MonotonicClock.now() - began)
    if focuses.last != facts.focus { focuses.append(facts.focus) }
  }
}
