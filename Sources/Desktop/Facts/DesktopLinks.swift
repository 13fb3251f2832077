import Base
import Logging
import Runtime

/// The providers of a desktop for some needs, the stronger first: those that are tried first, and where these leave needs open
/// those that are tried next.
public final class DesktopLinks {
  /// A desktop that has not answered by then is given up, in microseconds.
  private static let patience: Int64 = 10_000_000

  public var served: () -> Void = {}
  public private(set) var providers: [any DesktopProvider]
  private let needs: DesktopNeeds
  private let desktops: [FactLinks]
  private let wayland: WaylandCompositors
  /// The providers' `news` when they were served last.
  private var news: [Int] = []
  private let variable: (String) -> String?
  private var hasTriedNext = false
  /// A compositor of Wayland listens, whatever it tells.
  private let hasCompositor: Bool
  /// A compositor listens at a socket of its own.
  private let hasOwnSocket: Bool
  /// Up to when the providers may answer.
  private var end: Int64
  /// Nil if the owner waits for the descriptors itself.
  private let loop: (loop: EventLoop, log: Logger)?
  private var watches: [LinkWatch] = []

  /// Begins to ask. `desktops` are the links of single desktops in the order in which they are tried. `variable` gives a variable that is
  /// set and not empty. The providers' descriptors are watched in `loop`.
  public init(
    _ needs: DesktopNeeds, of desktops: [FactLinks], through wayland: WaylandCompositors = WaylandCompositors(),
    on loop: (loop: EventLoop, log: Logger)? = nil, now: Int64, variable: @escaping (String) -> String?
  ) {
    self.needs = needs
    self.desktops = desktops
    self.wayland = wayland
    self.loop = loop
    self.variable = variable
    providers = needs.isEmpty ? [] : DesktopProviders.first(needs, of: desktops, through: wayland, variable: variable)
    hasCompositor = providers.contains { !$0.state.isOver }
    hasOwnSocket = providers.contains { !$0.state.isOver && !($0 is WaylandProvider) }
    end = now + Self.patience
    news = providers.map(\.news)
    goOn(at: now)
  }

  /// All have answered, or won't.
  public var isSettled: Bool { providers.allSatisfy { $0.state != .opening } }

  public var missing: DesktopNeeds { needs.subtracting(providers.reduce(into: []) { $0.formUnion($1.reported) }) }

  public var facts: DesktopFacts {
    providers.map(\.facts).reduce(DesktopFacts()) { $0.completed(by: $1) }.withSleepingOutputsOff()
  }

  public var tellers: [(name: String, facts: DesktopNeeds)] {
    providers.filter { !$0.reported.isEmpty }.map { ($0.name, $0.reported) }
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
    // A descriptor that has been closed may come again as that of the next provider: the loop forgets it before.
    follow()
    guard !hasTriedNext, !hasOwnSocket, isSettled, !missing.isEmpty else { return }
    hasTriedNext = true
    providers += DesktopProviders.next(
      missing, of: desktops, hasCompositor: hasCompositor, variable: variable)
    end = now + Self.patience
    news = providers.map(\.news)
    follow()
  }

  private func follow() {
    guard let loop else { return }
    while watches.count < providers.count { watches.append(LinkWatch(on: loop.loop, log: loop.log)) }
    for (watch, provider) in zip(watches, providers) {
      watch.follow(provider.wait) { [unowned self] in
        provider.ready()
        served()
      }
    }
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  public var nextDeadline: Int64? {
    if hasNews { return 0 }
    let next = providers.reduce(isSettled ? Int64.max : end) { min($0, $1.nextDeadline ?? .max) }
    return next < .max ? next : nil
  }

  private var hasNews: Bool { news != providers.map(\.news) }

  public func advance(to now: Int64) {
    if hasNews {
      for provider in providers { provider.ready() }
      news = providers.map(\.news)
    }
    for provider in providers {
      if let deadline = provider.nextDeadline, deadline <= now { provider.advance(to: now) }
      if provider.state == .opening, end <= now { provider.giveUp() }
    }
    if end <= now { end = .max }
  }

  /// Waits until all have answered, at most this number of microseconds; for programs that only look.
  public func wait(within microseconds: Int64) {
    Waiting.serve(
      within: microseconds, until: { isSettled }, waits: { providers.compactMap(\.wait) },
      nextDeadline: { nextDeadline }
    ) { _ in
      for provider in providers where provider.wait != nil { provider.ready() }
      advance(to: MonotonicClock.now())
      goOn(at: MonotonicClock.now())
    }
  }
}
