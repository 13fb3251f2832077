import Glibc

/// Opens one way after another until one can be used, keeps it open, and looks for one again when it has ended: after pauses, for some two
/// minutes, and then only if a request needs one, so that nothing wakes an idle machine.
///
///     needed -> opening one way after another -> ready -> gone -> opening, after a pause
///
/// `Way` is a protocol that refines `SessionWay`.
public final class WayChain<Way> {
  /// Opens one way.
  public typealias Opener = () -> Way

  public enum News {
    /// A way can be used now.
    case ready
    /// The way with this name can't be used any more, for this reason.
    case lost(String, String)
    /// No way can be used.
    case nothing
  }

  /// Called while the chain is served.
  public var tell: (News) -> Void = { _ in }

  /// Counts the ways that were opened: the descriptor of another one may have the same number.
  public private(set) var opened = 0
  /// Why others can't be used, a clause each.
  public private(set) var problems: [String] = []

  private let now: () -> Int64
  private let session: (Way) -> any SessionWay
  private var openers: () -> [Opener] = { [] }
  private var isNeeded = false
  private var way: Way?
  /// The ways that are tried if this one can't be used.
  private var rest: ArraySlice<Opener> = []
  private var deadline: Int64?
  private var pause = WayPatience.firstPause
  /// When the last search failed, CLOCK_MONOTONIC microseconds.
  private var failed: Int64 = 0

  /// `now` is CLOCK_MONOTONIC in microseconds; `session` gives a way as what it is in any case.
  public init(now: @escaping () -> Int64, session: @escaping (Way) -> any SessionWay) {
    self.now = now
    self.session = session
  }

  /// The way that is used; nil if there is none yet.
  public var ready: Way? {
    guard let way, session(way).state == .ready else { return nil }
    return way
  }

  public var readyName: String? { ready.map { session($0).name } }

  /// Whether a way is being opened: what is asked of it can wait.
  public var isOpening: Bool { way != nil && ready == nil }

  /// Opens a way, and closes the one that there is. `openers` gives all, the best first, each time they are looked for.
  public func open(_ openers: @escaping () -> [Opener]) {
    self.openers = openers
    isNeeded = true
    pause = WayPatience.firstPause
    begin()
  }

  /// Closes the way, and looks for none.
  public func close() {
    closeWay()
    (rest, deadline, problems, isNeeded) = ([], nil, [], false)
  }

  /// Looks for a way again, as when the session is back.
  public func ask() {
    pause = WayPatience.firstPause
    if way == nil, isNeeded { begin() }
  }

  /// Looks for a way for a request, unless a search failed a moment ago.
  public func askForRequest() {
    if way == nil, isNeeded, now() - failed >= WayPatience.betweenRequests { begin() }
  }

  /// Waits until it is known which way is used, or that there is none, at most so many microseconds.
  public func wait(within microseconds: Int64) {
    let end = now() + microseconds
    while isOpening {
      let left = end - now()
      guard left > 0 else { return }
      var polls = wait.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? []
      let next = max(0, min(left, (nextDeadline ?? .max) - now()))
      if poll(&polls, nfds_t(polls.count), Int32((next + 999) / 1000)) > 0 { serve() }
      advance(to: now())
    }
  }

  // MARK: Calls of the owner

  /// What to wait for, as in poll(2); nil for nothing.
  public var wait: (descriptor: Int32, events: Int16)? { way.flatMap { session($0).wait } }

  /// The descriptor is ready.
  public func serve() {
    if let way { session(way).ready() }
    settle()
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  public var nextDeadline: Int64? {
    let next = min(deadline ?? .max, way.flatMap { session($0).nextDeadline } ?? .max)
    return next < .max ? next : nil
  }

  public func advance(to now: Int64) {
    if let way, let due = session(way).nextDeadline, due <= now {
      session(way).advance(to: now)
      settle()
    }
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    if isOpening {
      leave(because: "it does not answer")
      return settle()
    }
    if way == nil, isNeeded { begin() }
  }

  /// Goes on with what the way's state asks for; to be called when something was asked of the way.
  public func settle() {
    while let way {
      switch session(way).state {
      case .opening: return
      case .ready: return begun()
      case .unavailable(let reason):
        if deadline == nil { lose(session(way).name, reason) } else { leave(because: reason) }
      }
    }
    guard deadline == nil, isNeeded else { return }
    failed = now()
    tell(.nothing)
    guard pause <= WayPatience.longestPause else { return }
    deadline = now() + pause
    pause *= 2
  }

  // MARK: One way after another

  private func begin() {
    closeWay()
    (problems, deadline) = ([], nil)
    rest = openers()[...]
    next()
    settle()
  }

  private func next() {
    way = rest.popFirst()?()
    opened += 1
    deadline = way == nil ? nil : now() + WayPatience.opening
  }

  private func leave(because reason: String) {
    if let way { problems.append("\(session(way).name): \(reason)") }
    closeWay()
    next()
  }

  private func begun() {
    guard deadline != nil else { return }
    (deadline, pause) = (nil, WayPatience.firstPause)
    tell(.ready)
  }

  private func lose(_ name: String, _ reason: String) {
    problems = ["\(name): \(reason)"]
    rest = []
    closeWay()
    tell(.lost(name, reason))
  }

  private func closeWay() {
    if let way { session(way).finish() }
    way = nil
  }
}

/// How long ways are waited for, in microseconds.
private enum WayPatience {
  /// Where nothing can be used it is tried again after this time, and then after twice as long each time, for two minutes. After
  /// that it takes a request, new rules, or a session that comes back.
  static let firstPause: Int64 = 500_000
  static let longestPause: Int64 = 64_000_000
  /// A request begins a search if the last one failed at least this time ago.
  static let betweenRequests: Int64 = 3_000_000
  /// A way that has not been opened by then is left.
  static let opening: Int64 = 3_000_000
}
