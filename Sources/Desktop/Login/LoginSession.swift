import Base
import Glibc
import Logging
import Runtime

/// Follows the user's session through logind or elogind: whether it has the screen, is locked, or sleeps.
///
/// It asks over the system bus and never waits for an answer, except in `begin`. A signal is only a reason to ask
/// again, and only answers of the login manager itself count: every user of the machine may send signals. Without a
/// login manager the user is taken to be there; a bus that comes later is noticed. When the login manager goes, a lock and
/// another session on the screen stay until it is back and says otherwise.
///
/// A service that must not take anybody to be there without knowing it goes by `knowledge` too.
public final class LoginSession: LoopPart {
  /// Whether `absence` is what a login manager says.
  public enum Knowledge: Equatable, Sendable {
    /// A login manager has to answer first, or to answer again.
    case awaited
    /// A login manager has answered. It may have ended since: then it is the last one's word.
    case answered
    /// There has been no bus to ask on.
    case impossible
  }

  /// Why nothing counts now.
  public private(set) var absence: SuspensionReasons = []
  /// How `absence` is known.
  public private(set) var knowledge = Knowledge.awaited { didSet { if knowledge != oldValue { knows() } } }

  /// Called with `absence` when it has changed. The machine sleeps only when this has returned.
  public var changed: (SuspensionReasons) -> Void = { _ in }
  public var knows: () -> Void = {}

  private let now: () -> Int64
  private let watch: LinkWatch?
  private let identity: LoginIdentity
  private let log: Logger
  /// Loaded when there is a bus to speak to.
  private lazy var library: BusLibrary? = load()
  private let load: () -> BusLibrary?
  private let address: String?
  private let delay = SleepDelay()
  private var connection: BusConnection?
  /// Where the bus will be, while there is none.
  private var socket: BusSocket?
  private var manager: BusPeer?
  private var lookup: SessionLookup?
  /// The awaited answer about sleep is out of date already.
  private var isSleepOutdated = false
  private var isAskingForSleep = false
  /// Something has changed since the lookup began.
  private var isOutdated = false
  private var memory = SessionMemory()
  private var retry = Retry()
  /// Whether the first lookup is over, or none will be.
  private var isSettled = false
  private var isToldOfNobody = false
  /// The log has the warning that a lock stays although the login manager reports none.
  private var isToldOfDoubt = false
  /// Of the session that was found last.
  private var path: String?

  /// Its descriptor is watched in `loop`; nil if the owner calls `ready` itself. `now` is CLOCK_MONOTONIC in microseconds.
  public convenience init(
    _ identity: LoginIdentity = .own, on loop: EventLoop?, now: @escaping () -> Int64 = MonotonicClock.now, log: Logger
  ) {
    self.init(
      identity, library: BusLibrary.load(), watch: loop.map { LinkWatch(on: $0, log: log) }, now: now, log: log)
  }

  /// `address` is that of the bus, where it is not the system's.
  init(
    _ identity: LoginIdentity, library: @autoclosure @escaping () -> BusLibrary?, address: String? = nil,
    watch: LinkWatch? = nil, now: @escaping () -> Int64 = MonotonicClock.now, log: Logger
  ) {
    self.identity = identity
    self.address = address
    load = library
    self.watch = watch
    self.now = now
    self.log = log
  }

  // MARK: Calls of the owner

  public func begin() { connect() }

