import Base
import Desktop
import DeviceInput
import Glibc
import Logging
import Runtime

/// The user whose session has a seat now, and whether this session is locked.
struct SeatHolder: Equatable {
  enum Lock {
    case unlocked, locked
    /// It is not known whether the session is locked, for example because the login manager hasn't answered yet.
    case unknown
  }

  var user: uid_t
  var lock: Lock
}

/// The sessions that have the seats of this machine, and whether these sessions are locked. logind and elogind write
/// each seat's session to a file that only root can change. The login manager reports locks over the system bus.
/// Without a bus, each session counts as unlocked.
final class SeatSessions: LoopPart {
  /// Called when a seat may have changed to another session, or when a session may have been locked or unlocked.
  var changed: () -> Void = {}
  /// Called if the folder of the seats was removed, because no login manager runs any more.
  var lost: () -> Void = {}
  /// The users whose sessions have seats now.
  private(set) var users: Set<uid_t> = []

  private static let mostSeats = 64

  private let watch: Int32
  /// The sessions that have or had a seat, and haven't ended. The keys are the sessions' names in logind.
  private var sessions: [String: LoginSession] = [:]
  private let loop: EventLoop
  private let log: Logger
  /// Whether the warning about the missing system bus was logged.
  private var isToldOfNoBus = false

  /// - Throws: if no login manager runs, or the folder of the seats can't be watched.
  init(on loop: EventLoop, log: Logger) throws(SystemError) {
    (self.loop, self.log) = (loop, log)
    watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard watch >= 0 else { throw SystemError(call: "inotify_init1", code: errno) }
    let events = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
    guard inotify_add_watch(watch, SeatState.folder, UInt32(events)) >= 0 else {
      throw SystemError(call: "inotify_add_watch(\(SeatState.folder))", code: errno)
    }
    try loop.add(watch, .reading) { [unowned self] _ in readChanges() }
    look()
  }

  deinit {
    loop.remove(watch)
    close(watch)
  }

  func holder(of seat: String) -> SeatHolder? {
    guard let state = SeatState(of: seat), let user = state.active else { return nil }
    return SeatHolder(user: user, lock: state.session.map(lock(of:)) ?? .unknown)
  }

  var isAnyLocked: Bool { sessions.values.contains { $0.absence.contains(.locked) } }

  // MARK: Seats

  private func look() {
    let seats = SocketListing.names(in: SeatState.folder, atMost: Self.mostSeats) { !$0.hasPrefix(".") }
    let states = seats.compactMap { SeatState(of: $0) }
    users = Set(states.compactMap(\.active))
    let present = Set(states.compactMap(\.session))
    // A restarted login manager forgets locks and, for a moment, seats, but it keeps the sessions.
    for (name, session) in sessions where !present.contains(name) && !LoginFile.isThere(session: name) {
      session.end()
      sessions[name] = nil
    }
    // Locks are requested now, so that they are known when a program asks for a device.
    for name in present { _ = lock(of: name) }
  }

  private func readChanges() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { read(watch, $0.baseAddress, $0.count) }
    var start = 0
    var isThere = true
    while start + MemoryLayout<inotify_event>.size <= count {
      let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
      start += MemoryLayout<inotify_event>.size + Int(event.len)
      if Int32(bitPattern: event.mask) & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { isThere = false }
    }
    look()
    changed()
    if !isThere { lost() }
  }

  // MARK: Locks

  private func lock(of name: String) -> SeatHolder.Lock {
    let session = sessions[name] ?? follow(name)
    switch session.knowledge {
    case .awaited: return .unknown
    case .impossible:
      if !isToldOfNoBus { log.warning("\(Message.locksUnknown)") }
      isToldOfNoBus = true
      return .unlocked
    case .answered:
      if session.absence.contains(.locked) { return .locked }
      return session.absence.isEmpty ? .unlocked : .unknown
    }
  }

  private func follow(_ name: String) -> LoginSession {
    let session = LoginSession(
      LoginIdentity(session: name), on: loop,
      // The messages of `LoginSession` are for the session's user, so they are not logged here.
      log: Logger(label: "login") { _ in SwiftLogNoOpLogHandler() })
    session.changed = { [unowned self] _ in changed() }
    session.knowledgeChanged = { [unowned self] in changed() }
    sessions[name] = session
    session.begin()
    return session
  }

  var nextDeadline: Int64? { sessions.values.compactMap(\.nextDeadline).min() }

  func advance(to now: Int64) { for session in sessions.values { session.advance(to: now) } }
}

extension Message {
  static let locksUnknown =
    "there is no D-Bus system bus, so touch devices stay lent in locked sessions; start D-Bus to prevent this"
}
