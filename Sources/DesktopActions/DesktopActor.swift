import Bindings
import Desktop
import Logging
import Runtime

/// Sends requests to the desktop, through the first usable link of each domain.
public final class DesktopActor {
  /// The maximum number of requests that wait in one domain while its link opens.
  private static let mostPending = 64

  /// One domain, with its links and its waiting requests.
  public final class Branch {
    public let domain: DesktopDomain
    public let links: LinkChooser<any ActionLink>
    fileprivate var isNeeded = false
    fileprivate var pending: [DesktopRequest] = []

    fileprivate init(_ domain: DesktopDomain, on loop: (EventLoop, Logger)?, now: @escaping () -> Int64) {
      self.domain = domain
      links = LinkChooser(on: loop, now: now) { $0 }
    }
  }

  /// Whether requests are only logged and not sent.
  public var isDryRun: Bool {
    didSet { if isDryRun != oldValue { for branch in branches { begin(branch) } } }
  }

  /// The reasons why gestures are suspended now. If there is a reason, every request is skipped.
  public var suspension: SuspensionReasons = [] {
    didSet {
      guard suspension != oldValue else { return }
      for branch in branches {
        branch.pending = []
        if suspension.isEmpty { branch.links.ask() }
      }
    }
  }

  /// Called for each skipped or refused action, even if no warning is logged, but not if pending requests are dropped.
  public var skipped: (SkippedAction) -> Void = { _ in }

  public let branches: [Branch]

  private let log: Logger
  private let openers: (DesktopDomain) -> [ActionLinks.Opener]
  private var logged: Set<String> = []

  /// `now` returns CLOCK_MONOTONIC in microseconds; `openers` returns the functions that open a domain's links.
  public init(
    dryRun: Bool, log: Logger, on loop: EventLoop? = nil, now: @escaping () -> Int64,
    openers: @escaping (DesktopDomain) -> [ActionLinks.Opener]
  ) {
    isDryRun = dryRun
    (self.log, self.openers) = (log, openers)
    branches = DesktopDomain.allCases.map { Branch($0, on: loop.map { ($0, log) }, now: now) }
    for branch in branches { branch.links.changed = { [unowned self, unowned branch] in handle($0, branch) } }
  }

  /// Opens a link for each domain of `actions`, except in a dry run. Closes the links of all other domains.
  public func use(_ actions: [DesktopAction]) {
    logged = []
    let needed = Set(actions.map(\.domain))
    for branch in branches where branch.isNeeded != needed.contains(branch.domain) {
      branch.isNeeded.toggle()
      begin(branch)
    }
  }

  public func stop() { use([]) }

  /// Returns the reason why this action can't be done, as a clause. Nil if no such reason is known.
  public func obstacle(to action: DesktopAction) -> String? {
    guard let links = branch(action)?.links else { return nil }
    guard let link = links.ready else { return ActionWording.nothing(links.problems) }
    return link.obstacle(to: action)
  }

  /// Returns a sentence for each domain of `actions`: the working link (`fix` is nil), or why no link works. Also
  /// returns a sentence for each action that a working link can't do.
  public func lines(_ actions: [(action: DesktopAction, location: FileLocation)]) -> [(text: String, fix: String?)] {
    let needed = Set(actions.map(\.action.domain))
    let all = branches.filter { needed.contains($0.domain) }.map { branch in
      branch.links.readyName.map { (text: ActionWording.ready(branch.domain, $0), fix: nil) }
        ?? (ActionWording.nothing(branch.domain, branch.links.problems), ActionWording.fix(branch.domain))
    }
    return all
      + actions.compactMap { action, location in
        guard let link = branch(action)?.links.readyName, let obstacle = obstacle(to: action) else { return nil }
        return (ActionWording.cantBeDone(action, location, obstacle), ActionWording.fix(action.domain, action, link))
      }
  }

  // MARK: Requests

  /// Sends, queues or skips a request; a dry run only logs the request. Never blocks.
  public func perform(_ request: DesktopRequest) {
    guard suspension.isEmpty else { return skipped(request.skipped(suspension.clause)) }
    if isDryRun { return log.notice("\(ActionWording.dryRun(request))") }
    guard let branch = branch(request.action) else { return }
    branch.links.searchForRequest()
    if branch.links.isOpening {
      guard branch.pending.count < Self.mostPending else { return skip(request, ActionWording.tooMany) }
      return branch.pending.append(request)
    }
    if let obstacle = obstacle(to: request.action) { return skip(request, obstacle) }
    branch.links.ready?.perform(request.action) { [weak self] in self?.skip(request, $0) }
    branch.links.update()
  }

  private func branch(_ action: DesktopAction) -> Branch? { branches.first { $0.domain == action.domain } }

  private func begin(_ branch: Branch) {
    branch.pending = []
    guard branch.isNeeded, !isDryRun else { return branch.links.close() }
    branch.links.open { [unowned self, domain = branch.domain] in openers(domain) }
  }

  private func handle(_ news: LinkChooser<any ActionLink>.News, _ branch: Branch) {
    switch news {
    case .ready: log.info("\(ActionWording.ready(branch.domain, branch.links.readyName ?? ""))")
    case .lost(let name, let reason): log.info("\(ActionWording.lost(name, reason))")
    case .nothing: break
    }
    let waiting = branch.pending
    branch.pending = []
    for request in waiting { perform(request) }
  }

  /// Reports a request to `skipped`, and logs a warning. A repeated warning isn't logged until the rules change.
  private func skip(_ request: DesktopRequest, _ obstacle: String) {
    let text = ActionWording.skipped(request, obstacle)
    if logged.insert(text).inserted { log.warning("\(text)") }
    skipped(request.skipped("\(ActionWording.cantBeDone(request)): \(obstacle)"))
  }
}
