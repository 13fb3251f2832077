import Base
import Bindings
import Glibc
import Support

@testable import Desktop
@testable import DesktopActions

/// An actor that is served as in the daemon's loop, with its whole log, and providers that report the results of its
/// actions.
final class ActionSession {
  let actor: DesktopActor
  private let lines: CapturedLog
  /// Why each action was skipped.
  private(set) var skipped: [SkippedAction] = []
  private(set) var wakeUps = 0

  init(
    dryRun: Bool = false, now: @escaping () -> Int64 = MonotonicClock.now,
    _ openers: @escaping (DesktopDomain) -> [ActionLinks.Opener]
  ) {
    let lines = CapturedLog()
    self.lines = lines
    actor = DesktopActor(dryRun: dryRun, log: lines.logger, now: now, openers: openers)
    actor.skipped = { [unowned self] in skipped.append($0) }
  }

  var log: [String] { lines.all.withLock { $0 } }

  /// The links of the domain.
  func links(_ domain: DesktopDomain = .windows) -> LinkChooser<any ActionLink> {
    actor.branches.first { $0.domain == domain }?.links ?? LinkChooser(now: MonotonicClock.now) { $0 }
  }

  func ask(_ action: DesktopAction) {
    var request = DesktopRequest(action, rule: "`run` at bindings.toml:3")
    (request.gesture, request.key) = ("swipe", "run")
    actor.perform(request)
  }

  /// Serves everything until `isSo`, for at most `seconds`; returns whether it became so.
  func serve(
    _ providers: [any DesktopProvider] = [], within seconds: Double = 20, until isSo: () throws -> Bool
  ) rethrows -> Bool {
    let end = MonotonicClock.now() + Int64(seconds * 1_000_000)
    while try !isSo() {
      guard MonotonicClock.now() < end else { return false }
      turn(providers)
    }
    return true
  }

  /// Serves everything until the links have had nothing to do for a second. Answers to requests can still come at
  /// first, even after the desktop has shown the result.
  func rests(_ providers: [any DesktopProvider] = []) -> Bool {
    for _ in 0..<10 {
      let before = wakeUps
      if !serve(providers, within: 1, until: { wakeUps != before }) { return true }
    }
    return false
  }

  /// Serves everything for this time, without waiting for a result.
  func serve(_ providers: [any DesktopProvider] = [], for seconds: Double) {
    _ = serve(providers, within: seconds) { false }
  }

  private func turn(_ providers: [any DesktopProvider]) {
    let waits = actor.branches.compactMap(\.links.wait) + providers.compactMap(\.wait)
    var polls = waits.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    poll(&polls, nfds_t(polls.count), 20)
    let ready = Set(polls.filter { $0.revents != 0 }.map(\.fd))
    for branch in actor.branches {
      if let wait = branch.links.wait, ready.contains(wait.descriptor) {
        wakeUps += 1
        branch.links.serve()
      }
      if let deadline = branch.links.nextDeadline, deadline <= MonotonicClock.now() {
        branch.links.advance(to: MonotonicClock.now())
      }
    }
    for provider in providers {
      if let wait = provider.wait, ready.contains(wait.descriptor) { provider.ready() }
      if let deadline = provider.nextDeadline, deadline <= MonotonicClock.now() {
        provider.advance(to: MonotonicClock.now())
      }
    }
  }
}
