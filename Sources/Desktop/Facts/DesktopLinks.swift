import Base
import Glibc

/// The providers of a desktop for some needs, the stronger first: those that are tried first, and where these leave needs open
/// those that are tried next.
public final class DesktopLinks {
  /// A desktop that has not answered by then is given up, in microseconds.
  private static let patience: Int64 = 10_000_000

  public private(set) var providers: [any DesktopProvider]
  private let needs: DesktopNeeds
  private let variable: (String) -> String?
  private var hasTriedNext = false
  /// A compositor of Wayland listens, whatever it tells.
  private let hasCompositor: Bool
  /// A compositor listens at a socket of its own.
  private let hasOwnSocket: Bool
  /// Up to when the providers may answer.
  private var end: Int64

  /// Begins to ask. `variable` gives a variable that is set and not empty.
  public init(_ needs: DesktopNeeds, now: Int64, variable: @escaping (String) -> String?) {
    self.needs = needs
    self.variable = variable
    providers = needs.isEmpty ? [] : DesktopProviders.first(needs, variable: variable)
    hasCompositor = providers.contains { $0.wait != nil }
    hasOwnSocket = providers.contains { $0.wait != nil && !($0 is WaylandProvider) }
    end = now + Self.patience
    goOn(at: now)
  }

  /// All have answered, or won't.
  public var isSettled: Bool { providers.allSatisfy { $0.state != .asking } }

  /// The needs that nothing tells.
  public var missing: DesktopNeeds { needs.subtracting(providers.reduce(into: []) { $0.formUnion($1.told) }) }

  public var facts: DesktopFacts {
    providers.map(\.facts).reduce(DesktopFacts()) { $0.completed(by: $1) }.withSleepingOutputsOff()
  }

  /// What tells the facts.
  public var tellers: [(name: String, facts: DesktopNeeds)] {
    providers.filter { !$0.told.isEmpty }.map { ($0.name, $0.told) }
  }

  /// Why the others don't, as clauses; of desktops that are not there only if no desktop is.
  public var problems: [String] {
    let there = providers.filter(\.isDesktopThere)
    return (there.isEmpty ? providers : there).compactMap { provider in
      if case .unavailable(let reason) = provider.state { "\(provider.name): \(reason)" } else { nil }
    }
  }

  /// Tries the next providers when the first have answered and have left needs open; called after any of them was served.
  public func goOn(at now: Int64) {
    guard !hasTriedNext, !hasOwnSocket, isSettled, !missing.isEmpty else { return }
    hasTriedNext = true
    providers += DesktopProviders.next(missing, hasCompositor: hasCompositor, variable: variable)
    end = now + Self.patience
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  public var nextDeadline: Int64? {
    let next = providers.reduce(isSettled ? Int64.max : end) { min($0, $1.nextDeadline ?? .max) }
    return next < .max ? next : nil
  }

  public func advance(to now: Int64) {
    for provider in providers {
      if let deadline = provider.nextDeadline, deadline <= now { provider.advance(to: now) }
      if provider.state == .asking, end <= now { provider.giveUp() }
    }
    if end <= now { end = .max }
  }

  /// Waits until all have answered, at most so many microseconds; for programs that only look.
  public func wait(within microseconds: Int64) {
    let end = MonotonicClock.now() + microseconds
    while !isSettled {
      let now = MonotonicClock.now()
      guard now < end else { return }
      let waits = providers.compactMap(\.wait)
      var polls = waits.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      let next = min(end, nextDeadline ?? .max)
      _ = poll(&polls, nfds_t(polls.count), Int32(clamping: (max(next - now, 0) + 999) / 1000))
      for provider in providers where provider.wait != nil { provider.ready() }
      advance(to: MonotonicClock.now())
      goOn(at: MonotonicClock.now())
    }
  }
}

extension DesktopProvider {
  fileprivate var told: DesktopNeeds {
    if case .telling(let facts) = state { facts } else { [] }
  }
}
