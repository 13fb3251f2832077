import Base
import Glibc
import Logging
import Runtime

/// Follows the user's session through logind or elogind.
///
/// Only `begin(within:)` waits for answers. Every user of the machine can send signals. So a signal only makes this
/// type ask the login manager. Without a login manager, the user counts as present. After a login manager has ended,
/// its last report still counts, except that sleep is forgotten after a minute. A service that must not act on an
/// assumed state must check `knowledge`.
public final class LoginSession: LoopPart {
  /// Whether `absence` comes from a login manager.
  public enum Knowledge: Equatable, Sendable {
    /// No login manager has answered since the start, since the connection was lost, or since a question got no answer.
    case awaited
    /// A login manager has answered. If it has ended since, its last answer counts.
    case answered
    /// There was no system bus at the start, and no connection to a system bus since.
    case impossible
  }

  /// The reasons why gestures are suspended. Empty if the user is present, or if no login manager has reported a state.
  public private(set) var absence: SuspensionReasons = []
  public private(set) var knowledge = Knowledge.awaited { didSet { if knowledge != oldValue { knowledgeChanged() } } }

  /// Called with the new value of `absence`. The machine's sleep is delayed until this function returns.
  public var changed: (SuspensionReasons) -> Void = { _ in }
  public var knowledgeChanged: () -> Void = {}

  private let now: () -> Int64
  private let watch: LinkWatch?
  private let identity: LoginIdentity
  private let log: Logger
  /// The D-Bus library, loaded when there is a bus to connect to. Nil if no library was found.
  private lazy var library: BusLibrary? = load()
  private let load: () -> BusLibrary?
  private let address: String?
  private let delay = SleepDelay()
  private var connection: BusConnection?
  /// Watches the bus's socket for a new bus. Nil once the current bus has answered a lookup, or without a library.
  private var socket: BusSocket?
  private var manager: BusPeer?
  private var lookup: SessionLookup?
  /// Whether the pending answer about sleep is already outdated.
  private var isSleepOutdated = false
  private var isAskingForSleep = false
  /// Whether the login manager has reported a change since the lookup began, so that another lookup must follow.
  private var isOutdated = false
  private var memory = SessionMemory()
  /// When to connect or to ask again, in CLOCK_MONOTONIC microseconds; nil if neither is planned.
  private var retry: Int64?
  private var backoff = Backoff.endless
  /// Whether a lookup has been answered, or can't be made.
  private var isResolved = false
  private var hasLoggedAbsence = false
  /// Whether the log already warns that an old lock still counts.
  private var hasLoggedDoubt = false
  private var path: String?

  /// `loop` watches the descriptor; if `loop` is nil, the owner polls `wait` and calls `ready`. If `address` is nil,
  /// the system bus is used. `now` returns CLOCK_MONOTONIC in microseconds.
  package init(
    _ identity: LoginIdentity = .own, on loop: EventLoop? = nil,
    library: @autoclosure @escaping () -> BusLibrary? = BusLibrary.load(), address: String? = nil,
    now: @escaping () -> Int64 = MonotonicClock.now, log: Logger
  ) {
    (self.identity, self.address) = (identity, address)
    load = library
    watch = loop.map { LinkWatch(on: $0, log: log) }
    (self.now, self.log) = (now, log)
  }

  // MARK: Calls of the owner

  public func begin() { connect() }

  /// Calls `begin`. Blocks until the first lookup is answered or can't be made, for at most `patience` microseconds.
  public func begin(within patience: Int64) {
    begin()
    Waiting.serve(
      within: patience, until: { isResolved || connection == nil },
      waits: { [connection.map { ($0.descriptor, $0.events) }].compactMap(\.self) }
    ) { _ in ready() }
    if !isResolved, connection != nil { log.warning("\(LoginWording.silent)") }
  }

  public func end() {
    (connection, manager, lookup, socket) = (nil, nil, nil, nil)
    rewatch()
  }

  public func ready() {
    guard let connection else {
      guard let socket, socket.takeChanges() else { return }
      connect()
      return
    }
    do throws(BusConnection.Loss) {
      try connection.process()
    } catch {
      lose(error)
    }
    rewatch()
  }

  public var nextDeadline: Int64? {
    let deadline = min(connection?.deadline ?? .max, retry ?? .max, memory.deadline ?? .max)
    return deadline < .max ? deadline : nil
  }

  public func advance(to now: Int64) {
    if let deadline = connection?.deadline, deadline <= now { ready() }
    if let attempt = retry, attempt <= now {
      retry = nil
      if connection == nil { connect() } else { lookUp() }
    }
    if memory.expire(at: now) {
      log.warning("\(memory.absence.isEmpty ? LoginWording.forgotten : LoginWording.kept(memory.absence))")
      publish()
    }
    rewatch()
  }

  // MARK: The bus

