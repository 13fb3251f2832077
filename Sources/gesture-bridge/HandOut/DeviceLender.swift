import Base
import CLinux
import DeviceInput
import Glibc
import Logging
import Runtime
import Text

/// Lends touch devices, for reading only, to the user whose session has the devices' seat. Takes devices back when the
/// user's session loses the seat, or is not known to be unlocked.
///
/// A borrower is one connection and has at most one device. The device is opened before its seat is checked, so that
/// the checked device is the lent device. The loan is noted before the check, so that a later change of the seat ends
/// the loan. A borrower can change the ranges of the axes. The ranges are restored when the loan ends.
///
///     connected --a path--> asking --the session is known to be unlocked--> lent
///     connected, asking --the borrower leaves, or has no device 5 s after connecting--> closed
///     asking --a second path, no touch device, an error, a locked session, or not the user's seat--> closed
///     lent --no session of the user has the seat, or the session is not known to be unlocked--> revoked
///     lent --the borrower leaves, or sends a second path--> revoked
final class DeviceLender: LoopPart {
  struct System {
    /// Opens an event node for reading; refuses links, and paths that aren't event nodes.
    var open: (_ node: String) throws(LendingRefusal) -> OwnedDescriptor = Self.openNode
    /// The seat of a touch device; nil for all other nodes.
    var seat: (_ node: String) -> String? = { Lending.seat(ofTouchDevice: $0) }
    /// The user whose session has a seat, and whether the session is locked. Nil if no session has the seat.
    var holder: (_ seat: String) -> SeatHolder?
    var users: () -> Set<uid_t>
    /// Whether the descriptor belongs to an input device that is still plugged in.
    var isDevice: (Int32) -> Bool = { gb_is_input_device($0) != 0 }
    var axes: (Int32) -> AxisRanges = { AxisRanges(of: $0) }
    var restore: (AxisRanges, Int32) -> Void = { $0.restore(on: $1) }
    /// Makes a descriptor and its copies useless.
    var revoke: (Int32) -> Void = { _ = gb_revoke($0) }
    var now: () -> Int64 = EventLoop.now

    private static func openNode(_ path: String) throws(LendingRefusal) -> OwnedDescriptor {
      guard path.hasPrefix("/dev/input/event"), !path.includes(".."), !path.utf8.contains(0) else {
        throw .noTouchDevice
      }
      let opened = gb_input_open(path, O_RDONLY | O_NOFOLLOW | O_NOCTTY)
      guard opened >= 0 else { throw [ENOENT, ELOOP, ENOTDIR].contains(errno) ? .noTouchDevice : .failed }
      return OwnedDescriptor(owning: opened)
    }
  }

  /// The maximum number of connections of one user. The daemon, `doctor` and `record` together need fewer.
  static let mostOfUser = 32
  /// The maximum number of waiting connections that one call of `accept` takes from the listener.
  private static let mostAtOnce = 64
  /// The longest time that a connection stays open without a device, in microseconds.
  static let patience: Int64 = 5_000_000
  /// The time without borrowers after which the service ends, in µs. Unused unless systemd can start the service again.
  static let idleTime: Int64 = 30_000_000

  /// A device that a borrower has, or is about to get.
  private final class Loan {
    let device: OwnedDescriptor
    let node: String
    let seat: String
    let axes: AxisRanges

    init(_ device: consuming OwnedDescriptor, _ node: String, _ seat: String, _ axes: AxisRanges) {
      self.device = device
      self.node = node
      self.seat = seat
      self.axes = axes
    }
  }

  private final class Borrower {
    enum State {
      case connected
      /// The borrower has sent a path. It is not known yet whether the session is locked.
      case asking(path: String)
      case lent(Loan)
    }

    let connection: OwnedDescriptor
    let user: uid_t
    let process: pid_t
    let deadline: Int64
    var state = State.connected
    var loan: Loan? { if case .lent(let loan) = state { loan } else { nil } }

    init(_ connection: consuming OwnedDescriptor, _ user: uid_t, _ process: pid_t, until deadline: Int64) {
      self.connection = connection
      self.user = user
      self.process = process
      self.deadline = deadline
    }
  }

  private let listener: Int32
  private let loop: EventLoop
  private let system: System
  private let log: Logger
  private var borrowers: [Borrower] = []
  private var idleSince: Int64
  private let mayEnd: Bool

