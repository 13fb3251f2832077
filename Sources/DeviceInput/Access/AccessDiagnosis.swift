import Base
import CLinux
import Glibc

/// Why the system does not let this user read a touch device.
public struct AccessDiagnosis: Equatable, Sendable {
  public enum Cause: Equatable, Sendable {
    /// The program runs in a sandbox (Flatpak or Snap), which hides the rest of the system.
    case sandbox
    /// The permissions allow reading, so something else, such as AppArmor or SELinux, blocks the device.
    case barred
    /// The device also has keyboard keys. The udev rule and the service skip it.
    case hasKeys
    case noRule
    /// The service that hands out touch devices is installed, but not enabled.
    case serviceOff
    /// The user's session has the seat, but the service doesn't lend the device.
    case serviceRefuses
    /// The rule at this path is installed, but hasn't been applied yet.
    case ruleNotApplied(String)
    /// logind and elogind are missing. So the user at the seat isn't known.
    case noLogind
    /// The user has no session at the seat.
    case elsewhere(seat: String)
    /// The user has a session at the seat, but that session doesn't have the screen.
    case inactive(seat: String)
    /// The user should have access, but doesn't. Probably udev reads the rule too late: its file's number is above 72.
    case tooLate
  }

  public var cause: Cause
  public var user: String
  public var owner: String
  public var group: String
  /// The node's permissions as `ls` shows them, without the file type. Empty if they can't be read.
  public var permissions: String
  /// Whether the node has an access control list (ACL).
  public var hasAccessList: Bool

  init(
    cause: Cause, user: String, owner: String = "root", group: String = "input", permissions: String = "rw-rw----",
    hasAccessList: Bool = false
  ) {
    self.cause = cause
    self.user = user
    self.owner = owner
    self.group = group
    self.permissions = permissions
    self.hasAccessList = hasAccessList
  }

  init(of node: TouchNode, seat: String) {
    var status = stat()
    let isKnown = stat(node.node, &status) == 0
    let facts = Facts(
      isSandboxed: access("/.flatpak-info", F_OK) == 0 || getenv("SNAP") != nil,
      isReadable: access(node.node, R_OK) == 0, isGivenToUsers: node.isGivenToUsers, rule: AccessRule.touch.installed,
      service: Lending.service, seat: seat, state: SeatState(of: seat), user: geteuid(), hasKeys: node.hasKeys)
    self.init(
      cause: facts.cause, user: Self.name(ofUser: facts.user),
      owner: Self.name(ofUser: status.st_uid),
      group: Self.name(ofGroup: status.st_gid), permissions: isKnown ? Self.letters(status.st_mode) : "",
      hasAccessList: gb_has_access_list(node.node) > 0)
  }

  struct Facts {
    var isSandboxed = false
    var isReadable = false
    var isGivenToUsers = true
    var rule: String?
    var service = Lending.Service.absent
    var seat = "seat0"
    var state: SeatState?
    var user: uid_t
    var hasKeys = false

    var cause: Cause {
      if isSandboxed { return .sandbox }
      if isReadable { return .barred }
      if hasKeys, !isGivenToUsers { return .hasKeys }
      guard isGivenToUsers || service == .listening else {
        return rule.map { .ruleNotApplied($0) } ?? (service == .off ? .serviceOff : .noRule)
      }
      guard let state else { return .noLogind }
      if state.active == user { return service == .listening ? .serviceRefuses : .tooLate }
      return state.users.contains(user) ? .inactive(seat: seat) : .elsewhere(seat: seat)
    }
  }

  private static func name(ofUser user: uid_t) -> String {
    getpwuid(user).flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? "user \(user)"
  }

  private static func name(ofGroup group: gid_t) -> String {
    getgrgid(group).flatMap { $0.pointee.gr_name }.map { String(cString: $0) } ?? "\(group)"
  }

  static func letters(_ mode: mode_t) -> String {
    let letters = Array("rwxrwxrwx")
    return String(letters.indices.map { mode & 1 << mode_t(letters.count - 1 - $0) != 0 ? letters[$0] : "-" })
  }

  var reason: String {
    guard !permissions.isEmpty else { return "the device's owner and permissions can't be read, and \(hindrance)" }
    let others = hasAccessList ? ", with an access list" : ""
    return "the device belongs to \(owner) and the group \(group) (\(permissions)\(others)), and \(hindrance)"
  }

