import Glibc

/// Who is logged in at a seat.
public struct SeatState: Equatable, Sendable {
  /// The user of the session that has the screen; nil where none has it.
  public var active: uid_t?
  /// Everybody with a session there.
  public var users: Set<uid_t>

  /// Nil where nobody keeps it.
  public init?(of seat: String) {
    guard let values = LoginFile.values("/run/systemd/seats/\(seat)") else { return nil }
    self.init(values)
  }

  init(_ text: String) { self.init(LoginFile.values(in: text)) }

  private init(_ values: [String: String]) {
    active = values["ACTIVE_UID"].flatMap { uid_t($0) }
    users = Set((values["UIDS"] ?? "").split(separator: " ").compactMap { uid_t($0) })
    if let active { users.insert(active) }
  }
}