  /// Serves the borrowers that connect to a socket. `mayEnd` is true if systemd can start the service again.
  init(_ listener: Int32, mayEnd: Bool, on loop: EventLoop, _ system: System, log: Logger) throws(SystemError) {
    self.listener = listener
    self.mayEnd = mayEnd
    self.loop = loop
    self.system = system
    self.log = log
    idleSince = system.now()
    // systemd's socket blocks by default, so accepting would wait for the next connection.
    guard fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK) >= 0 else {
      throw SystemError(call: "fcntl(F_SETFL)", code: errno)
    }
    try loop.add(listener, .reading) { [unowned self] _ in accept() }
  }

  var count: Int { borrowers.count { $0.loan != nil } }

  // MARK: Borrowers

  private func accept() {
    for _ in 0..<Self.mostAtOnce {
      let accepted = gb_local_accept(listener)
      guard accepted >= 0 else { return }
      admit(OwnedDescriptor(owning: accepted))
    }
  }

  private func admit(_ connection: consuming OwnedDescriptor) {
    let number = connection.number
    var user = uid_t.max
    var process: pid_t = 0
    guard gb_local_peer(number, &user, &process) == 0 else { return }
    guard system.users().contains(user) else {
      log.debug("user \(user) is refused: no session of this user has a seat now")
      return turnAway(number, .notActive)
    }
    guard borrowers.count(where: { $0.user == user }) < Self.mostOfUser else {
      log.warning("user \(user) was refused: this user has too many connections; end programs that read touch devices")
      return turnAway(number, .tooMany)
    }
    let borrower = Borrower(connection, user, process, until: system.now() + Self.patience)
    do throws(SystemError) {
      try loop.add(number, .reading) { [unowned self, unowned borrower] _ in serve(borrower) }
      borrowers.append(borrower)
    } catch {
      log.warning("\(error)")
    }
  }

  /// Refuses a connection. First reads its request: unread bytes would give the other side an error, not the answer.
  private func turnAway(_ connection: Int32, _ refusal: LendingRefusal) {
    shutdown(connection, Int32(SHUT_RD))
    var packet = [UInt8](repeating: 0, count: Lending.longest)
    var passed: Int32 = -1
    _ = gb_packets_receive(connection, &packet, packet.count, &passed)
    if passed >= 0 { close(passed) }
    answer(connection, refusal.rawValue)
  }

  private func serve(_ borrower: Borrower) {
    var packet = [UInt8](repeating: 0, count: Lending.longest)
    var passed: Int32 = -1
    let count = gb_packets_receive(borrower.connection.number, &packet, packet.count, &passed)
    if passed >= 0 { close(passed) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    // The borrower has left, or has sent a second packet.
    guard count > 0, case .connected = borrower.state else { return remove(borrower) }
    borrower.state = .asking(path: String(decoding: packet.prefix(count), as: UTF8.self))
    takeBackLost()
    consider(borrower)
  }

  /// Lends the requested device, or refuses the request. The borrower waits until the session's lock state is known.
  private func consider(_ borrower: Borrower) {
    guard case .asking(let path) = borrower.state else { return }
    do throws(LendingRefusal) {
      try lend(path, to: borrower)
    } catch {
      borrower.state = .connected
      log.notice("\(Message.notLent(path, to: borrower.user, Message.clause(error)))")
      answer(borrower.connection.number, error.rawValue)
      remove(borrower)
    }
  }

  private func lend(_ path: String, to borrower: Borrower) throws(LendingRefusal) {
    let device = try system.open(path)
    let opened = device.number
    guard let seat = system.seat(path), system.isDevice(opened) else { throw .noTouchDevice }
    // If another loan has this node and its device is plugged in, the node belongs to the same device.
    let other = borrowers.lazy.compactMap(\.loan).first { $0.node == path && self.system.isDevice($0.device.number) }
    let loan = Loan(device, path, seat, other?.axes ?? system.axes(opened))
    borrower.state = .lent(loan)
    guard let holder = system.holder(seat), holder.user == borrower.user else { throw .notActive }
    switch holder.lock {
    case .unlocked: break
    case .locked: throw .locked
    case .unknown: return borrower.state = .asking(path: path)
    }
    if other != nil { system.restore(loan.axes, opened) }
    let code = answer(borrower.connection.number, Lending.lent, opened)
    guard code == 0 else {
      log.notice("\(Message.notHandedOver(path, to: borrower.user, code))")
      answer(borrower.connection.number, LendingRefusal.failed.rawValue)
      return remove(borrower)
    }
    log.info("\(path) is lent to user \(borrower.user) (pid \(borrower.process)), read-only")
  }

  private func remove(_ borrower: Borrower) {
    loop.remove(borrower.connection.number)
    switch borrower.state {
    case .connected: break
    case .asking(let path): log.notice("\(Message.notLent(path, to: borrower.user, Message.undecided))")
    case .lent(let loan): takeBack(loan)
    }
    borrower.state = .connected
    borrowers.removeAll { $0 === borrower }
    idleSince = system.now()
  }

  private func takeBack(_ loan: Loan) {
    let node: OwnedDescriptor?
    do throws(LendingRefusal) { node = try system.open(loan.node) } catch { node = nil }
    // The node was opened first: if the device is still present now, the node belongs to this device.
    let isPresent = system.isDevice(loan.device.number)
    system.revoke(loan.device.number)
    guard isPresent else { return }
    guard let node else {
      return log.warning(
        "can't open \(loan.node) to reset its axis ranges; if touches are misplaced, restart the machine")
    }
    system.restore(loan.axes, node.number)
  }

  /// Sends an answer, with a device if `device` isn't -1. Returns 0 or errno.
  @discardableResult
  private func answer(_ connection: Int32, _ word: String, _ device: Int32 = -1) -> Int32 {
    let bytes = Array(word.utf8)
    return bytes.withUnsafeBytes { gb_packets_send(connection, $0.baseAddress, $0.count, device) < 0 ? errno : 0 }
  }

  // MARK: Seats

  func seatsChanged() {
    takeBackLost()
    for borrower in borrowers { consider(borrower) }
  }

  private func takeBackLost() {
    for borrower in borrowers {
      guard let loan = borrower.loan else { continue }
      let holder = system.holder(loan.seat)
      guard holder != SeatHolder(user: borrower.user, lock: .unlocked) else { continue }
      let reason =
        if holder?.user != borrower.user {
          Message.clause(.notActive)
        } else {
          holder?.lock == .locked ? Message.clause(.locked) : Message.undecided
        }
      log.info("\(loan.node) is taken back from user \(borrower.user): \(reason)")
      remove(borrower)
    }
  }

  func end() { for borrower in borrowers { remove(borrower) } }

  // MARK: Deadlines

  /// Called after each `idleTime` without borrowers, if `mayEnd`.
  var isIdle: () -> Void = {}

  var nextDeadline: Int64? {
    let waiting = borrowers.lazy.filter { $0.loan == nil }.map(\.deadline).min()
    return waiting ?? (mayEnd && borrowers.isEmpty ? idleSince + Self.idleTime : nil)
  }

  func advance(to now: Int64) {
    for borrower in borrowers where borrower.loan == nil && borrower.deadline <= now { remove(borrower) }
    guard mayEnd, borrowers.isEmpty, idleSince + Self.idleTime <= now else { return }
    idleSince = now
    isIdle()
  }
}

extension Message {
  static func notLent(_ node: String, to user: uid_t, _ reason: String) -> String {
    "\(node.inQuotes) is not lent to user \(user): \(reason)"
  }

  static let undecided = "logind has not reported that the session is unlocked"

  static func clause(_ refusal: LendingRefusal) -> String {
    switch refusal {
    case .notActive: "no session of this user has the seat now"
    case .locked: "the session is locked"
    case .noTouchDevice: "it is not a connected touch device, or it is also another kind of device, such as a keyboard"
    case .tooMany: "this user already has as many devices as one user can have"
    case .failed: "it can't be opened"
    }
  }

  /// A log message that the answer with the device `node` could not be sent. `code` is the errno of the failed call.
  static func notHandedOver(_ node: String, to user: uid_t, _ code: Int32) -> String {
    let hasEnded = [EPIPE, ECONNRESET, ENOTCONN].contains(code)
    let reason =
      hasEnded ? "the program that requested the device has ended" : "\(SystemError(call: "sendmsg", code: code))"
    return notLent(node, to: user, reason)
  }
}
