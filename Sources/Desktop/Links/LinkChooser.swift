import Glibc
import Logging
import Runtime

/// Searches for a usable link: tries links in order until one link is ready. Searches again after that link has ended.
/// Repeats a failed search for about two minutes; after this, searches only on demand.
///
///    needed -> opening one link after another -> ready -> ended -> opening, after a pause
///                                             -> no link is usable -> opening, after a pause
///
/// `Link` is a protocol that refines `SessionLink`.
public final class LinkChooser<Link>: LoopPart {
  public typealias Opener = () -> Link

  public enum News {
    case ready
    case lost(String, String)
    /// There is no usable link: a search has failed, or `lost` was reported just before.
    case nothing
  }

  public var changed: (News) -> Void = { _ in }

  /// The links that can't be used, each with its name and the reason.
  public private(set) var problems: [String] = []

  private let now: () -> Int64
  private let session: (Link) -> any SessionLink
  private var openers: () -> [Opener] = { [] }
  private var isNeeded = false
  private var link: Link? { didSet { linkSession = link.map(session) } }
  /// `link` as a `SessionLink`. Converting the generic `link` before each wait would be slow.
  private var linkSession: (any SessionLink)?
  /// The openers of the links to try next, in order.
  private var others: ArraySlice<Opener> = []
  private var deadline: Int64?
  private var backoff = Backoff()
  /// The value of the link's counter `news` when the link was last served.
  private var news = 0
  /// When `nothing` was last reported, in CLOCK_MONOTONIC microseconds; 0 at first.
  private var failed: Int64 = 0
  /// The event loop that watches the link's descriptor, with the log for its errors. Nil if the owner polls `wait`.
  private let loop: (loop: EventLoop, log: Logger)?
  private var watch: LinkWatch?

  /// `loop` watches the link's descriptor; if `loop` is nil, the owner polls `wait` and calls `serve`. `now` returns
  /// CLOCK_MONOTONIC in microseconds; `session` returns a link as a `SessionLink`.
  public init(
    on loop: (loop: EventLoop, log: Logger)? = nil, now: @escaping () -> Int64,
    session: @escaping (Link) -> any SessionLink
  ) {
    (self.loop, self.now, self.session) = (loop, now, session)
  }

  public var ready: Link? { linkSession?.state == .ready ? link : nil }

  public var readyName: String? { ready == nil ? nil : linkSession?.name }

  /// Whether a link is being opened; requests can wait until the link is ready.
  public var isOpening: Bool { link != nil && ready == nil }

  /// Closes the current link, and tries the links of `openers` in order.
  public func open(_ openers: @escaping () -> [Opener]) {
    self.openers = openers
    isNeeded = true
    backoff = Backoff()
    begin()
  }

  public func close() {
    closeLink()
    (others, deadline, problems, isNeeded) = ([], nil, [], false)
  }

  /// Starts a search at once if links are needed and no link is open or opening. Resets the pauses after failures.
  public func ask() {
    backoff = Backoff()
    if link == nil, isNeeded { begin() }
  }

  /// Starts a search if links are needed, no link is open or opening, and no search failed in the last 3 seconds.
  public func searchForRequest() {
    if link == nil, isNeeded, now() - failed >= LinkPatience.betweenRequests { begin() }
  }

  /// Blocks until no link is being opened, for at most `microseconds`.
  public func wait(within microseconds: Int64) {
    Waiting.serve(
      within: microseconds, until: { !isOpening }, waits: { [wait].compactMap(\.self) }, nextDeadline: { nextDeadline }
    ) {
      if $0 != nil { serve() }
      advance(to: now())
    }
  }

  // MARK: Calls of the owner

  public var wait: (descriptor: Int32, events: Int16)? { linkSession?.wait }

  public func serve() {
    if let linkSession {
      linkSession.ready()
      news = linkSession.news
    }
    update()
  }

  public var nextDeadline: Int64? {
    if hasNews { return 0 }
    guard let linkSession, let next = linkSession.nextDeadline else { return deadline }
    return min(deadline ?? .max, next)
  }

  private var hasNews: Bool {
    guard let linkSession else { return false }
    return linkSession.news != news
  }

  public func advance(to now: Int64) {
    if hasNews { serve() }
    if let linkSession, let deadline = linkSession.nextDeadline, deadline <= now {
      linkSession.advance(to: now)
      update()
    }
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    if isOpening {
      skip(because: LinkEnd.silent)
      return update()
    }
    if link == nil, isNeeded { begin() }
  }

  /// Handles a change of the link's state, if any. Owners must call `update` after each request to the link.
  public func update() {
    defer { follow() }
    while let linkSession {
      switch linkSession.state {
      case .opening: return
      case .ready: return becomeReady()
      case .unavailable(let reason):
        if deadline == nil { end(linkSession.name, reason) } else { skip(because: reason) }
      }
    }
    guard deadline == nil, isNeeded else { return }
    failed = now()
    changed(.nothing)
    deadline = backoff.next(after: now())
  }

  public func follow() { watch?.follow(wait) { [unowned self] in serve() } }

  // MARK: One link after another

  private func begin() {
    closeLink()
    (problems, deadline) = ([], nil)
    others = openers()[...]
    openNext()
    update()
  }

  private func openNext() {
    link = others.popFirst()?()
    watch = link == nil ? nil : loop.map { LinkWatch(on: $0.loop, log: $0.log) }
    deadline = link == nil ? nil : now() + LinkPatience.opening
  }

  private func skip(because reason: String) {
    if let linkSession { problems.append("\(linkSession.name): \(reason)") }
    closeLink()
    openNext()
  }

  private func becomeReady() {
    guard deadline != nil else { return }
    (deadline, backoff) = (nil, Backoff())
    changed(.ready)
  }

  private func end(_ name: String, _ reason: String) {
    problems = ["\(name): \(reason)"]
    others = []
    closeLink()
    changed(.lost(name, reason))
  }

  /// Closes the link. First stops watching its descriptor, because the next link can get a descriptor with that number.
  private func closeLink() {
    watch = nil
    linkSession?.close(LinkEnd.closed)
    link = nil
  }
}

/// The pauses between tries, in microseconds. Each pause is twice as long as the pause before it, up to a limit.
public struct Backoff: Sendable {
  /// Pauses that grow from a quarter of a second to five minutes; the tries never stop.
  static let endless = Backoff(pause: 250_000, longest: 300_000_000, isEndless: true)

  private var pause: Int64
  private let longest: Int64
  private let isEndless: Bool

  /// Returns when to try again, in CLOCK_MONOTONIC microseconds. Nil if there are no more tries.
  public mutating func next(after now: Int64) -> Int64? {
    guard isEndless || pause <= longest else { return nil }
    defer { pause = isEndless ? min(pause * 2, longest) : pause * 2 }
    return now + pause
  }
}

extension Backoff {
  /// Creates the pauses after failed searches: from half a second to 64 s. The tries end after about two minutes.
  public init() { self.init(pause: 500_000, longest: 64_000_000, isEndless: false) }
}

/// The time limits of searches for links, in microseconds.
private enum LinkPatience {
  /// The shortest time from a failed search to a search that a request starts, in microseconds.
  static let betweenRequests: Int64 = 3_000_000
  /// The time after which a link that isn't ready is skipped, in microseconds.
  static let opening: Int64 = 3_000_000
}
