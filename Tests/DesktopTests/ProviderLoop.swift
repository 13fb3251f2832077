import Glibc
import Testing

@testable import Desktop

/// Waits for a provider as the daemon's loop does; its clock can be moved forward.
final class ProviderLoop {
  private var ahead: Int64 = 0

  var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 + ahead
  }

  /// Moves the clock, and serves the provider.
  func jump(_ provider: any DesktopProvider, seconds: Int64) {
    ahead += seconds * 1_000_000
    provider.advance(to: now)
  }

  /// Serves the provider until `isSo`, within this time; returns whether it became so.
  func serve(_ provider: any DesktopProvider, within seconds: Double = 30, until isSo: () throws -> Bool) rethrows
    -> Bool
  {
    let end = now + Int64(seconds * 1_000_000)
    while try !isSo() {
      let now = now
      guard now < end else { return false }
      let next = min(provider.nextDeadline ?? .max, end, now + 100_000)
      var wanted = provider.wait.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? []
      if poll(&wanted, nfds_t(wanted.count), Int32(clamping: max(0, next - now) / 1000 + 1)) > 0 { provider.ready() }
      if let deadline = provider.nextDeadline, deadline <= self.now { provider.advance(to: self.now) }
    }
    return true
  }

  /// Serves it for a while in which nothing is expected.
  func rest(_ provider: any DesktopProvider, seconds: Double = 0.3) {
    _ = serve(provider, within: seconds) { false }
  }

  func becomesTelling(_ provider: any DesktopProvider) -> Bool {
    serve(provider) { provider.state == .ready }
  }

  /// Whether the provider comes to report these facts; records an issue otherwise.
  func reports(_ provider: any DesktopProvider, _ facts: DesktopNeeds) -> Bool {
    let isSo = serve(provider) { provider.reported == facts }
    if !isSo { Issue.record("\(provider.name) is \(provider.state) and reports \(provider.reported)") }
    return isSo
  }

  /// Whether the provider comes into this state; records an issue otherwise.
  func becomes(_ provider: any DesktopProvider, _ state: LinkState) -> Bool {
    let isSo = serve(provider) { provider.state == state }
    if !isSo { Issue.record("\(provider.name) is \(provider.state)") }
    return isSo
  }

  /// Whether a window like this comes to have the focus.
  func shows(_ provider: any DesktopProvider, _ window: DesktopFacts.Window) -> Bool {
    serve(provider) { provider.facts.focus == .window(window) }
  }
}
