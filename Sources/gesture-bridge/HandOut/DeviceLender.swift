import Base
import CSystem
import DeviceInput
import Glibc
import Logging
import Runtime
import Text

/// Hands out touch devices, open to read only, to the user whose session has the devices' seat, and takes them back when
/// another session has it.
///
/// A borrower is one connection and has at most one device. The device is opened first and asked about then, so that what
/// was asked about is what is handed out. A loan is noted before the seat is looked at: a change of the seat that comes
/// later finds it.
///
///     connected --a path--> lent --the borrower leaves, or the seat has another user--> revoked
///               --anything else, or nothing for 5 s--> closed
final class DeviceLender: LoopPart {
  /// What it asks of the system.
  struct System {
    /// Opens a node to read, and no link.
    var open: (_ node: String) throws(LendingRefusal) -> OwnedDescriptor = Self.openNode
    /// The seat of a touch device; nil for all other nodes.
    var seat: (_ node: String) -> String? = { Lending.seat(ofTouchDevice: $0) }
    /// The user whose session has a seat now.
    var user: (_ seat: String) -> uid_t? = { SeatState(of: $0)?.active }
    /// Whether a descriptor is of an input device that is still plugged in.
    var isDevice: (Int32) -> Bool = { gb_is_input_device($0) != 0 }
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

  /// More devices and readings of them than a user has use for: `doctor` and `record` beside the daemon.
  static let mostOfUser = 32
  static let most = 128
  /// How long a borrower may say nothing before it has a device, in microseconds.
  static let patience: Int64 = 5_000_000
  /// How long nothing is lent before the service ends, where systemd starts it again; in microseconds.
  static let idleTime: Int64 = 30_000_000

  private final class Borrower {
    let connection: OwnedDescriptor
    let user: uid_t
    let process: pid_t
    let deadline: Int64
    /// What it has, open; `node` and `seat` are empty before.
    var device: OwnedDescriptor?
    var node = ""
    var seat = ""

    init(_ connection: consuming OwnedDescriptor, _ user: uid_t, _ process: pid_t, until deadline: Int64) {
      self.connection = connection
      self.user = user
      self.process = process
      self.deadline = deadline
    }

    var hasDevice: Bool { !node.isEmpty }
  }

  private let listener: Int32
  private let loop: EventLoop
  private let system: System
  private let log: Logger
  private var borrowers: [Borrower] = []
  private var idleSince: Int64
  private let mayEnd: Bool

  /// Listens at a socket that systemd has handed over, or that was made for it; `mayEnd` where it is started when needed.
  init(
    _ listener: Int32, mayEnd: Bool, on loop: EventLoop, _ system: System = System(), log: Logger
  ) throws(SystemError) {
    self.listener = listener
    self.mayEnd = mayEnd
    self.loop = loop
    self.system = system
    self.log = log
    idleSince = system.now()
    try loop.add(listener, .reading) { [unowned self] _ in accept() }
  }

  /// How many devices are lent.
  var count: Int { borrowers.count(where: \.hasDevice) }

  // MARK: Borrowers

  private func accept() {
    let accepted = gb_local_accept(listener)
    guard accepted >= 0 else { return }
    let connection = OwnedDescriptor(owning: accepted)
    var user = uid_t.max
    var process: pid_t = 0
    guard gb_local_peer(accepted, &user, &process) == 0 else { return }
    let ofUser = borrowers.count { $0.user == user }
    guard borrowers.count < Self.most, ofUser < Self.mostOfUser else {
      // What is unread when a socket is closed would reach the other side before the answer, as an error.
      discardRequest(connection.number)
      answer(connection.number, LendingRefusal.tooMany.rawValue)
      return log.warning("\(Message.tooManyLoans(to: user))")
    }
    let borrower = Borrower(connection, user, process, until: system.now() + Self.patience)
    do throws(SystemError) {
      try loop.add(accepted, .reading) { [unowned self, unowned borrower] _ in serve(borrower) }
      borrowers.append(borrower)
    } catch {
      log.warning("\(error)")
    }
  }

