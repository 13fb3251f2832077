import Base
import Logging
import Runtime

/// Combines the facts of providers. If no desktop's own socket is connected, opens further providers for missing facts.
public final class DesktopLinks {
  /// The longest wait for a provider's first answer, in microseconds.
  private static let patience: Int64 = 10_000_000

  public var served: () -> Void = {}
  public private(set) var providers: [any DesktopProvider]
  private let needs: DesktopNeeds
  private let desktops: [FactLinks]
  private let wayland: WaylandCompositors
  /// The last handled value of each provider's counter `news`.
  private var news: [Int] = []
  private let variable: (String) -> String?
  private var hasTriedNext = false
  /// Whether any of the first providers connected. If so, a Wayland compositor is running.
  private let hasCompositor: Bool
  /// Whether a desktop accepted a connection at its own socket, as sway does.
  private let hasOwnSocket: Bool
  /// When providers that have not answered are given up, in CLOCK_MONOTONIC microseconds.
  private var end: Int64
  /// The loop that watches the providers' descriptors. Nil if the owner calls `wait` instead.
  private let loop: (loop: EventLoop, log: Logger)?
  private var watches: [LinkWatch] = []

  /// Opens providers for desktops' sockets and Wayland; calls `tryNext`. `variable` returns nil for an empty variable.
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
    hasCompositor = providers.contains { !$0.state.isUnavailable }
    hasOwnSocket = providers.contains { !$0.state.isUnavailable && !($0 is WaylandProvider) }
    end = now + Self.patience
    news = providers.map(\.news)
    tryNext(at: now)
  }

  public var isSettled: Bool { providers.allSatisfy { $0.state != .opening } }

  public var missing: DesktopNeeds { needs.subtracting(providers.reduce(into: []) { $0.formUnion($1.reported) }) }

  public var facts: DesktopFacts {
    providers.map(\.facts).reduce(DesktopFacts()) { $0.completed(by: $1) }.withSleepingOutputsOff()
  }

  public var reporters: [(name: String, facts: DesktopNeeds)] {
    providers.filter { !$0.reported.isEmpty }.map { ($0.name, $0.reported) }
  }

  /// The reasons why providers are unavailable. Skips desktops that are known not to run, if any other desktop may run.
  public var problems: [String] {
    let running = providers.filter(\.isDesktopRunning)
    return (running.isEmpty ? providers : running).compactMap { provider in
      if case .unavailable(let reason) = provider.state { "\(provider.name): \(reason)" } else { nil }
    }
  }

  /// Updates the watched descriptors. The first time that no provider is opening and facts are missing, opens further
  /// providers, unless a desktop's own socket is connected.
  public func tryNext(at now: Int64) {
    // The next provider may get the number of a closed descriptor, so the loop must forget that descriptor first.
    follow()
    guard !hasTriedNext, !hasOwnSocket, isSettled, !missing.isEmpty else { return }
    hasTriedNext = true
    providers += DesktopProviders.next(missing, of: desktops, hasCompositor: hasCompositor, variable: variable)
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

  public var nextDeadline: Int64? {
    if hasNews { return 0 }
    let next = providers.reduce(isSettled ? Int64.max : end) { min($0, $1.nextDeadline ?? .max) }
    return next < .max ? next : nil
  }

  /// Whether any provider's `news` has changed since the last `advance`. Evaluated before each wait, so must be fast.
  private var hasNews: Bool { zip(news, providers).contains { $0 != $1.news } }

  public func advance(to now: Int64) {
    if hasNews { for provider in providers { provider.ready() } }
    for provider in providers {
      if let deadline = provider.nextDeadline, deadline <= now { provider.advance(to: now) }
      if provider.state == .opening, end <= now { provider.giveUp() }
    }
    // Messages that this call itself has read don't count as news.
    if hasNews { news = providers.map(\.news) }
    if end <= now { end = .max }
  }

  /// Blocks until no provider is opening any more, or `microseconds` have passed.
  public func wait(within microseconds: Int64) {
    Waiting.serve(
      within: microseconds, until: { isSettled }, waits: { providers.compactMap(\.wait) },
      nextDeadline: { nextDeadline }
    ) { _ in
      for provider in providers where provider.wait != nil { provider.ready() }
      advance(to: MonotonicClock.now())
      tryNext(at: MonotonicClock.now())
    }
  }
}
