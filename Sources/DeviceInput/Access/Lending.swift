import Base
import CLinux
import Glibc

/// The protocol of the service that hands out touch devices. The program makes one connection for each device, and
/// sends the node's path. The service answers with `lent` and the open device, or with the raw value of a
/// `LendingRefusal`. There is no answer while the service can't find out whether the session is locked. Either side
/// ends the loan by closing the connection. The descriptor then returns no more events.
public enum Lending {
  public static let socket = "/run/gesture-bridge/devices.sock"
  public static let unit = "gesture-bridge-devices.socket"
  public static let lent = "lent"
  /// The longest packet, in bytes.
  public static let longest = 64

  private static let unitFolders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
    "/lib/systemd/system",
  ]

  public enum Service: Equatable, Sendable {
    case absent
    /// The service is installed, but its socket doesn't exist.
    case off
    case listening
  }

  public static var service: Service {
    if access(socket, F_OK) == 0 { return .listening }
    return unitFolders.contains { access("\($0)/\(unit)", F_OK) == 0 } ? .off : .absent
  }

  /// A shell command that enables the service. A running daemon then requests its devices again.
  public static let installation = "sudo systemctl enable --now \(unit) && sudo udevadm trigger --subsystem-match=input"

  /// Returns the seat of the touch device at `path`; nil for a clone, a device with keyboard keys, or any other path.
  public static func seat(ofTouchDevice path: String) -> String? { DeviceMonitor.touchNode(at: path)?.seat }
}

/// Why the service does not hand out a device.
public enum LendingRefusal: String, Error, CaseIterable, Sendable {
  /// The requesting user's session does not have the device's seat now.
  case notActive = "not-active"
  case locked
  case noTouchDevice = "no-touch-device"
  /// The user has already borrowed the maximum number of devices.
  case tooMany = "too-many"
  case failed

  var isTemporary: Bool {
    switch self {
    case .locked, .tooMany: true
    case .notActive, .noTouchDevice, .failed: false
    }
  }
}

/// Opens the nodes of devices. If the user has no permission to read a node, asks the service to lend the device.
final class NodeOpener {
  struct Opened: ~Copyable {
    /// The caller must close the descriptor.
    let descriptor: Int32
    let isWritable: Bool
    /// The service's loan of the node; nil without a loan. The caller must keep the loan while it reads the descriptor.
    let loan: Loan?
  }

  /// A node that the service has handed out.
  final class Loan {
    fileprivate let node: String
    fileprivate let connection: OwnedDescriptor
    fileprivate let loans: ReadySet

    fileprivate init(_ node: String, _ connection: consuming OwnedDescriptor, _ loans: ReadySet) {
      self.node = node
      self.connection = connection
      self.loans = loans
      loans.add(self.connection.number)
    }

    deinit { loans.remove(connection.number) }
  }

  private struct WeakLoan { weak var loan: Loan? }

  /// The longest wait for the service's answer, in milliseconds. All other devices wait meanwhile.
  private static let patience: Int32 = 300

  private let socket: String
  private let loans: ReadySet
  private var lent: [WeakLoan] = []

  /// - Throws: if the set of watched loans can't be created, for example because descriptors have run out.
  init(socket: String = Lending.socket) throws(InputFailure) {
    self.socket = socket
    do throws(SystemError) { loans = try ReadySet() } catch { throw .dispatch(error.code) }
  }

  /// A descriptor that becomes readable when the service ends a loan.
  var descriptor: Int32 { loans.descriptor }

  /// Opens a node for reading, and for writing if `mayWrite` and permitted. If reading isn't permitted, borrows the
  /// node for reading. `withoutKeys`: only reads, never borrows, and makes the kernel withhold keyboard keys.
  func open(_ path: String, mayWrite: Bool = false, withoutKeys: Bool = false) throws(Refusal) -> Opened {
    if withoutKeys {
      let descriptor = gb_input_open_without_keys(path, O_RDONLY)
      if descriptor == GB_KEYS_NOT_WITHHELD { throw .keysNotWithheld(errno) }
      if descriptor < 0 { throw .mayNotOpen(errno) }
      return Opened(descriptor: descriptor, isWritable: false, loan: nil)
    }
    if mayWrite {
      let descriptor = gb_input_open(path, O_RDWR)
      if descriptor >= 0 { return Opened(descriptor: descriptor, isWritable: true, loan: nil) }
    }
    let descriptor = gb_input_open(path, O_RDONLY)
    if descriptor >= 0 { return Opened(descriptor: descriptor, isWritable: false, loan: nil) }
    let code = errno
    guard code == EACCES else { throw .mayNotOpen(code) }
    return try borrow(path)
  }

  func hasLent(_ node: String) -> Bool { lent.contains { $0.loan?.node == node } }

  /// Returns the nodes whose loans the service has ended since the last call.
  func takeEnded() -> [String] {
    var ended: [String] = []
    loans.serveReady { ready in
      for loan in lent.compactMap(\.loan) where loan.connection.number == ready {
        loans.remove(ready)
        ended.append(loan.node)
      }
    }
    return ended
  }

  private func borrow(_ path: String) throws(Refusal) -> Opened {
    let number = gb_packets_connect(socket)
    guard number >= 0 else { throw Self.isBusy(errno) ? .notLentYet(nil) : .mayNotOpen(EACCES) }
    let connection = OwnedDescriptor(owning: number)
    let request = Array(path.utf8)
    // The result is ignored: a service that refuses at once has already answered and closed the connection, so sending may fail.
    _ = gb_packets_send(number, request, request.count, -1)
    var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, Self.patience) > 0 else { throw .notLentYet(nil) }
    var answer = [UInt8](repeating: 0, count: Lending.longest)
    var descriptor: Int32 = -1
    let count = gb_packets_receive(number, &answer, answer.count, &descriptor)
    guard count > 0 else { throw .notLentYet(nil) }
    let word = String(decoding: answer.prefix(count), as: UTF8.self)
    guard word == Lending.lent, descriptor >= 0, gb_is_input_device(descriptor) != 0 else {
      if descriptor >= 0 { close(descriptor) }
      guard let refusal = LendingRefusal(rawValue: word), refusal.isTemporary else { throw .mayNotOpen(EACCES) }
      throw .notLentYet(refusal)
    }
    lent.removeAll { $0.loan == nil }
    let loan = Loan(path, connection, loans)
    lent.append(WeakLoan(loan: loan))
    return Opened(descriptor: descriptor, isWritable: false, loan: loan)
  }

  /// Whether connect(2) failed because many other programs are connecting, or the service is restarting.
  private static func isBusy(_ code: Int32) -> Bool { [EAGAIN, ECONNREFUSED, ECONNRESET].contains(code) }
}