  private var hindrance: String {
    switch cause {
    case .sandbox: "a sandbox blocks access to it"
    case .barred: "\(user) has permission to read it, but the system blocks access"
    case .hasKeys: "gesture-bridge's udev rule and service skip it, because it also has the keys of a keyboard"
    case .noRule: "no udev rule gives it to \(user)"
    case .serviceOff: "the service that hands out touch devices is not enabled"
    case .serviceRefuses: "the service that hands out touch devices does not give it to \(user)"
    case .ruleNotApplied(let rule): "udev has not applied \(rule) to it yet"
    case .noLogind: "neither logind nor elogind runs, so \(user) gets no access to it"
    case .elsewhere(let seat): "only users logged in at \(seat) can open it, but \(user) is not logged in there"
    case .inactive(let seat): "\(user)'s session is not on the screen of \(seat) now"
    case .tooLate: "\(user) is at the machine, but still has no access to the device"
    }
  }
}

extension AccessDiagnosis.Cause {
  /// Returns advice. Never suggests joining the group `input`: all programs of the user could then read keyboards.
  func fix(for node: String) -> String {
    switch self {
    case .sandbox: "run gesture-bridge outside of the sandbox"
    case .barred: "run `sudo journalctl -b | grep -i denied` to see what AppArmor or SELinux has denied"
    case .hasKeys:
      """
      run `sudo setfacl -m "u:$USER:r" \(node)`, then restart gesture-bridge; setfacl gives access until the device is \
      unplugged, and also lets all your programs read the device's keys
      """
    case .noRule:
      "install gesture-bridge for all users (its systemd service lends devices for reading only), or run `\(AccessRule.touch.installation)` (then all programs of the user at the machine can read and fake touches)"
    case .serviceOff: "run `\(Lending.installation)`"
    case .serviceRefuses: "run `journalctl -u gesture-bridge-devices` to see the reason"
    case .ruleNotApplied: "run `\(AccessRule.apply(to: node))`"
    case .noLogind:
      """
      start logind, or install and start elogind; or write OWNER="your user name" in place of TAG+="uaccess" in \(AccessRule.touch.path), then run \
      `\(AccessRule.apply(to: node))`
      """
    case .elsewhere(let seat):
      "run gesture-bridge in a session at the machine itself, not over SSH; if your seat is not \(seat), set XDG_SEAT to your seat"
    case .inactive: "switch to your session: the session that has the screen gets the device"
    case .tooLate:
      "udev probably reads the rule too late: its file name begins with a number above 72; run `\(AccessRule.touch.installation)` to install the rule again"
    }
  }
}

/// The users with a session at a seat, and the session that has the screen.
public struct SeatState: Equatable, Sendable {
  /// The logind name of the session with the screen; nil if no session has the screen.
  public var session: String?
  /// The user whose session has the screen; nil if no session has the screen.
  public var active: uid_t?
  public var users: Set<uid_t>

  /// The folder with logind's file for each seat. logind replaces the file at each change.
  public static let folder = "/run/systemd/seats"

  /// Reads a seat's state; nil if its file can't be read.
  public init?(of seat: String) {
    guard let values = LoginFile.values("\(Self.folder)/\(seat)") else { return nil }
    self.init(values)
  }

  init(_ text: String) { self.init(LoginFile.values(in: text)) }

  private init(_ values: [String: String]) {
    session = values["ACTIVE"]
    active = values["ACTIVE_UID"].flatMap { uid_t($0) }
    users = Set((values["UIDS"] ?? "").split(separator: " ").compactMap { uid_t($0) })
    if let active { users.insert(active) }
  }
}

/// A file of logind or elogind with lines `NAME=value`, which libsystemd reads too (sd-login(3)).
public enum LoginFile {
  /// Returns the values by name; nil if the file can't be read.
  public static func values(_ path: String) -> [String: String]? {
    SmallFile.bytes(path, atMost: 1 << 14).map { values(in: String(decoding: $0, as: UTF8.self)) }
  }

  public static func isThere(session: String) -> Bool { access("/run/systemd/sessions/\(session)", F_OK) == 0 }

  static func values(in text: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }
}
