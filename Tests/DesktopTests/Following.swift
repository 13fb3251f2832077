import Glibc
import Logging
import Support
import Synchronization

@testable import Desktop

/// A session that is followed, with its reports and its log; waits as a loop would.
final class Following {
  private final class Told {
    var absences: [SuspensionReasons] = []
    /// How far the clock is ahead of the system's, in microseconds.
    var ahead: Int64 = 0
    var wakeUps = 0

    var now: Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 + ahead
    }
  }

  let session: LoginSession
  private let told = Told()
  private let lines = LoggedLines()

  /// `session` is what the login has named; the process is unknown to logind.
  convenience init(
    _ address: String?, session: String? = nil, user: UInt32 = getuid(),
    library: @autoclosure @escaping () -> BusLibrary? = BusLibrary.load(),
    within patience: Int64 = 10_000_000
  ) {
    self.init(
      address, LoginIdentity(session: session, process: UInt32(getpid()), user: user), library: library(),
      within: patience)
  }

  init(
    _ address: String?, _ identity: LoginIdentity,
    library: @autoclosure @escaping () -> BusLibrary? = BusLibrary.load(),
    within patience: Int64 = 10_000_000
  ) {
    let told = told
    self.session = LoginSession(
      identity, library: library(), address: address,
      now: { told.now }, log: lines.logger)
    self.session.changed = { told.absences.append($0) }
    self.session.begin(within: patience)
  }

  /// Every absence that the session has reported.
  var absences: [SuspensionReasons] { told.absences }
  var log: [String] { lines.all }
  /// The number of descriptors to wait for.
  var watched: Int { session.wait == nil ? 0 : 1 }
  var wakeUps: Int { told.wakeUps }

  /// Lets time pass, and serves the deadlines until then.
  func jump(seconds: Int64) {
    told.ahead += seconds * 1_000_000
    session.advance(to: told.now)
  }

  /// Serves it until `isSo`, or for ten seconds; returns whether it is so.
  func serve(within seconds: Double = 10, until isSo: () -> Bool) -> Bool {
    let end = told.now + Int64(seconds * 1_000_000)
    while !isSo() {
      let now = told.now
      guard now < end else { return false }
      let next = min(session.nextDeadline ?? .max, end, now + 100_000)
      var wanted = [session.wait].compactMap(\.self).map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      if poll(&wanted, nfds_t(wanted.count), Int32(clamping: max(0, next - now) / 1000 + 1)) > 0 {
        told.wakeUps += 1
        session.ready()
      }
      if let deadline = session.nextDeadline, deadline <= told.now { session.advance(to: told.now) }
    }
    return true
  }

  /// Whether the session comes to have this absence.
  func becomes(_ absence: SuspensionReasons) -> Bool { serve { session.absence == absence } }
}

/// Keeps the lines of the log.
private final class LoggedLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "test") { _ in Keeper(lines: self) } }

  private struct Keeper: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    let lines: LoggedLines

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.lines.withLock { $0.append("\(event.level): \(event.message)") } }
  }
}