  /// Begins to ask, and waits for the first answers for this number of microseconds at most; then goes on without.
  public func begin(within patience: Int64) {
    begin()
    Waiting.serve(
      within: patience, until: { isSettled || connection == nil },
      waits: { [connection.map { ($0.descriptor, $0.events) }].compactMap(\.self) }
    ) { _ in ready() }
    if !isSettled, connection != nil { log.warning("\(LoginWording.silent)") }
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

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  public var nextDeadline: Int64? {
    let deadline = min(connection?.deadline ?? .max, retry.deadline ?? .max, memory.deadline ?? .max)
    return deadline < .max ? deadline : nil
  }

  public func advance(to now: Int64) {
    if let deadline = connection?.deadline, deadline <= now { ready() }
    if retry.takeDue(at: now) {
      if connection == nil { connect() } else { look() }
    }
    if memory.forget(at: now) {
      log.warning("\(memory.absence.isEmpty ? LoginWording.forgotten : LoginWording.kept(memory.absence))")
      publish()
    }
    rewatch()
  }

  // MARK: The bus

  private func connect() {
    // Before the attempt, so that no bus that starts meanwhile is missed.
    socket = socket ?? BusSocket(address: address)
    if let socket, socket.isMissing { return lose(BusConnection.Loss(code: ENOENT)) }
    guard let library else {
      socket = nil
      rewatch()
      return settle(telling: LoginWording.noLibrary)
    }
    do throws(BusConnection.Loss) {
      let connection = try BusConnection(library, address: address)
      self.connection = connection
      knowledge = .awaited
      let manager = BusPeer(Login.name, on: connection) { [unowned self] in
        if $0 == .nobody { fade() } else { lookAfresh() }
      }
      self.manager = manager
      manager.follow(Login.managersSignals) { [unowned self] in hear($0) }
      for interface in [Login.session, Login.user] {
        manager.follow(Login.changes(of: interface)) { [unowned self] _ in look() }
      }
      lookAfresh()
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
    } else if !isSettled {
      knowledge = .impossible
    }
    // Where there is no bus at the start there may never be one: only a new socket is a reason to try again.
    guard isSettled else { return settle(telling: LoginWording.noBus(loss.code)) }
    fade()
    retry.again(after: now())
  }

  private func rewatch() {
    watch?.follow(wait) { [unowned self] in ready() }
  }

  /// The descriptor to wait for, with the events of poll(2); nil if it waits for none.
  var wait: (descriptor: Int32, events: Int16)? {
    connection.map { ($0.descriptor, $0.events) } ?? socket.map { ($0.descriptor, Int16(POLLIN)) }
  }

  // MARK: Reports

  private func hear(_ message: BusMessage) {
    if message.isSignal("PrepareForSleep") {
      askForSleep()
    } else if message.isSignal("SessionNew") || message.isSignal("SessionRemoved") {
      look()
    }
  }

  /// Asks whether the machine is about to sleep; the delay on sleep holds meanwhile.
  private func askForSleep() {
    // Others sleep without this process.
    guard let manager, identity.process != nil else { return }
    guard !isAskingForSleep else { return isSleepOutdated = true }
    (isAskingForSleep, isSleepOutdated) = (true, false)
    manager.call(Login.property("PreparingForSleep"), within: Login.patience) { [unowned self] answer in
      isAskingForSleep = false
      if case .message(let message) = answer, case .flag(let isAsleep) = message.value() { sleep(isAsleep) }
      if isSleepOutdated { askForSleep() }
    }
  }

  private func sleep(_ isAsleep: Bool) {
    memory.know(isAsleep: isAsleep)
    publish()
    if isAsleep {
      delay.release()
    } else if let manager {
      delay.take(from: manager)
    }
  }

  /// Asks for everything again: a login manager has just come.
  private func lookAfresh() {
    (isAskingForSleep, isSleepOutdated) = (false, false)
    memory.outlive()
    askForSleep()
    lookup = nil
    look()
  }

  private func look() {
    guard let manager else { return }
    guard lookup == nil else { return isOutdated = true }
    isOutdated = false
    let lookup = SessionLookup(manager, identity) { [unowned self] in find($1, by: $0) }
    self.lookup = lookup
    lookup.begin()
  }

  private func find(_ finding: SessionLookup.Finding, by lookup: SessionLookup) {
    guard lookup === self.lookup else { return }
    self.lookup = nil
    if finding != .silence { (isSettled, socket) = (true, nil) }
    switch finding {
    case .session(let path, let absence):
      log.debug("\(LoginWording.found(path))")
      know(absence, isSame: self.path == nil || self.path == path)
      self.path = path
    case .loggedOut: know(.inactive)
    case .unknownUser:
      tellOfNobody(LoginWording.unknownUser)
      know([])
    case .nobody:
      tellOfNobody(LoginWording.noLogin)
      fade()
    case .silence:
      knowledge = .awaited
      retry.again(after: now())
    }
    if isOutdated { look() }
  }

  private func know(_ session: SuspensionReasons, isSame: Bool = true) {
    let isDoubtful = memory.know(session, isSame: isSame)
    if isDoubtful, !isToldOfDoubt { log.warning("\(LoginWording.remembered)") }
    isToldOfDoubt = isDoubtful
    retry.succeeded()
    publish()
    knowledge = .answered
  }

  private func fade() {
    if memory.fade(from: now()) { log.info("\(LoginWording.lost)") }
  }

  private func settle(telling text: String) {
    isSettled = true
    tellOfNobody(text)
  }

  /// Logged once: it stays true.
  private func tellOfNobody(_ text: String) {
    if !isToldOfNobody { log.info("\(text)") }
    isToldOfNobody = true
  }

  private func publish() {
    guard memory.absence != absence else { return }
    absence = memory.absence
    changed(absence)
  }
}
