import Base
import Desktop
import Glibc

// Nothing runs while nobody who may make gestures is there.
extension Daemon {
  /// So long the start waits at most for what the login tells, in microseconds; it answers within a few milliseconds.
  private static let patience: Int64 = 1_000_000

  /// From now on what the user's session is like decides whether anything runs.
  func followSession() {
    parts.append(late)
    let ready = { [unowned self] in
      self.session?.ready()
      rearm()
    }
    let session = LoginSession(
      owner: LoginOwner(
        now: EventLoop.now,
        watch: { [unowned self] descriptor, events in
          do throws(SystemError) {
            try loop.add(descriptor, Interest(events)) { _ in ready() }
          } catch {
            log.error("\(error)")
          }
        },
        unwatch: { [unowned self] in loop.remove($0) },
        changed: { [unowned self] in take($0) }),
      log: log)
    self.session = session
    parts.append(session)
    session.begin(within: Self.patience)
  }

  /// The session tells anew why nothing may run: what has begun is cancelled, and the devices are closed until all reasons
  /// are gone. Commands that run go on; those that wait for others to end are left out, as nobody knows for how long.
  func take(_ absence: Absence) {
    let before = self.absence
    guard absence != before else { return }
    self.absence = absence
    // Who starts it wants to know why nothing happens; a view shows it in any case.
    log.log(level: source == nil && debug == nil ? .notice : .info, "\(Message.absent(absence))")
    debug?.absent(absence, at: .now)
    if before.isEmpty {
      runner.dropWaiting()
      cancelAll()
      source?.stop()
      pull()
      late.end()
    } else if absence.isEmpty, let source {
      source.start(expectingLate: true)
      pull()
      if source.hasLate { late.begin(at: EventLoop.now()) }
    }
    rearm()
  }

  /// Looks once more for devices that could not be opened when the session came back.
  func lookForLate(isLast: Bool) -> Bool {
    source?.refresh(expectingLate: !isLast)
    pull()
    return source?.hasLate ?? false
  }
}

extension LoginSession: DaemonPart {}

extension Interest {
  /// What poll(2) waits for with these events.
  init(_ events: Int16) {
    let (reads, writes) = (events & Int16(POLLIN) != 0, events & Int16(POLLOUT) != 0)
    self = reads ? (writes ? .both : .reading) : (writes ? .writing : .hangUp)
  }
}

extension Message {
  /// Why gestures rest, or that they count again.
  static func absent(_ absence: Absence) -> String {
    absence.isEmpty ? "the session is back: gestures count again" : "\(absence.clause): gestures rest"
  }
}