  private func serve(_ borrower: Borrower) {
    var packet = [UInt8](repeating: 0, count: Lending.longest)
    var passed: Int32 = -1
    let count = gb_packets_receive(borrower.connection.number, &packet, packet.count, &passed)
    if passed >= 0 { close(passed) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    // It has left, or says more than one path.
    guard count > 0, !borrower.hasDevice else { return remove(borrower) }
    let path = String(decoding: packet.prefix(count), as: UTF8.self)
    do throws(LendingRefusal) {
      try lend(path, to: borrower)
    } catch {
      log.notice("\(Message.notLent(path, to: borrower.user, error))")
      answer(borrower.connection.number, error.rawValue)
      remove(borrower)
    }
  }

  private func lend(_ path: String, to borrower: Borrower) throws(LendingRefusal) {
    let device = try system.open(path)
    let opened = device.number
    guard let seat = system.seat(path), system.isDevice(opened) else { throw .noTouchDevice }
    borrower.device = consume device
    (borrower.node, borrower.seat) = (path, seat)
    guard system.user(seat) == borrower.user else { throw .notActive }
    let code = answer(borrower.connection.number, Lending.lent, opened)
    guard code == 0 else {
      log.notice("\(Message.notHandedOver(path, to: borrower.user, code))")
      answer(borrower.connection.number, LendingRefusal.failed.rawValue)
      return remove(borrower)
    }
    log.info("\(Message.lent(path, to: borrower.user, borrower.process))")
  }

  /// Takes back what it has, if anything.
  private func remove(_ borrower: Borrower) {
    loop.remove(borrower.connection.number)
    if let device = borrower.device.take() { system.revoke(device.number) }
    borrowers.removeAll { $0 === borrower }
    idleSince = system.now()
  }

  private func discardRequest(_ connection: Int32) {
    var packet = [UInt8](repeating: 0, count: Lending.longest)
    var passed: Int32 = -1
    _ = gb_packets_receive(connection, &packet, packet.count, &passed)
    if passed >= 0 { close(passed) }
  }

  /// Returns errno; 0 where the answer is on its way.
  @discardableResult
  private func answer(_ connection: Int32, _ word: String, _ device: Int32 = -1) -> Int32 {
    let bytes = Array(word.utf8)
    return bytes.withUnsafeBytes { gb_packets_send(connection, $0.baseAddress, $0.count, device) < 0 ? errno : 0 }
  }

  // MARK: Seats

  /// A seat may have another user now.
  func seatsChanged() {
    for borrower in borrowers where borrower.hasDevice && system.user(borrower.seat) != borrower.user {
      log.info("\(Message.tookBack(borrower.node, from: borrower.user))")
      remove(borrower)
    }
  }

  /// The service ends, and nothing stays lent.
  func end() { for borrower in borrowers { remove(borrower) } }

  // MARK: Deadlines

  /// Called when nothing was lent for a while.
  var isIdle: () -> Void = {}

  var nextDeadline: Int64? {
    let waiting = borrowers.lazy.filter { !$0.hasDevice }.map(\.deadline).min()
    return waiting ?? (mayEnd && borrowers.isEmpty ? idleSince + Self.idleTime : nil)
  }

  func advance(to now: Int64) {
    for borrower in borrowers where !borrower.hasDevice && borrower.deadline <= now { remove(borrower) }
    if mayEnd, borrowers.isEmpty, idleSince + Self.idleTime <= now { isIdle() }
  }
}

// Handing out touch devices
extension Message {
  static func lent(_ node: String, to user: uid_t, _ process: pid_t) -> String {
    "\(node) is lent to user \(user) (pid \(process)), to read"
  }

  static func tookBack(_ node: String, from user: uid_t) -> String {
    "\(node) is taken back from user \(user): that user's session has lost the seat"
  }

  static func notLent(_ node: String, to user: uid_t, _ refusal: LendingRefusal) -> String {
    let reason =
      switch refusal {
      case .notActive: "no session of this user has the seat now"
      case .noTouchDevice: "it is not a touch device, or it also types or points"
      case .tooMany: "this user has too many already"
      case .failed: "it can't be opened"
      }
    return "\(node.inQuotes) is not lent to user \(user): \(reason)"
  }

  /// It is open, and the answer could not be sent; `code` is errno.
  static func notHandedOver(_ node: String, to user: uid_t, _ code: Int32) -> String {
    let reason =
      switch code {
      case EPIPE, ECONNRESET, ENOTCONN: "the program that asked has ended"
      default: "\(SystemError(call: "sendmsg", code: code))"
      }
    return "\(node.inQuotes) is not lent to user \(user): \(reason)"
  }

  static func tooManyLoans(to user: uid_t) -> String { "user \(user) was refused: too many devices are lent" }
}