  private func connect() {
    // The socket is watched before the connection attempt, so that a bus that starts meanwhile isn't missed.
    socket = socket ?? BusSocket(address: address)
    if let socket, socket.isMissing { return lose(BusConnection.Loss(code: ENOENT)) }
    guard let library else {
      socket = nil
      rewatch()
      return resolve(logging: LoginWording.noLibrary)
    }
    do throws(BusConnection.Loss) {
      let connection = try BusConnection(library, address: address)
      self.connection = connection
      knowledge = .awaited
      let manager = BusPeer(Login.name, on: connection) { [unowned self] in
        if $0 == .noProgram { managerEnded() } else { restartLookup() }
      }
      self.manager = manager
      manager.follow(Login.managersSignals) { [unowned self] in receiveSignal($0) }
      for interface in [Login.session, Login.user] {
        manager.follow(Login.changes(of: interface)) { [unowned self] _ in lookUp() }
      }
      restartLookup()
    } catch {
      lose(error)
    }
    rewatch()
  }

  private func lose(_ loss: BusConnection.Loss) {
    connection = nil
    manager = nil
    lookup = nil
    isOutdated = false
    (isAskingForSleep, isSleepOutdated) = (false, false)
    socket = socket ?? BusSocket(address: address)
    rewatch()
    if loss.code != ENOENT || knowledge == .answered {
      knowledge = .awaited
    } else if !isResolved {
      knowledge = .impossible
    }
    // If there is no bus at the start, there may never be one: only a new socket causes another attempt.
    guard isResolved else { return resolve(logging: LoginWording.noBus(loss.code)) }
    managerEnded()
    retry = backoff.next(after: now())
  }

  private func rewatch() { watch?.follow(wait) { [unowned self] in ready() } }

  var wait: (descriptor: Int32, events: Int16)? {
    connection.map { ($0.descriptor, $0.events) } ?? socket.map { ($0.descriptor, Int16(POLLIN)) }
  }

  // MARK: Reports

  private func receiveSignal(_ message: BusMessage) {
    if message.isSignal("PrepareForSleep") {
      askForSleep()
    } else if message.isSignal("SessionNew") || message.isSignal("SessionRemoved") {
      lookUp()
    }
  }

  /// Asks whether the machine will sleep, unless another user's session is followed. Sleep is delayed until the answer.
  private func askForSleep() {
    // This process follows and delays sleep only for its own session.
    guard let manager, identity.process != nil else { return }
    guard !isAskingForSleep else { return isSleepOutdated = true }
    (isAskingForSleep, isSleepOutdated) = (true, false)
    manager.call(Login.property("PreparingForSleep"), within: Bus.patience) { [unowned self] answer in
      isAskingForSleep = false
      if case .message(let message) = answer, case .flag(let isAsleep) = message.value() { sleep(isAsleep) }
      if isSleepOutdated { askForSleep() }
    }
  }

  private func sleep(_ isAsleep: Bool) {
    memory.record(isAsleep: isAsleep)
    publish()
    if isAsleep {
      delay.release()
    } else if let manager {
      delay.request(from: manager)
    }
  }

  /// Asks for all facts again; called when a login manager may have started.
  private func restartLookup() {
    (isAskingForSleep, isSleepOutdated) = (false, false)
    memory.rememberLock()
    askForSleep()
    lookup = nil
    lookUp()
  }

  private func lookUp() {
    guard let manager else { return }
    guard lookup == nil else { return isOutdated = true }
    isOutdated = false
    let lookup = SessionLookup(manager, identity) { [unowned self] in receive($1, from: $0) }
    self.lookup = lookup
    lookup.begin()
  }

  private func receive(_ finding: SessionLookup.Finding, from lookup: SessionLookup) {
    guard lookup === self.lookup else { return }
    self.lookup = nil
    if finding != .silence { (isResolved, socket) = (true, nil) }
    switch finding {
    case .session(let path, let absence):
      log.debug("\(LoginWording.found(path))")
      apply(absence, isSame: self.path == nil || self.path == path)
      self.path = path
    case .loggedOut: apply(.inactive)
    case .unknownUser:
      logOnce(LoginWording.unknownUser)
      apply([])
    case .noLoginManager:
      logOnce(LoginWording.noLogin)
      managerEnded()
    case .silence:
      knowledge = .awaited
      retry = backoff.next(after: now())
    }
    if isOutdated { lookUp() }
  }

  private func apply(_ session: SuspensionReasons, isSame: Bool = true) {
    let isDoubtful = memory.record(session, isSame: isSame)
    if isDoubtful, !hasLoggedDoubt { log.warning("\(LoginWording.remembered)") }
    hasLoggedDoubt = isDoubtful
    (retry, backoff) = (nil, .endless)
    publish()
    knowledge = .answered
  }

  private func managerEnded() { if memory.beginFading(from: now()) { log.info("\(LoginWording.lost)") } }

  private func resolve(logging text: String) {
    isResolved = true
    logOnce(text)
  }

  /// Logs the text, unless an earlier call has logged a text.
  private func logOnce(_ text: String) {
    if !hasLoggedAbsence { log.info("\(text)") }
    hasLoggedAbsence = true
  }

  private func publish() {
    guard memory.absence != absence else { return }
    absence = memory.absence
    changed(absence)
  }
}
